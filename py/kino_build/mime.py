"""Which type a served file has, by its ending. The system's own table is not asked: it differs by machine."""

from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".xml": "application/xml",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".zip": "application/zip",
    ".gz": "application/gzip",
}
OTHER = "application/octet-stream"
PACKED = (
    "text/",
    "application/json",
    "application/wasm",
    "application/xml",
    "application/manifest",
    "image/svg",
)


def type_of(file: Path) -> str:
    """The Content-Type of a file."""
    return TYPES.get(file.suffix, OTHER)


def shrinks(kind: str) -> bool:
    """Whether a file of that type gets smaller when it is compressed."""
    return kind.startswith(PACKED)
