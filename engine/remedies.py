"""Every code of a finding: what it means, and what the rules say should be done about it.

A remedy stands here only where a clause of the books prescribes one; it is found by the clause that
is in force. Where none is, the rules name no remedy, and the arbiter decides: `rulings` are the
effects of a `ruling` event that fit the fault, the nearest first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from cardlog.engine.rules import Rule

STANDS, UNDONE, REPLACED, VOID, ADJUST = "stands", "undone", "replaced", "void", "adjust"
# What a ruling can record, by its effect.
RULINGS: Final = {
    STANDS: "the event stands although it was against the rules",
    UNDONE: "the event did not happen",
    REPLACED: "the event reads otherwise",
    VOID: "the deal is void, and its dealer deals again",
    ADJUST: "lives or points are adjusted, with `stands` or `undone` for the event itself",
}

CITED: Final = "the clause that is cited"
NO_REMEDY: Final = "The rules name no remedy: the arbiter decides."


class Remedy(msgspec.Struct, frozen=True):
    """What is to be done: `clause` is the one that says so, None where the rules name none."""

    text: str
    rulings: tuple[str, ...]
    clause: str | None = None


class Entry(msgspec.Struct, frozen=True):
    """One code: what it means, the rulings that fit, and remedies by the clauses they rest on."""

    meaning: str
    rulings: tuple[str, ...]
    by_clause: tuple[tuple[tuple[str, ...], str], ...] = ()
    none: str = NO_REMEDY


def remedy(code: str, cited: str, clauses: Iterable[Rule]) -> Remedy:
    """The remedy for a finding that cites a clause, where `clauses` are in force."""
    entry = CATALOGUE[code]
    ids = {rule.id for rule in clauses}
    for wanted, text in entry.by_clause:
        for clause in wanted:
            if clause == CITED:
                return Remedy(text, entry.rulings, cited)
            if clause in ids:
                return Remedy(text, entry.rulings, clause)
    return Remedy(entry.none, entry.rulings)


def _claim(what: str) -> Entry:
    text = "The cards decide, not the sheet: the score is to be written as the rules have it."
    return Entry(what, (REPLACED,), (((CITED,), text),))


AGAIN: Final = (
    "The cards are gathered and the same dealer deals again; the void deal costs nobody anything."
)
THEN: Final = (
    " What is to be done after it went otherwise the rules do not say: the arbiter decides."
)
EXCHANGE: Final = "No other card allows a refusal: the exchange is to be made." + THEN
PENALTIES: Final = (
    (
        ("B-16", "SU-19"),
        "The arbiter decides; no loss is fixed. A penalty that books know, for the arbiter to"
        " adopt: one point, or two where the Jack is in play, and the offender scores neither Jack"
        " nor Game, and cannot win, in that deal (Foster); one point (Britannica, Laws of"
        " All-Fours).",
    ),
    (
        ("PI-16",),
        "The arbiter decides; no loss is fixed. A penalty that books know, for the arbiter to"
        " adopt: the offender is set back by the bid and the others score what they made; a pitcher"
        " is not penalised for another's fault (Britannica).",
    ),
)
PLAYED: Final = (ADJUST, REPLACED, VOID, STANDS)
OUT_OF_PLACE: Final = (UNDONE, STANDS)

CATALOGUE: Final = {
    "turn-order": Entry("A player acts when it is another's turn.", (UNDONE, STANDS, VOID)),
    "turn-taken": Entry(
        "A player acts whose turn of this deal was ended by showing a King.", OUT_OF_PLACE
    ),
    "wrong-neighbour": Entry(
        "A player asks another than the next on the left who is still in the match.",
        (UNDONE, REPLACED, STANDS, VOID),
    ),
    "dealer-asks": Entry("The dealer exchanges with a player.", (UNDONE, REPLACED, STANDS, VOID)),
    "dealer-only": Entry(
        "Another player than the dealer takes a card from the stock.", (UNDONE, STANDS, VOID)
    ),
    "king-must-block": Entry(
        "An exchange is made with a player who holds a King and has to refuse with it.",
        (REPLACED, STANDS, VOID),
        (
            (
                ("CC-3.2", "CP-4.3"),
                "The King is shown and refuses: there is no exchange, and both players keep their"
                " own cards." + THEN,
            ),
        ),
    ),
    "block-no-king": Entry(
        "An exchange is refused with another card than a King.",
        (REPLACED, STANDS, VOID),
        ((("CC-3.2", "CP-4.3"), EXCHANGE),),
    ),
    "block-not-held": Entry(
        "An exchange is refused with a King that the player does not hold.",
        (REPLACED, STANDS, VOID),
        ((("CC-3.2", "CP-4.3"), EXCHANGE),),
    ),
    "dealer-king": Entry(
        "The dealer refuses with a King at a table where the dealer may not refuse.",
        (REPLACED, STANDS, VOID),
        ((("A-07", "CP-4.6"), "The dealer must exchange, even where he holds a King." + THEN),),
    ),
    "low-not-shown": Entry(
        "A low card is handed over that was not shown first.",
        (STANDS, VOID),
        none="The rules demand the warning and attach no loss to one that was left out: the arbiter"
        " decides.",
    ),
    "not-in-stock": Entry(
        "A card is cut, drawn or turned up that cannot be in the stock.", (REPLACED, VOID)
    ),
    "not-top": Entry(
        "A card is drawn or turned up although another lies on top of the stock.",
        (REPLACED, STANDS, VOID),
    ),
    "draw-order": Entry("A player draws before another who comes first.", (REPLACED, VOID)),
    "reveal-not-held": Entry(
        "A player shows a card that he does not hold.", (REPLACED, STANDS, VOID)
    ),
    "early-reveal": Entry("A player shows his card before the last turn.", OUT_OF_PLACE),
    "reveal-twice": Entry("A player shows his card a second time.", OUT_OF_PLACE),
    "late-turn": Entry("A player takes a turn after the first card was shown.", OUT_OF_PLACE),
    "incomplete": Entry(
        "The next deal, a score or a later step comes before the deal has come to it.",
        (UNDONE, VOID),
    ),
    "duplicate-card": Entry(
        "A card is dealt twice, or is both in a hand and in the stock.",
        (REPLACED, VOID),
        ((("CC-6.3",), AGAIN),),
    ),
    "wrong-count": Entry(
        "Somebody was dealt a wrong number of cards, and play went on.",
        (VOID,),
        ((("CC-6.3", "A-20", "B-18", "PI-17"), AGAIN),),
    ),
    "dealt-out": Entry(
        "A player who is out of the match is dealt a card.",
        (VOID,),
        ((("CC-6.3", "A-20"), AGAIN),),
    ),
    "wrong-dealer": Entry(
        "Another player deals than the one whose deal it is.",
        (STANDS, REPLACED, VOID),
        none="The rules say whose deal it is, and not what becomes of a deal by another: the"
        " arbiter decides.",
    ),
    "first-dealer": Entry(
        "The first deal, or a card drawn for it, does not follow the choice of the first dealer.",
        (STANDS, UNDONE, REPLACED),
    ),
    "over": Entry(
        "Something happens after the match was decided.",
        (UNDONE,),
        (((CITED,), "The match is over: what came after its end does not count."),),
    ),
    "revoke": Entry(
        "A player could have followed suit and plays another suit that is not trump.",
        PLAYED,
        PENALTIES,
    ),
    "not-held": Entry("A player plays a card that he does not hold.", PLAYED, PENALTIES),
    "wrong-leader": Entry("Another player leads than the one whose lead it is.", (VOID, STANDS)),
    "trick-size": Entry("A trick holds too few or too many cards.", (REPLACED, VOID)),
    "no-turn-up": Entry(
        "Play begins before the top card of the stock is turned up for trumps.", (UNDONE, VOID)
    ),
    "missing-draw": Entry("Play goes on before everybody has drawn.", (VOID,)),
    "extra-draw": Entry("A player draws when no draw is due.", (UNDONE, VOID)),
    "strict-follow": Entry(
        "A player trumps while able to follow, at a table where that is forbidden.",
        PLAYED,
        PENALTIES,
    ),
    "must-trump": Entry(
        "A player without the suit led holds a trump and does not play it, at a table where that is"
        " demanded.",
        PLAYED,
        PENALTIES,
    ),
    "call-turn": Entry("A player calls out of turn, or a call comes too early.", OUT_OF_PLACE),
    "call-kind": Entry("A call is made that does not exist here.", (UNDONE, REPLACED)),
    "low-bid": Entry(
        "A bid is too low or too high, or the dealer takes a bid that may not be taken.",
        (REPLACED, UNDONE),
    ),
    "stuck": Entry(
        "All the others have passed, and the dealer passes too.",
        (REPLACED,),
        ((("PI-6",), "The dealer may not pass: he bids at least the least bid."),),
    ),
    "gift-out": Entry(
        "The dealer gives a point that would bring a receiver to the target.",
        (REPLACED,),
        ((("SU-10",), "The dealer may not give: he must run the cards."),),
    ),
    "discard-count": Entry("A player discards too few or too many cards.", (REPLACED, VOID)),
    "discard-not-held": Entry("A player discards a card that he does not hold.", (REPLACED, VOID)),
    "claim": _claim("The score that was written down is not what the deal comes to."),
    "claim-king": _claim("The dealer's King loses, and the score that was written says otherwise."),
    "claim-high": _claim("High is written down for the wrong side."),
    "claim-low": _claim("Low is written down for the wrong side."),
    "claim-jack": _claim("The Jack is written down for the wrong side."),
    "claim-game": _claim("Game is written down for the wrong side."),
    "claim-nine": _claim("The Nine is written down for the wrong side."),
    "claim-place": Entry(
        "A score stands where no deal is to be scored, or a second time.", (UNDONE,)
    ),
    "not-this-game": Entry(
        "The record has an event that the game does not have here.", (UNDONE, REPLACED)
    ),
    "misdeal": Entry(
        "A misdeal is called outside a deal, or does not follow where one has to.",
        (UNDONE, VOID),
        (
            (
                ("CC-6.3", "CP-6.3", "B-18", "PI-17"),
                "After a card that was exposed in the deal the same dealer deals again, where the"
                " rules leave no choice; outside a deal there is nothing to make void.",
            ),
        ),
    ),
    "no-deal": Entry("Something is played while no deal is under way.", (UNDONE,)),
    "players": Entry("The game is not for this number of players.", ()),
    "unknown-kind": Entry(
        "The record has a kind of event that this version does not know.",
        (),
        none="Nothing is wrong with the play: a later version may be able to read it.",
    ),
    "impossible": Entry(
        "No cards that nobody saw make all of these events right: it is open which one is wrong.",
        (UNDONE, REPLACED, VOID),
        none="Which event was wrong the cards do not tell: the arbiter finds out and decides.",
    ),
    "ruling": Entry(
        "A ruling cannot be followed: the record does not tell what it would come to.",
        (UNDONE, VOID, ADJUST),
        none="The arbiter rules otherwise, for example that the deal is void.",
    ),
}  # fmt: skip
