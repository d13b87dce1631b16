"""How commands answer: exit statuses, lines of JSON, errors on standard error, colours."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typer

if TYPE_CHECKING:
    from cardlog.engine.rules import Finding
    from cardlog.records.errors import RecordError

FINE, WRONG, FAILED = 0, 1, 2


class Status:
    """The exit status of a command over many records: 2 outranks 1 (records/README.md)."""

    def __init__(self) -> None:
        self.code = FINE

    def at_least(self, code: int) -> None:
        """Something of this gravity has happened."""
        self.code = max(self.code, code)


def line(value: Any) -> None:
    """One JSON value on a line of standard output, in UTF-8 whatever the locale."""
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")


def records(count: int) -> str:
    """`1 record`, `2 records`."""
    return many(count, "record")


def many(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def complain(text: str) -> None:
    """A line on standard error."""
    typer.echo(printable(text), err=True)


def fail(text: str) -> typer.Exit:
    """Complain, and end the command with status 2: `raise fail(...)`."""
    complain(f"cardlog: {text}")
    return typer.Exit(FAILED)


@contextlib.contextmanager
def refusing(archive: str, out: str | None = None) -> Iterator[None]:
    """End the command in words where an archive, or what is written of it, is not as it should."""
    from cardlog.records.errors import RecordError

    try:
        yield
    except RecordError as error:
        raise fail(f"{label(archive)}: {error.message}") from None
    except BrokenPipeError:
        raise
    except OSError as error:
        if out == "-":
            raise
        from cardlog.queries.errors import advised

        where = label(out or archive)
        why = error.strerror or advised(str(error))
        raise fail(f"{where} cannot be {'written' if out else 'used'}: {why}") from None


def printable(text: str) -> str:
    """Text without control characters: file contents must not steer a terminal."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def expand(files: list[str]) -> Iterator[str]:
    """The files meant: a pattern that no shell has expanded is expanded here."""
    for name in files:
        try:
            found = _matches(name)
        except (OSError, ValueError):  # it cannot be looked for: opening it will say why
            found = []
        yield from found or [name]


def _matches(name: str) -> list[str]:
    path = Path(name)
    if name == "-" or path.exists() or not any(c in name for c in "*?["):
        return []
    root = Path(path.anchor or ".")
    pattern = str(path.relative_to(root)) if path.is_absolute() else name
    return sorted(map(str, root.glob(pattern)))


def label(name: str) -> str:
    """A file's name as it can be printed and written in JSON, whatever bytes it has."""
    return "<stdin>" if name == "-" else printable(os.fsencode(name).decode("utf-8", "replace"))


def styled(text: str, **style: Any) -> str:
    """Text with a colour, unless the user wants none (typer drops it where nobody looks)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return typer.style(text, **style)


def error(item: Any, json: bool) -> None:
    """A record that cannot be read: its line of JSON, or a sentence on standard error."""
    if json:
        line(error_map(item))
    else:
        complain(str(item))
        for text in (item.excerpt or "").splitlines():
            complain(f"    {text}")


def error_map(error: RecordError) -> dict[str, Any]:
    """The line of a record that cannot be read (cli/README.md)."""
    place = {
        key: getattr(error, key)
        for key in ("byte", "line", "column", "event", "skipped", "excerpt")
        if getattr(error, key) is not None
    }
    return {
        "source": error.source,
        "index": error.index,
        "ok": False,
        "error": {"message": error.message, **place},
    }


def internal_error(error: Exception) -> str:
    """A fault of ours in one line: what, and where."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = Path(trace.tb_frame.f_code.co_filename).name if trace else "?"
    line = trace.tb_lineno if trace else 0
    return f"internal error, {place}:{line}: {type(error).__name__}: {error}"


def finding_map(finding: Finding) -> dict[str, Any]:
    """A finding as `audit --json` shows it (cli/README.md)."""
    keys = ("ruled", "without", "assumed", "depends")
    more = {key: getattr(finding, key) for key in keys if getattr(finding, key) is not None}
    if finding.proof:
        more["proof"] = list(finding.proof)
    return more | {
        "event": finding.event,
        "deal": finding.deal,
        "seat": finding.seat,
        "rule": finding.rule,
        "code": finding.code,
        "message": finding.message,
        "expected": list(finding.expected),
        "facts": finding.facts,
        "rule_text": finding.rule_text,
        "changed": finding.changed,
    }


def change(value: int | None) -> str:
    """A change of lives or points: `+1`, `0`, `-1`, or `?` where it is open."""
    return "?" if value is None else f"{value:+d}" if value else "0"


ASSUMED = {
    "undone": "as if this had not happened",
    "stands": "as if this stood",
    "replaced": "as if this read otherwise",
    "void": "at the next deal",
    "missing": "as if something before it had not been written down",
}


def finding_line(finding: Finding, names: Sequence[str], place: bool = True) -> str:
    """A finding for people: `event 37, deal 2, CJ-3.1: Ana plays ... (legal: 4♥ J♥)`."""
    where = [
        f"{name} {value}"
        for name, value in (("event", finding.event), ("deal", finding.deal))
        if place and value is not None
    ]
    expected = [legal_word(word, names) for word in finding.expected]
    legal = f" (legal: {', '.join(expected)})" if expected else ""
    notes = (
        (finding.ruled, "ruled on at event {}"),
        (finding.assumed and ASSUMED[finding.assumed], "the audit goes on {}"),
        (finding.depends, "depends on event {}"),
    )
    told = "".join(f" ({text.format(value)})" for value, text in notes if value is not None)
    return f"{', '.join([*where, finding.rule])}: {finding.message}{legal}{told}"


def legal_word(word: str, names: Sequence[str]) -> str:
    """A card with its sign, or a move with names: `block 1 2` is `block Bruno Carla`."""
    from cardlog.cli.spelling import seat_word
    from cardlog.records.cards import CODES, Card

    if word in CODES:
        return Card(word).sign
    kind, *rest = word.split()
    seats, called = (rest[:1], rest[1:]) if kind == "call" else (rest, [])
    return " ".join([kind, *(seat_word(int(seat), names) for seat in seats), *called])
