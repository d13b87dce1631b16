"""Cards nobody saw: hiding cards of a legal record never makes it wrong, nor the fold unsound.

A record is made by the simulation, some of its cards are replaced by `??`, `K?` or `?s`, and the
fold of what is left must find nothing wrong and state as certain only what the full record says.
For showdowns, every assignment of cards that one pack allows is tried out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardlog.engine import audit
from cardlog.engine.fold import begin
from cardlog.engine.games.chase_the_ace.options import ChaseOptions
from cardlog.engine.options import values_of
from cardlog.engine.simulate import simulate
from cardlog.engine.views import Snapshot, snapshot
from cardlog.records import game
from cardlog.records.cards import RANKS, SUITS, Card, known_part
from cardlog.records.events import (
    AnyEvent,
    Cut,
    Deal,
    Discard,
    Draw,
    Misdeal,
    Reveal,
    Score,
    Trick,
)
from cardlog.records.game import Record

KEEP, RANK_ONLY, SUIT_ONLY, UNSEEN = range(4)
LEVELS: Final = (KEEP, RANK_ONLY, SUIT_ONLY, UNSEEN)


class SeededDice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def shuffled(self, cards: list[Card]) -> list[Card]:
        return self._random.sample(cards, len(cards))


# ---- hiding cards ---------------------------------------------------------------------------


def blurred(card: Card, level: int) -> Card:
    """The card as somebody saw it who missed its suit, its rank or both."""
    if level == KEEP or not card.known:
        return card
    if card.suit is None:  # a card of a special pack is seen or not
        return Card["??"]
    return Card[(f"{card.rank}?", f"?{card.suit}", "??")[level - 1]]


def cards_in(value: Any) -> int:
    """How many cards stand in an event, or in a list of events."""
    if isinstance(value, Card):
        return 1
    if isinstance(value, (tuple, list)):
        return sum(map(cards_in, value))
    if isinstance(value, (Deal, Reveal, Trick, Draw, Cut, Discard)) or hasattr(value, "card"):
        return sum(cards_in(getattr(value, name)) for name in value.__struct_fields__)
    return 0


def hidden(value: Any, levels: Iterator[int]) -> Any:
    """The event with its cards blurred, one level a card, everything else as it was."""
    if isinstance(value, Card):
        return blurred(value, next(levels))
    if isinstance(value, tuple):
        return tuple(hidden(item, levels) for item in value)
    if cards_in(value):
        changed = {n: hidden(getattr(value, n), levels) for n in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value


def hide(record: Record, levels: list[int]) -> Record:
    assert len(levels) == cards_in(record.events)
    return msgspec.structs.replace(record, events=hidden(record.events, iter(levels)))


@st.composite
def levels_for(draw: st.DrawFn, record: Record) -> list[int]:
    """Which cards are hidden: a few, whole kinds of events, or each card by a toss."""
    cards = cards_in(record.events)
    style = draw(st.sampled_from(("few", "kinds", "toss")))
    if style == "few":
        some = draw(st.dictionaries(st.integers(0, cards - 1), st.sampled_from(LEVELS), max_size=8))
        return [some.get(k, KEEP) for k in range(cards)]
    if style == "toss":
        dice, share = random.Random(draw(st.integers(0, 2**32))), draw(st.sampled_from((1, 5, 9)))
        return [
            dice.choice(LEVELS[1:]) if dice.randrange(10) < share else KEEP for _ in range(cards)
        ]
    kinds = draw(st.sets(st.sampled_from((Deal, Draw, Cut, Reveal, Trick, Discard))))
    level = draw(st.sampled_from(LEVELS[1:]))
    return [
        level if type(event) in kinds else KEEP
        for event in record.events
        for _ in range(cards_in(event))
    ]


# ---- legal records --------------------------------------------------------------------------


FLAGS: Final = values_of(ChaseOptions)
SPECIAL: Final = [deck for deck in FLAGS["deck"] if deck != "standard52"]


@st.composite
def chase_rules(draw: st.DrawFn) -> dict[str, Any]:
    """Some options of Chase the Ace, the most common ones more often than the rest."""
    rules: dict[str, Any] = {
        "profile": draw(st.sampled_from(("cuckoo", "compendium"))),
        "lives": draw(st.integers(1, 2)),
    }
    common = {"final_tie", "dealer_draws_king", "low_card_reveal", "misdeal"}
    rare = set(FLAGS) - common - {"profile", "deck"} if draw(st.booleans()) else set()
    for name in sorted(common | rare):
        if draw(st.booleans()):
            rules[name] = draw(st.sampled_from(FLAGS[name]))
    if draw(st.booleans()):
        rules["packs"] = draw(st.sampled_from((1, 2)))
    if draw(st.integers(0, 4)) == 0:
        rules["deck"] = draw(st.sampled_from(SPECIAL))
        for name in ("low_card_reveal", "domino", "ace_of_spades"):
            rules.pop(name, None)
    return rules


@st.composite
def chase_records(draw: st.DrawFn) -> Record:
    """A few deals of Chase the Ace, with misdeals and exposed cards here and there."""
    rules = draw(chase_rules())
    seats = draw(st.integers(3, 4))
    full = simulate("chase-the-ace", rules, seats, SeededDice(draw(st.integers(0, 9999))), {})
    chance = random.Random(draw(st.integers(0, 2**32)))
    events: list[AnyEvent] = []
    deals, most = 0, draw(st.integers(1, 4))
    for event in full.events:
        if type(event) is Deal:
            deals += 1
            if deals > most:
                break
            events += trouble(event, chance, draw(st.sampled_from(TROUBLES)))
        if type(event) is not Score or chance.randrange(2):
            events.append(event)
    if draw(st.booleans()):
        events = events[: draw(st.integers(1, len(events)))]
    return msgspec.structs.replace(full, events=tuple(events))


TROUBLES: Final = ("", "void", "count", "shown")


def trouble(deal: Deal, chance: random.Random, kind: str) -> list[AnyEvent]:
    """A void deal to stand before a deal: by the same dealer, so that the record stays legal."""
    seat = chance.choice([seat for seat, hand in enumerate(deal.hands) if hand])
    if kind == "count":  # somebody got a card too few
        hands = tuple(hand[1:] if k == seat else hand for k, hand in enumerate(deal.hands))
        return [msgspec.structs.replace(deal, hands=hands, stock=msgspec.UNSET), Misdeal()]
    if kind == "shown":
        return [deal, Reveal(seat=seat, cards=deal.hands[seat][:1]), Misdeal(seat=seat)]
    return [deal, Misdeal()] if kind == "void" else []


FAMILY: Final[dict[str, tuple[tuple[int, ...], dict[str, tuple[Any, ...]]]]] = {
    "california-jack": ((2,), {}),
    "shasta-sam": ((2, 3), {}),
    "seven-up": (
        (2, 3, 4),
        {
            "after_run": ("discard", "keep"),
            "game_tie": ("elder", "nobody"),
            "gift_to": ("each", "eldest"),
        },
    ),
    "pitch": (
        (2, 3, 4, 5),
        {
            "all_pass": ("stick_dealer", "free_lead", "throw_in"),
            "smudge": ("bid4", "win_game", "bid5"),
            "go_out": ("pitcher_first", "pitchers_only"),
        },
    ),
}
STOCK_OPTIONS: Final = ("turned_jack", "shasta_point", "strict_follow", "void_must_trump")


@st.composite
def family_records(draw: st.DrawFn, name: str) -> Record:
    """A deal or two of an All Fours game, with or without the stock written down."""
    dice = SeededDice(draw(st.integers(0, 9999)))
    tables, choices = FAMILY[name]
    seats = draw(st.sampled_from(tables))
    rules: dict[str, Any] = {"target": draw(st.integers(1, 6))}
    for option, values in {"low_to": ("holder", "taker"), **choices}.items():
        if draw(st.booleans()):
            rules[option] = draw(st.sampled_from(values))
    for option in STOCK_OPTIONS if not choices else ():
        if draw(st.integers(0, 3)) == 0:
            rules[option] = True
    if choices and seats == 4:
        rules["partners"] = draw(st.booleans())
    full = simulate(name, rules, seats, dice, {})
    ends = [k for k, event in enumerate(full.events) if type(event) is Score]
    last = ends[draw(st.integers(0, min(1, len(ends) - 1)))]
    if draw(st.booleans()):
        last = draw(st.integers(0, last))
    events: list[AnyEvent] = []
    chance = random.Random(draw(st.integers(0, 2**32)))
    written = draw(st.booleans())
    for event in full.events[: last + 1]:
        if type(event) is Deal:
            if not written:
                event = msgspec.structs.replace(event, stock=msgspec.UNSET)
            events += trouble(event, chance, draw(st.sampled_from(TROUBLES)))
        events.append(event)
    return msgspec.structs.replace(full, events=tuple(events))


# ---- what must hold -------------------------------------------------------------------------


def agrees(stated: Any, true: Any) -> bool:
    """A value that is stated, part by part, is the true one; None states nothing."""
    if stated is None:
        return True
    if isinstance(stated, (tuple, list)) and isinstance(true, (tuple, list)):
        return len(stated) == len(true) and all(map(agrees, stated, true))
    if isinstance(stated, dict):
        return stated.keys() == true.keys() and all(agrees(stated[k], true[k]) for k in stated)
    return bool(stated == true)


def may_be(seen: Card, true: Card) -> bool:
    return known_part(seen.code, true.code) == true.code


def known_among(seen: tuple[Card, ...], true: tuple[Card, ...]) -> bool:
    """The fully known cards of one collection are in the other."""
    rest = list(true)
    for card in seen:
        if card.known:
            if card not in rest:
                return False
            rest.remove(card)
    return True


# What unseen cards leave open about the phase: whether the match is over, whether a card shown
# early was a warning or exposed, whether a player who got no card was out or forgotten, and
# whether a deal of sudden death has begun, which may have no turns. In Seven-Up, whether a turn-up
# was of the suit proposed before; where a turned Jack scores, whether one ended the match.
OPEN_PHASES: Final = (
    ("done", "over"), ("turns", "exposed"), ("turns", "miscounted"), ("turns", "showdown"),
    ("discard", "run"), ("trick", "run"), ("discard", "exposed"), ("trick", "exposed"),
    ("calls", "over"), ("discard", "over"), ("trick", "over"),
)  # fmt: skip


def check_position(part: Snapshot, full: Snapshot) -> None:
    assert (part.event, part.deal, part.dealer) == (full.event, full.deal, full.dealer)
    assert agrees(part.standing, full.standing)
    assert agrees(part.trump, full.trump)
    assert not part.winners or part.winners == full.winners
    if part.phase != full.phase:
        assert (part.phase, full.phase) in OPEN_PHASES
        return
    if full.phase == "void":  # whoever had got cards has them no more
        return
    assert agrees(part.turn, full.turn)
    for mine, theirs in zip(part.hands, full.hands, strict=True):
        assert len(mine) == len(theirs)
        if len(mine) == 1:
            assert may_be(mine[0], theirs[0])
        assert known_among(mine, theirs)
    for mine, theirs in zip(part.taken or (), full.taken or (), strict=True):
        assert known_among(mine, theirs)
    for seen, true in zip(part.stock or (), full.stock or (), strict=True):
        assert may_be(seen, true) or may_be(true, seen)
    if part.stock_top is not None and full.stock_top is not None:
        assert may_be(part.stock_top, full.stock_top)


def check_sound(part: Record, full: Record) -> None:
    """Nothing is wrong with the part, and what its fold states is what the full record says."""
    truth = audit.outcome(full)
    assert truth.findings == (), "the full record must be legal"
    result = audit.outcome(part)
    assert result.findings == ()
    assert audit.audit(part).ok
    assert agrees(result.standing, truth.standing)
    assert not result.winners or result.winners == truth.winners
    assert result.status == truth.status or result.status == "unfinished"
    assert len(result.deals) == len(truth.deals)
    for mine, theirs in zip(result.deals, truth.deals, strict=True):
        assert (mine.deal, mine.dealer, mine.events) == (theirs.deal, theirs.dealer, theirs.events)
        assert mine.void == theirs.void
        assert mine.changes is None or theirs.changes is not None
        if mine.changes is None and theirs.changes is not None:
            # Two who may be in sudden death, which has no turns, may also have shown low cards
            # as a warning; a Jack that may have been turned up may have ended the match.
            assert full.rules.get("sudden_death_style") == "showdown" or "high" in theirs.detail
            continue
        assert agrees(mine.changes, theirs.changes)
        assert mine.changes is None or agrees(mine.detail, theirs.detail)
    fold_part, fold_full = begin(part), begin(full)
    for index in range(len(full.events)):
        position = snapshot(fold_part.run(until=index + 1))
        check_position(position, snapshot(fold_full.run(until=index + 1)))


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_chase_the_ace(data: st.DataObject) -> None:
    full = data.draw(chase_records())
    check_sound(hide(full, data.draw(levels_for(full))), full)


@pytest.mark.parametrize("name", FAMILY)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_all_fours(name: str, data: st.DataObject) -> None:
    full = data.draw(family_records(name))
    check_sound(hide(full, data.draw(levels_for(full))), full)


@given(st.integers(0, 9999), st.sampled_from(("cuckoo", "compendium")))
@example(0, "cuckoo")
@settings(max_examples=40, deadline=None)
def test_nothing_seen_at_all(seed: int, profile: str) -> None:
    """A whole match of which only the moves were written down."""
    full = simulate("chase-the-ace", {"profile": profile}, 4, SeededDice(seed), {})
    check_sound(hide(full, [UNSEEN] * cards_in(full.events)), full)


# ---- records made by hand -------------------------------------------------------------------


def deal(*hands: str, dealer: int = 2) -> dict[str, Any]:
    return {"type": "deal", "dealer": dealer, "hands": [h.split() for h in hands]}


def record(events: list[dict[str, Any]], kind: str = "chase-the-ace", **keys: Any) -> Record:
    players = ["Ana", "Bruno"] if kind == "california-jack" else ["Ana", "Bruno", "Carla"]
    base = {"cardlog": 1, "game": kind, "rules": {}, "players": players, "events": events}
    return game.from_map(base | keys)


def stays(*seats: int) -> list[dict[str, Any]]:
    return [{"type": "stay", "seat": seat} for seat in seats]


def shows(*cards: str) -> list[dict[str, Any]]:
    return [
        {"type": "reveal", "seat": seat, "cards": [card]} for seat, card in enumerate(cards) if card
    ]


SIX_CLUBS, SIX_MORE = "2c 3c 4c 5c 6c 7c", "8c 9c Tc 2d 3d 4d"
CALIFORNIA: Final = [
    deal(SIX_CLUBS, SIX_MORE, dealer=1),
    {"type": "reveal", "cards": ["5h"]},
    {"type": "trick", "leader": 0, "cards": ["2c", "8c"]},
    {"type": "draw", "seat": 1, "card": "5h"},
    {"type": "draw", "seat": 0, "card": "6h"},
    {"type": "trick", "leader": 1, "cards": ["9c", "3c"]},
    {"type": "draw", "seat": 1, "card": "7h"},
    {"type": "draw", "seat": 0, "card": "8h"},
    {"type": "trick", "leader": 1, "cards": ["Tc", "4c"]},
]
BY_HAND: Final = {
    "a player in doubt was forgotten in a misdeal": record(
        [
            deal("2c", "5h", "9d"), *stays(0, 1, 2), *shows("2c", "5h", "9d"),
            deal("6c", "5h", "", dealer=0), {"type": "misdeal"},
            deal("6c", "5h", "9c", dealer=0), *stays(1, 2, 0), *shows("6c", "5h", "9c"),
            {"type": "score", "changes": [0, -1, 0]},
        ],
        rules={"lives": 2},
        standing=[2, 1, 1],
    ),
    "the dealer in doubt was forgotten in a misdeal": record(
        [
            deal("6c", "5h", "5d"), *stays(0, 1, 2), *shows("6c", "5h", "5d"),
            deal("", "6h", "9d", dealer=0), {"type": "misdeal"},
            deal("6c", "5h", "9c", dealer=0),
        ],
    ),
    "a King that the dealer may have cut": record(
        [
            deal("8c", "9h", "2d"), *stays(0, 1), {"type": "cut", "seat": 2, "card": "Kd"},
            *shows("8c", "9h", "2d"), {"type": "score", "changes": [0, 0, -1]},
        ],
    ),
    "a King seen only in a refusal": record(
        [
            deal("8c", "Kh", "2d"), {"type": "block", "seat": 0, "target": 1, "card": "Kh"},
            {"type": "swap", "seat": 1, "target": 2}, *stays(2), *shows("8c", "2d", "Kh"),
            {"type": "score", "changes": [0, -1, 0]},
        ],
    ),
    "sudden death": record(
        [
            deal("6c", "6h", "6d"), *stays(0, 1, 2), *shows("6c", "6h", "6d"),
            deal("7c", "8h", "7d", dealer=0), *stays(1, 2, 0), *shows("7c", "8h", "7d"),
        ],
        rules={"lives": 1, "final_tie": "sudden_death"},
    ),
    "sudden death with lives left before": record(
        [
            deal("6c", "6h", "6d"), *stays(0, 1, 2), *shows("6c", "6h", "6d"),
            deal("7c", "7h", "8d", dealer=0), *stays(1, 2, 0), *shows("7c", "7h", "8d"),
            deal("", "", "8d", dealer=2)
            | {"hands": [["7c"], ["9h"], ["8d"]], "dealer": 1},
        ],
        rules={"lives": 2, "final_tie": "sudden_death"},
        standing=[3, 3, 2],
    ),
    "a dealing round": record(
        [
            {"type": "draw", "seat": 1, "card": "5c"}, {"type": "draw", "seat": 2, "card": "9c"},
            {"type": "draw", "seat": 0, "card": "Jc"}, deal("6c", "5h", "9c", dealer=0),
        ],
        rules={"profile": "compendium"},
    ),
    "low cards shown": record(
        [
            deal("2c", "Ah", "9d"),
            {"type": "reveal", "seat": 0, "cards": ["2c"]},
            {"type": "reveal", "seat": 1, "cards": ["Ah"]},
            {"type": "swap", "seat": 0, "target": 1},
            {"type": "reveal", "seat": 1, "cards": ["2c"]},
            {"type": "swap", "seat": 1, "target": 2},
        ],
        rules={"profile": "compendium"},
    ),
    "a tied cut": record(
        [
            {"type": "cut", "seat": 0, "card": "5c"}, {"type": "cut", "seat": 1, "card": "5d"},
            {"type": "cut", "seat": 0, "card": "7c"}, {"type": "cut", "seat": 1, "card": "6d"},
            deal(SIX_CLUBS, SIX_MORE, dealer=1),
        ],
        kind="california-jack",
    ),
    "tricks": record(CALIFORNIA, kind="california-jack"),
}  # fmt: skip

# The same few cards are dealt in Seven-Up and in Pitch: spades are trump, Ana has High and takes
# the Jack, Carla has Low and Game.
HANDS: Final = ("As Ks 4h 3h 7d 2c", "Qs Js 9h 8h Td 4c", "5s 2s Kh Qh Kd 8c")
TRICKS: Final = [
    {"type": "trick", "leader": leader, "cards": cards.split()}
    for leader, cards in (
        (0, "As Js 2s"), (0, "Ks Qs 5s"), (0, "4h 9h Kh"), (2, "Qh 3h 8h"), (2, "Kd 7d Td"),
        (2, "8c 2c 4c"),
    )
]  # fmt: skip
RUN: Final = [
    {"type": "draw", "seat": k // 3, "card": card}
    for k, card in enumerate(["9c", "7c", "6c", "Ah", "Ad", "Ac", "Th", "9d", "3c"])
]
DISCARDS: Final = [
    {"type": "discard", "seat": seat, "cards": cards.split()}
    for seat, cards in enumerate(("9c 7c 6c", "Ah Ad Ac", "Th 9d 3c"))
]


def called(*words: str, first: int = 0) -> list[dict[str, Any]]:
    return [{"type": "call", "seat": (first + k) % 3, "call": w} for k, w in enumerate(words)]


def turned(card: str) -> dict[str, Any]:
    return {"type": "reveal", "cards": [card]}


def score(*changes: int, **points: int | None) -> dict[str, Any]:
    return {"type": "score", "changes": list(changes), "points": points}


def begged(word: str) -> list[dict[str, Any]]:
    return [*called("beg"), *called(word, first=2)]


OF_THE_FAMILY: Final = {
    "Seven-Up": record(
        [deal(*HANDS), turned("7s"), *called("stand"), *TRICKS, score(2, 0, 2, high=0, low=2)],
        kind="seven-up",
    ),
    "Seven-Up, a gift": record(
        [deal(*HANDS), turned("7s"), *begged("give"), *TRICKS, score(3, 1, 2)], kind="seven-up"
    ),
    "Seven-Up, a run and discards": record(
        [
            deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("8s"), *DISCARDS, *TRICKS,
            score(2, 0, 2),
        ],
        kind="seven-up",
    ),
    "Seven-Up, a Jack turned on a run": record(
        [deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("Jc"), *DISCARDS],
        kind="seven-up",
    ),
    "Seven-Up, a Jack that ends the match": record(
        [deal(*HANDS), turned("Jc"), score(0, 0, 1)], kind="seven-up", standing=[3, 3, 6]
    ),
    "Pitch": record(
        [deal(*HANDS), *called("2", "pass", "pass"), *TRICKS, score(2, 0, 2, high=0, jack=0)],
        kind="pitch",
    ),
    "Pitch, set back": record(
        [deal(*HANDS), *called("3", "pass", "pass"), *TRICKS, score(-3, 0, 2)], kind="pitch"
    ),
}  # fmt: skip
BY_HAND.update(OF_THE_FAMILY)


@pytest.mark.parametrize("name", BY_HAND)
def test_each_card_of_a_record_alone(name: str) -> None:
    full = BY_HAND[name]
    cards = cards_in(full.events)
    for at in range(cards):
        for level in LEVELS[1:]:
            check_sound(hide(full, [level if k == at else KEEP for k in range(cards)]), full)


@pytest.mark.parametrize("name", BY_HAND)
def test_each_card_wherever_it_stands(name: str) -> None:
    """One card is hidden in the deal, in the moves and in the showdown."""
    full = BY_HAND[name]
    spelled = [card for event in full.events for card in spelling(event)]
    for hide_it in dict.fromkeys(spelled):
        for level in LEVELS[1:]:
            check_sound(hide(full, [level if c == hide_it else KEEP for c in spelled]), full)


@pytest.mark.parametrize("name", BY_HAND)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_some_cards_of_a_record(name: str, data: st.DataObject) -> None:
    full = BY_HAND[name]
    cards = cards_in(full.events)
    levels = data.draw(st.lists(st.sampled_from(LEVELS), min_size=cards, max_size=cards))
    check_sound(hide(full, levels), full)


def spelling(value: Any) -> list[Card]:
    """The cards of an event in the order in which `hidden` meets them."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple):
        return [card for item in value for card in spelling(item)]
    if not cards_in(value):
        return []
    return [c for name in value.__struct_fields__ for c in spelling(getattr(value, name))]


