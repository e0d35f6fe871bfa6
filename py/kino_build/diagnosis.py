"""What has happened to a file on its way to a reader, and what helps. Pure."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Mapping

from kino_build.deployed import Answer

BOM = b"\xef\xbb\xbf"
SCRIPTS = {"text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript"}
# Types without which a browser does not use a file. What is under runtime/ a page reads as bytes, whatever its type.
NEEDED = {".js": SCRIPTS, ".css": {"text/css"}, ".html": {"text/html"}, ".svg": {"image/svg+xml"}}
LFS = b"version https://git-lfs.github.com/"


def sha256(content: bytes) -> str:
    """The digest of bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def difference(path: str, size: int, right: str, answer: Answer, original: bytes | None) -> str:
    """Why the bytes that came are not those of the build, as far as can be told. original: the right ones."""
    content = answer.content
    is_right = lambda changed: sha256(changed) == right  # noqa: E731
    if content.startswith(BOM) and is_right(content.removeprefix(BOM)):
        return "has a byte order mark put before it: switch off what changes the encoding of files"
    if is_right(content.replace(b"\r\n", b"\n")) or is_right(content.replace(b"\n", b"\r\n")):
        return "has other line ends: publish in binary mode, with git by the line “* -text” in .gitattributes"
    if answer.wire and is_right(answer.wire):
        return "is said to be packed (Content-Encoding), which it is of itself: take that header away for such files"
    if (unpacked := _unpacked(content)) and is_right(unpacked):
        return "comes packed, and no Content-Encoding says so: publish it unpacked, or let the host add that header"
    if content.startswith(LFS):
        return "is a pointer of Git LFS, which this host does not follow: take the file out of LFS"
    if not path.endswith((".html", ".txt")) and content.lstrip()[:9].lower() in (b"<!doctype", b"<html>"):
        return "is a page instead, for what is missing or to sign in: publish the file, and say 404 to what is missing"
    if path.endswith((".html", ".css", ".js")) and (how := _rewritten(content, size, original)):
        return how
    if len(content) < size and (original is None or original.startswith(content)):
        return f"is cut short, {len(content)} of {size} bytes: publish it again"
    return "is not the file of the build: publish it again, and find out who changed it"


def _rewritten(content: bytes, size: int, original: bytes | None) -> str:
    if original is not None and content.count(b"<script") > original.count(b"<script"):
        return "has a script put in by the host: switch off what does so (analytics, e-mail protection, script loaders)"
    if original is not None and _letters(content) == _letters(original):
        return "has other spaces: switch off what minifies or formats pages on the host"
    if original is None and size // 2 < len(content) < size:
        return "is shorter than the file of the build: switch off what minifies pages on the host, or publish it again"
    return ""


def _letters(text: bytes) -> bytes:
    return b"".join(text.split())


def _unpacked(content: bytes) -> bytes:
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return b""


def type_trouble(path: str, headers: Mapping[str, str]) -> str:
    """What is wrong with the type under which a host hands a file out; "" for nothing."""
    ending = path[path.rfind(".") :]
    if not headers or path.startswith("runtime/") or ending not in NEEDED:
        return ""
    kind, _, rest = headers.get("content-type", "").lower().partition(";")
    right = sorted(NEEDED[ending])[-1]
    if kind.strip() not in NEEDED[ending]:
        found = kind.strip() or "no type at all"
        return f"comes as {found}, and browsers do not use it so: let the host call {ending} {right}"
    _, mark, charset = rest.partition("charset=")
    if mark and charset.strip().strip('"') not in ("utf-8", "utf8"):
        return f"comes as {charset.strip()}, and it is UTF-8: let the host say {right}; charset=utf-8, or no charset"
    return ""
