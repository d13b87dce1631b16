"""What holds for every match: structural laws, and what may not change an outcome."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlog
from cardlog import events as ev
from cardlog.cli.simulate import SeededDice
from cardlog.engine import tricks
from cardlog.engine.all_fours import dealing
from cardlog.engine.fold import begin
from cardlog.engine.simulate import simulate
from cardlog.records.cards import Card
from cardlog.records.events import KINDS, AnyEvent, Extension
from cardlog.records.game import Record, from_map, to_map
from tests.engine import mutate
from tests.engine.naive import MODELS

CHASE, JACK, SHASTA = "chase-the-ace", "california-jack", "shasta-sam"
SEVEN_UP, PITCH = "seven-up", "pitch"
TOKENS = {"stake": "tokens", "ante": 1, "lives": 2}
COMPENDIUM = {"profile": "compendium"}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    (CHASE, 3, {"lives": 2}),
    (CHASE, 4, {"lives": 1, "final_tie": "sudden_death", "dealer_draws_king": "kept"}),
    (CHASE, 6, {"lives": 1, "low_card_reveal": "both", "misdeal": "player_choice"}),
    (CHASE, 3, COMPENDIUM | {"lives": 1}),
    (CHASE, 4, COMPENDIUM | {"lives": 2, "misdeal": "redeal"}),
    (CHASE, 5, COMPENDIUM | {"lives": 1, "final_tie": "joint", "dealer_draws_king": "blocked"}),
    (CHASE, 14, COMPENDIUM | {"lives": 1}),
    (JACK, 2, {"target": 1}),
    (JACK, 2, {"target": 6}),
    # from here on house rules and the other games
    (CHASE, 2, {"profile": "le-her"}),
    (CHASE, 4, {"deck": "gnav42", "lives": 1}),
    (CHASE, 4, {"dealer_draws_king": "loses", "lives": 1}),
    (CHASE, 4, COMPENDIUM | {"lives": 1, "dealer_king_blocks": False}),
    (CHASE, 5, {"shown_king_ends_turn": True, "lives": 2}),
    (CHASE, 5, {"domino": "low3", "lives": 2}),
    (CHASE, 14, COMPENDIUM | {"lives": 1, "sudden_death_style": "showdown"}),
    (CHASE, 4, {"low_card_reveal": "asker", "lives": 1}),
    (CHASE, 4, TOKENS | {"ace_of_spades": True, "final_tie": "sudden_death"}),
    (JACK, 2, {"target": 2, "strict_follow": True, "void_must_trump": True, "shasta_point": True}),
    (SHASTA, 3, {"target": 4}),
    (SHASTA, 3, {"target": 2, "strict_follow": True, "void_must_trump": True}),
    (SHASTA, 2, {"target": 1, "shasta_point": True}),
    (SEVEN_UP, 2, {"target": 3}),
    (SEVEN_UP, 3, {"target": 3}),
    (SEVEN_UP, 4, {"target": 4}),
    (SEVEN_UP, 2, {"target": 3, "after_run": "keep"}),
    (PITCH, 3, {"target": 2}),
    (PITCH, 4, {"partners": True, "target": 3}),
    (PITCH, 4, {"dealer_steal": "never", "max_bid": 3, "target": 2}),
    (PITCH, 5, {"smudge": "bid5", "target": 2}),
    (PITCH, 3, {"all_pass": "throw_in", "target": 2}),
]


@cache
def match(table: int, seed: int) -> Record:
    game, players, rules = TABLES[table]
    return simulate(game, rules, players, SeededDice(f"{table}/{seed}"), {"seed": seed})


seeds = st.integers(0, 40)
matches = st.builds(match, st.sampled_from(range(len(TABLES))), seeds)
of_chase = st.builds(match, st.sampled_from(range(7)), seeds)
of_jack = st.builds(match, st.sampled_from((7, 8)), seeds)
SOME = [n for n, (game, seats, _) in enumerate(TABLES) if game != CHASE and seats in (3, 4)]
of_three_or_four = st.builds(match, st.sampled_from(SOME), seeds)
CODES = [card.code for card in Card]
chances = st.builds(random.Random, st.integers(0, 2**32))  # as many throws as a test wants
SEEN = [code for code in CODES if code < 64]
quickly = settings(max_examples=40, deadline=None)


def with_events(record: Record, *events: AnyEvent) -> Record:
    return msgspec.structs.replace(record, events=events)


def deals_of(record: Record) -> list[tuple[AnyEvent, ...]]:
    """The events of each deal, from the `deal` to the `score`."""
    spans = [deal.events for deal in cardlog.outcome(record).deals]
    return [record.events[first : last + 1] for first, last in spans]


def timeless(record: Record) -> dict[str, Any]:
    """An outcome without the indexes of its events."""
    found: dict[str, Any] = msgspec.to_builtins(cardlog.outcome(record))
    for deal in found["deals"]:
        del deal["events"]
    return found


# ---- laws ----


@quickly
@given(of_jack)
def test_every_california_deal_is_26_tricks_and_80_pips(record: Record) -> None:
    for events, deal in zip(deals_of(record), cardlog.outcome(record).deals, strict=True):
        tricks = [event.cards for event in events if isinstance(event, ev.Trick)]
        assert len(tricks) == 26 and len({card for cards in tricks for card in cards}) == 52
        assert sum(deal.detail["pips"]) == 80
        points = sum(change or 0 for change in deal.changes or ())
        assert points == (3 if deal.detail["pips"] == [40, 40] else 4)


@quickly
@given(of_jack)
def test_who_had_high_takes_it(record: Record) -> None:
    for deal in cardlog.outcome(record).deals:
        for k in range(*deal.events):
            taken = cardlog.state(record, k).taken
            if taken and any(Card(f"A{deal.detail['trump']}") in cards for cards in taken):
                assert Card(f"A{deal.detail['trump']}") in taken[deal.detail["high"]]
                break
        else:
            raise AssertionError("nobody took the highest trump")


@quickly
@given(of_chase)
def test_every_round_costs_a_life(record: Record) -> None:
    start = cardlog.outcome(with_events(record)).standing
    for deal in cardlog.outcome(record).deals:
        assert deal.changes is not None and not deal.void
        assert -1 in deal.changes and set(deal.changes) <= {-1, 0}
        after = cardlog.state(record, deal.events[1]).standing
        changes = [c or 0 for c in deal.changes]
        left = [(lives or 0) + change for lives, change in zip(start, changes, strict=True)]
        if not any(left) and cardlog.state(record, deal.events[1]).phase != "over":
            left = [-change for change in changes]  # sudden death: one life each is given back
        assert list(after) == left
        start = after


@quickly
@given(of_chase)
def test_exchanges_of_a_round(record: Record) -> None:
    for events in deals_of(record):
        assert isinstance(events[0], ev.Deal)
        players = sum(map(bool, events[0].hands))
        kinds = Counter(type(event) for event in events)
        assert kinds[ev.Swap] + kinds[ev.Block] <= players - 1
        assert kinds[ev.Cut] + kinds[ev.Draw] <= 1
        turns = sum(kinds[kind] for kind in (ev.Stay, ev.Swap, ev.Block, ev.Cut, ev.Draw))
        assert turns == players


@quickly
@given(matches, st.data())
def test_a_misdeal_takes_the_deal_back(record: Record, data: st.DataObject) -> None:
    deal = data.draw(st.sampled_from(cardlog.outcome(record).deals))
    first, last = deal.events
    over = ("done", "over", "void")
    done = next(k for k in range(first, last + 1) if cardlog.state(record, k).phase in over)
    at = data.draw(st.integers(first + 1, done))
    void = with_events(record, *record.events[:at], ev.Misdeal())
    before, after = cardlog.state(record, first - 1), cardlog.state(void)
    assert after.standing == before.standing and after.turn is None
    assert {m.seat for m in cardlog.legal(void) if m.kind == "deal"} == {deal.dealer}
    whole = cardlog.outcome(record)
    again = cardlog.outcome(with_events(void, *void.events, *record.events[first:]))
    assert (again.findings, again.standing, again.winners) == ((), whole.standing, whole.winners)
    spoilt = again.deals[deal.deal - 1]
    assert spoilt.void and set(spoilt.changes or ()) == {0} and spoilt.events == (first, at)
    results = [(d.dealer, d.changes, d.detail) for d in whole.deals if not d.void]
    assert [(d.dealer, d.changes, d.detail) for d in again.deals if not d.void] == results


# ---- what changes nothing ----


@quickly
@given(matches, st.data())
def test_a_prefix_is_never_illegal(record: Record, data: st.DataObject) -> None:
    whole = cardlog.outcome(record)
    assert whole.status == "finished" and not whole.findings
    for k in data.draw(st.sets(st.integers(0, len(record.events)), min_size=5, max_size=12)):
        part = cardlog.outcome(with_events(record, *record.events[:k]))
        assert part.status in ("unfinished", "finished") and not part.findings
        assert bool(part.winners) == (part.status == "finished")
        for mine, its in zip(part.deals, whole.deals, strict=False):
            assert mine.dealer == its.dealer and mine.changes in (None, its.changes)


@quickly
@given(matches, st.data())
def test_talk_changes_nothing_but_indexes(record: Record, data: st.DataObject) -> None:
    cut = record.events[: data.draw(st.integers(0, len(record.events)))]
    talk = st.just(ev.Note(text="")) | st.just(Extension({"type": "x-chat", "a": ["x"]}))
    events: list[AnyEvent] = []
    place = []  # where each event has moved to
    for event in cut:
        events += data.draw(st.lists(talk, max_size=1))
        place.append(len(events))
        events.append(event)
    events += data.draw(st.lists(talk, max_size=2))
    plain = cardlog.outcome(with_events(record, *cut))
    moved = tuple(
        msgspec.structs.replace(deal, events=(place[deal.events[0]], place[deal.events[1]]))
        for deal in plain.deals
    )
    expected = msgspec.structs.replace(plain, deals=moved)
    assert cardlog.outcome(with_events(record, *events)) == expected


@quickly
@given(matches, st.booleans())
def test_what_is_around_the_events_changes_nothing(record: Record, auto: bool) -> None:
    when = "2026-11-27T20:00:00.5+01:00"
    events = [msgspec.structs.replace(event, at=when, auto=auto) for event in record.events]
    dressed = msgspec.structs.replace(
        with_events(record, *events),
        meta={"event": "Clube de Sexta", "list": [1, None, {"a": 0.5}]},
        names=dict.fromkeys(record.players, "Somebody"),
        uid="room 7/1",
    )
    assert cardlog.outcome(dressed) == cardlog.outcome(record)
    assert dressed.id != record.id
    assert msgspec.structs.replace(dressed, names=msgspec.UNSET).id == dressed.id


@quickly
@given(matches)
def test_scores_are_claims_and_no_more(record: Record) -> None:
    without = [event for event in record.events if not isinstance(event, ev.Score)]
    assert timeless(with_events(record, *without)) == timeless(record)
    bare = [ev.Score(changes=e.changes) if isinstance(e, ev.Score) else e for e in record.events]
    assert cardlog.outcome(with_events(record, *bare)) == cardlog.outcome(record)


@quickly
@given(matches, st.data())
def test_false_scores_are_found_and_nothing_else(record: Record, data: st.DataObject) -> None:
    scores = [k for k, event in enumerate(record.events) if isinstance(event, ev.Score)]
    lies = data.draw(st.sets(st.sampled_from(scores), min_size=1))
    events: list[Any] = list(record.events)
    for k in lies:
        score = events[k]
        off = data.draw(st.sampled_from(range(len(score.changes))))
        wrong = score.changes[off] + data.draw(st.sampled_from((-3, -1, 1, 2)))
        changes = (*score.changes[:off], wrong, *score.changes[off + 1 :])
        events[k] = msgspec.structs.replace(score, changes=changes)
    found = cardlog.outcome(with_events(record, *events))
    assert [(f.event, f.code) for f in found.findings] == [(k, "claim") for k in sorted(lies)]
    assert msgspec.structs.replace(found, findings=()) == cardlog.outcome(record)


# ---- cards half seen ----


@quickly
@given(matches, st.data())
def test_half_seen_cards_accuse_only_the_wrong(record: Record, data: st.DataObject) -> None:
    """`K?`, `?s` or `??` for a card accuses nobody who may have been right, and only them."""
    k = data.draw(st.integers(0, len(record.events)))
    half = data.draw(st.sampled_from([c for c in Card if not c.known]) | st.just(Card["??"]))
    if "deck" in record.rules:
        half = Card["??"]  # a special pack has no suits
    moves = cardlog.legal(with_events(record, *record.events[:k]))
    seats = range(len(record.players))
    for kind, seat in itertools.product(("block", "cut", "draw", "reveal"), seats):
        target = (seat + 1) % len(seats) if kind == "block" else None
        shown: Any = {"cards": (half,)} if kind == "reveal" else {"card": half}
        shown |= {"target": target} if kind == "block" else {}
        event = KINDS[kind](seat=seat, **shown)
        same = [m.cards for m in moves if (m.kind, m.seat, m.target) == (kind, seat, target)]
        fits = any(
            half.rank in (None, card.rank) and half.suit in (None, card.suit)
            for card in itertools.chain(*same)
        )
        fold = begin(with_events(record, *record.events[:k], event)).run()
        assert (fold.stopped is None) == fits, event


# ---- the naive model, and faults ----


@cache
def positions(table: int, seed: int) -> mutate.Match:
    game, players, rules = TABLES[table]
    events = msgspec.json.decode(msgspec.json.encode(match(table, seed).events))
    return mutate.followed(game, MODELS[game](rules, players), events)


@cache
def faults(table: int, seed: int) -> dict[str, list[mutate.Mutant]]:
    """By kind, a few of the faults that can be made: each holds a whole match."""
    found: dict[str, list[mutate.Mutant]] = {}
    chance, seen = random.Random(seed), Counter[str]()
    for mutant in mutate.mutants(positions(table, seed)):
        kept = found.setdefault(mutant.kind, [])
        seen[mutant.kind] += 1
        if len(kept) < 5:
            kept.append(mutant)
        elif (at := chance.randrange(seen[mutant.kind])) < 5:
            kept[at] = mutant
    return found


@quickly
@given(st.sampled_from(range(len(TABLES))), seeds)
def test_the_model_comes_to_the_same(table: int, seed: int) -> None:
    model, found = positions(table, seed).at[-1], cardlog.outcome(match(table, seed))
    assert (list(found.standing), set(found.winners)) == (model.standing, model.winners)
    deals = [(d.dealer, d.void, list(d.changes or ()), d.detail) for d in found.deals]
    assert deals == model.results([deal.detail for deal in found.deals])


SEEDS = range(6)
WRONG = {g: mutate.kinds(g, [(n, rules) for game, n, rules in TABLES if game == g]) for g in MODELS}


@pytest.mark.parametrize("game", [game for game in WRONG if WRONG[game]])
def test_the_injector_knows_every_kind(game: str) -> None:
    tables = [n for n, table in enumerate(TABLES) if table[0] == game]
    assert {kind for n in tables for s in SEEDS for kind in faults(n, s)} == WRONG[game]


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game in WRONG for kind in sorted(WRONG[game])]
)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_every_fault_is_found_where_it_is(game: str, kind: str, data: st.DataObject) -> None:
    places = [(n, s) for n, table in enumerate(TABLES) if table[0] == game for s in SEEDS]
    places = [place for place in places if kind in faults(*place)]
    table, seed = data.draw(st.sampled_from(places))
    mutant = data.draw(st.sampled_from(faults(table, seed)[kind]))
    record = from_map({**to_map(match(table, seed)), "events": mutant.events})
    found = cardlog.outcome(record)
    assert [f.event in mutant.found and f.code in mutant.codes for f in found.findings] == [True]
    assert found.status == ("finished" if mutant.is_claim else "illegal")


@given(of_jack, chances)
@quickly
def test_the_short_way_of_a_trick_comes_to_the_same(record: Record, chance: random.Random) -> None:
    """CJ-3.1, CJ-3.2: in any position and for any two cards `pair` does what `trick` does."""
    state = some_position(record, chance)
    for leader in (0, 1, 2):
        hands = hands_of(state)
        plays = list(itertools.product(hands[leader % 2], hands[1 - leader % 2]))
        plays += [(chance.choice(CODES), chance.choice(CODES)) for _ in range(40)]
        for lead, reply in plays:
            short, long = state.copy(), state.copy()
            assert tricks.pair(short, leader, lead, reply) == tricks.trick(
                long, leader, [lead, reply]
            )
            assert same(short, long)


@given(of_three_or_four, chances)
@quickly
def test_the_short_way_of_three_or_four_comes_to_the_same(
    record: Record, chance: random.Random
) -> None:
    """CJ-3.1, CJ-3.2: in any position and for any cards `four` does what `trick` does."""
    state = some_position(record, chance)
    seats = state.seats
    for leader in range(seats + 1):
        hands = hands_of(state)
        clockwise = [hands[(leader + k) % seats] for k in range(seats)]
        leads = [chance.choice(clockwise[0]) for _ in range(20)]
        plays = [[lead, *[follow(lead, h, chance) for h in clockwise[1:]]] for lead in leads]
        plays += [[chance.choice(hand) for hand in clockwise] for _ in range(20)]
        plays += [[chance.choice(CODES) for _ in clockwise] for _ in range(10)]
        for play in [*plays, *([*play[:-1], play[0]] for play in plays[:5])]:
            short, long = state.copy(), state.copy()
            four = play if seats == 4 else [*play, play[0]]
            assert tricks.four(short, leader, *four) == tricks.trick(long, leader, play)
            assert same(short, long)


@given(st.one_of(of_jack, of_three_or_four), chances)
@quickly
def test_the_short_way_of_a_deal_comes_to_the_same(record: Record, chance: random.Random) -> None:
    """CJ-2.2: whatever was seen of a deal, and however wrong it is."""
    at = chance.choice([k for k, event in enumerate(record.events) if type(event) is ev.Deal])
    fold = begin(record).run(until=chance.choice([at, chance.randint(0, len(record.events))]))
    deal = record.events[at]
    assert isinstance(deal, ev.Deal) and isinstance(deal.stock, tuple)
    parts = [list(hand) for hand in (*deal.hands, deal.stock)]
    for _ in range(chance.choice((0, 0, 1, 2))):
        part = chance.choice(parts)
        part[chance.randrange(len(part))] = chance.choice(list(Card))
    for _ in range(chance.choice((0, 0, 1, 2))):
        chance.choice(parts).append(chance.choice(parts).pop())
    *hands, stock = map(tuple, parts)
    deal = ev.Deal(deal.dealer, tuple(hands), chance.choice((stock, msgspec.UNSET)))
    assert isinstance(fold.state, tricks.TrickState)
    short, long = fold.state.copy(), fold.state.copy()
    assert dealing.on_deal(short, deal) == dealing.on_odd_deal(long, deal)
    assert same(short, long)


def some_position(record: Record, chance: random.Random) -> tricks.TrickState:
    """A position of the match, in which some cards of the hands were not seen."""
    state = begin(record).run(until=chance.randint(0, len(record.events))).state
    assert isinstance(state, tricks.TrickState)
    for seat, code in itertools.product(range(state.seats), chance.sample(SEEN, 6)):
        if state.place[code] == seat and chance.random() < 0.5:
            state.place[code] = tricks.NOWHERE
            state.unseen[seat] += 1
    if chance.random() < 0.2:
        state.trump = 4  # its suit was not seen
    return state


def hands_of(state: tricks.TrickState) -> list[list[int]]:
    """The cards each is known to hold; of who is known to hold none, any."""
    places = range(state.seats)
    return [[c for c in SEEN if state.place[c] == seat] or SEEN for seat in places]


def follow(lead: int, hand: list[int], chance: random.Random) -> int:
    """A reply of the suit led, if the hand has one."""
    return chance.choice([card for card in hand if card >> 4 == lead >> 4] or hand)


def same(a: tricks.TrickState, b: tricks.TrickState) -> bool:
    return all(getattr(a, field) == getattr(b, field) for field in b.fields())
