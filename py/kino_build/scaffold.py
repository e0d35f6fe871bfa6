"""A new lesson's file. I/O."""

from __future__ import annotations

from pathlib import Path

from kino_build.check import CourseError, Finding
from kino_build.course import RESERVED, SLUG

STARTER = """---
title: "{title}"
minutes: 5
summary: One sentence for the list of lessons.
---
What this lesson is about, in a sentence or two. A formula: $y = x^2$.

```python try
print("hello")
```
"""


def lesson(folder: Path, slug: str) -> str:
    """Write `slug`.md into the course's folder, and say what to do next. Raises CourseError for a bad or taken name."""
    path = folder / f"{slug}.md"
    file = f"{folder.name}/{path.name}"
    if not SLUG.fullmatch(slug):
        raise CourseError(
            [Finding(file, 1, f'"{slug}" is no name for a lesson; use small letters, digits and hyphens')]
        )
    if slug in RESERVED:
        raise CourseError([Finding(file, 1, "kino writes this page itself; choose another name")])
    if not folder.is_dir():
        raise CourseError([Finding(file, 1, f"there is no folder {folder}; make it, with a course.yml")])
    if path.exists():
        raise CourseError([Finding(file, 1, "there is such a lesson already; choose another name")])
    path.write_text(STARTER.format(title=slug.replace("-", " ").capitalize()), encoding="utf-8")
    return f'Wrote {file}. Now add "- {slug}" to the lessons in {folder.name}/course.yml.'