# ---- what one player of Seven-Up or Pitch saw ------------------------------------------------


def seen_by(seat: int, events: list[dict[str, Any]], kind: str, **keys: Any) -> Record:
    """The record as one player has it: the others' hands, and what they draw or discard, unseen."""
    own: list[dict[str, Any]] = []
    for event in events:
        if event["type"] == "deal":
            hands = [h if k == seat else ["??"] * 6 for k, h in enumerate(event["hands"])]
            event = event | {"hands": hands}
        elif event["type"] in ("draw", "discard") and event["seat"] != seat:
            key = "card" if event["type"] == "draw" else "cards"
            event = event | {key: "??" if key == "card" else ["??"] * len(event["cards"])}
        own.append(event)
    return record(own, kind=kind, **keys)


FORMS: Final = {
    "seven-up": [deal(*HANDS), turned("7s"), *called("stand"), *TRICKS],
    "pitch": [deal(*HANDS), *called("2", "pass", "pass"), *TRICKS],
}


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("kind", FORMS)
def test_the_tricks_tell_a_player_everything(kind: str, seat: int) -> None:
    """Where every trick is seen it does not matter that the hands were not."""
    result = audit.outcome(seen_by(seat, FORMS[kind], kind))
    assert result.findings == ()
    assert result.standing == (2, 0, 2)
    detail = result.deals[0].detail
    assert (detail["high"], detail["low"], detail["jack"], detail["game"]) == (0, 2, 0, 2)
    assert detail["pips"] == [10, 0, 18]


