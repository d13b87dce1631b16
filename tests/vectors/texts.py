"""Letters, numbers and keys: what canonical JSON and MessagePack hinge on."""

from __future__ import annotations

from tests.vectors.make import Map, record, vector

# The example of RFC 8785, section 3.2.3: keys sort by UTF-16 units, so the face, which takes two
# surrogates, comes before the Hebrew letter, although its code point is higher.
RFC_8785_KEYS = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\U0001f600": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
}
# Section 3.2.2, whose key `numbers` holds integers that JSON writes with an exponent.
RFC_8785_VALUES = (
    '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],'
    ' "string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/",'
    ' "literals": [null, true, false]}'
)

TEXTS = {
    "combining letters are not composed": ["e\u0301", "\u00e9", "\u1e9b\u0323"],
    "astral letters": ["\U0001d11e", "\U0001f0a1", "\U0010ffff"],
    "controls": "".join(map(chr, range(0x20))),
    "what JSON need not escape": "/\u007f\u0080\u2028\u2029\ufeff\ufffe\uffff",
    "quotes and backslashes": '"\\"\\\\"',
    "letters of several scripts": ["Иван", "Zoë", "李", "🂡", "שלום"],
    "empty": "",
    "31 bytes": "a" * 31,
    "32 bytes": "a" * 32,
    "256 bytes": "é" * 128,
    "lists of 15 and 16": [[0] * 15, [0] * 16],
    "maps of 15 and 16": [{f"k{n:02}": n for n in range(size)} for size in (15, 16)],
    "empty list and map": [[], {}],
    "literals": [None, True, False],
    "a key that JavaScript treats apart": {"a": 1, "constructor": 2, "length": 3},
}

# As written; "exact" are those that every language tells apart from the other kind of number.
EXACT = (
    "0", "1", "-1", "127", "128", "255", "256", "-32", "-33", "-128", "-129", "32767", "32768",
    "65535", "65536", "-32768", "-32769", "2147483647", "2147483648", "4294967295", "4294967296",
    "-2147483648", "-2147483649", "9007199254740991", "-9007199254740991", "0.1", "-0.5", "1.5",
    "1e21", "-1e21", "1e22", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308",
    "1e-6", "1e-7", "0.000001234", "1.234e-7", "333333333.33333329", "9007199254740994.0",
    "123456789012345680000.0", "1e300", "4.35", "0.3", "295147905179352830000.0", "1e23",
)  # fmt: skip
INEXACT = ("-0", "-0.0", "1.0", "1E3", "100e-2", "9007199254740991.0", "0e5", "1e-400")


def texts() -> Map:
    """The file of letters."""
    vectors = [vector(name, record(meta={"text": value})) for name, value in TEXTS.items()]
    vectors += [
        vector("the values of RFC 8785", _in_meta(RFC_8785_VALUES), exact=False),
        vector("the keys of RFC 8785", record(meta=RFC_8785_KEYS), exact=False),
        vector("keys that look like numbers", record(meta={"b": 1, "10": 2, "9": 3}), exact=False),
        vector("a key __proto__", record(meta={"__proto__": {"a": 1}}), exact=False),
        vector("keys of one letter and its parts", record(meta={"\u00e9": 1, "e\u0301": 2})),
        vector("escapes in JSON", _in_meta('{"\\u0061\\ud83d\\ude00": "\\/\\b\\f\\n\\r\\t"}')),
        vector("names of many letters", record(players=["🂡" * 200, "é", "x\n"])),
        vector("options in any order", record(rules={"z": 1, "é": [1], "a": {"b": None}})),
        vector("nested 200 deep", _in_meta('{"a": ' + "[" * 199 + "]" * 199 + "}")),
    ]
    return {"what": "letters, keys and nesting", "vectors": vectors}


def numbers() -> Map:
    """The file of numbers."""
    vectors = [vector(number, _in_meta(f'{{"n": {number}}}')) for number in EXACT]
    for number in INEXACT:
        vectors.append(vector(number, _in_meta(f'{{"n": {number}}}'), exact=False))
    return {"what": "numbers in meta", "vectors": vectors}


def _in_meta(meta: str) -> str:
    return (
        '{"cardlog": 1, "game": "pitch", "rules": {}, "players": ["Ana"], "meta": '
        + meta
        + ', "events": []}'
    )


def keys() -> Map:
    """The file of keys at top level."""
    names = {"Ana": "Ana Maria", "Bruno": ""}
    given: dict[str, Map] = {
        "no optional key": {},
        "meta that is empty": {"meta": {}},
        "standing": {"standing": [3, 0, 1]},
        "standing that is empty": {"standing": []},
        "standing that is negative": {"standing": [-3, 0, 9007199254740991]},
        "uid": {"uid": "club/2026-11-27/4"},
        "uid that is empty": {"uid": ""},
        "observer at a seat": {"observer": 2},
        "observer who looks on": {"observer": "spectator"},
        "names, not part of the id": {"names": names},
        "names that are empty": {"names": {}},
        "names of nobody": {"names": {"Zoe": "Zo\u00eb"}},
        "seals, not part of the id": {"seals": [{"key": "ab", "sig": "cd"}, None, 1.5]},
        "seals that are empty": {"seals": []},
        "an unknown game": {"game": "tarot"},
        "an unknown option": {"rules": {"jokers": 2}},
        "one player": {"players": ["Ana"]},
        "names of players that differ by a capital": {"players": ["ana", "Ana", "\u0410na"]},
    }
    vectors = [vector(name, record(**more)) for name, more in given.items()]
    everything = record(
        meta={"a": 1}, standing=[1, 2, 3], uid="u", observer=0, names=names, seals=[1]
    )
    vectors.append(vector("all of them", everything))
    vectors.append(vector("all of them in another order", dict(reversed(everything.items()))))
    return {"what": "the keys of a record: an absent one is not an empty one", "vectors": vectors}
