"""Cambio, chapter 3: the cards, what they are worth and what they can do."""

from functools import cache
from typing import ClassVar, Final, Literal, TypeAlias

from rondel.kernel import HiddenForms, Seat, Struct

Code: TypeAlias = str
"""A card by rank and suit letter: AS, 10H, KD; the jokers are X1 and X2."""

Rank: TypeAlias = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"]
Suit: TypeAlias = Literal["spades", "hearts", "diamonds", "clubs"]
PowerType: TypeAlias = Literal["peek_own", "peek_opponent", "blind_swap", "look_own"]
Position: TypeAlias = int

HAND_SIZE: Final = 4
"""3.4 Positions: 0 top left, 1 top right, 2 bottom left, 3 bottom right."""
MAX_SEATS: Final = 6
MAX_SLOTS: Final = 6
"""8.7 A hand never exceeds this."""
INITIALLY_SEEN: Final[tuple[Position, ...]] = (2, 3)

JOKER: Final = "X"
"""What both jokers look like: nobody at the table can tell X1 from X2."""

RANKS: Final[tuple[Rank, ...]] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final[dict[str, Suit]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
POWERS: Final[dict[Rank, PowerType]] = {
    "7": "peek_own",
    "8": "peek_own",
    "9": "peek_opponent",
    "10": "peek_opponent",
    "J": "blind_swap",
    "Q": "blind_swap",
    "K": "look_own",
}

_SUITED: Final[dict[Code, tuple[Rank, Suit]]] = {
    rank + letter: (rank, suit) for letter, suit in SUITS.items() for rank in RANKS
}
_JOKERS: Final[tuple[Code, ...]] = ("X1", "X2")

RANK_OF: Final[dict[Code, Rank]] = {
    **{code: rank for code, (rank, _) in _SUITED.items()},
    **dict.fromkeys((*_JOKERS, JOKER), "X"),
}
POWER_OF: Final[dict[Code, PowerType | None]] = {code: POWERS.get(rank) for code, rank in RANK_OF.items()}
LOOK_OF: Final[dict[Code, Code]] = {code: code for code in _SUITED} | dict.fromkeys((*_JOKERS, JOKER), JOKER)
"""A card as it looks to whoever sees its face."""


class Card(Struct):
    """1.9 A card on the wire."""

    is_replaced_whole: ClassVar[bool] = True

    rank: Rank
    suit: Suit | None
    point_value: int


class Slot(Struct):
    """1.9 A place for one card in front of a seat."""

    seat: Seat
    position: Position


SLOTS: Final[tuple[tuple[Slot, ...], ...]] = tuple(
    tuple(Slot(seat, position) for position in range(MAX_SLOTS)) for seat in range(MAX_SEATS)
)


HIDDEN_FORMS: Final = HiddenForms(
    fields={
        "rank": RANKS,
        "suit": (*SUITS.values(), None),
        "pointValue": (10,),
        "power": tuple(POWERS.values()),
        "face": ("10♥",),
    }
)


@cache
def deck(jokers: int) -> tuple[Code, ...]:
    """3.1 Every card there is, in the order of the book."""
    return (*_SUITED, *_JOKERS[:jokers])


@cache
def faces(joker: int, red_king: int, black_king: int, face_values: str) -> dict[Code, Card]:
    """3.1 Every card by its code, with its points under these options."""
    table = {
        code: Card(rank, suit, _points(rank, suit, red_king, black_king, face_values))
        for code, (rank, suit) in _SUITED.items()
    }
    return table | {code: Card("X", None, joker) for code in (*_JOKERS, JOKER)}


def _points(rank: Rank, suit: Suit, red_king: int, black_king: int, face_values: str) -> int:
    if rank == "K":
        return red_king if suit in ("hearts", "diamonds") else black_king
    if rank in ("J", "Q"):
        return 10 if face_values == "ten" else 11 + (rank == "Q")
    return RANKS.index(rank) + 1
