"""Names in texts, and in whatever an ingest may have set aside, however it is written."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardlog.queries.archive import quarantined
from cardlog.queries.archive.spotting import FEW, Spotter, longer, unescaped
from cardlog.records import formats
from cardlog.records.errors import RecordError
from tests.bench.workload import play


def test_words_and_parts_of_words() -> None:
    spotter = Spotter(["Ana", "Ana Lima", "王芳", "Strauß", "A"])
    for text, whole, part in (
        ("ANA LIMA and ana", ["ANA LIMA", "ana"], []),
        ("Ana Limado", ["Ana"], []),
        ("Havana, ana_2, ana2", ["ana"], ["Havana", "ana2"]),
        ("aná, Ana\u0301", [], []),
        ("今天王芳迟到", ["王芳"], []),
        ("STRAUSS, straußen", ["STRAUSS"], ["straußen"]),
        ("a bad card", ["a"], []),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}na", ["\N{FULLWIDTH LATIN CAPITAL LETTER A}na"], []),
        ("A\u00adna", ["A\u00adna"], []),
    ):
        spots = spotter.spots(text)
        assert [text[s.start : s.end] for s in spots if s.whole] == whole, text
        assert [longer(text, s) for s in spots if not s.whole] == part, text


def test_many_words_are_found_as_few_are() -> None:
    chance = random.Random("words")
    words = ["".join(chance.choices("abé", k=chance.randint(1, 6))) for _ in range(3 * FEW)]
    many = Spotter(words)
    for _ in range(200):
        text = "".join(chance.choices("abÉé -", k=30))
        found = {(s.start, s.end) for w in words for s in Spotter([w]).spots(text) if s.whole}
        assert {(s.start, s.end) for s in many.spots(text) if s.whole} <= found
        assert bool(many.spots(text)) == any(Spotter([w]).spots(text) for w in words)


def test_text_is_unescaped_as_json_has_it() -> None:
    chance = random.Random("escapes")
    text = 'Zé"b\\é/😀\n\x07'
    for _ in range(200):
        assert unescaped(escaped(text, chance)) == text


def escaped(text: str, chance: random.Random) -> str:
    """A text in JSON, each letter plain or escaped as chance will have it."""
    told = ""
    for letter in text:
        how = chance.randrange(3)
        if how == 0 and letter not in '"\\' and letter.isprintable():
            told += letter
        elif how == 1 and letter in '"\\/\n':
            told += {"\n": "\\n"}.get(letter, "\\" + letter)
        else:
            units = letter.encode("utf-16-be").hex()
            digits = [units[k : k + 4] for k in range(0, len(units), 4)]
            told += "".join(f"\\u{d.upper() if how else d}" for d in digits)
    return told


# ---- the quarantine ----


def test_whatever_lies_in_a_quarantine_is_looked_through(tmp_path: Path) -> None:
    chance = random.Random("quarantine")
    name = 'Zé"bédée/Quux 😀'
    record = replace(play("pitch", 0), names={"Ana": name})
    spotter = Spotter([name])
    files: dict[str, bytes] = {"upper.jsonl": name.upper().encode()}
    for k in range(20):
        files[f"escaped-{k}.jsonl"] = f'{{"names": "{escaped(name, chance)}'.encode()
        files[f"twice-{k}.json"] = json.dumps(f'"{escaped(name, chance)}"').encode()
    for format in ("json", "jsonl", "msgpack", "cardlog"):
        formats.write(record, tmp_path / f"made.{format}")
        data = (tmp_path / f"made.{format}").read_bytes()
        files[f"whole.{format}"] = data
        files[f"packed.{format}.gz"] = gzip.compress(data)
        formats.write(record, tmp_path / f"made.{format}.zst")
        files[f"packed-zst.{format}.zst"] = (tmp_path / f"made.{format}.zst").read_bytes()
    files["damaged.json.gz"] = gzip.compress(b"{" * 100)[:-12]
    files["quoted.csv"] = f'1,"{name.replace(chr(34), chr(34) * 2)}"'.encode()
    files["latin.jsonl"] = 'Zé"bédée/Quux'.encode("cp1252")
    for encoding in ("utf-16-le", "utf-16-be"):
        files[f"{encoding}.jsonl"] = b" " + name.encode(encoding)
    files["long.jsonl"] = b"x" * (quarantined._CHUNK - 5) + name.encode()
    files[".0123456789abcdef.tmp"] = name.encode()
    spotter = Spotter([name, 'Zé"bédée/Quux'])
    folder = tmp_path / "quarantine"
    folder.mkdir()
    for called, data in files.items():
        (folder / called).write_bytes(data)
    (folder / "other.jsonl").write_bytes(b'{"names": "Z\\u00e9b')
    (folder / "other.findings.json").write_bytes(b"{}")
    found = quarantined.holding(str(folder), spotter)
    assert {Path(path).name for path in found} == set(files)
    assert quarantined.holding(str(folder), Spotter(["nobody"])) == [
        str(folder / "damaged.json.gz")
    ]


def test_a_record_and_its_findings_belong_together(tmp_path: Path) -> None:
    for called, text in (
        ("q-1.jsonl", "zebh"), ("q-1.findings.json", "{}"), ("q-2.json", ""), ("q-3.msgpack", ""),
        ("q-2.findings.json", "Zoe Quux"), ("zebh-3.jsonl", ""), ("zebh-3.findings.json", ""),
        ("q-3.findings.json", ""), ("mine.txt", "a list"),
    ):  # fmt: skip
        (tmp_path / called).write_text(text)
    spotter = Spotter(["zebh", "Zoe Quux"])
    found = [Path(path).name for path in quarantined.holding(str(tmp_path), spotter)]
    pairs = {"q-1.jsonl", "q-1.findings.json", "q-2.json", "q-2.findings.json"}
    assert set(found) == {*pairs, "zebh-3.jsonl", "zebh-3.findings.json"}
    everyone = quarantined.holding(str(tmp_path), None, own=False)
    assert len(everyone) == 8 and str(tmp_path / "mine.txt") not in everyone
    assert len(quarantined.holding(str(tmp_path), None)) == 9
    quarantined.remove(everyone)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_quarantine_that_cannot_be_looked_through(tmp_path: Path) -> None:
    (tmp_path / "in" / "folder").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "in")
    for place in ("in", "link"):
        with pytest.raises(RecordError, match=r"is no file|is a link"):
            quarantined.check(str(tmp_path / place))
    quarantined.check(str(tmp_path / "none"))
