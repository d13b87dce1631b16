"""A format from outside: whatever it raises becomes a RecordError that says whose fault it is."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from cardlog.records.errors import RecordError
from cardlog.records.game import Check, Record

NEEDED: Final = ("read", "read_path", "write", "write_path")


class Plugin:
    """The module of a format, guarded. It has what the module has, but no `walk`.

    (What walks is shared out among processes, and there nobody guards it.)
    """

    def __init__(self, name: str, module: str, suffixes: tuple[str, ...] | None = None) -> None:
        """Import it. Raises RecordError where that fails or it is no format."""
        try:
            self._module = importlib.import_module(module)
            self.suffixes: tuple[str, ...] = tuple(
                self._module.suffixes if suffixes is None else suffixes
            )
        except (Exception, SystemExit) as error:
            raise RecordError(f"the format `{name}` cannot be used: {_told(error)}") from error
        if not any(hasattr(self._module, each) for each in NEEDED):
            raise RecordError(
                f"the format `{name}` cannot be used: {module} has neither `read` nor `write`"
            )
        self.name = name

    def __getattr__(self, key: str) -> Any:
        if key == "walk" or key.startswith("__"):
            raise AttributeError(key)
        value = getattr(self._module, key)
        guard = _GUARDS.get(key)
        return partial(guard, self.name, value) if guard else value

    def sniff(self, head: bytes) -> bool:
        """Whether it takes the file for its own; if it fails, it does not."""
        try:
            return bool(self._module.sniff(head))
        except Exception:
            return False


class _Watched:
    """Calls that are passed on; it remembers the error that one of them raised.

    So an error of a record's source, or of who asked about it, is not taken for the plug-in's.
    """

    def __init__(self) -> None:
        self.raised: BaseException | None = None

    def each(self, records: Iterable[Record]) -> Iterator[Record]:
        try:
            yield from records
        except BaseException as error:
            self.raised = error
            raise

    def check(self, check: Check, record: Record) -> object:
        try:
            return check(record) if check else None
        except RecordError:
            raise
        except BaseException as error:
            self.raised = error
            raise

    def answer(self) -> None:
        """Raise what one of them raised."""
        if self.raised is not None and not isinstance(self.raised, GeneratorExit):
            raise self.raised


def _read(
    name: str, read: Callable[..., Iterable[Any]], source: Any, *, check: Check
) -> Iterator[Record | RecordError]:
    watched = _Watched()
    asked = None if check is None else partial(watched.check, check)
    try:
        for item in read(source, check=asked):
            if not isinstance(item, (Record, RecordError)):
                raise TypeError(f"expected a record, got {type(item).__name__}")
            yield item
    except (OSError, RecordError):
        raise
    except Exception as error:
        watched.answer()
        raise RecordError(
            f"the format `{name}` failed, and what follows is not read: {_told(error)}"
        ) from error


def _write(
    name: str, write: Callable[..., int], records: Iterable[Record], target: Any, **options: Any
) -> int:
    watched = _Watched()
    try:
        count = write(watched.each(records), target, **options)
    except (OSError, RecordError):
        raise
    except Exception as error:
        watched.answer()
        raise RecordError(f"the format `{name}` failed to write: {_told(error)}") from error
    watched.answer()
    return count


def _losses(name: str, losses: Callable[[Record], Iterable[str]], record: Record) -> list[str]:
    try:
        return list(losses(record))
    except Exception as error:
        raise RecordError(
            f"the format `{name}` cannot say what it loses: {_told(error)}"
        ) from error


_GUARDS: Final[dict[str, Callable[..., Any]]] = {
    "read": _read,
    "read_path": _read,
    "write": _write,
    "write_path": _write,
    "losses": _losses,
}


def _told(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
