"""Workers of a Dask cluster, which may be other machines: the same parts, the same answers.

    with Cluster.at("tcp://10.0.0.5:8786") as pool:
        pool.ask(file, bounds, task).result()

A worker reads its part of a file where this machine reads it, under the same path. What comes back
is what is to be said of the records; tables are written as files into the archive, which all see.
A part whose worker is lost goes to another one: what the first has written has a name of its own,
is named in no answer, and is removed with the folder it lies in.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import socket
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import cardlog
from cardlog.cli import show, verdicts
from cardlog.cli.verdicts import Lost, Read, Task, Unwritten
from cardlog.records.formats import Part

if TYPE_CHECKING:
    from cardlog.cli.sharing import File

WAIT: Final = 10.0  # seconds in which a scheduler answers, and a worker is there
TICK: Final = 2.0  # seconds between two looks at whether there still are workers
RETRIES: Final = 2  # of a part that a worker could not read or write
INSTALL: Final = (
    '--cluster needs Dask, which is not installed: pip install "cardlog[cluster]"'
    " (on the workers too)"
)

NO_TLS: Final = (
    "a tls:// address needs certificates: say where they are in Dask's own settings"
    " (DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and"
    " DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY, as files)"
)

_ADDRESS: Final = re.compile(r"(?:(tcp|tls)://)?[^/\s]+:[0-9]+")
_ALONE: Final = threading.Lock()


class Unfit(Exception):
    """A worker cannot do what it was asked for, in words."""


class Cluster:
    """A pool (sharing.py); made by `at`."""

    far = True

    def __init__(self, address: str, client: Any, count: int) -> None:
        self.address = address
        self.count = count
        self._client = client
        self._seen = time.monotonic()  # when there was a worker

    @classmethod
    @contextlib.contextmanager
    def at(cls, address: str) -> Iterator[Cluster]:
        """The cluster whose scheduler has this address.

        Ends the command where it does not answer, or its workers are not fit for us. At the end
        nothing is asked of it any more.
        """
        label = show.printable(address)
        before = logging.root.manager.disable
        logging.disable()  # what Dask says of a lost connection, we say in our own words
        try:
            client = _connected(address, label)
            try:
                yield cls(label, client, _count(client, label))
            finally:
                with contextlib.suppress(Exception):
                    client.close(timeout=WAIT)
        finally:
            logging.disable(before)

    def ask(self, file: File, bounds: Part, task: Task) -> _Answer:
        """Ask for a part of a file. The result ends the command where no worker can do it."""
        whole = file._replace(name=os.path.abspath(file.name))
        work = partial(part, cardlog.__version__, whole, bounds, task)
        return _Answer(self, self._client.submit(work, pure=False, retries=RETRIES))

    def lost(self) -> Exception:
        """To be raised where the scheduler is gone."""
        return show.fail(
            f"the connection to the scheduler at {self.address} was lost: start the command again"
        )

    def look(self) -> None:
        """End the command where the scheduler, or every worker, is gone."""
        try:
            scheduler = self._client.scheduler
            found = self._client.sync(scheduler.ncores, callback_timeout=WAIT)
        except Exception:
            raise self.lost() from None
        if found:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > WAIT:
            raise show.fail(
                f"the scheduler at {self.address} has no worker left: start some, and the command"
                " again"
            )


class _Answer:
    """What will be known of a part. It stays with the worker until it is asked for."""

    def __init__(self, cluster: Cluster, future: Any) -> None:
        self._cluster = cluster
        self._future = future

    def result(self) -> Read | Lost:
        """Wait for it. Raises Unwritten where the archive cannot be written."""
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        while True:
            try:
                found: Read = self._future.result(timeout=TICK)
                return found
            except TimeoutError:
                self._cluster.look()
            except CancelledError:
                raise self._cluster.lost() from None
            except KilledWorker:
                return Lost("workers of the cluster, one after another")
            except Unfit as error:
                raise show.fail(str(error)) from None


def part(version: str, file: File, bounds: Part, task: Task) -> Read:
    """What a worker does. Raises Unfit and Unwritten.

    It takes a whole core and DuckDB's one connection: threads of a worker wait for each other.
    """
    if version != cardlog.__version__:
        raise Unfit(f"{_who()} has cardlog {cardlog.__version__}, this machine {version}")
    assert file.format is not None
    with _ALONE:
        try:
            size = os.stat(file.name).st_size
            if size < file.size:
                raise Unfit(
                    f"{_who()} sees {size} bytes of {file.name}, this machine {file.size}: expected"
                    " the same file under the same path"
                )
            return verdicts.part(file.name, file.format, bounds, file.source, task)
        except Unwritten as error:
            folder = task.store.folder if task.store else ""
            raise Unwritten(f"{_who()} cannot write into {folder}: {error}") from None
        except OSError as error:
            raise Unfit(
                f"{_who()} cannot read {error.filename or file.name}:"
                f" {error.strerror or error}: workers must see the same files under the same paths"
            ) from None


def about() -> tuple[str, str]:
    """The versions of cardlog and Python that a worker runs."""
    return cardlog.__version__, f"{sys.version_info[0]}.{sys.version_info[1]}"


def _who() -> str:
    from distributed import get_worker

    return f"the worker {get_worker().address} ({socket.gethostname()})"


def _connected(address: str, label: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise show.fail(INSTALL) from None
    dask: Any = distributed  # which has no types
    well_formed = _ADDRESS.fullmatch(address)
    if well_formed is None:
        raise show.fail(f"--cluster {label}: expected an address such as tcp://10.0.0.5:8786")
    if well_formed[1] == "tls" and not dask.Security().get_connection_args("client")["ssl_context"]:
        raise show.fail(NO_TLS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # versions that differ: `_count` says which matter
            return dask.Client(address, timeout=WAIT, set_as_default=False)
    except Exception as error:
        late = isinstance(error, OSError)
        why = f" within {WAIT:.0f} seconds" if late else f" ({_line(error)})"
        raise show.fail(f"no Dask scheduler answers at {label}{why}") from None


def _count(client: Any, label: str) -> int:
    """How many workers there are, all of them fit for us."""
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise show.fail(
            f"the scheduler at {label} has no worker: start some (`dask worker {label}`)"
        ) from None
    ours = about()
    found = client.run(about, on_error="return")
    for worker, theirs in found.items():
        if isinstance(theirs, OSError):
            continue  # it has gone meanwhile
        if isinstance(theirs, BaseException):
            raise show.fail(
                f"the worker {worker} cannot run this cardlog ({_line(theirs)}): expected"
                f" cardlog {ours[0]} and Python {ours[1]} on it"
            )
        if theirs != ours:
            raise show.fail(
                f"the worker {worker} has cardlog {theirs[0]} and Python {theirs[1]}: expected"
                f" {ours[0]} and {ours[1]}, as on this machine"
            )
    return max(1, len(found))


def _line(error: BaseException) -> str:
    return show.printable(" ".join(str(error).split()))[:200] or type(error).__name__
