"""Which formats there are, and which of them a name, a suffix or the first bytes mean.

Three kinds: the modules of this package, imported with it; those that `add` named, imported when
one is meant; and those that installed packages offer as entry points of GROUP, which nobody looks
for as long as another fits.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, cast

from cardlog.records.errors import RecordError
from cardlog.records.formats._format import Format
from cardlog.records.formats._plugin import Plugin
from cardlog.records.registered import ADDED

HEAD: Final = 4096  # the first bytes of a file, by which a format may know it
GROUP: Final = "cardlog.formats"


class Formats(Mapping[str, Format]):
    """The formats by name. Those of other packages are found in it, and not listed."""

    def __init__(self) -> None:
        found = pkgutil.iter_modules([str(Path(__file__).parent)])
        names = [each.name for each in found if not each.name.startswith("_")]
        modules = (importlib.import_module(f"{__package__}.{name}") for name in names)
        self._own = {module.name: cast(Format, module) for module in modules}
        self._loaded: dict[str, tuple[str, Format]] = {}

    def __getitem__(self, name: str) -> Format:
        """Raises KeyError where there is none, RecordError where its module is no use."""
        if name in self._own:
            return self._own[name]
        if name in ADDED:
            return self._load(name, ADDED[name].module, ADDED[name].suffixes)
        return self._load(name, entry_points()[name])

    def __iter__(self) -> Iterator[str]:
        return iter({**self._own, **ADDED})

    def __len__(self) -> int:
        return len({**self._own, **ADDED})

    def suffixes(self) -> dict[str, tuple[str, ...]]:
        """The suffixes of each that is listed; nothing is imported."""
        own = {name: each.suffixes for name, each in self._own.items()}
        return own | {n: each.suffixes for n, each in ADDED.items() if n not in own}

    def _load(self, name: str, module: str, suffixes: tuple[str, ...] | None = None) -> Format:
        known = self._loaded.get(name)
        if known is None or known[0] != module:
            known = self._loaded[name] = module, cast(Format, Plugin(name, module, suffixes))
        return known[1]


FORMATS: Final = Formats()


def entry_points() -> dict[str, str]:
    """The module of each format that an installed package offers."""
    from importlib.metadata import entry_points as found

    try:
        return {each.name: each.value for each in found(group=GROUP)}
    except Exception:  # some package's metadata is damaged: it has none to offer
        return {}


def by_name(name: str) -> Format:
    """The format of this name. Raises RecordError where there is none or it cannot be used."""
    try:
        return FORMATS[name]
    except KeyError:
        raise RecordError(f"unknown format `{name}`: {known()}") from None


def by_suffix(path: str) -> Format | None:
    """The format that the end of a file's name says, if it says one; the longest end counts.

    Raises RecordError where that format cannot be used.
    """
    file = Path(path).name.lower()
    listed = [(end, name) for name, ends in FORMATS.suffixes().items() for end in ends]
    fit = [each for each in listed if file.endswith(each[0]) and len(file) > len(each[0])]
    if fit:
        return FORMATS[max(fit, key=lambda each: len(each[0]))[1]]
    if not Path(file).suffix:
        return None
    return next((each for each in _offered() if file.endswith(each.suffixes)), None)


def by_content(head: bytes) -> Format | None:
    """The format of a file that begins with these bytes, if one takes it for its own."""
    marked = [
        name
        for name, each in ADDED.items()
        if each.magic and head.startswith(each.magic[1], each.magic[0])
    ]
    if marked:
        return next(_usable(marked), None)
    return next((each for each in _usable(FORMATS) if each.sniff(head)), None) or next(
        (each for each in _offered() if each.sniff(head)), None
    )


def known() -> str:
    """The formats there are, for a sentence about none of them."""
    names = [f"`{name}` ({' '.join(ends)})" for name, ends in FORMATS.suffixes().items()]
    return f"expected {', '.join([*names, *(f'`{name}`' for name in _names_offered())])}"


def _names_offered() -> list[str]:
    listed = set(FORMATS)
    return [name for name in entry_points() if name not in listed]


def _offered() -> Iterator[Format]:
    return _usable(_names_offered())


def _usable(names: Mapping[str, Format] | list[str]) -> Iterator[Format]:
    for name in names:
        try:
            yield FORMATS[name]
        except RecordError:
            continue  # its name says what is wrong with it: here it is only not the one
