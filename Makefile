PYTHON ?= python3
NODE ?= node
BIN := .venv/bin
PACKAGES := .venv/.packages
DEV_PACKAGES := .venv/.dev-packages
MODULES := node_modules/.complete
AT_ONCE := -n auto --maxprocesses 4

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve build test test-all mutants golden picture lighthouse numpy-tests bench bench-quick lint lock clean distclean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

serve: $(PACKAGES) $(MODULES) ## build the site, serve it on this machine, build again on every change
	@$(BIN)/python build.py serve

build: $(PACKAGES) $(MODULES) ## write the site to dist/
	@$(BIN)/python build.py build

test: $(DEV_PACKAGES) build ## build, then run the tests (finds or installs the browsers)
	@$(BIN)/python -m tests.browsers
	@$(BIN)/python -m pytest $(AT_ONCE)

test-all: $(DEV_PACKAGES) build ## the same, and the tests that take long
	@$(BIN)/python -m tests.browsers
	@$(BIN)/python -m pytest $(AT_ONCE) -m ""

mutants: $(DEV_PACKAGES) build ## put small faults into the code and see which the tests notice (an hour)
	@$(BIN)/python -m tests.browsers chromium
	@nice $(BIN)/python -m tests.mutants

golden: $(DEV_PACKAGES) build ## draw the reference pictures of the tests anew
	@$(BIN)/python -m tests.browsers
	@$(BIN)/python -m pytest --golden

picture: $(DEV_PACKAGES) build ## draw the README's picture anew
	@$(BIN)/python -m tests.browsers chromium
	@$(BIN)/python -m tests.picture

lighthouse: $(DEV_PACKAGES) build ## what Lighthouse says of the site on a phone (fetches it: 100 MB)
	@$(BIN)/python -m tests.browsers chromium
	@$(BIN)/python -m tests.lighthouse

numpy-tests: $(DEV_PACKAGES) build ## run NumPy's own tests in the page's Python and in a plain one (ten minutes)
	@$(BIN)/python -m tests.browsers chromium
	@$(BIN)/python -m tests.numpy_own

bench: $(DEV_PACKAGES) build ## measure everything beside plain Pyodide and others, draw docs/bench.svg (half an hour)
	@$(BIN)/python -m tests.browsers chromium
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench.chart

bench-quick: $(DEV_PACKAGES) build ## measure kino beside plain Pyodide, in two minutes
	@$(BIN)/python -m tests.browsers chromium
	@$(BIN)/python -m tests.bench --quick

lint: $(DEV_PACKAGES) ## check style and format of the Python files
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

lock: ## pin all packages anew
	@rm -rf .venv/lock && $(PYTHON) -m venv .venv/lock && .venv/lock/bin/pip install --quiet uv
	@for name in requirements requirements-dev; do \
	  .venv/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --no-annotate --no-header $$name.in -o $$name.txt || exit 1; \
	done
	@rm -rf .venv/lock
	@npm install --package-lock-only

clean: ## remove what was built
	rm -rf dist .pytest_cache .ruff_cache .hypothesis tests/output
	find . -name __pycache__ -not -path './.venv/*' -not -path './node_modules/*' -prune -exec rm -rf {} +

distclean: clean ## remove the installed packages too
	rm -rf .venv node_modules

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "kino needs Python 3.11 or newer, and \"$(PYTHON)\" is not: install one, or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "\"$(PYTHON)\" comes without the venv module: install it (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@$(PYTHON) -m venv .venv

$(PACKAGES): requirements.txt | .venv/bin/python
	@echo "Installing the Python packages of requirements.txt into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(DEV_PACKAGES): requirements-dev.txt $(PACKAGES)
	@echo "Installing the Python packages of requirements-dev.txt into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

$(MODULES): package.json package-lock.json .npmrc
	@$(NODE) -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null || { \
	  echo "kino needs Node 20 or newer, and \"$(NODE)\" is not: install it (nodejs.org)" >&2; exit 1; }
	@command -v npm >/dev/null || { echo "kino needs npm, which comes with Node from nodejs.org: install it" >&2; exit 1; }
	@echo "Installing the npm packages of package-lock.json into node_modules …"
	@npm ci --loglevel=error
	@touch $@
