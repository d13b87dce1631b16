"""`convert --mapping`, and the other formats of other people, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from cardlog.records import formats
from tests.cli.run import ROOT, cardlog
from tests.games import GAMES

FOREIGN = ROOT / "fixtures" / "foreign"
SEXTA = (FOREIGN / "sexta.csv", "--mapping", FOREIGN / "sexta.toml")


def test_a_club_s_table_becomes_records_and_what_is_kept_is_told(tmp_path: Path) -> None:
    out = tmp_path / "club.msgpack"
    ran = cardlog("convert", SEXTA[0], out, *SEXTA[1:])
    assert ran.status == 0
    assert "columns that the mapping does not name, and are kept: Observações (2)" in ran.err
    assert "2 x-row events with what a table had in other columns" in ran.err
    assert "2 records written" in ran.err
    assert cardlog("audit", out).status == 0


def test_it_goes_down_a_pipe_to_every_other_command() -> None:
    ran = cardlog("convert", "-", "-", "--to", "jsonl", *SEXTA[1:], stdin=SEXTA[0].read_bytes())
    assert ran.status == 0 and len(ran.lines) == 2
    told = cardlog("audit", "-", "--json", stdin=ran.out)
    assert [line["ok"] for line in told.lines] == [True, True]


def test_a_bad_cell_is_reported_with_its_place_and_the_rest_written(tmp_path: Path) -> None:
    table = tmp_path / "club.csv"
    table.write_text(SEXTA[0].read_text(encoding="utf-8").replace(";Rp;", ";Zp;", 1), "utf-8")
    ran = cardlog("convert", table, tmp_path / "out.json", *SEXTA[1:])
    assert ran.status == 2
    assert f"{table}: record 1, line 6, column 34" in ran.err
    assert "`Carta 1`: `Zp` is no card" in ran.err
    assert len(list(formats.read(tmp_path / "out.json"))) == 1


def test_a_mapping_that_is_none_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[record\n")
    for path, words in ((bad, "broken TOML"), (tmp_path / "none.toml", "cannot be read")):
        ran = cardlog("convert", SEXTA[0], tmp_path / "out.json", "--mapping", path)
        assert ran.status == 2 and words in ran.err and str(path) in ran.err
    ran = cardlog("convert", SEXTA[0], "-", "--from", "csv", *SEXTA[1:])
    assert ran.status == 2 and "leave --from out" in ran.err
    assert not (tmp_path / "out.json").exists()


def test_a_club_s_table_without_a_mapping_is_told_of_it() -> None:
    ran = cardlog("audit", SEXTA[0])
    assert ran.status == 2 and "say what it means in a mapping (--mapping)" in ran.text + ran.err


def test_tables_and_streams_convert_there_and_back(tmp_path: Path) -> None:
    friday = GAMES / "friday-cuckoo.json"
    table, stream, back = (tmp_path / name for name in ("a.csv", "b.mjson", "c.json"))
    for source, target in ((friday, table), (table, stream), (stream, back)):
        assert cardlog("convert", source, target).status == 0
    assert formats.load(back) == formats.load(friday)
    lines = cardlog("audit", friday, table, stream, "--json").lines
    assert len({line["id"] for line in lines}) == 1


def test_a_log_of_a_server_is_audited_as_it_is() -> None:
    ran = cardlog("audit", FOREIGN / "ginga.mjson", "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["game"] == "california-jack"


def test_one_record_of_a_table_and_a_file_for_each(tmp_path: Path) -> None:
    ran = cardlog("convert", SEXTA[0], "-", "--to", "jsonl", "--index", "1", *SEXTA[1:])
    assert ran.status == 0 and ran.lines[0]["players"] == ["Íris", "João", "Otávio"]
    ran = cardlog("convert", SEXTA[0], "--split", tmp_path / "games", *SEXTA[1:])
    assert ran.status == 2 and "say with --to in which format" in ran.err
    ran = cardlog("convert", SEXTA[0], "--split", tmp_path / "games", "--to", "csv", *SEXTA[1:])
    assert ran.status == 0
    assert [path.suffix for path in (tmp_path / "games").iterdir()] == [".csv", ".csv"]


def test_what_is_written_as_a_table_is_read_back_and_compared(tmp_path: Path) -> None:
    for name in ("out.csv", "out.csv.gz", "out.mjson.zst"):
        ran = cardlog("convert", GAMES / "friday-cuckoo.json", tmp_path / name, "--check")
        assert (ran.status, ran.err) == (0, "1 record written and read back the same\n")
