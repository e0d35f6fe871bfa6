"""Faults in the Python beside the core: figures, cells, the bridge, exercises, the builder. Unit tests have to notice."""

from tests.mutants.fault import Fault

FIGURES = "py/kino/figures/"
BUILD = "py/kino_build/"


def _fault(file: str, old: str, new: str, *tests: str) -> Fault:
    """tests: files of tests/unit, with "::" and a test in it where that is enough."""
    return Fault(file, old, new, " ".join(map(_path, tests)))


def _path(test: str) -> str:
    name, colons, one = test.partition("::")
    return f"tests/unit/test_{name}.py{colons}{one and f'test_{one}'}"


# A fault a line.
# fmt: off
FAULTS = (
    # Figures
    _fault(FIGURES + "turning_query.py", "(np.sqrt(query.size) if scaled else 1)", "(query.size if scaled else 1)", "turning_query"),
    _fault(FIGURES + "turning_query.py", "np.argsort(-np.round(weights, 9)", "np.argsort(np.round(weights, 9)", "turning_query"),
    _fault(FIGURES + "turning_query.py", "rotate({num(-angle)})", "rotate({num(angle)})", "turning_query"),
    _fault(FIGURES + "turning_query.py", "if attend is not attention.attend:", "if attend is None:", "turning_query", "driving"),
    _fault(FIGURES + "turning_query.py", "max(output) > 1 + 1e-9", "max(output) > 2", "driving", "turning_query"),
    _fault(FIGURES + "masked_softmax.py", "_cell(\"1\" if j < length else \"0\", j < length", "_cell(\"1\" if j <= length else \"0\", j < length", "masked_softmax"),
    _fault(FIGURES + "masked_softmax.py", "masked = \"masked leak\" if weights[j]", "masked = \"masked leak\" if j < length", "masked_softmax"),
    _fault(FIGURES + "masked_softmax.py", "scores = np.where(keep, SCORES, -1e6)", "scores = np.where(keep, SCORES, -1e3)", "masked_softmax"),
    _fault(FIGURES + "scoring_functions.py", "return int(best[0]) if best.size == 1 else None", "return int(best[0])", "scoring_functions"),
    _fault(FIGURES + "scoring_functions.py", "ring = width * UNIT if view == \"Gaussian\" else 0", "ring = width * UNIT", "scoring_functions"),
    _fault(FIGURES + "variance_of_scores.py", "f\"variance{name}\": float(scores.var(ddof=1))", "f\"variance{name}\": float(scores.var())", "variance_of_scores"),
    _fault(FIGURES + "variance_of_scores.py", "sqrt(6 / d / PAIRS + 2 / (PAIRS - 1))", "sqrt(2 / (PAIRS - 1))", "variance_of_scores"),
    _fault(FIGURES + "attention_map.py", "for weight in weights[:length])", "for weight in weights)", "attention_map"),
    _fault(FIGURES + "attention_map.py", "return [j < VALID_LENS[b]", "return [j <= VALID_LENS[b]", "attention_map"),
    _fault(FIGURES + "__init__.py", "not self.low <= value <= self.high", "not self.low <= value < self.high", "figures"),
    _fault(FIGURES + "__init__.py", "isinstance(value, float) and not math.isfinite(value)", "isinstance(value, float) and math.isnan(value)", "bridge", "figures"),
    _fault(FIGURES + "__init__.py", "return tuple(round(self.low + i * self.step, 9) for i in range(count + 1))", "return tuple(round(self.low + i * self.step, 9) for i in range(count))", "figures"),
    _fault("py/kino/svg.py", "return \"0\" if text == \"-0\" else text", "return text", "svg"),
    _fault("py/kino/svg.py", "return round(float(x), 9)", "return float(x)", "svg"),
    _fault("py/kino/svg.py", "_SPECIAL = re.compile(\"[&<>\\\"']\")", "_SPECIAL = re.compile(\"[&<>]\")", "svg"),
    _fault("py/kino/heatmap.py", "return figure_text(weight) if kept else", "return figure_text(weight) if weight else", "attention_map"),
    # Cells
    _fault("py/kino/cell.py", " and not _ends_in_semicolon(body[-1], lines)", "", "cell"),
    _fault("py/kino/cell.py", "namespace.pop(\"__warningregistry__\", None)", "pass", "cell"),
    _fault("py/kino/cell.py", "return {\"status\": \"ended\"}", "return {\"status\": \"done\"}", "cell"),
    _fault("py/kino/cell.py", "(KeyboardInterrupt, asyncio.CancelledError)", "(KeyboardInterrupt,)", "cell"),
    _fault("py/kino/cell.py", "error.offset = len(before.decode(errors=\"ignore\")) + 1", "pass", "cell", "cell_errors"),
    _fault("py/kino/cell.py", "finally:\n                after()", "finally:\n                pass", "cell", "bridge", "memory"),
    _fault("py/kino/streams.py", "if len(words) <= PIECE and words.isascii():", "if len(words) <= PIECE:", "streams"),
    _fault("py/kino/streams.py", "codecs.utf_8_decode(piece, \"backslashreplace\", False)", "codecs.utf_8_decode(piece, \"backslashreplace\", True)", "streams"),
    _fault("py/kino/streams.py", "_send.reset(token)", "pass", "streams", "cell"),
    _fault("py/kino/stopping.py", " if task.get_coro() is not _keeper", "", "stopping", "bridge"),
    _fault("py/kino/stopping.py", "missed(cancel())", "cancel()", "stopping"),
    _fault("py/kino/stopping.py", "_tasks() - _before", "_tasks()", "stopping", "bridge"),
    _fault("py/kino/bridge.py", "memory.forget(cell, names)  #", "pass  #", "bridge"),
    _fault("py/kino/bridge.py", "_drivers.drop(cell)", "pass", "driving", "bridge"),
    _fault("py/kino/bridge.py", "if check and not exercise.blanks(source):", "if check:", "bridge"),
    _fault("py/kino/bridge.py", "def after():\n        guard.put_back()", "def after():\n        pass", "bridge", "guard"),
    _fault("py/kino/bridge.py", "if not _guard.has_its_files():", "if False:", "guard", "bridge"),
    _fault("py/kino/bridge.py", "_figures.pop(figure, None)", "pass", "bridge", "guard"),
    _fault("py/kino/memory.py", "if len(left) < len(layers) and layers[-1][0] == cell:", "if len(left) < len(layers):", "memory"),
    _fault("py/kino/memory.py", "return _GONE if _size(value) > _LARGEST else value", "return value", "memory"),
    _fault("py/kino/believed.py", "if not np.isfinite(array).all():", "if np.isnan(array).any():", "driving"),
    _fault("py/kino/believed.py", "return type(thing) is np.ndarray", "return isinstance(thing, np.ndarray)", "driving"),
    _fault("py/kino/driving.py", "self._run([copy(arg) for arg in args]", "self._run([*args]", "driving"),
    _fault("py/kino/exercise.py", "BLANK = re.compile(r\"_{4,}\")", "BLANK = re.compile(r\"_{3,}\")", "exercise"),
    _fault("py/kino/exercise.py", "if one not in made and names.get(one) is before.get(one)]", "if one not in made]", "exercise"),
    _fault("py/kino/exercise.py", "            return value.copy()", "            return value", "exercise"),
    _fault("py/kino/exercise.py", " if name in keep or not hasattr(builtins, name)}", "}", "exercise"),
    _fault("py/kino/exercise.py", "found.add(node.asname or node.name.partition(\".\")[0])", "found.add(node.name)", "exercise"),
    _fault("py/kino/exercise.py", "if status == \"ended\":\n        return outcome | {\"verdict\": _refused(ENDED)}", "if status == \"ended\":\n        return outcome | {\"verdict\": {\"passed\": True}}", "exercise"),
    _fault("py/kino/exercise.py", "told.pop(\"traceback\", None)", "pass", "exercise"),
    _fault("py/kino/exercise.py", "if kind != \"value\":\n            emit", "if kind:\n            emit", "exercise"),
    # Builder
    _fault(BUILD + "course.py", "return items[place] if 0 <= place < len(items) else None", "return items[place] if place < len(items) else None", "course"),
    _fault(BUILD + "course.py", "if slug not in listed\n", "if slug in listed\n", "course"),
    _fault(BUILD + "course.py", "and entry.title is None", "", "course"),
    _fault(BUILD + "course.py", "if entry.slug and entry.slug in first:", "if False:", "course"),
    _fault(BUILD + "lesson.py", ".replace(\"\\r\\n\", \"\\n\").replace(\"\\r\", \"\\n\").rstrip()", ".rstrip()", "lesson"),
    _fault(BUILD + "lesson.py", "findings += parts.footnotes(tokens, env, file)", "parts.footnotes(tokens, env, file)", "lesson"),
    _fault(BUILD + "ids.py", "elif level > last + 1:", "elif level > last + 2:", "lesson"),
    _fault(BUILD + "ids.py", "    taken.add(found)\n", "", "lesson"),
    _fault(BUILD + "dollars.py", "r\"\\$(?![\\s$])", "r\"\\$(?![$])", "lesson"),
    _fault(BUILD + "page.py", "connect-src blob:\"", "connect-src *\"", "page"),
    _fault(BUILD + "page.py", "default-src 'none'; script-src 'self' {scripts}", "default-src 'none'; script-src 'self' 'unsafe-inline' {scripts}", "page"),
    _fault(BUILD + "page.py", "if slug in self.source.lessons else None\n\n    def _module_of", "\n\n    def _module_of", "page"),
    _fault(BUILD + "page.py", "\"start\": control.values.index(start),", "\"start\": 0,", "page", "predict", "figures"),
    _fault(BUILD + "links.py", "in (\"http\", \"https\", \"mailto\")", "in (\"http\", \"https\", \"mailto\", \"ftp\")", "links"),
    _fault(BUILD + "links.py", ".resolve().is_relative_to(source.folder.resolve())", ".resolve().is_absolute()", "links"),
    _fault(BUILD + "links.py", "unquote(parts.fragment) not in ids", "not ids", "links"),
    _fault(BUILD + "typeset.py", "math.line + before.count(\"\\n\")", "math.line", "typeset"),
    _fault(BUILD + "typeset.py", "column = len(before) - (before.rfind(\"\\n\") + 1) + 1", "column = len(before)", "typeset"),
    _fault(BUILD + "runtime.py", "            fetch.verify(path, digests[name])", "            pass", "runtime"),
    _fault(BUILD + "runtime.py", "            fetch.verify(folder / name, sha256)", "            pass", "runtime"),
    _fault(BUILD + "runtime.py", "if path.exists() and fetch.sha256_of(path) != digests[name]:", "if False:", "runtime"),
    _fault(BUILD + "runtime.py", "if installed != version:", "if False:", "runtime"),
    _fault(BUILD + "fetch.py", "if digest.hexdigest() != expected:", "if False:", "runtime"),
    _fault(BUILD + "fetch.py", "        part.unlink(missing_ok=True)", "        pass", "runtime"),
    _fault(BUILD + "film.py", "beside = [(at, picture) for at, picture in stills if any(", "beside = [(at, picture) for at, picture in stills if all(", "film", "predict"),
    _fault(BUILD + "film.py", "DECIMALS = 9", "DECIMALS = 2", "film", "turning_query"),
    _fault(BUILD + "write.py", "and not (out / MARKER).is_file():\n        raise OutError", "and False:\n        raise OutError", "write"),
    _fault(BUILD + "write.py", "        old.rename(out)\n        raise", "        raise", "write"),
    _fault(BUILD + "static.py", "name in (\"\", \".\", \"..\")", "name in (\"\", \".\")", "serve"),
    _fault(BUILD + "static.py", "return found if there and found.is_relative_to(self.folder) else None", "return found if there else None", "serve"),
    _fault(BUILD + "exercises.py", "asked -= exercise.bound(self.check.source)", "pass", "exercises::what_the_check_imports_is_not_asked_of_the_answer"),
    _fault(BUILD + "exercises.py", "if kind == \"check\" and not any(map(_may_refuse, nodes)):", "if False:", "exercises::a_mistake_of_form_is_found_on_its_line"),
    _fault(BUILD + "rehearse.py", "if step.kind == \"starter\" and passed:", "if False:", "exercises::a_mistake_that_running_finds_is_on_its_line"),
    _fault(BUILD + "rehearse.py", "if step.kind == \"wrong\" and not any(", "if step.kind == \"wrong\" and all(", "exercises::a_mistake_that_running_finds_is_on_its_line"),
    _fault(BUILD + "pack.py", "[plain.get(name, entries[name]) for name in libraries]", "[entries[name] for name in libraries]", "pack"),
    _fault(BUILD + "pack.py", "for name in sorted(members):", "for name in members:", "pack"),
    _fault(BUILD + "check.py", "tuple(sorted(set(findings)))", "tuple(findings)", "course", "lesson"),
)
# fmt: on
