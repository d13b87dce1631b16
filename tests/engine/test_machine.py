"""One state machine for every game: legal play step by step beside the naive model (naive/).

What may come next is asked of `cardlog.legal`, turned into an event, appended and folded anew.
After each event nothing is wrong, the position is the model's, and whatever is not listed is
refused without a trace.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

import cardlog
from cardlog import events as ev
from cardlog.engine import games
from cardlog.engine.fold import begin
from cardlog.engine.legal import Move, actor, cards_shown
from cardlog.records.cards import Card
from cardlog.records.events import KINDS, AnyEvent, Extension, kind_of
from cardlog.records.game import Record
from tests.engine.naive import MODELS
from tests.engine.tables import TABLES, Table

CALLS = ("pass", "1", "2", "3", "4", "smudge", "stand", "beg", "give", "run")


class Match(RuleBasedStateMachine):
    """A table at play. `seen[k]` is the position before event k."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.sit_down()

    def sit_down(self) -> None:
        game, players, rules, _ = self.table
        names = tuple(f"player {k}" for k in range(players))
        self.model = MODELS[game](rules, players)
        self.record = Record(game=game, rules=rules, players=names, events=())
        self.seen = [cardlog.state(self.record)]
        self.moves = cardlog.legal(self.record)

    def add(self, event: AnyEvent) -> None:
        """A legal event is played."""
        self.record = followed(self.record, event)
        self.model.take(as_map(event))
        self.seen.append(cardlog.state(self.record))
        self.moves = cardlog.legal(self.record)
        self.agrees()

    # ---- legal play ----

    @precondition(lambda self: self.moves)
    @rule(data=st.data(), turns=st.integers(1, 25))
    def play(self, data: st.DataObject, turns: int) -> None:
        for _ in range(turns):
            if not self.moves:
                break
            move = data.draw(by_urgency(self.moves).flatmap(st.sampled_from))
            event = self.event_of(data, move)
            legal = self.model.may(as_map(event))
            assert legal is not False, f"{event} is listed as legal"
            if legal:
                self.add(event)

    def event_of(self, data: st.DataObject, move: Move) -> AnyEvent:
        """The move with its hidden part filled in."""
        if move.kind == "deal" and move.seat is not None:
            return self.dealt(data, move.seat)
        if move.kind == "score":
            return ev.Score(changes=tuple(self.model.deals[-1]["changes"]))
        if move.kind == "trick" and move.seat is not None and move.replies:
            lead = data.draw(st.sampled_from(list(move.replies)))
            rest = [data.draw(st.sampled_from(cards)) for cards in move.replies[lead][1:]]
            return ev.Trick(leader=move.seat, cards=(lead, *rest))
        if move.kind == "discard" and move.seat is not None:
            cards = data.draw(st.permutations(move.cards))[: move.count]
            return ev.Discard(seat=move.seat, cards=tuple(cards))
        return data.draw(st.sampled_from(candidates(move)))

    def dealt(self, data: st.DataObject, dealer: int) -> ev.Deal:
        """A deal from a shuffled pack; sometimes from one in order, where ranks are equal."""
        pack = [Card(name) for name in self.model.pack]
        chance = random.Random(data.draw(st.integers(0, 2**32)))
        chance.shuffle(pack)
        if data.draw(st.integers(0, 3)) == 3:
            pack.sort(key=lambda card: card.code & 15)
            at = chance.randrange(len(pack))
            pack = pack[at:] + pack[:at]
        size, active = self.model.hand_size, self.model.active()
        hands = tuple(
            tuple(pack.pop() for _ in range(size)) if seat in active else ()
            for seat in self.model.seats
        )
        stock = tuple(pack) if data.draw(st.booleans()) else msgspec.UNSET
        return ev.Deal(dealer=dealer, hands=hands, stock=stock)

    @precondition(lambda self: any(move.kind == "deal" for move in self.moves))
    @rule(data=st.data())
    def deal_too_few(self, data: st.DataObject) -> None:
        """A wrong count is no fault yet, but only a misdeal may follow."""
        dealer = data.draw(st.sampled_from([m.seat for m in self.moves if m.kind == "deal"]))
        deal = self.dealt(data, dealer or 0)
        at = data.draw(st.sampled_from(self.model.active()))
        hands = tuple(hand[(k == at) :] for k, hand in enumerate(deal.hands))
        self.add(msgspec.structs.replace(deal, hands=hands))
        assert [move.kind for move in self.moves] == ["misdeal"]

    @rule(chat=st.booleans())
    def talk(self, chat: bool) -> None:
        moves, before = self.moves, self.seen[-1]
        self.add(Extension({"type": "x-chat"}) if chat else ev.Note(text="well played"))
        assert self.moves == moves
        assert msgspec.structs.replace(self.seen[-1], event=before.event) == before

    @precondition(lambda self: not self.moves)
    @rule()
    def play_again(self) -> None:
        """The match is over."""
        assert self.seen[-1].winners
        self.look_back()
        self.sit_down()

    # ---- what must hold ----

    def agrees(self) -> None:
        """Nothing is wrong, and the model stands where the fold does."""
        found = cardlog.outcome(self.record)
        assert found.findings == () and cardlog.audit(self.record).ok
        assert self.model.facts() == facts(self.seen[-1], self.model.facts())
        deals = [(d.dealer, d.void, d.changes and list(d.changes), d.detail) for d in found.deals]
        assert deals == self.model.results([deal.detail for deal in found.deals])

    @rule()
    def look_back(self) -> None:
        """The position after event k is a fold of the events 0 to k, in a replay too."""
        steps = list(cardlog.replay(self.record))
        assert [step.event for step in steps] == list(self.record.events)
        assert [step.state for step in steps] == self.seen[1:]
        assert not any(step.finding for step in steps)
        assert [cardlog.state(self.record, k - 1) for k in range(len(self.seen))] == self.seen

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        """What is listed is taken, all else refused; the model thinks the same."""
        events = data.draw(st.lists(self.anything(data), min_size=6, max_size=20))
        moves = data.draw(st.permutations(self.moves))
        events += [self.event_of(data, move) for move in moves[:10]]
        before, refused = begin(self.record).run().state, None
        for event in events:
            fold = begin(followed(self.record, event)).run()
            taken = fold.stopped is None
            assert taken or all(
                getattr(fold.state, n) == getattr(before, n) for n in before.fields()
            )
            if taken or not isinstance(event, ev.Deal):  # of a deal only the dealer is listed
                assert taken == is_listed(self.moves, event), event
            assert self.model.may(as_map(event)) in (taken, None), event
            refused = refused if taken else event
        if refused:
            self.refuse(refused)

    def anything(self, data: st.DataObject) -> st.SearchStrategy[AnyEvent]:
        """Events of any kind, with the seats of the table and cards that are about."""
        turn, players = self.seen[-1].turn or 0, self.table.players
        near = st.sampled_from((turn, (turn + 1) % players))
        seat = st.integers(0, players - 1) | near
        piles = (*self.seen[-1].hands, (self.seen[-1].stock or ())[:2])
        pack = [Card(name) for name in dict.fromkeys(self.model.pack)]
        about = [card for pile in piles for card in pile if card in pack]
        card = st.sampled_from(about or pack) | st.sampled_from(pack)
        cards = st.lists(card, max_size=3).map(tuple)
        one = card.map(lambda c: (c,))
        sure = self.dealt(data, 0)
        dealt = [hand or (data.draw(card),) for hand in sure.hands]  # to players who are out too
        hands = st.just(sure.hands) | st.permutations([*dealt[1:], dealt[-1]]).map(tuple)
        return st.one_of(
            st.builds(ev.Stay, seat=seat),
            st.builds(ev.Swap, seat=seat, target=seat),
            st.builds(ev.Block, seat=seat, target=seat, card=card),
            st.builds(ev.Cut, seat=seat, card=card),
            st.builds(ev.Draw, seat=seat, card=card),
            st.builds(ev.Reveal, seat=seat, cards=one | cards),
            st.builds(ev.Reveal, cards=one | cards),
            st.builds(ev.Trick, leader=seat, cards=st.tuples(*[card] * players) | cards),
            st.builds(ev.Call, seat=seat, call=st.sampled_from(CALLS)),
            st.builds(ev.Discard, seat=seat, cards=cards),
            st.builds(ev.Misdeal),
            st.builds(ev.Score, changes=st.just((0,) * len(self.model.standing))),
            st.builds(msgspec.structs.replace, st.just(sure), dealer=seat, hands=hands),
        )

    def refuse(self, event: AnyEvent) -> None:
        """One finding, at this event, and the position stays."""
        record, at = followed(self.record, event), len(self.record.events)
        before, after = cardlog.outcome(self.record), cardlog.outcome(record)
        assert [(f.event, bool(f.message)) for f in after.findings] == [(at, True)]
        assert after.status == "illegal"
        assert msgspec.structs.replace(after, findings=(), status=before.status) == before
        *_, last = cardlog.replay(record)
        assert (last.finding, last.index) == (after.findings[0], at)
        assert last.state == self.seen[-1]
        audited = cardlog.audit(record).findings  # the audit goes on, and says how
        assert [(f.event, f.code, f.message, f.expected) for f in audited] == [
            (f.event, f.code, f.message, f.expected) for f in after.findings
        ]
        longer = followed(record, ev.Misdeal(), ev.Note(text="later"))
        assert cardlog.outcome(longer).findings == after.findings


