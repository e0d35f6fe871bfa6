"""A build in a Python of its own, so that changed figures and a changed kino are read anew. I/O."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


class BuildFailed(Exception):
    """The build ended with an error; the text is what it said."""


def in_fresh_python(root: Path, course: Path, out: Path) -> None:
    """Run `build.py build`. Raises BuildFailed with its findings."""
    command = [sys.executable, str(root / "build.py"), "build", "--course", str(course), "--out", str(out)]
    env = os.environ | {"PYTHONUTF8": "1"}
    done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", env=env, check=False)
    if done.returncode:
        raise BuildFailed(done.stderr.strip())