@pytest.mark.parametrize("seat", range(3))
def test_unseen_discards_leave_nothing_open_that_the_tricks_tell(seat: int) -> None:
    events = [deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("8s"), *DISCARDS, *TRICKS]
    result = audit.outcome(seen_by(seat, events, "seven-up"))
    assert result.findings == ()
    assert result.standing == (2, 0, 2)


@pytest.mark.parametrize("kind", FORMS)
def test_an_unseen_card_in_a_trick_leaves_open_what_it_might_change(kind: str) -> None:
    """Bruno's Jack goes unseen: it may have been a higher trump, so even the trick is open."""
    first = {"type": "trick", "leader": 0, "cards": ["As", "??", "2s"]}
    start = FORMS[kind][: -len(TRICKS)]
    result = audit.outcome(seen_by(0, [*start, first, *TRICKS[1:]], kind))
    assert result.findings == ()
    detail = result.deals[0].detail
    assert (detail["high"], detail["low"]) == (0, 2)  # nothing is above the Ace or below the Two
    assert (detail["jack"], detail["game"], detail["pips"]) == (None, None, None)
    assert result.deals[0].changes == (None, None, None)


def test_an_unseen_turn_up_leaves_trump_and_a_turned_jack_open() -> None:
    unseen = [deal(*HANDS), turned("??"), *called("stand"), *TRICKS]
    result = audit.outcome(record(unseen, kind="seven-up"))
    assert result.findings == ()
    assert result.deals[0].detail["trump"] is None
    assert result.standing == (None, None, None)
    half = [deal(*HANDS), turned("?s"), *called("stand"), *TRICKS]
    detail = audit.outcome(record(half, kind="seven-up")).deals[0].detail
    assert (detail["trump"], detail["high"], detail["game"]) == ("s", 0, 2)


