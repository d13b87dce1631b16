"""What a fault changed: the deal's result with it and without it, where the cards determine both.

Two things are compared: the event as it was written, and the way of the rules in its place (the
King shown, the card kept, or no such event). The rest of the deal is in both as it was played.
Where a later event does not fit, or a card nobody saw would decide, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from cardlog.engine import faults
from cardlog.engine.fold import Fold
from cardlog.engine.legal import ANY
from cardlog.engine.messages import catalogue, changes_in_words, side_name, tell_change
from cardlog.engine.packs import has_unseen
from cardlog.engine.rules import Changed
from cardlog.engine.scorebook import Fault
from cardlog.engine.state import DEAL_DONE, OPEN, State
from cardlog.engine.tricks import PIPS
from cardlog.records.cards import CODES, Card
from cardlog.records.events import AnyEvent, Block, Deal, Misdeal, Reveal, Stay, Swap, Trick

Events = tuple[AnyEvent, ...]


def changed(
    fold: Fold, fault: Fault, event: AnyEvent, place: int, expected: Sequence[str]
) -> Changed | None:
    """What an illegal event changed. `fold` stands before it.

    `place` is that of the culprit in a trick, and `expected` are the cards that were legal there.
    """
    if isinstance(event, Trick):
        if fault.code not in faults.PLAYS:
            return None
        return _trick(fold, fault, event, place, expected)
    ways = list(_ways_of_the_rules(fold, fault.code, event))
    rest = _rest_of_deal(fold, fault)
    if not ways or not rest or _partly_seen(fold, event, rest):
        return None
    state = fold.state.copy()
    written = _result(fold, state, fold.game.let_stand(state, event, fault.code), rest, False)
    results = [_by_the_rules(fold, way, rest) for way in ways]
    rules = next((result for result in results if result is not None), None)
    if written is None or rules is None:
        return None
    code = faults.NAMES[fault.code]
    names, said = fold.record.shown_names, catalogue().INSTEAD
    facts = {
        "written": _in_words(fold, written),
        "rules": _in_words(fold, rules),
        "instead": said.get(code, said["undone"]),
    }
    key = "deal" if written != rules else "deal-same"
    return Changed(what="deal", written=written, rules=rules, text=tell_change(key, facts, names))


def claimed(fold: Fold, fault: Fault, facts: Mapping[str, Any]) -> Changed | None:
    """What a false claim comes to against the right one."""
    names = fold.record.shown_names
    if "changes" not in facts:
        return None  # after a gap
    if fault.code in (faults.CLAIM, faults.CLAIM_KING):
        if facts["changes"] is None or None in facts["changes"]:
            return None
        written, rules = tuple(facts["claimed"]), tuple(facts["changes"])
        said = {"written": _in_words(fold, written), "rules": _in_words(fold, rules)}
        text = tell_change("score", said, names)
        return Changed(what="score", written=written, rules=rules, text=text)
    point = faults.NAMES[fault.code].removeprefix("claim-")
    mine, right = facts["claimed_points"][point], facts["points"][point]
    sides = facts["sides"]
    said = {"written": _side(fold, mine, sides), "rules": _side(fold, right, sides)}
    text = tell_change("point", said, names)
    return Changed(what="point", written=(mine,), rules=(right,), text=text)


def _side(fold: Fold, side: int | None, sides: int) -> str:
    if side is None:
        return str(catalogue().WORDS["nobody"])
    return side_name(side, fold.record.shown_names, sides)


def _in_words(fold: Fold, changes: Sequence[int | None]) -> str:
    stake = getattr(fold.options, "stake", "points")
    return changes_in_words(changes, fold.record.shown_names, stake)


# ---- a deal with the event, and in the way of the rules ----


def _rest_of_deal(fold: Fold, fault: Fault) -> Events:
    """The events after it that belong to the deal and are played: none where it is not one."""
    assert fault.event is not None
    if isinstance(fold.events[fault.event], Deal):
        return ()
    rest = []
    for event in fold.events[fault.event + 1 :]:
        if isinstance(event, (Deal, Misdeal)):
            break
        rest.append(event)
    return tuple(rest)


def _partly_seen(fold: Fold, event: AnyEvent, rest: Events) -> bool:
    """Whether a card of the deal was not seen that may lie elsewhere by the rules."""
    hands = fold.game.view(fold.state)["hands"]
    return any(card.rank is None for hand in hands for card in hand) or has_unseen((event, *rest))


def _by_the_rules(fold: Fold, way: Events, rest: Events) -> tuple[int, ...] | None:
    state = fold.state.copy()
    code = 0
    for event in way:
        code = fold.game.apply(state, event)
        if code > 0:
            return None
    return _result(fold, state, code, rest, True)


def _result(
    fold: Fold, state: State, code: int, rest: Iterable[AnyEvent], what_is_held: bool
) -> tuple[int, ...] | None:
    """The deal's changes after these events; None where it does not end, or they are open.

    With `what_is_held` a player who showed another card in the showdown shows what he then holds.
    """
    for event in rest:
        if code > 0 or code == DEAL_DONE:
            break
        code = fold.game.apply(state, event)
        if code == faults.REVEAL_NOT_HELD and what_is_held and isinstance(event, Reveal):
            code = fold.game.apply(state, replace(event, cards=(ANY,)))
    if code != DEAL_DONE or OPEN in state.changes:
        return None
    return tuple(map(int, state.changes))


def _ways_of_the_rules(fold: Fold, code: int, event: AnyEvent) -> Iterator[Events]:
    """What the rules have in place of the event, where there is but one such way."""
    make = INSTEAD.get(code)
    if code in NOTHING_INSTEAD:
        yield ()
    elif make is not None:
        yield from make(event, fold.game.view(fold.state)["hands"])


def _block(event: AnyEvent, hands: Sequence[Sequence[Card]]) -> Iterator[Events]:
    if isinstance(event, Swap) and hands[event.target]:
        yield (Block(seat=event.seat, target=event.target, card=hands[event.target][0]),)


def _swap(event: AnyEvent, hands: Sequence[Sequence[Card]]) -> Iterator[Events]:
    if isinstance(event, Block):
        yield (Swap(seat=event.seat, target=event.target),)


def _stay(event: AnyEvent, hands: Sequence[Sequence[Card]]) -> Iterator[Events]:
    if isinstance(event, (Swap, Block)):
        yield (Stay(seat=event.seat),)


def _show_first(event: AnyEvent, hands: Sequence[Sequence[Card]]) -> Iterator[Events]:
    if isinstance(event, Swap):
        first, second = (
            Reveal(seat=seat, cards=tuple(hands[seat])) for seat in (event.seat, event.target)
        )
        yield first, event
        yield second, event
        yield first, second, event


def _show_what_is_held(event: AnyEvent, hands: Sequence[Sequence[Card]]) -> Iterator[Events]:
    if isinstance(event, Reveal) and isinstance(event.seat, int):
        yield (replace(event, cards=(ANY,)),)


Make = Callable[[AnyEvent, Sequence[Sequence[Card]]], Iterator[Events]]
INSTEAD: Final[dict[int, Make]] = {
    faults.KING_MUST_BLOCK: _block,
    faults.BLOCK_NO_KING: _swap,
    faults.BLOCK_NOT_HELD: _swap,
    faults.DEALER_KING: _swap,
    faults.WRONG_NEIGHBOUR: _stay,
    faults.DEALER_ASKS: _stay,
    faults.LOW_NOT_SHOWN: _show_first,
    faults.REVEAL_NOT_HELD: _show_what_is_held,
}
# Where the event has no place at all, the rules have nothing instead of it.
NOTHING_INSTEAD: Final = frozenset(
    {faults.TURN_ORDER, faults.TURN_TAKEN, faults.DEALER_ONLY, faults.LATE_TURN,
     faults.EARLY_REVEAL, faults.REVEAL_TWICE, faults.NOT_THIS_GAME, faults.EXTRA_DRAW}
)  # fmt: skip

# ---- a trick ----


def _trick(
    fold: Fold, fault: Fault, event: Trick, place: int, expected: Sequence[str]
) -> Changed | None:
    """Who takes the trick, and who takes it with each of the cards that were legal."""
    legal = [Card(word) for word in expected if word in CODES]
    written = _winner(fold, event, fault.code)
    by_card = {card: _winner(fold, _with_card(event, place, card), 0) for card in legal}
    if written is None or not by_card or None in by_card.values():
        return None
    names = fold.record.shown_names
    winners = tuple(dict.fromkeys(seat for seat in by_card.values() if seat is not None))
    facts: dict[str, Any] = {"cards": event.cards, "seat": written, "other": winners[0]}
    key = "trick"
    if len(winners) > 1:
        key = "trick-open"
        facts["rules"] = ", ".join(
            f"{' '.join(card.sign for card in legal if by_card[card] == seat)} {names[seat]}"
            for seat in winners
        )
    elif winners[0] == written:
        key = "trick-same"
    text = tell_change(key, facts, names)
    counted = _counts(event)
    counts = {_counts(_with_card(event, place, card)) for card in legal}
    if counted is not None and None not in counts and counts != {counted}:
        words = catalogue().WORDS
        said = [str(n or words["nothing"]) for n in sorted(n or 0 for n in counts)]
        by_rules = f" {words['or']} ".join(", ".join(said).rsplit(", ", 1))
        told = {"written": counted or words["nothing"], "rules": by_rules}
        text += tell_change("trick-counts", told, names)
    return Changed(what="trick", written=(written,), rules=winners, text=text)


def _counts(trick: Trick) -> int | None:
    """What a trick counts for Game; None where a card of it was not seen."""
    if not all(card.known for card in trick.cards):
        return None
    return sum(PIPS[card.code] for card in trick.cards)


def _with_card(event: Trick, place: int, card: Card) -> Trick:
    return replace(event, cards=(*event.cards[:place], card, *event.cards[place + 1 :]))


def _winner(fold: Fold, event: Trick, fault: int) -> int | None:
    state: Any = fold.state.copy()
    game = fold.game
    code = game.let_stand(state, event, fault) if fault else game.apply(state, event)
    return int(state.leader) if code <= 0 <= state.leader else None
