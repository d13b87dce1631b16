"""Canonical bytes (RFC 8785) and the content id (records/README.md, "Content id").

The events are the bulk of a record. Their keys are ASCII and they hold no floats, so msgspec's
sorted encoder already writes their canonical form; only `meta`, the options and kept events need
the rules that it does not follow: keys in UTF-16 order and numbers as ECMAScript prints them.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from cardlog.records.events import Kept

if TYPE_CHECKING:
    from cardlog.records.events import AnyEvent
    from cardlog.records.game import Record

_encode = msgspec.json.Encoder().encode
_encode_sorted = msgspec.json.Encoder(order="sorted").encode

# Values of which msgspec writes the canonical form, as it sorts ASCII keys in the right order.
_SIMPLE = frozenset((str, int, bool, type(None)))

# Everything at top level except `names` (display only) and `seals` (signatures over the id).
_REST = ("game", "meta", "observer", "players", "rules", "standing", "uid")


def canonical(record: Record, *, plain: bool = False) -> bytes:
    """The canonical JSON of the record as written, without `names` and `seals`.

    `plain` where it is known that it has no kept events and no deal tells of its shuffle.
    """
    events = _encode_sorted(record.events) if plain else _events(record.events)
    parts = [f'{{"cardlog":{record.cardlog},"events":'.encode(), events]
    for key in _REST:
        value = getattr(record, key)
        if value is not msgspec.UNSET:
            parts.append(b',"' + key.encode() + b'":' + encode(value))
    return b"".join(parts) + b"}"


def content_id(record: Record) -> str:
    """SHA-256 of the canonical bytes, in lower-case hex."""
    return hashlib.sha256(canonical(record)).hexdigest()


# What only events have that need more: as keys, since in a text the quotes would be escaped.
_KEPT = b'{"data":'
_SHUFFLE = b'"shuffle":'


def _events(events: tuple[AnyEvent, ...]) -> bytes:
    found = _encode_sorted(events)
    if _KEPT not in found and _SHUFFLE not in found:
        return found
    return b"[" + b",".join(map(_event, events)) + b"]"


def _event(event: AnyEvent) -> bytes:
    if isinstance(event, Kept):
        return encode(event.data)
    return encode(msgspec.to_builtins(event))


def encode(value: Any) -> bytes:
    """Any JSON value as RFC 8785 writes it. Depth and numbers are checked when a record is read."""
    if isinstance(value, dict):
        if _SIMPLE.issuperset(map(type, value.values())) and all(map(str.isascii, value)):
            return _encode_sorted(value)
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return b"{" + b",".join(_encode(k) + b":" + encode(v) for k, v in pairs) + b"}"
    if isinstance(value, (list, tuple)):
        if _SIMPLE.issuperset(map(type, value)):
            return _encode(value)
        return b"[" + b",".join(map(encode, value)) + b"]"
    if isinstance(value, float):
        return _number(value).encode()
    return _encode(value)


def _number(value: float) -> str:
    """As ECMAScript's Number.prototype.toString: the shortest digits, exponents from 1e21 on."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + ("" if fraction == "0" else fraction)).lstrip("0")
    # The number is 0.DIGITS * 10**point.
    leading_zeros = len(whole + fraction) - len((whole + fraction).lstrip("0"))
    point = len(whole) + int(exponent or 0) - (leading_zeros if digits else 0)
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    tail = "." + digits[1:] if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if point > 0 else '-'}{abs(point - 1)}"
