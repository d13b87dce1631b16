"""A worker: answers for parts of files on its standard output, asked on its standard input.

Started by workers.py. It ends when nothing more can be asked, and leaves Ctrl-C to who asks.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from typing import IO


def main(ahead: Sequence[str] = ()) -> None:
    """Load some modules, then answer until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from cardlog.cli import garbage
    from cardlog.cli.verdicts import part

    for name in ahead:
        with contextlib.suppress(Exception):  # whoever needs it will say so
            importlib.import_module(name)
    asked = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing else goes there
    with garbage.seldom():
        _answer(asked, answers, part)


def _answer(asked: IO[bytes], answers: IO[bytes], part: Callable[..., object]) -> None:
    while True:
        try:
            request = pickle.load(asked)
        except EOFError:
            return
        try:
            answer: object = part(*request)
        except OSError as error:
            answer = error
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()
