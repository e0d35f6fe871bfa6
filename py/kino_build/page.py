"""Lesson → HTML page. Pure: everything a page shows is handed in."""

from __future__ import annotations

import base64
import hashlib
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it.token import Token
from markupsafe import Markup

from kino import figures
from kino.figures import Choice, Steps, Toggle
from kino.svg import figure_text, lowered, num
from kino_build import asking, contents, inventory, lesson
from kino_build.assets import Assets
from kino_build.fence import CellFence, FigureFence
from kino_build.lesson import Lesson
from kino_build.predict import Prediction
from kino_build.rehearse import Shown
from kino_build.source import Source
from kino_build.stage import Shot
from kino_build.typeset import Typeset

SEALED = "default-src 'none'; script-src {script} 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src blob:"
# What the frame needs stands here too: a frame made from a string is under its page's policy as well.
POLICY = (
    "default-src 'none'; script-src 'self' {scripts} 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; "
    "connect-src 'self' blob:; frame-src 'self'; img-src 'self' data:; style-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
# Of the page that the service worker puts in place of one that is not kept: it has no Python.
PLAIN = "default-src 'none'; script-src {theme}; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"

ABOUT_LICENCES = "Whose work these pages carry beside their own, and under which licences."
OURS = "en"  # the language of kino's own words


@dataclass(frozen=True)
class PageRuntime:
    """What a page must know of Python: the address and digest of its list of files; what waking fetches, in words."""

    manifest: str
    sha256: str
    wake_size: str


def environment(root: Path) -> Environment:
    """The templates of `site/templates`."""
    return Environment(
        loader=FileSystemLoader(root / "site/templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def sealed_frame(templates: Environment, script: str) -> str:
    """The document of the sealed frame, with the one script that its policy lets run."""
    policy = SEALED.format(script=digest(script))
    return templates.get_template("frame.html").render(csp=policy, script=Markup(script)).strip()


@dataclass(frozen=True)
class Pages:
    """Renders the pages of one site."""

    templates: Environment
    source: Source
    assets: Assets
    runtime: PageRuntime
    typeset: Typeset
    shots: Mapping[tuple[str, str], Shot]
    images: Mapping[tuple[str, str], str]  # (lesson's slug, address in the lesson) → address in the site
    outputs: Mapping[tuple[str, str], Sequence[Shown]]  # (lesson's slug, cell's id) → what it put out
    listing: str  # the address of the list of lessons and cells
    alone: str = ""  # the one lesson that stands alone, if one does: links to others are then words

    def index(self) -> str:
        """The first page: modules, lessons, minutes."""
        course = self.source.course
        lessons = self.source.lessons
        summaries = {slug: lesson.summary for slug, lesson in lessons.items()}
        pictures = {slug: self._thumbnail(lesson) for slug, lesson in lessons.items()}
        return self._render(
            "index.html",
            title=course.title,
            description=course.tagline,
            outline=self.source.outline,
            summaries=summaries,
            pictures=pictures,
        )

    def lesson(self, slug: str, template: str = "lesson.html", **values) -> str:
        """One lesson. values: what another template than a site's wants beside."""
        one, outline = self.source.lessons[slug], self.source.outline
        body = lesson.render(
            one,
            typeset=self.typeset,
            figure=lambda fence: self._figure(slug, fence),
            cell=lambda fence, hints: self._cell(slug, fence, hints),
            prediction=lambda one, html: self._prediction(slug, one, html),
            link=self._link,
            image=lambda src: self.images[slug, src],
        )
        return self._render(
            template,
            title=f"{one.title} · {self.source.course.title}",
            description=one.summary,
            where=self._module_of(slug),
            lesson=one,
            body=Markup(body),
            soon_fonts=self.assets.soon_fonts(body),
            previous=outline.previous(slug),
            next=outline.next(slug),
            **values,
        )

    def licences(self, licences) -> str:
        """The licences of what the site carries."""
        return self._render(
            "licences.html",
            title=f"Licences · {self.source.course.title}",
            description=ABOUT_LICENCES,
            licences=licences,
        )

    def missing(self, base: str) -> str:
        """The page for an address that does not exist. It is served at any depth, so its links start at `base`."""
        return self._render("missing.html", title=f"No such page · {self.source.course.title}", root=base)

    def absent(self) -> str:
        """The page for one that is not kept, where there is no network. It has no script but the theme's."""
        return self.templates.get_template("absent.html").render(
            course=self.source.course,
            assets=self.assets.folder,
            theme=Markup(self.assets.theme),
            csp=PLAIN.format(theme=digest(self.assets.theme)),
        )

    def _render(
        self, template: str, *, title: str, description: str = "", where: str = "", root: str = "", **values
    ) -> str:
        needs_python = bool(values.get("lesson") and (values["lesson"].figures or values["lesson"].cells))
        common = {
            "course": self.source.course,
            "title": title,
            "description": description,
            "where": where,
            "root": root,
            "build": inventory.UNTOLD,
            "listing": self.listing,
            "home": f"{root}index.html",
            "assets": root + self.assets.folder,
            "fonts": root + self.assets.fonts,
            "modules": self.assets.modules,
            "early_fonts": self.assets.early_fonts,
            "soon_fonts": [],
            "theme": Markup(self.assets.theme),
            "csp": POLICY.format(scripts=" ".join(map(digest, (self.assets.theme, self.assets.frame)))),
            "runtime": self.runtime if needs_python else None,
            "sealed": sealed_frame(self.templates, self.assets.frame) if needs_python else None,
        }
        return self.templates.get_template(template).render(common | self._languages | values)

    @property
    def _languages(self) -> dict[str, str]:
        """The `lang` of kino's own words, and of the author's among them, where the course is in another language."""
        language = self.source.course.language
        if language.split("-")[0] == OURS:
            return {"ours": "", "theirs": ""}
        attribute = Markup(' lang="{}"')
        return {"ours": attribute.format(OURS), "theirs": attribute.format(language)}

    def _thumbnail(self, one: Lesson) -> Markup | None:
        """The first drawing of a lesson's figures, small; None where there is none (a figure may be all tables)."""
        for fence in one.figures:
            picture = self.shots[one.slug, fence.id].picture
            drawing = ElementTree.fromstring(f"<div>{picture.svg}</div>").find("svg")
            if drawing is not None:
                drawing = Markup(ElementTree.tostring(drawing, encoding="unicode"))
                return Markup('<span class="thumbnail {}" aria-hidden="true">{}</span>').format(fence.name, drawing)
        return None

    def _figure(self, slug: str, fence: FigureFence) -> str:
        shot = self.shots[slug, fence.id]
        return self.templates.get_template("figure.html").render(
            id=fence.id,
            figure=shot.figure,
            film=shot.film_path,
            values=json.dumps(shot.picture.plain_values()),
            svg=Markup(shot.picture.svg),
            words=shot.picture.words,
            controls=[_control(control, shot.state[control.name]) for control in shot.figure.controls],
            is_kinos=Path(inspect.getfile(shot.figure.function)).parent == Path(figures.__file__).parent,
            **self._languages,
        )

    def _cell(self, slug: str, fence: CellFence, hints: str) -> str:
        driven = self.shots[slug, fence.drives].figure if fence.drives else None
        return self.templates.get_template("cell.html").render(
            id=fence.id,
            drives=fence.drives,
            function=driven and driven.driven,
            driven=driven and driven.title,
            version=contents.version(fence.source),
            code=Markup(self.typeset(fence.code)),
            wake_size=self.runtime.wake_size,
            output=self.outputs.get((slug, fence.id), ()),
            check=json.dumps(fence.exercise.asked, ensure_ascii=False) if fence.exercise else None,
            hints=Markup(hints),
            solutions=[Markup(self.typeset(solution)) for solution in fence.solutions],
            **self._languages,
        )

    def _prediction(self, slug: str, one: Prediction, html: Callable[[Token], str]) -> str:
        asked = self.shots[slug, one.figure].asked[one.id]
        return self.templates.get_template("predict.html").render(asking.view(asked, html) | self._languages)

    def _link(self, href: str) -> str | None:
        path, mark, fragment = href.partition("#")
        if not path.endswith(".md") or "/" in path:
            return href
        slug = path.removesuffix(".md")
        if self.alone:
            return f"{mark}{fragment}" or "#" if slug == self.alone else None
        return f"{slug}.html{mark}{fragment}" if slug in self.source.lessons else None

    def _module_of(self, slug: str) -> str:
        modules = self.source.outline.modules
        return next(module.title for module in modules if slug in [item.slug for item in module.items])


def _control(control, start) -> dict:
    """A control as the template wants it."""
    common = {"kind": type(control).__name__, "name": control.name, "label": control.label, "start": start}
    if isinstance(control, Toggle):
        return common
    if isinstance(control, Choice):
        return common | {"options": control.options}
    if isinstance(control, Steps):
        values = [num(value, 6) for value in control.values]
        shown = f"{values[control.values.index(start)]}{control.unit}"
        return common | {
            "low": 0,
            "high": len(values) - 1,
            "step": 1,
            "start": control.values.index(start),
            "places": f"[{', '.join(values)}]",
            "unit": control.unit,
            "wrap": False,
            "shown": shown,
            "marks": [(num(100 * i / (len(values) - 1)), value) for i, value in enumerate(values)],
        }
    decimals = len(num(control.step, 6).partition(".")[2])
    return common | {
        "low": num(control.low, 6),
        "high": num(control.high, 6),
        "step": num(control.step, 6),
        "start": num(start, 6),
        "unit": control.unit,
        "wrap": control.wrap,
        "shown": f"{figure_text(start, decimals)}{control.unit}",
        "marks": [
            (
                num(100 * (at - control.low) / (control.high - control.low)),
                Markup(lowered(text, "tspan", dy="0.25em")),
            )
            for at, text in control.marks
        ],
    }


def digest(text: str) -> str:
    """A script or style as a policy lets it in."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
