"""Timing that holds on a noisy machine: one piece of work as a multiple of another.

Both run in turn, A B A B, on one core. A round takes the shortest of a few runs of each, since
noise only ever adds, and gives one ratio; the figure is the median over the rounds. A machine
that slows down for a while slows down both, so ratios keep where seconds do not.
"""

from __future__ import annotations

import contextlib
import gc
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

Work = Callable[[], object]
Clock = Callable[[], float]

WALL: Final[Clock] = time.perf_counter
# Processor time leaves out the turns that other programs had. On Windows it is too coarse.
CPU: Final[Clock] = WALL if sys.platform == "win32" else time.process_time


class Ratio(NamedTuple):
    """How many times longer than the base: the median over the rounds, and their extremes."""

    value: float
    least: float
    most: float

    def times(self, factor: float) -> Ratio:
        """The same measurement in another unit, for instance per event."""
        return Ratio(*(number * factor for number in self))

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.least:.2f} to {self.most:.2f})"


def ratio(
    work: Work, base: Work, *, rounds: int = 15, repeats: int = 3, clock: Clock = CPU
) -> Ratio:
    """The time of `work` as a multiple of the time of `base`."""
    return ratios(base, work, rounds=rounds, repeats=repeats, clock=clock)[0]


def ratios(
    base: Work, *works: Work, rounds: int = 15, repeats: int = 3, clock: Clock = CPU
) -> list[Ratio]:
    """The time of each of `works` as a multiple of the time of `base`, all run in turn."""
    with one_core(), alone():
        for work in (base, *works):
            work()  # once for the caches
        found = [_round(base, works, repeats, clock) for _ in range(rounds)]
    columns = zip(*found, strict=True)
    return [Ratio(statistics.median(column), min(column), max(column)) for column in columns]


def _round(base: Work, works: tuple[Work, ...], repeats: int, clock: Clock) -> list[float]:
    best = [float("inf")] * (1 + len(works))
    for _ in range(repeats):
        for place, work in enumerate((base, *works)):
            best[place] = min(best[place], _once(work, clock))
    return [seconds / best[0] for seconds in best[1:]]


def _once(work: Work, clock: Clock) -> float:
    gc.collect()  # each starts with the same, empty generations, and collects as it goes
    start = clock()
    work()
    return clock() - start


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and its children on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Spare the garbage collector what the test run holds, which a program would not hold."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
