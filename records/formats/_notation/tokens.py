"""One line in pieces: words, quoted texts and marks, and where each of them stands.

Most lines have neither quotes nor marks and are split at spaces, which is several times faster;
what cannot be read that way is taken apart by `tokens`, and gives the same pieces with places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec

# A quoted text is a JSON string; a mark (`@auto`, `@2026-11-27T20:00:00Z`) may hold colons. An
# open quote takes the rest of the line, so that no line costs the square of its length.
_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*+(?:"|\\?$)|#.*|@[^\s,;\]]*[^\s,;:\]]|[,:;|\[\]]|[^\s,:;"|\[\]]+|\S'
)
_QUOTE_OR_COMMENT: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?$)|(?<!\S)#')
# What a name may be without quotes: a word that is no number and nothing that means something.
_BARE: Final = re.compile(r"(?![-+?]?\d*$|[-?@#{<])[^\s,:;\"=|{}\[\]]+$")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][-+]?\d++)?$", re.ASCII)
_JOINERS: Final = str.maketrans("", "", "\u200c\u200d")  # part of emoji and of words in Persian
# A record may begin in the middle of a line, where the one before it lacks its newline.
MARK: Final = re.compile(
    r"[Cc]ardlog[ \t]++(\d{1,9})[ \t]*+:[ \t]*+"
    r"([A-Za-z][A-Za-z0-9 -]*+|\"(?:[^\"\\]|\\.)*+\")?\s*+(?:(?<!\S)#.*)?$"
)
LIKE_FIRST: Final = re.compile(r"\s*[Cc]ardlog(?:[ \t]+\d|[ \t]*:)")
_LIKE_MARK: Final = re.compile(r"([Cc])(?=ardlog\s+\d)")

_encode: Final = msgspec.json.Encoder().encode


class Fault(Exception):
    """What is wrong with a line, and at which of its pieces (or, with `column`, where in it)."""

    def __init__(self, message: str, at: int = 0, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.column = column


class Token(NamedTuple):
    """A piece of a line and the column, from 0, where it begins."""

    text: str
    column: int


def split(line: str) -> list[str]:
    """The pieces of a line without quotes, comments and marks."""
    return line.replace(":", " : ").replace(",", " , ").split()


def tokens(line: str) -> Iterator[Token]:
    """The pieces of any line, without its comment."""
    for match in _TOKEN.finditer(line):
        start = match.start()
        if line[start] == "#" and (not start or line[start - 1].isspace()):
            return
        yield Token(match[0], start)


def uncommented(line: str) -> str:
    """The line without a comment that begins outside of quotes."""
    for match in _QUOTE_OR_COMMENT.finditer(line):
        if match[0] == "#":
            return line[: match.start()]
    return line


def is_bare(text: str) -> bool:
    """Whether the text can stand as one word and be read as itself."""
    return _BARE.match(text) is not None and is_plain(text)


def is_plain(text: str) -> bool:
    """Whether everything in the text can be seen, on one line."""
    return text.isprintable() or text.translate(_JOINERS).isprintable()


def quoted(text: str) -> str:
    """The text as a JSON string on one line in which everything can be seen."""
    return shielded(_encode(text).decode())


def json_of(value: Any) -> str:
    """Any JSON value on one line, with a space after each comma and colon."""
    return shielded(msgspec.json.format(_encode(value), indent=0).decode())


def shielded(json: str) -> str:
    """JSON text in which no reader sees the beginning of a record, or an invisible character."""
    json = _LIKE_MARK.sub(lambda match: f"\\u{ord(match[1]):04x}", json)
    return json if is_plain(json) else "".join(map(_visible, json))


def _visible(char: str) -> str:
    if char.isprintable() or char in "\u200c\u200d":
        return char
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def free_text(text: str) -> str:
    """A text that goes on to the end of its line, in quotes where it would not come back."""
    bare = text and text[0] != '"' and text == text.strip() and is_plain(text)
    return text if bare and not _LIKE_MARK.search(text) else quoted(text)


def unquoted(text: str, column: int | None = None) -> str:
    """The text of a JSON string. Raises Fault where it is none."""
    try:
        return msgspec.json.decode(text, type=str)
    except (msgspec.DecodeError, UnicodeEncodeError):
        pass
    if len(text) < 2 or text[-1] != '"':
        raise Fault('a quote is not closed: expected `"` at the end of the text', column=column)
    raise Fault(
        'a broken text in quotes: expected `"` only at both ends, and \\" or \\\\ within',
        column=column,
    )


def rest_of(line: str, column: int) -> tuple[str, int]:
    """What stands from a column on, without the space around it, and where it begins."""
    rest = line[column:]
    return rest.strip(), column + len(rest) - len(rest.lstrip())


def unless_quoted(text: str, column: int | None = None) -> str:
    """The text, or what its quotes hold. Raises Fault."""
    return unquoted(text, column) if text[:1] == '"' else text


def text_from(line: str, column: int) -> str:
    """The free text from a column on to the end of the line."""
    return unless_quoted(*rest_of(line, column))


def value_of(text: str, column: int = 0) -> Any:
    """A value: JSON where it is JSON (a number, true, a map), else the text as it stands.

    Raises Fault where something that begins as a text in quotes, a list or a map is broken.
    """
    first = text[:1]
    if first == '"':
        return unquoted(text, column)
    if first in "[{" and first:
        return decoded(text, column)
    if _NUMBER.match(text) or text in ("true", "false", "null"):
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:  # beyond what a number may be
            return text
    return text


def decoded(text: str, column: int = 0) -> Any:
    """A JSON value. Raises Fault where it is broken or too deep."""
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise Fault("nested too deep: flatten what it holds", column=column) from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        said = str(error)
    reason, _, place = said.partition(" (byte ")
    reason = reason.partition(" is malformed: ")[2] or reason
    if place:  # a byte of the text; the column is one of characters
        column += len(text.encode()[: int(place[:-1])].decode(errors="ignore"))
    raise Fault(f"broken JSON ({reason[0].lower()}{reason[1:]}): repair it", column=column)


def value(data: Any) -> str:
    """A value on the rest of a line, so that `value_of` reads it back."""
    if type(data) is not str:
        return json_of(data)
    text = free_text(data)
    return text if reads_back(text, data) else quoted(data)


def reads_back(text: str, data: str) -> bool:
    """Whether `value_of` makes this of the text."""
    try:
        return bool(value_of(text) == data)
    except Fault:
        return False
