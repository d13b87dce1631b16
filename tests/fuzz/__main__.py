"""The fuzzer: `python -m tests.fuzz [folder for what it finds] [options of libFuzzer]`."""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path
from typing import Final

CORPUS: Final = Path(__file__).parent / "corpus"
WORDS: Final = Path(__file__).parent / "words.dict"
OPTIONS: Final = (str(CORPUS), f"-dict={WORDS}", "-max_len=4096", "-timeout=20")


def main(arguments: list[str]) -> None:
    """Fuzz until something is found, or as long as `-max_total_time` says."""
    # Installed for this job alone, so type checkers do not know it.
    atheris = importlib.import_module("atheris")
    # Its hook for regular expressions takes no `pos`, so that one stays off.
    atheris.enabled_hooks.add("str")
    with atheris.instrument_imports(include=["cardlog"]):
        check = importlib.import_module("tests.fuzz.harness").check
        for path in CORPUS.iterdir():  # a format may import its parts when it is first used
            check(path.read_bytes())
    if all(argument.startswith("-") for argument in arguments):
        arguments = [tempfile.mkdtemp(prefix="cardlog-fuzz-"), *arguments]
    atheris.Setup([sys.argv[0], *arguments, *OPTIONS], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
