"""How often each thing is measured."""

import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    rounds: int
    openings: int  # of each page in a round
    turns: int
    moves: int  # of the slider before memory is weighed
    interrupts: int
    restarts: int
    firsts: int  # of what needs a page of its own each time


FULL = Plan(rounds=9, openings=5, turns=500, moves=200, interrupts=20, restarts=20, firsts=3)
QUICK = Plan(rounds=3, openings=2, turns=150, moves=60, interrupts=5, restarts=3, firsts=1)


def say(what: str) -> None:
    """Tell whoever waits what is measured now."""
    print(f"{what} …", file=sys.stderr, flush=True)
