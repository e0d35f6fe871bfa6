"""What a page must know of the other pages: lessons, cells and predictions by name, with their versions. Pure."""

from __future__ import annotations

import hashlib
import json

from kino_build.source import Source


def version(starter: str) -> str:
    """Tell one text of a cell from another, or what one prediction asks: work is kept with its version."""
    return hashlib.sha256(starter.removesuffix("\n").encode()).hexdigest()[:12]


def listing(source: Source) -> tuple[str, bytes]:
    """The list of a course's lessons, cells and predictions, in reading order: its address and its content."""
    items = [item for module in source.outline.modules for item in module.items if item.written]
    lessons = {
        item.slug: {
            "title": item.title,
            "cells": {cell.id: version(cell.source) for cell in source.lessons[item.slug].cells},
            "predictions": {one.id: version(one.meaning) for one in source.lessons[item.slug].predictions},
        }
        for item in items
    }
    content = json.dumps({"lessons": lessons}, ensure_ascii=False, separators=(",", ":")).encode()
    return f"course.{hashlib.sha256(content).hexdigest()[:10]}.json", content
