"""A table of Decks for tests: known cards in a known order, and the verbs of the game by card name."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
import pytest

from rondel.games.decks.actions import (
    Action,
    ConfirmDiscard,
    DealNextHand,
    EndTurn,
    LockPlayOrder,
    SelectForPlayOrder,
    StartGame,
    ToggleCardSelection,
)
from rondel.games.decks.events import DeckReplaced, DeckShuffled, Event, GameStarted, HandDealt
from rondel.games.decks.game import DECKS
from rondel.games.decks.options import Options
from rondel.games.decks.pieces import HandCard
from rondel.games.decks.state import State
from rondel.games.decks.view import View
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal, SeatSpec, Viewer, take_turn
from rondel.kernel.turn import evolve_all
from rondel.wire.codec import codec_of

E = TypeVar("E")


class Playthrough:
    """One table in play; every version has its own luck, the same in every run."""

    def __init__(self, state: State, *, rng: str = "") -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        self.version = 0
        self.rng = rng

    def chance(self) -> Chance:
        return Chance.of_seed(f"{self.rng} {self.version}")

    def play(self, actor: Actor | None, action: Action, at: Ms = 0) -> "Playthrough":
        turn = take_turn(DECKS, self.state, actor, action, self.chance(), at)
        self.state, self.events, self.version = turn.state, turn.events, self.version + 1
        return self

    def ask(self, *actions: Action) -> "Playthrough":
        for action in actions:
            self.play(0, action)
        return self

    def event(self, kind: type[E]) -> E:
        """The one event of this kind that the last action caused."""
        (event,) = [event for event in self.events if isinstance(event, kind)]
        return event

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    def view(self, viewer: Viewer = 0) -> View:
        return DECKS.view(self.state, viewer)

    def legal(self) -> Sequence[Action]:
        return DECKS.legal(self.state, 0)

    def id_of(self, card: str) -> str:
        (instance_id,) = [each.instance_id for each in self.state.hand_cards if each.card == card]
        return instance_id

    def ids(self, cards: str) -> tuple[str, ...]:
        return tuple(self.id_of(card) for card in cards.split())

    def toggle(self, cards: str) -> "Playthrough":
        return self.ask(*(ToggleCardSelection(self.id_of(card)) for card in cards.split()))

    def discard(self, cards: str) -> "Playthrough":
        return self.toggle(cards).ask(ConfirmDiscard())

    def order(self, cards: str) -> "Playthrough":
        return self.ask(*(SelectForPlayOrder(self.id_of(card)) for card in cards.split()))

    def lock(self, cards: str) -> "Playthrough":
        return self.order(cards).ask(LockPlayOrder())

    def end_turn(self) -> "Playthrough":
        return self.ask(EndTurn())


def unstarted(**options: Any) -> Playthrough:
    return Playthrough(DECKS.start(Options(**options), [SeatSpec()]))


def started(**options: Any) -> Playthrough:
    return unstarted(**options).play(HOUSE, StartGame())


def stacked(cards: str, *, hand: int = 5, discard: int = 2, **options: Any) -> Playthrough:
    """These cards, the first on top, and nothing dealt yet."""
    deck, agreed = tuple(cards.split()), Options(hand_size=hand, discard_count=discard, **options)
    events: list[Event] = [
        GameStarted(agreed),
        DeckReplaced("custom", None, tuple(sorted(deck)), 1),
        DeckShuffled(deck),
    ]
    return Playthrough(evolve_all(DECKS, DECKS.start(agreed, [SeatSpec()]), events, 0))


def deal(cards: str, *, hand: int = 5, discard: int = 2, **options: Any) -> Playthrough:
    """These cards, the first on top, and the first hand dealt from them."""
    return stacked(cards, hand=hand, discard=discard, **options).ask(DealNextHand())


def planning(*ids: str) -> Playthrough:
    """A hand of cards with these ids, ready to be ordered; each card is named Card 1, Card 2, ..."""
    names = tuple(f"Card {number}" for number, _ in enumerate(ids, 1))
    sitting = stacked("", hand=len(ids), discard=0)
    cards = tuple(HandCard(*each) for each in zip(ids, names, strict=True))
    events: list[Event] = [
        DeckReplaced("custom", None, names, 1),
        DeckShuffled(names),
        HandDealt(cards, len(ids), 0, planning_phase=True),
    ]
    return Playthrough(evolve_all(DECKS, sitting.state, events, 0))


def decode_action(tag: str, payload: Any = None) -> Action:
    """What a player sends, as the wire reads it."""
    frame = {"type": tag} if payload is None else {"type": tag, "payload": payload}
    action: Action = codec_of(DECKS).parse_action(msgspec.json.encode(frame))
    return action


def override(value: Any) -> Action:
    """APPLY_JSON_OVERRIDE with this value as its text; a str is the text itself."""
    return decode_action("APPLY_JSON_OVERRIDE", _text(value))


def import_state(value: Any) -> Action:
    """IMPORT_STATE with this value as its text; a str is the text itself."""
    return decode_action("IMPORT_STATE", _text(value))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


@contextmanager
def refused(code: str) -> Iterator[None]:
    """What is done inside must be refused with this code."""
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.code == code


def refusal_of(sitting: Playthrough, actor: Actor | None, action: Action, at: Ms = 0) -> Refusal:
    with pytest.raises(Refusal) as caught:
        sitting.play(actor, action, at)
    return caught.value


def wander(seed: int, steps: int, **options: Any) -> Iterator[Playthrough]:
    """A table after each of so many listed actions, picked by luck; closing is left to the endings."""
    rng, sitting = Chance.of_seed(f"wander {seed}"), started(**options)
    yield sitting
    for _ in range(steps):
        sitting.ask(rng.pick([each for each in sitting.legal() if not _is_rare(each, rng)]))
        yield sitting


def _is_rare(action: Action, rng: Chance) -> bool:
    """Whether to leave this action out this time, so that a hand is often played to its end."""
    name = type(action).__name__
    if name in {"ToggleCardSelection", "ConfirmDiscard", "SelectForPlayOrder", "LockPlayOrder", "EndTurn"}:
        return False
    return name == "ClosePlanner" or rng.below(20) > 0
