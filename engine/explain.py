"""From a fault to a finding: which clause, what was held and shown, what would have been legal.

Only a record with a fault pays for this. The facts are plain seats, cards and numbers, so that
sentences in any language can be made from them (engine/messages/).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cardlog.engine import faults
from cardlog.engine.changed import changed, claimed
from cardlog.engine.fold import Fold, clauses
from cardlog.engine.legal import Move, actor, cards_shown, moves
from cardlog.engine.messages import sentence, tell
from cardlog.engine.rules import Changed, Finding, Rule, clause_of
from cardlog.engine.scorebook import Fault, changes_of
from cardlog.engine.state import PHASES, UNRECORDED
from cardlog.engine.views import snapshot
from cardlog.records.cards import UNKNOWN, Card
from cardlog.records.events import AnyEvent, Deal, Gap, Reveal, Score, Trick, kind_of

MOST_EXPECTED: Final = 60

# Faults whose remedy is another card, rather than another move.
CARD_FAULTS: Final = frozenset(
    {faults.REVOKE, faults.STRICT_FOLLOW, faults.MUST_TRUMP, faults.NOT_HELD, faults.NOT_TOP,
     faults.NOT_IN_STOCK, faults.REVEAL_NOT_HELD, faults.BLOCK_NOT_HELD, faults.BLOCK_NO_KING}
)  # fmt: skip


def finding(fold: Fold, fault: Fault) -> Finding:
    """The finding for a fault. `fold` stands before the event, or after it for a false claim."""
    rule = clause_of(clauses(fold), fault.code)
    if fault.event is None:
        least, most = fold.game.seats(fold.options)
        facts: dict[str, Any] = {"players": len(fold.record.players), "least": least, "most": most}
        return _finding(fold, fault, rule, None, facts)
    event = (fold.events if fault.ruled is None else fold.record.events)[fault.event]
    if fault.code in faults.CLAIMS:
        facts = _claim(fold, event, fault.event)
        if fault.code == faults.CLAIM and _may_be_true(facts):
            found = _finding(fold, fault, rule, None, facts)
            return replace(found, message=tell("claim-at-odds", facts, fold.record.shown_names))
        return _finding(fold, fault, rule, None, facts, changed=claimed(fold, fault, facts))
    allowed = moves(fold)
    place = _culprit(event, allowed) if type(event) is Trick else 0
    seat = actor(event)
    if type(event) is Trick and fault.code in faults.PLAYS:
        seat = (event.leader + place) % len(fold.record.players)
    facts = _facts(fold, event, seat)
    facts["expected_calls"] = list(dict.fromkeys(call for move in allowed for call in move.calls))
    if type(event) is Trick and place < len(event.cards):
        facts |= {"card": str(event.cards[place]), "led": str(event.cards[0])}
    expected = _expected(fault, event, allowed, place)
    came_of = changed(fold, fault, event, place, expected)
    return _finding(fold, fault, rule, facts.get("seat", seat), facts, expected, came_of)


def _finding(
    fold: Fold,
    fault: Fault,
    rule: Rule,
    seat: int | None,
    facts: dict[str, Any],
    expected: tuple[str, ...] = (),
    changed: Changed | None = None,
) -> Finding:
    code = faults.NAMES[fault.code]
    return Finding(
        event=fault.event,
        deal=_deal_of(fold, fault.event),
        seat=seat,
        rule=rule.id,
        rule_text=rule.text,
        code=code,
        message=sentence(code, facts, fold.record.shown_names),
        facts=facts,
        expected=expected,
        ruled=fault.ruled,
        changed=changed,
    )


def _deal_of(fold: Fold, event: int | None) -> int | None:
    """Which deal an event belongs to: a deal that was refused would have been the next one."""
    if event is None:
        return None
    begun = _deals_begun(fold, event)
    return begun + (type(fold.events[event]) is Deal and event == fold.index) or None


def _deals_begun(fold: Fold, event: int) -> int:
    """How many deals had begun at this event."""
    return bisect_right(fold.deals, event, key=lambda entry: entry.first)


def _facts(fold: Fold, event: AnyEvent, seat: int | None) -> dict[str, Any]:
    """Seats, cards and numbers around an event, as the state has them before it."""
    view = snapshot(fold)
    deals_next = fold.state.next_dealer
    facts: dict[str, Any] = {"kind": kind_of(event), "phase": view.phase}
    for name, value in (
        ("seat", seat),
        ("target", getattr(event, "target", None)),
        ("dealer", view.dealer),
        ("turn", view.turn),
        ("next_dealer", deals_next if view.turn is None and deals_next >= 0 else None),
    ):
        if value is not None:
            facts[name] = value
    if view.turn is not None:
        facts["neighbour"] = _left_of(view.turn, view.hands)
    if any(view.hands):
        facts["hands"] = [[str(card) for card in hand] for hand in view.hands]
    for name in ("seat", "target"):
        if name in facts:
            facts[f"{name}_holds"] = [str(card) for card in view.hands[facts[name]]]
    cards = [str(card) for card in cards_shown(event)]
    if type(event) is Deal:
        facts |= _facts_of_deal(fold, event)
    elif cards or type(event) is Reveal:
        facts |= {"cards": cards, "twice": cards[0] if cards else None, "times": 2}
    if len(cards) == 1:
        facts["card"] = cards[0]
    top = view.stock_top or (view.stock[0] if view.stock else None)
    if top not in (None, Card["??"]):
        facts["top"] = str(top)
    if view.trump:
        facts["trump"] = view.trump
    facts |= fold.game.facts(fold.state, event, seat)
    if view.phase == "miscounted":
        last = fold.events[fold.deals[-1].first]
        assert type(last) is Deal
        facts["counts"] = [len(hand) for hand in last.hands]
    return facts


def _facts_of_deal(fold: Fold, event: Deal) -> dict[str, Any]:
    dealt = [card for hand in event.hands for card in hand]
    stock = [] if event.stock is msgspec.UNSET else list(event.stock)
    facts: dict[str, Any] = {"counts": [len(hand) for hand in event.hands]}
    for name in ("value", "rank", "suit"):  # the same card, or too many of a rank or a suit
        seen = Counter(getattr(card, name) for card in dealt + stock if card.code != UNKNOWN)
        seen.pop(None, None)
        word, times = seen.most_common(1)[0] if seen else ("", 0)
        most = {"value": 1, "rank": 4, "suit": 13}[name] * getattr(fold.state, "copies", 1)
        if times > most and "?" not in word:
            shown = {"value": word, "rank": f"{word}?", "suit": f"?{word}"}[name]
            facts |= {"twice": shown, "times": times}
            break
    lives = fold.standing if len(fold.standing) == len(event.hands) else ()
    out = [seat for seat, left in enumerate(lives) if left == 0 and event.hands[seat]]
    return facts | ({"other": out[0]} if out else {})


def _left_of(seat: int, hands: tuple[tuple[Any, ...], ...]) -> int:
    for step in range(1, len(hands) + 1):
        if hands[(seat + step) % len(hands)]:
            return (seat + step) % len(hands)
    return seat


def _claim(fold: Fold, event: AnyEvent, index: int) -> dict[str, Any]:
    """What the table wrote and what the deal came to."""
    assert type(event) is Score
    claimed = {} if event.points is msgspec.UNSET else msgspec.to_builtins(event.points)
    begun = _deals_begun(fold, index)
    since = fold.deals[begun - 1].first if begun else 0
    if any(type(each) is Gap for each in fold.events[since:index]):
        return {
            "phase": PHASES[UNRECORDED],
            "claimed": list(event.changes),
            "claimed_points": claimed,
            "points": dict.fromkeys(claimed),
            "sides": len(fold.standing),
        }
    entry = fold.deals[begun - 1]
    return fold.game.facts(fold.state, None, None) | {
        "claimed": list(event.changes),
        "changes": changes_of(entry),
        "claimed_points": claimed,
        "points": {name: entry.detail.get(name) for name in claimed},
        "detail": entry.detail,
        "sides": len(fold.standing),
    }


def _may_be_true(facts: dict[str, Any]) -> bool:
    """Whether what was written fits the deal by itself, so that it is at odds with its points."""
    changes = facts.get("changes")
    return changes is not None and all(
        is_ is None or is_ == said for is_, said in zip(changes, facts["claimed"], strict=True)
    )


def _culprit(event: Trick, allowed: tuple[Move, ...]) -> int:
    """The place in the trick of the first card that its player could not put down."""
    for move in allowed:
        if move.kind == "trick" and move.seat == event.leader and move.replies and event.cards:
            replies = move.replies.get(event.cards[0], ())
            for place, (card, may) in enumerate(zip(event.cards, replies, strict=False)):
                if card not in may:
                    return place
    return 0


def _expected(
    fault: Fault, event: AnyEvent, allowed: tuple[Move, ...], place: int
) -> tuple[str, ...]:
    """Cards where another card would have been legal, else the moves, `swap 0 1` or `stay 2`."""
    if fault.code in CARD_FAULTS:
        for move in allowed:
            same = move.kind == kind_of(event) and move.seat == actor(event)
            if same and move.target == getattr(event, "target", None) and move.cards:
                cards = move.cards
                if type(event) is Trick and place and move.replies is not None:
                    cards = move.replies[event.cards[0]][place]
                return tuple(map(str, cards))[:MOST_EXPECTED]
    words = dict.fromkeys(
        " ".join(
            str(part) for part in (move.kind, move.seat, move.target, call) if part is not None
        )
        for move in _helpful(fault, event, allowed)
        for call in move.calls or (None,)
    )
    return tuple(words)[:MOST_EXPECTED]


def _helpful(fault: Fault, event: AnyEvent, allowed: tuple[Move, ...]) -> list[Move]:
    """The moves that bring the deal on. A misdeal or an exposed card seldom does, though legal."""
    if fault.code in (faults.MISDEAL, faults.WRONG_COUNT):
        spoilt = [move for move in allowed if move.kind == "misdeal"]
        if spoilt:
            return spoilt
    calm = [move for move in allowed if move.kind not in ("misdeal", "score", "reveal")]
    shown = [move for move in allowed if move.kind == "reveal"]
    if fault.code == faults.LOW_NOT_SHOWN:
        asked = (getattr(event, "seat", None), getattr(event, "target", None))
        return [move for move in shown if move.seat in asked] + calm
    turned_up = [move for move in shown if move.seat is None]
    return calm or turned_up or shown or list(allowed)