def test_a_score_after_an_unseen_turn_up_says_that_a_jack_ended_the_match() -> None:
    events = [deal(*HANDS), turned("??"), score(0, 0, 1)]
    result = audit.outcome(record(events, kind="seven-up", standing=[3, 3, 6]))
    assert (result.status, result.winners, result.standing) == ("finished", (2,), (3, 3, 7))
    early = audit.audit(record(events, kind="seven-up", standing=[3, 3, 5]))
    assert [finding.code for finding in early.findings] == ["incomplete"]


@pytest.mark.parametrize(
    ("kind", "cards", "code"),
    [
        ("seven-up", "As 4c 2s", None),  # Bruno may have no spade
        ("seven-up", "As Js Kh", None),
        ("pitch", "As 4c 2s", None),
        ("seven-up", "As Ks 2s", "not-held"),  # Ana holds the King
        ("pitch", "As Ks 2s", "not-held"),
        ("pitch", "As As 2s", "not-held"),
        ("seven-up", "7d 4c 7s", "not-held"),  # the turn-up is out of play
    ],
)
def test_only_what_is_certain_is_a_fault(kind: str, cards: str, code: str | None) -> None:
    """Ana's own record: what the others hold is unknown, what she holds is not."""
    start = FORMS[kind][: -len(TRICKS)]
    trick = {"type": "trick", "leader": 0, "cards": cards.split()}
    found = audit.audit(seen_by(0, [*start, trick], kind)).findings
    assert [finding.code for finding in found] == ([code] if code else [])


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["??", "??", "??"], None),
        (["Qs", "??", "??"], None),
        (["As", "??", "??"], "discard-not-held"),  # Ana holds the Ace
        (["2d", "??", "??"], "discard-not-held"),  # and the turn-up was put aside
        (["??", "??"], "discard-count"),
    ],
)
def test_unseen_discards(cards: list[str], code: str | None) -> None:
    events = [deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("8s")]
    own = seen_by(0, events, "seven-up")
    (full,) = record([{"type": "discard", "seat": 1, "cards": cards}], kind="seven-up").events
    found = audit.audit(msgspec.structs.replace(own, events=(*own.events, full))).findings
    assert [finding.code for finding in found] == ([code] if code else [])


