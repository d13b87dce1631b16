"""How long DuckDB may work: until the time of a query is up, or a signal asks the process to end.

DuckDB has the main thread work too, and looks for signals only between two pieces of work, of which
one may be as long as the query. So a thread of its own waits here for both, and tells DuckDB.
"""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, ClassVar, Final

from cardlog.queries.errors import QueryError, from_duckdb

SECONDS: Final = 60.0
GRACE: Final = 5.0
AGAIN: Final = 0.1  # seconds between two requests: one made before DuckDB has begun is lost

_CTRL_C: Final = "Query interrupted"  # how DuckDB tells of it, as a RuntimeError
_ENDING: Final = frozenset((signal.SIGINT, signal.SIGTERM))
SIGNALS: Final = 64  # how many are read at once, a byte each
_DONE: Final = b""  # what is read when the other end is closed


class Clock:
    """The time that a query may take in all: only what DuckDB works counts, not who reads it.

    A program that is there for the query alone may set `around`, which DuckDB works within, and
    `stuck`, which is called where it has not stopped GRACE seconds after it was asked to, with the
    signal that asked, or None where time was up.
    """

    around: ClassVar[Callable[[], AbstractContextManager[object]]] = nullcontext
    stuck: ClassVar[Callable[[int | None], object] | None] = None

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.left = seconds
        self.over = False
        self._asked: int | None = None

    @contextlib.contextmanager
    def running(self, held: Any) -> Iterator[None]:
        """Within, DuckDB is interrupted when time is up or a signal asks the process to end.

        Raises QueryError for the errors of DuckDB, KeyboardInterrupt.
        """
        try:
            with self.working(held), type(self).around():
                yield
        except QueryError:
            raise
        except Exception as error:  # DuckDB's, or of who reads its rows as a stream
            raise from_duckdb(error) from None

    @contextlib.contextmanager
    def working(self, held: Any) -> Iterator[None]:
        """The same, but the errors of DuckDB come out as they are."""
        import duckdb

        start = time.monotonic()
        ours, theirs = socket.socketpair()
        watch = threading.Thread(target=self._watch, args=(held, ours), daemon=True)
        watch.start()
        try:
            try:
                with theirs, _Signals(theirs, held):
                    yield
            finally:
                watch.join()  # who comes next may close what it would interrupt
                if self.left is not None:
                    self.left -= time.monotonic() - start
        except Exception as error:
            if self.over and not isinstance(error, QueryError):
                raise QueryError(
                    f"it was stopped: it takes longer than {self.seconds:g} seconds"
                ) from None
            if isinstance(error, duckdb.InterruptException) or str(error) == _CTRL_C:
                raise KeyboardInterrupt from None
            raise

    def _watch(self, held: Any, end: socket.socket) -> None:
        """Until the other end is closed; DuckDB is interrupted when there is reason to."""
        with end:
            if not self._wait(end):
                return
            give_up = time.monotonic() + GRACE
            end.settimeout(AGAIN)
            while time.monotonic() < give_up:
                with contextlib.suppress(Exception):  # it was closed at a second Ctrl-C
                    held.interrupt()
                with contextlib.suppress(TimeoutError):
                    if end.recv(SIGNALS) == _DONE:
                        return
            stuck = type(self).stuck
            if stuck is not None:
                stuck(self._asked)

    def _wait(self, end: socket.socket) -> bool:
        """Until time is up or a signal asks to end; False where neither comes before it is done."""
        until = None if self.left is None else time.monotonic() + self.left
        while True:
            if until is not None:
                end.settimeout(max(until - time.monotonic(), 0.001))
            try:
                came = end.recv(SIGNALS)
            except TimeoutError:
                self.over = True
                return True
            if came == _DONE:
                return False
            self._asked = next((number for number in came if number in _ENDING), None)
            if self._asked is not None:
                return True


def interruptible(held: Any) -> AbstractContextManager[None]:
    """Within, DuckDB takes as long as it takes, but stops when a signal asks the process to end.

    Raises the errors of DuckDB as they are, KeyboardInterrupt.
    """
    inner = _Signals.inner
    if not _is_main() or (inner is not None and inner.held is held):
        return nullcontext()
    return Clock(None).working(held)


def _is_main() -> bool:
    """Whether signals are for this thread."""
    return threading.current_thread() is threading.main_thread()


class _Signals:
    """Within, those that ask the process to end are told to a socket at once, whatever the main
    thread is at, and handled at the end: what their handler raises would be lost in DuckDB, or keep
    the end from being reached.

    Not where an event loop has them sent to itself, nor in another thread: those are not for us.
    """

    inner: ClassVar[_Signals | None] = None

    def __init__(self, end: socket.socket, held: Any) -> None:
        self.held = held
        self._end = end
        self._outer = _Signals.inner
        self._before = -1
        self._handlers: dict[int, Any] = {}
        self._came: list[int] = []

    def __enter__(self) -> None:
        if not _is_main():
            return
        self._end.setblocking(False)
        self._before = signal.set_wakeup_fd(self._end.fileno(), warn_on_full_buffer=False)
        if self._before != -1 and self._outer is None:
            signal.set_wakeup_fd(self._before)
            return
        _Signals.inner = self
        self._handlers = {n: h for n in _ENDING if callable(h := signal.getsignal(n))}
        self._defer()

    def __exit__(self, *_: object) -> None:
        if _Signals.inner is self and _is_main():
            _Signals.inner = self._outer
            signal.set_wakeup_fd(self._before, warn_on_full_buffer=False)
            self._handle()

    def _defer(self) -> None:
        for number in self._handlers:
            signal.signal(number, lambda number, _: self._came.append(number))

    def _handle(self) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        for number in self._came[:1]:
            signal.raise_signal(number)

    @contextlib.contextmanager
    def handled(self) -> Iterator[None]:
        """Within, they are handled at once again."""
        try:
            self._handle()
            yield
        finally:
            self._defer()


def called_by_duckdb() -> AbstractContextManager[None]:
    """Within, signals are handled at once, as else: for Python that is asked for rows."""
    inner = _Signals.inner
    return nullcontext() if inner is None or not _is_main() else inner.handled()
