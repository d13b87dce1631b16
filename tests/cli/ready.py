"""A process that has loaded `cardlog` and runs its commands, each in a copy of itself.

Most of what a short command costs is starting Python and loading modules. A copy of a process that
has done so starts as fresh as any other: nothing has been run in it, and it ends as a process does.
The real thing is started where a process cannot be copied, where the environment is another one,
and for every command where more is tried (`tests/depth.py`).
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

LOADED: Final = (
    "duckdb", "cardlog.cli.audit", "cardlog.cli.ingesting", "cardlog.queries.archive.about",
    "cardlog.queries.archive.checking", "cardlog.queries.run",
)  # fmt: skip
PASSING: Final = ("PYTEST_CURRENT_TEST",)  # in the environment, and means nothing to `cardlog`


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in PASSING}


class Ready:
    """The process, and the way to it."""

    def __init__(self, root: Path) -> None:
        self._environment = environment()
        self._way, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __spec__.name, str(theirs.fileno())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                cwd=root, pass_fds=[theirs.fileno()],
            )  # fmt: skip

    @property
    def fits(self) -> bool:
        """Whether it lives, and a command would see there what it would see here."""
        return self._process.poll() is None and environment() == self._environment

    def run(self, args: list[str], cwd: Path, files: list[int], timeout: float) -> int:
        """The exit status of a command with these files as its input, output and errors.

        A command that takes longer than so many seconds ends all, with TimeoutError.
        """
        with tempfile.TemporaryFile() as asked:
            asked.write(json.dumps({"args": args, "cwd": str(cwd)}).encode())
            asked.seek(0)
            socket.send_fds(self._way, [b"?"], [*files, asked.fileno()])
            self._way.settimeout(timeout)
            try:
                return int(self._way.recv(64))
            except TimeoutError:
                self._process.kill()
                raise


def main() -> None:
    """Take commands until there is nobody who asks."""
    way = socket.socket(fileno=int(sys.argv[1]))
    with contextlib.suppress(SystemExit):
        become(["--version"])
    for module in LOADED:
        importlib.import_module(module)
    gc.freeze()  # so that copies do not write to all that is loaded
    while True:
        said, files, _, _ = socket.recv_fds(way, 1, 4)
        if not said:
            return
        child = os.fork()
        if child == 0:
            way.close()
            *streams, asked = files
            for number, file in enumerate(streams):
                os.dup2(file, number)
                os.close(file)
            with open(asked, "rb") as request:
                told = json.load(request)
            os.chdir(told["cwd"])
            sys.path[0] = told["cwd"]
            return become(told["args"])  # and end as any process does
        for file in files:
            os.close(file)
        _, how = os.waitpid(child, 0)
        way.send(str(os.waitstatus_to_exitcode(how)).encode())


def become(args: list[str]) -> None:
    """Run `python -m cardlog` here."""
    sys.argv[:] = ["cardlog", *args]
    runpy.run_module("cardlog", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