def test_a_bid_is_open_where_the_cards_that_decide_it_are() -> None:
    """Ana bid three and is known to have High alone; the rest hangs on a trick nobody saw."""
    first = {"type": "trick", "leader": 0, "cards": ["As", "??", "??"]}
    events = [deal(*HANDS), *called("3", "pass", "pass"), first, *TRICKS[1:]]
    result = audit.outcome(seen_by(0, events, "pitch"))
    assert result.findings == ()
    assert result.deals[0].detail["bid"] == {"side": 0, "value": 3, "made": None}
    assert result.standing == (None, None, None)


# ---- showdowns, with every assignment that one pack allows ----------------------------------

LOW_FIRST: Final = "A23456789TJQK"
SEEN: Final = ("As", "Ad", "Ks", "7s", "A?", "2?", "K?", "?s", "??")
Result = tuple[tuple[int, ...], tuple[int, ...], frozenset[int]]  # changes, standing, winners


def one_pack_allows(seen: tuple[str, ...], ranks: tuple[str, ...]) -> bool:
    """These ranks can be dealt in different cards, in the suits that were seen."""
    suits = [card[1] if card[1] != "?" else SUITS for card in seen]
    return any(len(set(zip(ranks, dealt, strict=True))) == 3 for dealt in product(*suits))


