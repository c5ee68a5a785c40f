"""A clerk who sits behind one viewer of Cambio and writes down what it is told, by the rulebook alone.

It hears observations as they are sent, byte for byte, and nothing else. So it can say what its viewer
may be shown now, and what the viewer may know (17.1), without asking the game.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, TypeAlias

import msgspec

from rondel.kernel import Viewer
from tests.secrecy.book import CAMBIO_EVENTS, FACE_FIELDS, rule_of

Face: TypeAlias = tuple[str, str | None]
SlotKey: TypeAlias = tuple[int, int]

SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER: Final[Face] = ("X", None)
ALL: Final = frozenset(range(7))
"""Seats 0 to 5, and 6 for those who merely watch."""

_LOOKS: Final = ("peek_own", "peek_opponent", "look_own")


class Leak(AssertionError):  # noqa: N818 - a finding, not an error
    """A viewer was sent what it may not know, or may not be shown any more."""


class Piece:
    """A physical card: its face if the viewer has seen it, who knows it, and of which shuffle it is."""

    __slots__ = ("batch", "face", "knowers")

    def __init__(self, face: Face | None, batch: int, knowers: frozenset[int]) -> None:
        self.face, self.batch, self.knowers = face, batch, knowers


def face_of(card: Any) -> Face:
    """A card on the wire, without its points."""
    return card["rank"], card["suit"]


def code_of(face: Face) -> str:
    """A card by its code; both jokers look alike."""
    rank, suit = face
    return "X" if suit is None else rank + SUITS[suit]


def faces_in(tree: Any) -> Iterator[Face]:
    """Every face in something that was sent."""
    if isinstance(tree, dict):
        if "rank" in tree and "suit" in tree:
            yield face_of(tree)
        for part in tree.values():
            yield from faces_in(part)
    elif isinstance(tree, list):
        for part in tree:
            yield from faces_in(part)


class Clerk:
    """One viewer's book."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.slots: dict[SlotKey, Piece | None] = {}
        self.discards: list[Piece] = []
        self.held: Piece | None = None
        self.holder: tuple[int, str] | None = None
        self.draw_count = 0
        self.batch = 0
        self.batches: list[list[Face]] = []
        self.discard_version = 0
        self.shown: dict[SlotKey, Face] = {}
        self.activated: list[SlotKey] = []
        self.call_hand: list[Piece] = []
        self.is_completed = False
        self.options: Any = None

    def hear(self, sent: bytes) -> None:
        """Write down one observation; Leak if its viewer should not have had it."""
        frame = msgspec.json.decode(sent)
        tag, payload = frame["type"], frame.get("payload", {})
        hearers = rule_of(CAMBIO_EVENTS, tag).hearers
        if hearers == "house" or (hearers == "seat" and payload["seat"] != self.viewer):
            raise self.leak(f"hears {tag}, which is for another")
        stray = {name: part for name, part in payload.items() if name != FACE_FIELDS.get(tag)}
        for face in faces_in(stray):
            raise self.leak(f"is told {code_of(face)} by {tag}, where no card is shown")
        getattr(self, f"_{tag.lower()}", _nothing)(payload)

    def hidden(self) -> set[Face]:
        """The faces whose place the viewer does not know: none of them may be in anything it is sent."""
        pieces = [*self.slots.values(), *self.discards, self.held]
        return {*chain(*self.batches)} - {piece.face for piece in pieces if piece and piece.face}

    def leak(self, message: str) -> Leak:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return Leak(f"{who} {message}")

    # chapter 3

    def _game_started(self, event: Any) -> None:
        self.options = event["options"]
        suited: list[Face] = [(rank, suit) for suit in SUITS for rank in RANKS]
        self.batches = [[*suited, *[JOKER] * self.options["jokers"]]]
        self.draw_count = len(self.batches[0])
        self.slots = {(seat, place): None for seat in range(len(event["seats"])) for place in range(4)}

    def _cards_dealt(self, event: Any) -> None:
        self.slots = {place: Piece(None, 0, frozenset()) for place in self.slots}
        self.draw_count -= len(self.slots) + 1
        self._discard(Piece(None, 0, frozenset()), event["discardTop"])

    def _initial_view_started(self, event: Any) -> None:
        """3.6, 17.1 Each seat learns its positions 2 and 3, and everybody knows that it does."""
        for (seat, position), piece in self.slots.items():
            assert piece is not None
            if position in (2, 3):
                piece.knowers |= {seat}

    # chapter 4

    def _card_drawn(self, event: Any) -> None:
        self.holder = (event["seat"], event["source"])
        if event["source"] == "discard":
            self.held = self.discards.pop()
            self._agree(self.held, event["card"])
            return
        if event["card"] is not None:
            raise self.leak("is told in public what was drawn from the deck")
        self.draw_count -= 1
        self.held = Piece(None, self.batch, frozenset({event["seat"]}))

    def _drawn_card_seen(self, event: Any) -> None:
        self._agree(self.held, event["card"])

    def _card_swapped(self, event: Any) -> None:
        place = (event["seat"], event["position"])
        lay = self.slots[place]
        self.slots[place], self.held, self.holder = self.held, None, None
        self._discard(lay, event["discarded"])

    def _card_discarded(self, event: Any) -> None:
        held, self.held, self.holder = self.held, None, None
        self._discard(held, event["card"])

    def _deck_reshuffled(self, event: Any) -> None:
        """4.10, 17.1 The buried discards are a new batch, and nobody knows where any of them lies."""
        buried, self.discards = self.discards[:-1], self.discards[-1:]
        self.batch += 1
        self.batches.append([])
        for piece in buried:
            assert piece.face is not None
            self.batches[piece.batch].remove(piece.face)
            self.batches[self.batch].append(piece.face)
        self.draw_count += len(buried)
        if event["count"] != len(buried):
            raise self.leak("is told another count than there are discards")

    # chapter 5

    def _power_activated(self, event: Any) -> None:
        self.activated = [_place(slot) for slot in event["slots"]]
        if event["powerType"] in _LOOKS:
            for place in self.activated:
                piece = self.slots[place]
                assert piece is not None
                piece.knowers |= {event["seat"]}

    def _card_revealed(self, event: Any) -> None:
        own = [(event["seat"], 2), (event["seat"], 3)]
        expected = own if event["reason"] == "initial_view" else self.activated
        if [_place(seen["slot"]) for seen in event["cards"]] != expected:
            raise self.leak(f"is shown other slots than {expected}")
        for seen in event["cards"]:
            self._agree(self.slots[_place(seen["slot"])], seen["card"])
            self.shown[_place(seen["slot"])] = face_of(seen["card"])

    def _card_hidden(self, event: Any) -> None:
        if event["seat"] == self.viewer:
            self.shown = {}

    def _swap_completed(self, event: Any) -> None:
        one, other = (_place(slot) for slot in event["slots"])
        self.slots[one], self.slots[other] = self.slots[other], self.slots[one]

    # chapters 6 to 8

    def _cambio_called(self, event: Any) -> None:
        hand = sorted(place for place in self.slots if place[0] == event["seat"])
        self.call_hand = [piece for place in hand if (piece := self.slots[place]) is not None]

    def _snap_succeeded(self, event: Any) -> None:
        place = (event["targetSeat"], event["position"])
        lay, self.slots[place] = self.slots[place], None
        self._discard(lay, event["card"])

    def _snap_failed(self, event: Any) -> None:
        piece = self.slots[event["targetSeat"], event["position"]]
        assert piece is not None
        self._agree(piece, event["card"])
        piece.knowers = ALL

    def _penalty_dealt(self, event: Any) -> None:
        for position in event["positions"]:
            self.slots[event["seat"], position] = Piece(None, self.batch, frozenset())
            self.draw_count -= 1

    def _card_given(self, event: Any) -> None:
        own = (event["seat"], event["position"])
        self.slots[event["targetSeat"], event["targetPosition"]] = self.slots[own]
        self.slots[own] = None

    def _game_completed(self, event: Any) -> None:
        self.is_completed = True
        for score in event["scores"]:
            hand = sorted(place for place in self.slots if place[0] == score["seat"])
            pieces = [piece for place in hand if (piece := self.slots[place]) is not None]
            for piece, card in zip(pieces, score["cards"], strict=True):
                self._agree(piece, card)
                piece.knowers = ALL

    def _discard(self, piece: Piece | None, card: Any) -> None:
        """4.6, 4.7 Face up for everyone, and one version further."""
        assert piece is not None
        self._agree(piece, card)
        piece.knowers = ALL
        self.discards.append(piece)
        self.discard_version += 1

    def _agree(self, piece: Piece | None, card: Any) -> None:
        """A card that was seen is the same card when it is seen again."""
        assert piece is not None
        face = face_of(card)
        if piece.face not in (None, face):
            raise self.leak(f"is told {code_of(face)} of a card it has seen to be another")
        piece.face = face


def _place(slot: Any) -> SlotKey:
    return slot["seat"], slot["position"]


def _nothing(_: Any) -> None:
    """Nothing of it touches a card."""
