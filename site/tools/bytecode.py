"""Archives of Python sources to archives of bytecode. Runs inside the pinned Pyodide, whose bytecode it has to be."""

import ast
import importlib._bootstrap_external as loader
import importlib.util
import re
import zipfile

# What nobody imports in a lesson: the libraries' own tests, and what only C and type checkers read.
LEFT_OUT = re.compile(r"(^|/)(tests?|include|_pyinstaller|sample_data)/|\.(pyi|pxd|pyx|h|c|a|pc)$")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
DATE = (1980, 1, 1, 0, 0, 0)


def convert(source: str, target: str, place: str, has_docs: bool) -> None:
    """Write the archive at `source` anew at `target`. place: where Python will find it, for tracebacks."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        names = []
        for name in sorted(old.namelist()):
            if name.endswith("/") or LEFT_OUT.search(name):
                continue
            if name.endswith(".dist-info/RECORD"):
                record = name
                continue
            content = old.read(name)
            if name.endswith(".py"):
                name, content = _compiled(name, content, place, has_docs)
            names.append(name)
            _add(new, name, content)
        if source.endswith(".whl"):
            _add(new, record, "".join(f"{name},,\n" for name in [*names, record]).encode())


def _compiled(name: str, source: bytes, place: str, has_docs: bool) -> tuple[str, bytes]:
    try:
        tree = ast.parse(source)
        if not has_docs:
            _drop_docs(tree)
        code = compile(tree, f"{place}/{name}", "exec", dont_inherit=True, optimize=0)
    except SyntaxError:  # a template, or a file for another Python
        return name, source
    # A hash that is never checked: there is no source beside it.
    return f"{name}c", bytes(loader._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def _drop_docs(tree: ast.Module) -> None:
    # Not by `optimize`: that takes the assertions, too.
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    member = zipfile.ZipInfo(name, DATE)
    member.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(member, content)