def reckoned(ranks: tuple[str, ...], standing: tuple[int, ...], sudden: bool) -> Result:
    """CC-5.2 to CC-6.2, CP-5.1 to CP-6.2, written without the engine."""
    lowest = min(ranks, key=LOW_FIRST.index)
    changes = tuple(-1 if rank == lowest else 0 for rank in ranks)
    after = tuple(lives + change for lives, change in zip(standing, changes, strict=True))
    alive = frozenset(seat for seat in range(3) if after[seat])
    if alive:
        return changes, after, alive if len(alive) == 1 else frozenset()
    if sudden:
        return changes, (1, 1, 1), frozenset()
    return changes, after, frozenset(range(3))


def possible_results(seen: tuple[str, ...], standing: tuple[int, ...], sudden: bool) -> set[Result]:
    ranks = [card[0] if card[0] != "?" else RANKS for card in seen]
    return {
        reckoned(dealt, standing, sudden)
        for dealt in product(*ranks)
        if one_pack_allows(seen, dealt)
    }


def showdown(
    seen: tuple[str, ...], standing: tuple[int, ...], sudden: bool
) -> tuple[audit.Outcome, set[Result]]:
    """What the fold says of a showdown of cards so seen, and all that can be true."""
    rules = {"final_tie": "sudden_death" if sudden else "joint"}
    part = record(
        [deal("??", "??", "??"), *stays(0, 1, 2), *shows(*seen)], rules=rules, standing=standing
    )
    return audit.outcome(part), possible_results(seen, standing, sudden)


