"""The browser's processes as the system counts them, and their memory. Linux only."""

from pathlib import Path

PROC = Path("/proc")


def browser_of(profile: Path) -> int | None:
    """The browser that keeps its profile in that folder, by its first process, whose number is its group's too.

    None where the system does not tell.
    """
    wanted = f"--user-data-dir={profile}".encode()
    for pid in _all():
        words = _command(pid).split(b"\0")
        if wanted in words and not any(word.startswith(b"--type=") for word in words):
            return pid
    return None


def tab_memory(browser: int) -> float | None:
    """MiB that the pages of a browser take, with all that runs in them: memory that is shared is counted in shares.

    About 20 of them are an empty page and a process kept in reserve. None where the system does not tell.
    """
    parents = {pid: _parent(pid) for pid in _all()}
    ours = [pid for pid in parents if browser in _line(pid, parents) and _is_of_pages(_command(pid))]
    return sum(_share(pid) for pid in ours) / 1024 or None


def _is_of_pages(command: bytes) -> bool:
    # The browser's own buttons are a page too.
    return b"--type=renderer" in command and b"--top-chrome-webui" not in command


def is_stopped(pid: int) -> bool:
    """Whether a process stands still by SIGSTOP."""
    return _fields(pid)[:1] == ["T"]


def _all() -> list[int]:
    return [int(path.name) for path in PROC.iterdir() if path.name.isdecimal()] if PROC.exists() else []


def _parent(pid: int) -> int:
    return int(next(iter(_fields(pid)[1:]), 0))


def _fields(pid: int) -> list[str]:
    """What /proc tells after the name of a process: state, parent, group …; nothing for one that is gone."""
    return _text(pid, "stat").rpartition(")")[2].split()


def _line(pid: int, parents: dict[int, int]) -> list[int]:
    line = []
    while pid and pid not in line:
        line.append(pid)
        pid = parents.get(pid, 0)
    return line


def _command(pid: int) -> bytes:
    return _text(pid, "cmdline").encode()


def _share(pid: int) -> int:
    """Kilobytes."""
    lines = _text(pid, "smaps_rollup").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def _text(pid: int, name: str) -> str:
    try:
        return (PROC / str(pid) / name).read_text("utf-8", errors="replace")
    except OSError:
        return ""
