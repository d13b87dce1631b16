"""The tables of an archive: one declarative description, from which all else is made.

SCHEMA.md is printed from it (`python -m cardlog.queries.schema`), tables are created, columns are
filled and strangers' files are checked by it. `written` columns hold what the record says and are
enough to rebuild it; the others what the fold made of it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

VERSION: Final = 1  # of these tables


class Column(NamedTuple):
    """A column: `type` as DuckDB names it, `null` what its absence means, if it may be absent."""

    name: str
    type: str
    meaning: str
    null: str = ""
    written: bool = True


class Table(NamedTuple):
    """A table: `grain` is what one row stands for, and `key` the columns that rows are known by
    and stand in the order of."""

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def order(self) -> str:
        """The key, as SQL has it."""
        return ", ".join(self.key)

    @property
    def written(self) -> tuple[Column, ...]:
        """The columns that say what was written down."""
        return tuple(column for column in self.columns if column.written)


def _found(name: str, type: str, meaning: str, null: str = "not folded") -> Column:
    return Column(name, type, meaning, null, written=False)


SEGMENT: Final = (
    Column(
        "kinds",
        "VARCHAR",
        "one letter an event, in order: `D` deal, `s` stay, `x` swap, `b` block, `c` cut, `d` draw,"
        " `r` reveal by a seat, `u` top of the stock turned up, `a` call, `p` discard, `t` trick,"
        " `m` misdeal, `S` score, `g` gap, `n` note, `j` ruling, `e` an `x-` kind, `?` unknown",
    ),
    Column(
        "seats",
        "UTINYINT[]",
        "one an event: its seat (the dealer of a deal, the leader of a trick), null without one",
    ),
    Column(
        "cards",
        "UTINYINT[]",
        "one an event: the card of a block, cut, draw, turn-up or reveal of one card, else null",
    ),
    Column("targets", "UTINYINT[]", "one an event: whom a swap or block is with, else null",
           "no swap and no block"),
    Column("hands", "UTINYINT[][]", "cards dealt, by seat", "the segment begins with no deal"),
    Column("stock", "UTINYINT[]", "undealt cards, top first", "not written down"),
    Column("tricks", "UTINYINT[][]", "one list a trick, in the order played", "none"),
    Column(
        "packets",
        "UTINYINT[][]",
        "one list for each discard, and each reveal of no card or of several",
        "none",
    ),
    Column("calls", "VARCHAR[]", "one a call, as written: `pass`, `2`, `beg` …", "none"),
    Column("claim", "INTEGER[]", "`changes` of the (first) score, by side", "no score"),
    Column(
        "points",
        "TINYINT[]",
        "its `points`: sides claimed for high, low, jack, game, nine; -1 nobody, null not named",
        "no points named",
    ),
    Column("at", "VARCHAR[]", "one an event: `at` as written", "no event has it"),
    Column("auto", "BOOLEAN[]", "one an event: `auto`", "no event has it"),
    Column(
        "extras",
        "VARCHAR",
        "JSON: [place in the segment from 0, the event whole] of each event that the other columns"
        " do not tell whole: notes, rulings, `x-` and unknown kinds, reasons, a shuffle …",
        "none",
    ),
)  # fmt: skip


def struct(columns: tuple[Column, ...]) -> str:
    """The type of a row of these columns."""
    fields = (f'"{each.name}" {each.type}' for each in columns)
    return f"STRUCT({', '.join(fields)})"


GAMES: Final = Table(
    "games",
    "one row a record",
    ("record",),
    (
        Column("record", "UINTEGER", "number of the record, which the other tables refer to"),
        Column("id", "VARCHAR", "content id, 64 hex digits"),
        Column("game", "VARCHAR", "`chase-the-ace`, `california-jack` …"),
        Column("schema", "UINTEGER", "version of the record format"),
        Column("rules", "VARCHAR", "JSON: profile and options as written"),
        Column("players", "VARCHAR[]", "handles by seat"),
        Column("meta", "VARCHAR", "JSON", "absent"),
        Column("standing", "BIGINT[]", "by side, where the record begins in mid-match", "absent"),
        Column("uid", "VARCHAR", "the room's own key of the game", "absent"),
        Column("observer", "VARCHAR", "seat number, or `spectator`", "the table's own log"),
        Column("names", "VARCHAR", "JSON: display names by handle", "absent"),
        Column("seals", "VARCHAR", "JSON", "absent"),
        Column("events", "UINTEGER", "number of events"),
        Column("deals", "UINTEGER", "number of rows in `deals`"),
        Column("opening", struct(SEGMENT), "the events before the first deal", "none"),
        Column(
            "raw",
            "VARCHAR",
            "the whole record as JSON, where its columns would not give it back",
            "they do, as nearly always",
        ),
        _found("profile", "VARCHAR", "profile in force", "the game has none"),
        _found("edition", "VARCHAR", "edition of the rules, where pinned", "not pinned"),
        _found("options", "VARCHAR", "JSON: every option in force"),
        _found("ok", "BOOLEAN", "the audit found nothing wrong that was not ruled on"),
        _found("status", "VARCHAR", "`finished`, `unfinished`, `illegal`; `unreadable` as a game"),
        _found("winners", "UTINYINT[]", "sides that won"),
        _found("final", "BIGINT[]", "lives, tokens or points by side at the end; null where open"),
        _found("findings", "UINTEGER", "number of rows in `findings`"),
        _found("stopped", "VARCHAR", "why a legal record was not folded to its end", "it was"),
    ),
)
DEALS: Final = Table(
    "deals",
    "one row a deal, void and unfinished ones too",
    ("record", "deal"),
    (
        Column("record", "UINTEGER", "`games.record`"),
        Column("deal", "UINTEGER", "number of the deal in its record, from 1"),
        Column("first", "UINTEGER", "index of its first event in the record"),
        *SEGMENT,
        Column("game", "VARCHAR", "`games.game`"),
        Column("size", "UTINYINT", "number of players; 255 for more"),
        _found("dealer", "UTINYINT", "seat that dealt"),
        _found("last", "UINTEGER", "index of its last event, as `replay --json` has it"),
        _found("void", "BOOLEAN", "declared a misdeal, thrown in or ruled void"),
        _found("changes", "INTEGER[]", "lives, tokens or points by side; null where open",
               "not complete, or not folded"),
        _found("lowest", "VARCHAR", "Chase the Ace: lowest rank at the showdown", "open"),
        _found("pot", "BIGINT", "Chase the Ace: tokens in the pot after the deal", "none or open"),
        _found("trump", "VARCHAR", "All Fours: suit letter", "open"),
        _found("high", "TINYINT", "All Fours: side that has High", "nobody or open"),
        _found("low", "TINYINT", "side that has Low", "nobody or open"),
        _found("jack", "TINYINT", "side that has Jack", "nobody or open"),
        _found("game_point", "TINYINT", "side that has Game", "nobody or open"),
        _found("nine", "TINYINT", "side that has the Shasta nine", "nobody, or not counted"),
        _found("pips", "SMALLINT[]", "All Fours: pips captured, by side", "open"),
        _found("bidder", "TINYINT", "Pitch: side that bought the deal", "nobody"),
        _found("bid", "TINYINT", "Pitch: value of the bid", "nobody"),
        _found("made", "BOOLEAN", "Pitch: the bid was made", "open"),
    ),
)  # fmt: skip
FINDINGS: Final = Table(
    "findings",
    "one row a finding of the audit",
    ("record", "finding"),
    (
        _found("record", "UINTEGER", "`games.record`", ""),
        _found("finding", "UINTEGER", "number of the finding in its record, from 1", ""),
        _found("event", "UINTEGER", "index of the event", "the whole record"),
        _found("deal", "UINTEGER", "number of the deal", "none"),
        _found("seat", "UTINYINT", "whose fault", "nobody's"),
        _found("rule", "VARCHAR", "clause", ""),
        _found("code", "VARCHAR", "fault (engine/FAULTS.md)", ""),
        _found("message", "VARCHAR", "a sentence", ""),
        _found("expected", "VARCHAR[]", "what would have been legal", ""),
        _found("assumed", "VARCHAR", "how the audit went on", "it did not have to"),
        _found("depends", "UINTEGER", "event of the finding it depends on", "independent"),
        _found("ruled", "UINTEGER", "event of the ruling on it", "none"),
        _found("whole", "VARCHAR", "JSON: the finding as `audit --json` has it", ""),
    ),
)
TABLES: Final = (GAMES, DEALS, FINDINGS)

# A file that is complete in itself: a row a record, with its deals in it.
NESTED: Final = Column("segments", struct(SEGMENT) + "[]", "one a deal")
