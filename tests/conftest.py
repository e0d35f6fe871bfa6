"""What all tests share: reference files under tests/golden, and the option that draws them anew."""

import difflib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def pytest_addoption(parser):
    parser.addoption("--golden", action="store_true", help="draw the reference files anew")


@pytest.fixture
def golden(request):
    """golden(name, text): compare text with the reference file tests/golden/<name>, and fail with the difference."""

    def compare(name: str, text: str) -> None:
        reference = HERE / "golden" / name
        if request.config.getoption("--golden"):
            _put(reference, text)
        elif not reference.is_file():
            pytest.fail(f"tests/golden/{name} is missing: run `make golden`, look at it, and commit it", pytrace=False)
        elif reference.read_text("utf-8") != text:
            _put(HERE / "output" / name, text)
            pytest.fail(_difference(name, reference.read_text("utf-8"), text), pytrace=False)

    return compare


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _difference(name: str, before: str, now: str) -> str:
    names = f"tests/golden/{name}", f"tests/output/{name}"
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), *names, lineterm="", n=1)
    return "\n".join((*lines, f"{name} is drawn otherwise than before. If that is right: make golden"))
