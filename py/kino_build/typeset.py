"""Formulas and code to HTML, by one run of Node for the whole course (Temml and Lezer)."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kino_build.check import CourseError, Finding
from kino_build.fence import Code
from kino_build.parts import Math

TOOL = "site/tools/typeset.mjs"


@dataclass(frozen=True)
class TexError:
    """Why a formula cannot be set: the reason, and the place in its TeX (counted from 0)."""

    text: str
    position: int


@dataclass(frozen=True)
class Typeset:
    """All that is typeset: formulas by (tex, display), code by (language, source), and their stylesheet."""

    maths: Mapping[tuple[str, bool], str | TexError]
    codes: Mapping[tuple[str, str], str]
    css: str

    def __call__(self, part: Math | Code) -> str:
        """Return the HTML of a part. Raises KeyError (not typeset), ValueError (wrong TeX)."""
        if isinstance(part, Code):
            return self.codes[part.language, part.source]
        found = self.maths[part.tex, part.display]
        if isinstance(found, TexError):
            raise ValueError(found.text)
        return found

    def findings(self, maths: Iterable[Math], *, file: str) -> tuple[Finding, ...]:
        """Return a finding for each of these formulas of `file` whose TeX is wrong."""
        wrong = ((math, self.maths[math.tex, math.display]) for math in maths)
        return tuple(_finding(math, error, file) for math, error in wrong if isinstance(error, TexError))


def typeset(maths: Iterable[Math], codes: Iterable[Code], *, root: Path) -> Typeset:
    """Typeset all formulas and all code. `root` is the project folder, with node_modules.

    Wrong TeX is a TexError in the result. Raises CourseError when Node or its modules are not there.
    """
    math_keys = list(dict.fromkeys((math.tex, math.display) for math in maths))
    code_keys = list(dict.fromkeys((code.language, code.source) for code in codes))
    request = {
        "maths": [{"tex": tex, "display": display} for tex, display in math_keys],
        "codes": [{"language": language, "source": source} for language, source in code_keys],
    }
    answer = json.loads(_run_node(json.dumps(request), root))
    set_maths = [m.get("html") or TexError(m["error"], m["position"]) for m in answer["maths"]]
    return Typeset(
        dict(zip(math_keys, set_maths, strict=True)),
        dict(zip(code_keys, answer["codes"], strict=True)),
        answer["css"],
    )


def _run_node(request: str, root: Path) -> str:
    node = shutil.which("node")
    if node is None:
        raise _error("Node.js is not installed; formulas and code are typeset by it. Install version 20 or newer")
    if not (root / "node_modules" / "temml").is_dir():
        raise _error(f"the Node modules are not installed in {root}; run: npm ci")
    done = subprocess.run([node, TOOL], input=request, cwd=root, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise _error(f"typesetting failed; run: npm ci. Node said:\n{done.stderr.strip()}")
    return done.stdout


def _error(text: str) -> CourseError:
    return CourseError([Finding(TOOL, 1, text)])


def _finding(math: Math, error: TexError, file: str) -> Finding:
    before = math.tex[: error.position]
    column = len(before) - (before.rfind("\n") + 1) + 1
    at = f'"{_excerpt(math.tex, error.position)}"' if error.position < len(math.tex) else "its end"
    text = f"this formula cannot be set: {error.text}, at {at} (character {column} of its line); correct the TeX"
    return Finding(file, math.line + before.count("\n"), text)


def _excerpt(tex: str, position: int) -> str:
    rest = tex[position:].split("\n")[0]
    return rest if len(rest) <= 20 else rest[:20] + "…"
