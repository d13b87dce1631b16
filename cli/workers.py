"""Processes that judge parts of files, and answer in any order they like.

They are started before there is anything to ask, and load meanwhile what they will need. A thread
for each waits for its answer. A process that ends without one costs nothing at first: what
it was asked is asked once more of a new process, and only if that ends too the answer is `Lost`.
"""

from __future__ import annotations

import contextlib
import json
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from cardlog.cli.verdicts import Lost, Read, Task
from cardlog.records.formats import Part

if TYPE_CHECKING:
    from cardlog.cli.sharing import File

ATTEMPTS: Final = 2
# The path of modules is handed over, so that a worker runs what this process runs. `-P` keeps a
# file of the working folder from being taken for a module before that.
START: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from cardlog.cli.worker import main; main(sys.argv[2:])"
)


class Closed(Exception):
    """The workers have been sent home."""


class Workers:
    """As a context: at its end no process is left."""

    far = False

    def __init__(self, count: int, at_once: int = 0, ahead: Sequence[str] = ()) -> None:
        """So many processes at most: `at_once` before anything is asked, the others when they are
        needed. Each first loads the modules `ahead`."""
        self.count = count
        self._ahead = ahead
        self._threads = ThreadPoolExecutor(count)
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._all: set[subprocess.Popen[bytes]] = set()
        self._closed = False
        self._at_once = at_once

    def __enter__(self) -> Workers:
        with contextlib.suppress(OSError), self._lock:  # if there is none later on, that is told
            self._idle += [self._start() for _ in range(min(self.count, self._at_once))]
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
            for process in self._all:
                process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for process in self._all:
            _end(process)

    def ask(self, file: File, bounds: Part, task: Task) -> Future[Read | Lost]:
        """Ask for a part of a file. The result raises OSError where it cannot be read."""
        request = (file.name, file.format, bounds, file.source, task)
        return self._threads.submit(self._ask, request)

    def _ask(self, request: Any) -> Read | Lost:
        how = 0
        for _ in range(ATTEMPTS):
            process = self._take()
            try:
                assert process.stdin and process.stdout
                pickle.dump(request, process.stdin, pickle.HIGHEST_PROTOCOL)
                process.stdin.flush()
                answer = pickle.load(process.stdout)
            except (OSError, EOFError, pickle.UnpicklingError):
                process.kill()
                how = _end(process)
                continue
            with self._lock:
                self._idle.append(process)
            if isinstance(answer, OSError):
                raise answer
            found: Read = answer
            return found
        return Lost(f"signal {-how}" if how < 0 else f"status {how}")

    def _take(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Closed
            if self._idle:
                return self._idle.pop()
            return self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, json.dumps(sys.path), *self._ahead],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._all.add(process)
        return process


def _end(process: subprocess.Popen[bytes]) -> int:
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with contextlib.suppress(OSError):  # what was left to be written has nowhere to go
                pipe.close()
    return process.wait()