STANDINGS: Final = [(3, 3, 3), (1, 1, 1), (2, 1, 1), (1, 2, 2)]
SHOWDOWNS: Final = [
    seen for seen in product(SEEN, repeat=3) if possible_results(seen, (3,) * 3, False)
]


@pytest.mark.parametrize("sudden", [False, True])
@pytest.mark.parametrize("standing", STANDINGS)
def test_what_a_showdown_states_holds_for_every_assignment(
    standing: tuple[int, ...], sudden: bool
) -> None:
    for seen in SHOWDOWNS:
        result, possible = showdown(seen, standing, sudden)
        assert result.findings == ()
        changes = result.deals[0].changes
        assert changes is not None
        for true_changes, true_standing, winners in possible:
            assert agrees(changes, true_changes), seen
            assert agrees(result.standing, true_standing), seen
            assert not result.winners or set(result.winners) == winners, seen
            assert result.status != "finished" or winners, seen


def test_a_showdown_that_was_seen_is_certain() -> None:
    for seen in SHOWDOWNS:
        if not any(card[0] == "?" for card in seen):
            result, possible = showdown(seen, (1, 2, 3), False)
            ((changes, standing, winners),) = possible
            assert result.deals[0].changes == changes
            assert result.standing == standing
            assert set(result.winners) == winners


