"""The memory of a browser's tabs, as the system counts it. Linux only."""

from pathlib import Path

PROC = Path("/proc")


def tabs(parent: int) -> float | None:
    """MB that the renderers among the descendants of process `parent` take: shared pages are counted in shares.

    None where the system does not tell.
    """
    try:
        found = {int(path.name): _parent(path) for path in PROC.iterdir() if path.name.isdecimal()}
        ours = {pid for pid in found if parent in _line(pid, found) and b"--type=renderer" in _command(pid)}
        return sum(_share(pid) for pid in ours) / 1000 or None
    except OSError:
        return None


def _parent(path: Path) -> int:
    try:
        return int((path / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _line(pid: int, parents: dict[int, int]) -> list[int]:
    line = []
    while pid and pid not in line:
        line.append(pid)
        pid = parents.get(pid, 0)
    return line


def _command(pid: int) -> bytes:
    try:
        return (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""


def _share(pid: int) -> int:
    """Kilobytes."""
    try:
        rollup = (PROC / str(pid) / "smaps_rollup").read_text()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
