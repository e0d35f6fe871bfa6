"""The figures of a course, drawn and filmed: figure fences in; first pictures and film strips out.

What a prediction asks about is filmed too, so that it is revealed without Python.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kino import figures
from kino.figures import Figure, Picture
from kino_build import film, markup, predict
from kino_build.check import CourseError, Finding, suggest
from kino_build.fence import FigureFence
from kino_build.lesson import Lesson
from kino_build.predict import Asked, Prediction
from kino_build.source import Source


@dataclass(frozen=True)
class Shot:
    """One figure fence, drawn: the figure, the state it starts in, its first picture, and the film as JSON bytes.

    asked: what is predicted of it, by the prediction's id.
    """

    figure: Figure
    state: dict
    picture: Picture
    film: bytes
    asked: Mapping[str, Asked]

    @property
    def film_path(self) -> str:
        """The film's address in the site, the same for the same film."""
        return f"films/{self.figure.name}.{hashlib.sha256(self.film).hexdigest()[:10]}.json"


def own_files(folder: Path) -> list[Path]:
    """The figure files that stand beside an instructor's lessons."""
    return sorted(path for path in (folder / "figures").glob("*.py") if not path.name.startswith("_"))


def shoot(source: Source) -> dict[tuple[str, str], Shot]:
    """Draw and film every figure of a course: (lesson's slug, figure's id) → Shot.

    Raises CourseError with every unknown figure, wrong option, broken figure file, failing drawing and prediction of
    what a figure does not have.
    """
    findings: list[Finding] = []
    known = _load(source.folder, findings)
    shots = {}
    for lesson in source.lessons.values():
        for fence in lesson.figures:
            try:
                asked = [one for one in lesson.predictions if one.figure == fence.id]
                shots[lesson.slug, fence.id] = _shoot_one(fence, known, asked, lesson.file)
            except CourseError as error:
                findings.extend(error.findings)
        findings += _undriven(lesson, shots)
    if findings:
        raise CourseError(findings)
    return shots


def _undriven(lesson: Lesson, shots: dict[tuple[str, str], Shot]) -> Iterator[Finding]:
    """Cells that cannot drive the figure that they name."""
    for cell in lesson.cells:
        shot = shots.get((lesson.slug, cell.drives))
        if not shot:
            continue
        wanted = shot.figure.driven
        if not wanted:
            text = f"drives={cell.drives}: that figure takes no function; take drives= away, or give its draw one"
            yield Finding(lesson.file, cell.line, f"{text} (draw(…, *, attend=attention.attend))")
        elif not _makes(cell.source, wanted):
            text = f"drives={cell.drives} hands the function {wanted} to the figure, and this cell makes none"
            yield Finding(lesson.file, cell.line, f"{text}: write def {wanted}(…) in it")


def _makes(source: str, name: str) -> bool:
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return True  # an error that is meant to be seen
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return name in names | {node.name for node in nodes if isinstance(node, ast.FunctionDef)}


def _load(folder: Path, findings: list[Finding]) -> dict[str, Figure | None]:
    """The figures there are, by name; None for one whose file cannot be read, which is then a finding."""
    known = {}
    for path in sorted(Path(figures.__file__).parent.glob("[a-z]*.py")):
        name, file = path.stem.replace("_", "-"), f"py/kino/figures/{path.name}"
        try:
            known[name] = figures.load(name)
        except Exception as error:
            known[name] = None
            findings.append(_unreadable(error, path, file))
    for path in own_files(folder):
        name, file = path.stem.replace("_", "-"), f"{folder.name}/figures/{path.name}"
        if not re.fullmatch(r"[a-z][a-z0-9_]*", path.stem):
            like = re.sub(r"\W+", "_", path.stem.lower())
            form = f"a figure's file is named with small letters, digits and underscores, like {like}.py"
            findings.append(Finding(file, 1, form))
            continue
        if name in known:
            findings.append(Finding(file, 1, f'kino has a figure "{name}" already; give the file another name'))
            continue
        try:
            known[name] = figures.read(name, _import(path))
        except Exception as error:
            known[name] = None
            findings.append(_unreadable(error, path, file))
    return known


def _unreadable(error: Exception, path: Path, file: str) -> Finding:
    return Finding(file, _line(error, path), f"the figure cannot be read: {type(error).__name__}: {error}")


def _import(path: Path):
    # Under the name that it has in the browser, where it lies beside kino's own figures.
    name = f"{figures.__name__}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _shoot_one(
    fence: FigureFence, known: dict[str, Figure | None], predictions: Sequence[Prediction], file: str
) -> Shot:
    if fence.name in known and known[fence.name] is None:
        raise CourseError([])  # its file is among the findings already
    if fence.name not in known:
        names = ", ".join(sorted(known))
        raise CourseError(
            [
                Finding(
                    file,
                    fence.line,
                    f'there is no figure "{fence.name}".{suggest(fence.name, known)} There are: {names}',
                )
            ]
        )
    figure = known[fence.name]
    wrong = [Finding(file, fence.option_lines[name], sentence) for name, sentence in figure.mistakes(fence.options)]
    if wrong:
        raise CourseError(wrong)
    state = figure.start | dict(fence.options)
    try:
        picture = figure.draw(state)
        left_out = markup.mistakes(picture.svg)
        if left_out:
            raise ValueError(f"the page lets no {', '.join(left_out)} of a picture through; see site/js/markup.js")
        if markup.is_too_large(picture.svg):
            most = f"{markup.LONGEST:,} characters and {markup.MOST_TAGS // 2:,} elements"
            raise ValueError(f"the page takes no picture of more than {most}; draw less, or one shape of many points")
        pictures = film.shoot(figure, state)
        asked = _ask(predictions, figure, state, file)
        developed = film.develop(figure, state, pictures, [(one.state, one.picture) for one in asked.values()])
    except CourseError:
        raise
    except Exception as error:
        # The figure's own line says more than the one of a library that it called.
        own = fence.name.replace("-", "_") + ".py"
        places = traceback.extract_tb(error.__traceback__)
        place = next((place for place in reversed(places) if Path(place.filename).name == own), None)
        at = f"{own}, line {place.lineno}" if place else own
        raise CourseError(
            [
                Finding(
                    file,
                    fence.line,
                    f'figure "{fence.name}" cannot be drawn: {type(error).__name__}: {error} ({at})',
                )
            ]
        ) from error
    packed = json.dumps(developed, ensure_ascii=False, separators=(",", ":")).encode()
    return Shot(figure, state, picture, packed, asked)


def _ask(predictions: Sequence[Prediction], figure: Figure, state: dict, file: str) -> dict[str, Asked]:
    asked, findings = {}, []
    for one in predictions:
        try:
            asked[one.id] = predict.settle(one, figure, state, file)
        except CourseError as error:
            findings.extend(error.findings)
    if findings:
        raise CourseError(findings)
    return asked


def _line(error: Exception, path: Path) -> int:
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 1
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return lines[-1] if lines else 1
