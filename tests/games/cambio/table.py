"""A table of Cambio where every card lies exactly where a test wants it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.cambio.actions import Action, ConfirmInitialView, DiscardCard, DrawCard, StartGame, SwapCard
from rondel.games.cambio.events import CardRevealed, Event
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options, deck_of
from rondel.games.cambio.pieces import SLOTS, Card, Code, Slot
from rondel.games.cambio.state import EVERYBODY, State, mark
from rondel.games.cambio.view import View
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal, Seat, SeatSpec, Viewer, observes, take_turn
from rondel.wire.tagged import tag_of

NOW: Ms = 1_000_000
HUMAN = SeatSpec()
BOT = SeatSpec("bot", "easy")


class Table:
    """A State and a clock; every play is decided at the clock's time."""

    def __init__(self, state: State, seed: str = "a test") -> None:
        self.state = state
        self.at = NOW
        self.chance = Chance.of_seed(seed)

    def play(self, actor: Actor | None, action: Action) -> list[Event]:
        """What the action causes; the clock stands still."""
        turn = take_turn(CAMBIO, self.state, actor, action, self.chance, self.at)
        self.state = turn.state
        return list(turn.events)

    def wait(self, span_ms: Ms) -> list[Event]:
        """Let time pass, and the house do what falls due on the way."""
        end = self.at + span_ms
        events: list[Event] = []
        while (due := CAMBIO.deadline(self.state)) is not None and due.at_ms <= end:
            self.at = max(self.at, due.at_ms)
            events += self.play(HOUSE, due.action)
        self.at = end
        return events

    def draw_and_discard(self, seat: Seat) -> list[Event]:
        """The seat draws from the deck and discards what it drew."""
        self.play(seat, DrawCard("deck"))
        return self.play(seat, DiscardCard())

    def draw_and_swap(self, seat: Seat, position: int) -> list[Event]:
        """The seat draws from the deck and swaps."""
        self.play(seat, DrawCard("deck"))
        return self.play(seat, SwapCard(position))

    def pass_turn(self, seat: Seat) -> list[Event]:
        """A turn in which no power opens: draw from the discard pile, swap, never mind the rest."""
        self.play(seat, DrawCard("discard"))
        return self.play(seat, SwapCard(0))

    def view(self, viewer: Viewer) -> View:
        """What the viewer sees."""
        return CAMBIO.view(self.state, viewer)

    def legal(self, seat: Seat) -> list[Action]:
        """What the seat may do."""
        return list(CAMBIO.legal(self.state, seat))

    def hand(self, seat: Seat) -> str:
        """The seat's cards, empty slots as a dash."""
        return " ".join(code or "-" for code in self.state.players[seat].slots)


def deal(
    hands: str,
    *,
    turn: Seat = 0,
    discards: str = "6S",
    deck: str = "",
    exact: bool = False,
    known: Mapping[Seat, str] | None = None,
    seat_specs: Sequence[SeatSpec] | None = None,
    **options: Any,
) -> Table:
    """A table in play, seat `turn` to draw. Hands are divided by bars, a dash is an empty slot.

    The draw pile begins with `deck`; the rest of the cards lie below, or with `exact` nowhere at all.
    Each seat knows its positions 2 and 3, or what `known` says.
    """
    dealt = [
        tuple(None if code == "-" else code for code in hand.split()) for hand in codes(hands).split("|")
    ]
    chosen = Options(seats=len(dealt), **options)
    piled, top = tuple(codes(discards).split()), tuple(codes(deck).split())
    used = {*piled, *top, *(code for hand in dealt for code in hand if code is not None)}
    assert len(used) == len(piled) + len(top) + sum(code is not None for hand in dealt for code in hand)
    rest = () if exact else tuple(code for code in deck_of(chosen) if code not in used)
    state = CAMBIO.start(chosen, seat_specs or [HUMAN] * len(dealt))
    return Table(
        replace(
            state,
            players=tuple(
                replace(player, slots=hand, confirmed=True)
                for player, hand in zip(state.players, dealt, strict=True)
            ),
            draw_pile=top + rest,
            discard_pile=piled,
            known_by=_marks(dealt, piled, known),
            phase="playing",
            first_seat=0,
            turn_number=1,
            current_turn_seat=turn,
            step="awaiting_draw",
            turn_ends_at=NOW + chosen.turn_ms if chosen.turn_ms else None,
            discard_version=len(piled),
            turn_discard_version=len(piled),
        )
    )


def started(
    *, seat_specs: Sequence[SeatSpec] = (HUMAN, HUMAN), seed: str = "a test", **options: Any
) -> Table:
    """A table just dealt, in the initial view."""
    table = Table(CAMBIO.start(Options(seats=len(seat_specs), **options), seat_specs), seed)
    table.play(HOUSE, StartGame())
    return table


def playing(**options: Any) -> Table:
    """A table just dealt, everybody has looked."""
    table = started(**options)
    for seat in range(len(table.state.players)):
        table.play(seat, ConfirmInitialView())
    return table


def _marks(
    hands: Sequence[tuple[Code | None, ...]], discards: Sequence[Code], known: Mapping[Seat, str] | None
) -> dict[Code, int]:
    marks = dict.fromkeys(discards, EVERYBODY)
    if known is None:
        known = {seat: " ".join(code for code in hand[2:] if code) for seat, hand in enumerate(hands)}
    for seat, cards in known.items():
        for code in codes(cards).split():
            marks[code] = marks.get(code, 0) | mark(seat)
    return marks


def codes(text: str) -> str:
    """7♦ is 7D."""
    return text.translate(str.maketrans("♠♥♦♣", "SHDC"))


def slot(seat: Seat, position: int) -> Slot:
    """A slot that every table may have."""
    return SLOTS[seat][position]


def card(code: str, points: int) -> Card:
    """A card on the wire."""
    suits: Any = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    rank: Any = codes(code)[:-1]
    return Card(rank, suits[codes(code)[-1]], points)


def tags(events: Sequence[Event]) -> list[str]:
    """The events by name."""
    return [tag_of(type(event)) for event in events]


def seen(events: Sequence[Event], viewer: Viewer) -> list[Event]:
    """The events as far as the viewer is told."""
    return [event for event in events if observes(viewer, CAMBIO.audience(event))]


def faces_shown(events: Sequence[Event], viewer: Viewer) -> list[Card]:
    """The faces the viewer is shown by peeks."""
    shown = [event for event in seen(events, viewer) if isinstance(event, CardRevealed)]
    return [seen_card.card for event in shown for seen_card in event.cards]


@contextmanager
def refused(code: str) -> Iterator[None]:
    """The rules say no, with this code and a sentence."""
    with pytest.raises(Refusal) as refusal:
        yield
    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")