def followed(record: Record, *events: AnyEvent) -> Record:
    return msgspec.structs.replace(record, events=(*record.events, *events))


def as_map(event: AnyEvent) -> dict[str, Any]:
    data = event.data if isinstance(event, Extension) else event
    return msgspec.json.decode(msgspec.json.encode(data), type=dict[str, Any])


def by_urgency(moves: tuple[Move, ...]) -> st.SearchStrategy[list[Move]]:
    """Mostly what brings the deal on, now and then what may also happen."""
    calm = [move for move in moves if move.kind != "misdeal"]
    brisk = [move for move in calm if move.kind != "reveal"]
    return st.sampled_from([g for g in [brisk] * 8 + [calm] * 4 + [list(moves)] if g])


def candidates(move: Move) -> list[AnyEvent]:
    """The events that a listed move stands for (not those of a deal, a trick or a discard)."""
    given = {"seat": move.seat, "target": move.target}
    given = {name: seat for name, seat in given.items() if seat is not None}
    if move.calls:
        return [KINDS[move.kind](**given, call=word) for word in move.calls]
    if not move.cards:
        return [KINDS[move.kind](**given)]
    name, many = ("cards", True) if move.kind == "reveal" else ("card", False)
    return [KINDS[move.kind](**given, **{name: (c,) if many else c}) for c in move.cards]


