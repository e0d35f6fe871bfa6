"""YAML that remembers its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from kino_build.check import CourseError, Finding, suggest


@dataclass(frozen=True)
class Marked:
    """A YAML value and the line it stands on. Mappings hold str → Marked, lists hold Marked."""

    value: Any
    line: int
    key_line: int

    def plain(self) -> Any:
        """Return the value without its marks."""
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return self.value


def read(text: str, *, file: str, line: int = 1) -> Marked:
    """Read one YAML document whose first line is line `line` of `file`.

    Raises CourseError: not YAML, a key that is no word or stands twice, a value that holds itself.
    """
    loader = None
    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        return Marked(None, line, line) if node is None else _marked(loader, node, file, line)
    except yaml.reader.ReaderError as error:
        at = line + text.count("\n", 0, error.position)
        raise _error(file, at, "a character that YAML does not allow; retype this line") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        if isinstance(error, yaml.scanner.ScannerError):  # its context is the key or quote that was left open
            mark = error.context_mark or mark
        at = line + (mark.line if mark else 0)
        raise _error(file, at, f"not valid YAML: {_plain_words(error)}") from None
    finally:
        if loader:
            loader.dispose()


def mapping(marked: Marked, known: tuple[str, ...], *, file: str, what: str) -> tuple[dict[str, Marked], list[Finding]]:
    """Return the entries of a mapping that has only `known` keys, and findings for everything else."""
    if not isinstance(marked.value, dict):
        keys = ", ".join(known)
        return {}, [Finding(file, marked.line, f'{what} must be "key: value" lines (keys: {keys})')]
    findings = [
        Finding(
            file,
            item.key_line,
            f'unknown key "{key}" in {what}; known: {", ".join(known)}.{suggest(key, known)}',
        )
        for key, item in marked.value.items()
        if key not in known
    ]
    return {key: item for key, item in marked.value.items() if key in known}, findings


def _marked(loader: yaml.SafeLoader, node: yaml.Node, file: str, first: int, inside: tuple = ()) -> Marked:
    at = first + node.start_mark.line
    if node in inside:
        raise _error(file, at, "a value that holds itself; write it out")
    inside = (*inside, node)
    if isinstance(node, yaml.MappingNode):
        return Marked(dict(_items(loader, node, file, first, inside)), at, at)
    if isinstance(node, yaml.SequenceNode):
        return Marked([_marked(loader, child, file, first, inside) for child in node.value], at, at)
    try:
        return Marked(loader.construct_object(node), at, at)
    except ValueError:
        raise _error(file, at, f'"{node.value}" is no such date or number; put it in quotes') from None


def _items(
    loader: yaml.SafeLoader, node: yaml.MappingNode, file: str, first: int, inside: tuple
) -> Iterator[tuple[str, Marked]]:
    seen: dict[str, int] = {}
    for key_node, value_node in node.value:
        at = first + key_node.start_mark.line
        if not isinstance(key_node, yaml.ScalarNode) or not isinstance(loader.construct_object(key_node), str):
            raise _error(file, at, "a key must be a word; put it in quotes")
        key = key_node.value
        if key in seen:
            raise _error(file, at, f'"{key}" is set twice, first on line {seen[key]}; keep one')
        seen[key] = at
        item = _marked(loader, value_node, file, first, inside)
        yield key, Marked(item.value, item.line, at)


def _error(file: str, line: int, text: str) -> CourseError:
    return CourseError([Finding(file, line, text)])


def _plain_words(error: yaml.YAMLError) -> str:
    problem = getattr(error, "problem", None) or str(error)
    if "could not determine a constructor" in problem:
        return "tags are not used here; write the plain value"
    if "mapping values are not allowed" in problem or "expected ':'" in problem:
        return f'{problem}; write "key: value", and put a value that holds ": " in quotes'
    return f"{problem}; check indentation, quotes and brackets"