def test_an_ace_always_loses_and_a_lower_card_clears_a_higher_one() -> None:
    """The least that a fold must be sure of, so that saying nothing at all is not enough."""
    for seen, changes in (
        (("A?", "??", "??"), (-1, None, None)),
        (("A?", "7?", "??"), (-1, 0, None)),
        (("A?", "7?", "?s"), (-1, 0, None)),
        (("2?", "7?", "??"), (None, 0, None)),
        (("7?", "7?", "??"), (None, None, None)),
        (("K?", "??", "A?"), (0, None, -1)),
    ):
        result, _ = showdown(seen, (3, 3, 3), False)
        assert result.deals[0].changes == changes


# ---- the tools of this module ---------------------------------------------------------------


def test_hiding_changes_nothing_but_cards() -> None:
    full = BY_HAND["low cards shown"]
    assert hide(full, [KEEP] * cards_in(full.events)) == full
    part = hide(full, [UNSEEN, RANK_ONLY, SUIT_ONLY] + [KEEP] * (cards_in(full.events) - 3))
    first = part.events[0]
    assert isinstance(first, Deal)
    assert first.hands == ((Card["??"],), (Card["A?"],), (Card["?d"],))
    assert part.events[1:] == full.events[1:]


def test_the_comparison_can_fail() -> None:
    full = BY_HAND["a King that the dealer may have cut"]
    other = record(
        [
            deal("8c", "9h", "2d"), *stays(0, 1), {"type": "cut", "seat": 2, "card": "Td"},
            *shows("8c", "9h", "Td"),
        ],
    )  # fmt: skip
    with pytest.raises(AssertionError):
        check_sound(other, full)
    assert agrees([None, -1], (0, -1)) and not agrees([0, -1], (-1, -1))
    assert not known_among((Card["2c"], Card["2c"]), (Card["2c"], Card["3c"]))