def is_listed(moves: tuple[Move, ...], event: AnyEvent) -> bool:
    """Whether `legal` has told of this event."""
    if isinstance(event, ev.Trick | ev.Deal):
        mine = [m for m in moves if m.kind == kind_of(event) and m.seat == actor(event)]
        return any(isinstance(event, ev.Deal) or is_reply(m, event.cards) for m in mine)
    if isinstance(event, ev.Call):
        return any(m.seat == event.seat and event.call in m.calls for m in moves)
    if isinstance(event, ev.Discard):
        mine = [m for m in moves if m.kind == "discard" and m.seat == event.seat]
        fits = len(set(event.cards)) == len(event.cards)
        return any(
            fits and m.count == len(event.cards) and set(event.cards) <= set(m.cards) for m in mine
        )
    shown, who = cards_shown(event), (kind_of(event), actor(event), getattr(event, "target", None))
    if len(shown) > 1 and (who[1] is None or len(set(shown)) < len(shown)):
        return False  # turned up one by one; no card is shown twice at once
    same = [set(m.cards) for m in moves if (m.kind, m.seat, m.target) == who]
    return any(set(shown) <= cards and bool(shown) == bool(cards) for cards in same)


def is_reply(move: Move, cards: tuple[Card, ...]) -> bool:
    """Whether these cards may be played to the trick, from the leader clockwise."""
    places = (move.replies or {}).get(cards[0], ()) if cards else ()
    return len(cards) == len(places) > 0 and all(
        card in allowed for card, allowed in zip(cards, places, strict=True)
    )


def facts(seen: cardlog.Snapshot, wanted: dict[str, Any]) -> dict[str, Any]:
    """A snapshot in the words of the model."""
    told = msgspec.json.decode(msgspec.json.encode(seen), type=dict[str, Any])
    told |= {name: [sorted(c) for c in told.get(name, ())] for name in ("hands", "taken")}
    return {name: told.get(name) for name in wanted}


@pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t.game}-{t.players}-{t.rules}")
def test_legal_play(table: Table) -> None:
    shape = settings(max_examples=table.runs, stateful_step_count=25, deadline=None)
    # A failing run is told as it was: to shrink it takes minutes.
    calm = settings(shape, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
    run(lambda: Match(table), settings=calm)  # type: ignore[arg-type]


PROFILES = {"chase-the-ace": ("cuckoo", "compendium", "le-her")}


def test_every_game_and_profile_is_played() -> None:
    assert set(games.names()) <= set(MODELS), "a game has no model in tests/engine/naive"
    played = {(table.game, table.rules.get("profile")) for table in TABLES}
    for name in games.names():
        for profile in PROFILES.get(name, (None,)):
            assert (name, profile) in played
