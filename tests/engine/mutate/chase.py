"""Faults in Chase the Ace: the turns, the low cards and the showdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engine.mutate.match import Match, Mutant
from tests.engine.naive import Map

KINDS = """out of turn, asks another, dealer asks, takes from stock, king gives in, refuses without
king, shows another king, hides low card, second card taken, held card taken, other word,
turn missing, turn twice, shows another card, out but shows, shows too early, shows twice,
turn too late, does not show, dealt to the dead, draws out of turn, draws after the jack, no jack,
card drawn again, dealer's king refuses, turn after a shown king, domino asks another,
domino without a low card, domino goes on unasked, turn in sudden death, takes the king"""
ONLY_WITH: dict[str, tuple[str, tuple[Any, ...]]] = {
    "takes the king": ("dealer_draws_king", ("blocked", "loses")),
    "king gives in": ("king_block", ("mandatory",)),
    "hides low card": ("low_card_reveal", ("both", "asker")),
    "dealer's king refuses": ("dealer_king_blocks", (False,)),
    "turn after a shown king": ("shown_king_ends_turn", (True,)),
    "domino asks another": ("domino", ("ace", "low3")),
    "domino without a low card": ("domino", ("ace", "low3")),
    "turn in sudden death": ("sudden_death_style", ("showdown",)),
}


def faults(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    if p.phase in ("start", "choosing"):
        yield from lots(m, k, e, p)
    elif p.phase == "turns":
        yield from turns(m, k, e, p)
        yield from dominoes(m, k, e, p)
    elif p.phase == "showdown" and p.next_asked is None:
        yield from showdown(m, k, e, p)


def lots(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """Choosing the first dealer."""
    yield m.now("other word", k, {**e, "type": "cut" if p.compendium else "draw"}, "not-this-game")
    if not p.compendium:
        return
    for seat in set(p.seats) - {e["seat"]} if p.drawn else ():
        yield m.now("draws out of turn", k, {**e, "seat": seat}, "first-dealer")
    if len(p.drawn) >= p.packs and p.drawn.count(p.drawn[-1]) == 1:
        again = [{**event, "card": p.drawn[-1]} for event in m.events[k - p.packs : k + 1]]
        events = [*m.events[: k - p.packs], *again, *m.events[k + 1 :]]
        yield Mutant("card drawn again", events, (k,), ("duplicate-card",))
    if m.next(k)["type"] == "deal":
        after = {**e, "seat": (e["seat"] + 1) % len(p.seats)}
        yield m.more("draws after the jack", k + 1, after, "first-dealer")
        if p.drawn:
            yield m.less("no jack", k, "first-dealer")


def turns(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    if p.acted:
        for seat, hand in p.hands.items():
            if hand[0][0] not in "A23":
                early = {"type": "reveal", "seat": seat, "cards": hand}
                yield m.more("shows too early", k, early, "early-reveal")
    if e["type"] == "reveal":
        yield from hidden(m, k, e, p)
    elif e["seat"] == p.asker and p.next_asked is not None:
        return  # a domino
    else:
        yield from one_turn(m, k, e, p)


def hidden(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """A low card is not shown although it is handed over."""
    swap = next(n for n in range(k, len(m.events)) if m.events[n]["type"] != "reveal")
    if m.events[swap]["type"] != "swap" or e["seat"] in p.shown or e["cards"][0][0] not in "A23":
        return
    givers = [m.events[swap]["seat"]]
    if p.rules["low_card_reveal"] == "both":
        givers.append(m.events[swap]["target"])
    if e["seat"] in givers and m.events[k:swap].count(e) == 1:
        yield m.less("hides low card", k, "low-not-shown", found=swap - 1)


def one_turn(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    for seat in set(p.seats) - {p.turn, p.asker}:
        yield m.now("out of turn", k, {"type": "stay", "seat": seat}, "turn-order")
    yield from requests(m, k, e, p)
    if "target" in e:
        for seat in set(p.seats) - {p.left_of(p.turn, p.hands)}:
            yield m.now("asks another", k, {**e, "target": seat}, "wrong-neighbour")
    elif "card" in e:
        word = {**e, "type": "cut" if p.compendium else "draw"}
        yield m.now("other word", k, word, "not-this-game")
        yield from taken(m, k, e, p)
    after = m.at[k + 1]
    over = after.phase == "showdown"
    if after.next_asked is None:
        yield m.more("turn twice", k + 1, e, "late-turn" if over else "turn-order")
        if over and p.asker is None and m.next(k)["type"] == "reveal" and not_low(m.next(k)):
            yield m.less("turn missing", k, "early-reveal")
        elif not over and m.next(k).get("seat") == after.turn and m.next(k)["type"] != "reveal":
            yield m.less("turn missing", k, "turn-order")
    if e["type"] == "block" and p.rules["shown_king_ends_turn"]:
        again = {"type": "stay", "seat": e["target"]}
        code = "late-turn" if over else "turn-order"
        yield m.more("turn after a shown king", k + 1, again, code, "turn-taken")


def not_low(event: Map) -> bool:
    return event["cards"][0][0] not in "A23"


def requests(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """What the player whose turn it is may not ask, take or be refused."""
    target = p.left_of(p.turn, p.hands)
    held = p.hands[target][0]
    swap = {"type": "swap", "seat": p.turn, "target": target}
    block = {**swap, "type": "block", "card": held}
    if p.turn == p.dealer:
        yield m.now("dealer asks", k, swap, "dealer-asks")
        yield m.now("dealer asks", k, block, "dealer-asks")
        return
    if p.stock[0]:
        word = {"type": "draw" if p.compendium else "cut", "card": p.stock[0]}
        yield m.now("takes from stock", k, {**word, "seat": p.turn}, "dealer-only")
    if not p.is_king(held):
        yield m.now("refuses without king", k, block, "block-no-king")
    elif not p.blocks(target, held):
        yield m.now("dealer's king refuses", k, block, "dealer-king")
    elif p.rules["king_block"] == "mandatory":
        yield m.now("king gives in", k, swap, "king-must-block")
    if target != p.dealer or p.rules["dealer_king_blocks"]:
        for card in {card for card in p.pack if p.is_king(card)} - {held}:
            yield m.now("shows another king", k, {**block, "card": card}, "block-not-held")


def taken(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """A card taken from the stock that is not there, or not on top."""
    codes = ("not-in-stock",) if e["type"] == "cut" else ("not-in-stock", "not-top")
    held = [card for hand in p.hands.values() for card in hand]
    for card in set(held) - {e["card"]}:
        if (p.stock[0] and e["type"] == "draw") or held.count(card) == p.pack.count(card):
            yield m.now("held card taken", k, {**e, "card": card}, *codes)
    if e["type"] == "draw" and p.stock[1] not in (None, e["card"]):
        yield m.now("second card taken", k, {**e, "card": p.stock[1]}, "not-top")


def dominoes(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """After an exchange the asker asks on."""
    after = m.at[k + 1]
    if e["type"] != "swap" or after.phase != "turns":
        return
    asker, asked = e["seat"], e["target"]
    for seat in set(p.hands) - {asker, after.next_asked}:
        swap = {"type": "swap", "seat": asker, "target": seat}
        if after.next_asked is not None:
            codes = ("wrong-neighbour", "turn-order")
            yield m.more("domino asks another", k + 1, swap, *codes)
        elif seat != asked and p.rules["domino"] != "off":
            yield m.more("domino without a low card", k + 1, swap, "turn-order")
        elif seat != asked:
            yield m.more("domino goes on unasked", k + 1, swap, "turn-order")


def showdown(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    face_up = m.at[k].sudden_death and p.rules["sudden_death_style"] == "showdown"
    kind = "turn in sudden death" if face_up else "turn too late"
    for seat in p.hands:
        codes = ("late-turn", "turn-order") if face_up else ("late-turn",)
        yield m.more(kind, k, {"type": "stay", "seat": seat}, *codes)
    for card in {hand[0] for hand in p.hands.values()} | {card for card in p.stock[:1] if card}:
        if card not in e["cards"]:
            yield m.now("shows another card", k, {**e, "cards": [card]}, "reveal-not-held")
    last = next(x for x in reversed(m.events[:k]) if x["type"] in ("cut", "draw", "deal"))
    refused = last.get("card", "")
    if e["seat"] == p.dealer and refused and p.is_king(refused) and p.hands[p.dealer] != [refused]:
        yield m.now("takes the king", k, {**e, "cards": [refused]}, "reveal-not-held")
    for seat in set(p.seats) - set(p.hands):
        yield m.now("out but shows", k, {**e, "seat": seat}, "reveal-not-held")
    end = next((n for n in range(k, len(m.at)) if m.at[n].phase != "showdown"), None)
    if end and end < len(m.events) and m.events[end - 1]["type"] == "reveal":
        yield m.less("does not show", k, "incomplete", "claim-place", found=end - 1)
    over = m.at[k + 1].phase == "over"
    if m.at[k + 1].phase in ("showdown", "over"):
        yield m.more("shows twice", k + 1, e, "over" if over else "reveal-twice")
