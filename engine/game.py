"""What a game is to the engine: declared facts, rules as handlers of events, and its reckoning."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from msgspec import UNSET

from cardlog.engine.faults import RULING, UNKNOWN_KIND, UNREADABLE
from cardlog.engine.match import no_place, score, score_after_gap, void_after_gap, void_deal
from cardlog.engine.options import Options
from cardlog.engine.rules import Rule
from cardlog.engine.sight import Sight
from cardlog.engine.state import OPEN, UNRECORDED, VOID, State
from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Extension,
    Misdeal,
    Note,
    Reveal,
    Ruling,
    Score,
    Stay,
    Swap,
    Trick,
    Unknown,
)

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741

Handler = Callable[[Any, Any], int]
Playing = Generator["AnyEvent", None, None]
Hand = tuple[list[Card], list[Card], list[Card], list[Card]]  # by suit


# Why a record does not tell how it would have gone on (`Game.follows`).
UNSEEN: Final = "unseen"  # it depends on a card that nobody saw
CHOICE: Final = "choice"  # it depends on what a player would have chosen


def no_effect(state: State, event: AnyEvent) -> int:
    """A note or an `x-` kind."""
    return 0


def not_here(state: State, event: AnyEvent) -> int:
    """A kind that this game does not have."""
    return no_place(state)


def on_misdeal(state: State, event: Misdeal) -> int:
    """The deal is void."""
    if event.seat is not UNSET and event.seat >= state.seats:
        return UNREADABLE
    return void_deal(state)


def on_score(state: State, event: Score) -> int:
    """A claim, where it may stand; `Game.false_claims` compares it with the deal.

    Whether the sides in its `points` exist is looked at where a claim is false: a true one names
    only sides that do.
    """
    return score(state) if len(event.changes) == len(state.standing) else UNREADABLE


def fits_changes(claimed: tuple[int, ...], changes: list[int], least: int, most: int) -> bool:
    """Whether claimed changes are the rules' result, as far as that is certain.

    An open change may be anything from `least` to `most`.
    """
    return claimed == tuple(changes) or all(
        said == is_ or (is_ == OPEN and least <= said <= most)
        for said, is_ in zip(claimed, changes, strict=True)
    )


# What every game does with every kind, until it says otherwise.
COMMON: Final[dict[type, Handler]] = {
    **dict.fromkeys(
        (Block, Call, Cut, Deal, Discard, Draw, Reveal, Stay, Swap, Trick),
        not_here,
    ),
    Misdeal: on_misdeal,
    Score: on_score,
    Note: no_effect,
    Extension: no_effect,
    Unknown: lambda state, event: UNKNOWN_KIND,
    Ruling: lambda state, event: 0 if event.effect is UNSET else RULING,
}


def on_misdeal_after_gap(state: State, event: Misdeal) -> int:
    """A deal is void, whichever it was."""
    if event.seat is not UNSET and event.seat >= state.seats:
        return UNREADABLE
    return void_after_gap(state)


def on_score_after_gap(state: State, event: Score) -> int:
    """A claim of which `Game.impossible_claims` says whether any deal can come to it."""
    return score_after_gap(state) if len(event.changes) == len(state.standing) else UNREADABLE


# The same after a gap, until the next deal. A family adds what it can still be certain of.
AFTER_GAP: Final[dict[type, Handler]] = COMMON | {
    Misdeal: on_misdeal_after_gap,
    Score: on_score_after_gap,
}


class Dice(Protocol):
    """Chance, handed in from outside: the engine rolls none of its own."""

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""

    def shuffled(self, cards: list[Card]) -> list[Card]:
        """The cards in a random order."""


class Table:
    """What a simulation knows beside the fold: the undealt cards, and the hands.

    Kept up to date by the game's `play`, in whatever way it needs. `policy` decides for the
    players (see `Game.policy`); without one, chance does.
    """

    __slots__ = ("hands", "policy", "stock")

    def __init__(self, policy: Any = None) -> None:
        self.stock: list[Card] = []
        self.hands: list[Hand] = []
        self.policy = policy


class Game(ABC, Generic[S, O]):
    """One game. Subclasses declare the facts; a new game is a new module in engine/games/."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str]
    handlers: ClassVar[dict[type, Handler]]  # COMMON with the game's own kinds, and Gap
    after_gap: ClassVar[dict[type, Handler]]  # AFTER_GAP with the same
    phases: ClassVar[dict[int, str]]
    sources: ClassVar[dict[str, str]]  # what the short names in the rule book stand for

    def advance(self, state: S, events: Iterator[Any], heed: int) -> tuple[int, AnyEvent | None]:
        """Apply events until one has something to tell: its fault or milestone, and the event.

        Milestones above `heed` are passed over: -1 heeds all, CLAIMED only claims.
        A game may unpack its commonest kinds here instead of in `handlers`: in a long fold the
        extra call for each event would cost a tenth.
        """
        handlers = self.handlers
        for event in events:
            code = handlers[type(event)](state, event)
            if code and (code > 0 or code <= heed):
                return code, event
        return 0, None

    def apply(self, state: S, event: AnyEvent) -> int:
        """Apply one event: 0, a milestone or a fault."""
        ahead = self.feel_ahead if state.phase == UNRECORDED else self.advance
        return ahead(state, iter((event,)), heed=-1)[0]

    def feel_ahead(self, state: S, events: Iterator[Any], heed: int) -> tuple[int, AnyEvent | None]:
        """As `advance`, after a gap, up to the next deal with its milestone."""
        handlers = self.after_gap
        for event in events:
            code = handlers[type(event)](state, event)
            if code and (code > 0 or code <= heed or state.phase != UNRECORDED):
                return code, event
        return 0, None

    @abstractmethod
    def options(self, rules: dict[str, Any], seats: int) -> O:
        """The complete options of a record. Raises RecordError where they are wrong."""

    @abstractmethod
    def seats(self, options: O) -> tuple[int, int]:
        """The least and greatest number of players."""

    def sides(self, options: O, seats: int) -> int:
        """How many scores are kept: one a player, unless they play in partnerships."""
        return seats

    @abstractmethod
    def book(self, options: O) -> tuple[Rule, ...]:
        """The clauses of this game, those in force under other options too."""

    @abstractmethod
    def start(self, options: O, seats: int, standing: tuple[int, ...] | None) -> S:
        """The state before the first event. Raises RecordError where `standing` cannot be."""

    @abstractmethod
    def detail(self, state: S) -> dict[str, Any]:
        """What the outcome says of the deal just completed, beside its changes."""

    @abstractmethod
    def false_claims(self, state: S, score: Score) -> list[int]:
        """The faults of a `score` against the deal just completed, none where it is true."""

    @abstractmethod
    def impossible_claims(self, state: S, score: Score) -> list[int]:
        """The same after a gap: the faults of a `score` to which no deal can come."""

    @abstractmethod
    def view(self, state: S) -> dict[str, Any]:
        """The parts of a snapshot that differ from game to game (see views.Snapshot)."""

    @abstractmethod
    def ideas(self, state: S) -> Iterator[AnyEvent]:
        """Events that may be legal now, `??` for any card; the rules decide which of them are."""

    @abstractmethod
    def unknown_card(self, options: O, code: int) -> bool:
        """True where no pack of this game has a card with this code."""

    def sight(self, options: O) -> Sight:
        """Which of the cards that are taken from the stock everybody sees."""
        return Sight()

    def adjust(self, state: S, changes: Sequence[int]) -> None:
        """A ruling: lives or points by side, as the arbiter adjusts them."""
        for side, change in enumerate(changes):
            state.standing[side] += change

    def void_last(self, state: S, before: S) -> None:
        """A ruling: the last deal, complete or not, is void, and its dealer deals again."""
        deals, dealer = state.deals, state.dealer
        for name in state.fields():
            setattr(state, name, getattr(before, name))
        state.deals = deals
        state.dealer = state.next_dealer = dealer
        state.phase = VOID

    def let_stand(self, state: S, event: AnyEvent, fault: int) -> int:
        """A ruling: apply an illegal event all the same. The milestone or 0, or a fault that stays.

        What the event comes to may be beyond telling: then nothing is changed.
        """
        return fault

    def follows(self, state: S, event: AnyEvent, old: S | None) -> tuple[AnyEvent, ...] | str:
        """A recorded event as it would be here, in a deal that went otherwise before it.

        What players chose stays as it was; what follows from the cards is put as they now lie: an
        event in another form, several, or none. UNSEEN or CHOICE where the record does not tell.
        `old` is the state that the event had before it in the record, None where it had none.
        """
        return (event,)

    def instead(self, state: S, removed: AnyEvent, following: AnyEvent | None) -> AnyEvent | None:
        """What a player does who does not do this, before the recorded event that follows."""
        return None

    def recalled(self, options: O, deal: Deal, events: Sequence[AnyEvent]) -> Deal:
        """The deal with what the events of that deal tell of the cards that were dealt."""
        return deal

    def facts(self, state: S, event: AnyEvent | None, seat: int | None) -> dict[str, Any]:
        """What a finding may say of this game alone: before an event of a seat, or of a deal."""
        return {}

    @abstractmethod
    def play(self, state: S, table: Table, dice: Dice) -> Playing:
        """A match that plays itself, event by event; each is in the state before the next."""

    def policy(self, options: O, at_or_below: str, stand_after_gain: bool) -> Any:
        """The policy that exchanges cards up to a rank. Raises ValueError where there is none."""
        raise ValueError(f"{self.title} can be simulated with --policy random only")
