"""Cambio as it is drawn: hands of four places, two piles and the drawn card between them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rondel.games.cambio.events import (
    CardDiscarded,
    CardGiven,
    CardSwapped,
    Event,
    SnapSucceeded,
    SwapCompleted,
)
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import HAND_SIZE, MAX_SEATS, MAX_SLOTS, Card, Position, PowerType
from rondel.games.cambio.view import HeldView, PlayerView, SlotView, View
from rondel.games.cambio.words import ENGLISH, GERMAN
from rondel.kernel import Area, Dialog, Face, Fact, Move, Ms, Pick, Piece, PieceStyle, Scene, Seat, Zone

JOKER: Final = "Joker"
LOOKED_AT: Final = "being looked at"

_SIGNS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_DECK: Final[tuple[Pick, ...]] = ({"source": "deck"},)
_DISCARDS: Final[tuple[Pick, ...]] = ({"source": "discard"}, {"type": "DISCARD_CARD"})
_REMEMBERED: Final = 4096
_USE: Final[Pick] = {"type": "USE_POWER"}
_DOWN: Final = Piece()
_EMPTY: Final = Piece(kind="cell")
_POWERS: Final[dict[PowerType, str]] = {
    "peek_own": "Look at one of your cards, or skip",
    "peek_opponent": "Look at an opponent's card, or skip",
}
_KINGS: Final = {
    "look_random": "See one of your cards, picked at random, or skip",
    "look_choose": "Look at one of your cards, or skip",
    "look_and_swap": "Look at one of yours and one of an opponent's, or skip",
}


def _picks_of(seat: Seat, position: Position, *, is_own: bool) -> tuple[Pick, ...]:
    """What a press on a card may mean: a power meets it, it is snapped, or swapped or given.

    They never change, so that no step has to say them again; the legal list says what is possible.
    """
    at = {"seat": seat, "position": position}
    anybodys: tuple[Pick, ...] = ({"slots[]": at}, {"targetSeat": seat, "position": position})
    return (*anybodys, {"position": position}) if is_own else anybodys


def _picks(*, is_own: bool) -> tuple[tuple[tuple[Pick, ...], ...], ...]:
    return tuple(
        tuple(_picks_of(seat, at, is_own=is_own) for at in range(MAX_SLOTS)) for seat in range(MAX_SEATS)
    )


_PICKS: Final = (_picks(is_own=False), _picks(is_own=True))
_HIDDEN: Final = tuple(
    tuple(tuple(Piece(picks=picks) for picks in hand) for hand in hands) for hands in _PICKS
)
"""A card face down, by whether it is the viewer's own, by its seat and by its place."""


def scene(view: View) -> Scene:
    """The table as one viewer sees it. Its areas are remembered: most are those of the View before."""
    you, turn = view.you, view.current_turn_seat if view.status == "active" else None
    if view.memory or view.reveal is not None:
        seats = _seen_and_looked_at(view, turn)
    else:
        seats = [
            _area(seat, player, None if you is None else seat == you, seat == turn)
            for seat, player in enumerate(view.players)
        ]
    is_final = view.phase == "final_round"
    piles = (view.draw_pile_count, view.held, view.discard_top, view.discard_count)
    middle = _middle(*piles, is_seat=you is not None, is_final=is_final)
    return Scene(tuple(seats), middle, _prompt(view), _until(view), _dialog(view))


def _seen_and_looked_at(view: View, turn: Seat | None) -> list[Area]:
    """The areas where cards are remembered for the viewer, or one is looked at."""
    you, reveal, memory = view.you, view.reveal, view.memory or ()
    areas = []
    for seat, player in enumerate(view.players):
        known = tuple([(seen.slot.position, seen.card) for seen in memory if seen.slot.seat == seat])
        slots = () if reveal is None else reveal.slots
        looked_at = tuple([slot.position for slot in slots if slot.seat == seat])
        until = reveal.until if reveal is not None and looked_at else None
        is_own = None if you is None else seat == you
        areas.append(_area(seat, player, is_own, seat == turn, known, looked_at, until))
    return areas


@lru_cache(_REMEMBERED)
def _area(
    seat: Seat,
    player: PlayerView,
    is_own: bool | None,
    is_turn: bool,
    known: tuple[tuple[Position, Card], ...] = (),
    looked_at: tuple[Position, ...] = (),
    until: Ms | None = None,
) -> Area:
    """What belongs to a seat; `is_own` is None for spectators, who can press nothing."""
    return Area(
        tuple(_hand(seat, player, is_own, dict(known), looked_at, until)),
        () if player.score is None else (Fact("Points", player.score),),
        tuple(_marks(player)),
        is_turn=is_turn,
    )


def _until(view: View) -> Ms | None:
    """When what is asked is over; before the first turn, the table's deadline says it."""
    if view.power is not None:
        return view.power.expires_at
    if view.reveal is not None:
        return view.reveal.until
    if view.snap is not None:
        return view.snap.closes_at
    return view.turn_ends_at if view.giving is None else view.giving.expires_at


def _dialog(view: View) -> Dialog | None:
    """A power is used, and a card is looked at, in a dialog of the seat that does it."""
    if view.power is not None and view.power.seat == view.you:
        power, king = view.power.power_type, view.options.king_power
        if power == "look_own" and king == "look_random":
            return Dialog(plays=_USE)
        is_kings_swap = power == "look_own" and king == "look_and_swap"
        has_others = power in ("peek_opponent", "blind_swap") or is_kings_swap
        return Dialog(_hands(view, has_own=power != "peek_opponent", has_others=has_others))
    if view.reveal is not None and view.reveal.seat == view.you:
        seats = {slot.seat for slot in view.reveal.slots}
        return Dialog(tuple([name for seat in sorted(seats) for name in _zones_of(view, seat)]))
    return None


def _hands(view: View, *, has_own: bool, has_others: bool) -> tuple[str, ...]:
    """The hands to choose from: the viewer's own first, then the others as they sit."""
    assert view.you is not None
    count = len(view.players)
    others = [(view.you + step) % count for step in range(1, count)] if has_others else []
    seats = [*([view.you] if has_own else []), *others]
    return tuple([name for seat in seats for name in _zones_of(view, seat)])


def _zones_of(view: View, seat: Seat) -> tuple[str, ...]:
    if len(view.players[seat].slots) > HAND_SIZE:
        return (f"{seat}.hand", f"{seat}.extra")
    return (f"{seat}.hand",)


def _hand(
    seat: Seat,
    player: PlayerView,
    is_own: bool | None,
    known: dict[Position, Card],
    looked_at: Sequence[Position],
    until: Ms | None,
) -> Iterator[Zone]:
    """The places of a hand; those for penalty cards only where there are some."""
    pieces = [
        _piece(slot, known.get(at), None if is_own is None else _HIDDEN[is_own][seat][at])
        for at, slot in enumerate(player.slots)
    ]
    for at in looked_at:
        pieces[at] = _looked_at(pieces[at], until)
    yield Zone(f"{seat}.hand", "Cards", "grid", tuple(pieces[:HAND_SIZE]), columns=2)
    if len(pieces) > HAND_SIZE:
        yield Zone(f"{seat}.extra", "Extra", "grid", tuple(pieces[HAND_SIZE:]), columns=1)


def _piece(slot: SlotView, known: Card | None, hidden: Piece | None) -> Piece:
    """`hidden` is what lies there face down; a spectator can press nothing."""
    if slot.visibility == "empty":
        return _EMPTY
    picks = () if hidden is None else hidden.picks
    if slot.card is not None:
        return Piece(card_text(slot.card), picks=picks)
    if known is not None:
        return Piece(card_text(known), is_down=True, picks=picks)
    return hidden or _DOWN


def _looked_at(piece: Piece, until: Ms | None) -> Piece:
    """Everybody sees which card somebody looks at."""
    is_seen = piece.face is not None and not piece.is_down
    return Piece(
        piece.face, piece.is_down, picks=piece.picks, mark=LOOKED_AT, until=until if is_seen else None
    )


def _marks(player: PlayerView) -> Iterator[str]:
    if player.is_cambio_caller:
        yield "called Cambio"
    elif player.has_taken_final_turn:
        yield "last turn taken"
    if player.controller == "bot" and player.kind == "human":
        yield "a bot plays"
    elif not player.is_connected:
        yield "away"


@lru_cache(_REMEMBERED)
def _middle(
    draw_pile_count: int,
    drawn: HeldView | None,
    discard_top: Card | None,
    discard_count: int,
    *,
    is_seat: bool,
    is_final: bool,
) -> Area:
    """Both piles and the drawn card between them, which every viewer sees lie there."""
    top = () if discard_top is None else (Piece(card_text(discard_top)),)
    held: tuple[Piece, ...] = ()
    if drawn is not None:
        held = (_DOWN if drawn.card is None else Piece(card_text(drawn.card)),)
    return Area(
        (
            Zone("deck", "Draw pile", "pile", count=draw_pile_count, picks=_DECK if is_seat else ()),
            Zone("held", "Drawn", "row", held),
            Zone(
                "discards",
                "Discard pile",
                "pile",
                top,
                count=discard_count,
                picks=_DISCARDS if is_seat else (),
            ),
        ),
        marks=("Final round",) if is_final else (),
    )


def _prompt(view: View) -> str | None:
    """What is asked of the viewer, or of whom the table waits for."""
    if view.status == "abandoned":
        return "The game was abandoned"
    if view.phase == "completed":
        return f"{{{view.winners[0]}}} won" if len(view.winners) == 1 else "The win is shared"
    if view.phase == "initial_view":
        return _initial_prompt(view)
    seat = view.current_turn_seat
    if seat is None:
        return None
    return _own_prompt(view) if seat == view.you and view.snap is None else _others_prompt(view, seat)


def _initial_prompt(view: View) -> str:
    if view.you is None:
        return "Everyone looks at two cards"
    if view.players[view.you].confirmed:
        return "Waiting for the others to look at their cards"
    return "Remember your two cards. Only you see them, and only now"


def _own_prompt(view: View) -> str:
    if view.giving is not None:
        return _giving_prompt(view)
    if view.reveal is not None:
        return "Only you can see this. It is hidden again automatically"
    if view.power is not None:
        return _power_prompt(view.power.power_type, view.options)
    if view.held is not None:
        return (
            "Swap it with one of yours, or discard it"
            if view.held.source == "deck"
            else "Swap it with one of yours"
        )
    return "Draw a card, or call Cambio" if view.phase == "playing" else "Draw a card"


def _power_prompt(power: PowerType, options: Options) -> str:
    if power == "look_own":
        return _KINGS[options.king_power]
    if power == "blind_swap":
        if options.blind_swap_any_two:
            return "Swap any two cards, unseen, or skip"
        return "Swap one of yours with an opponent's, unseen, or skip"
    return _POWERS[power]


def _others_prompt(view: View, seat: Seat) -> str:
    if view.snap is not None:
        if view.you is None or view.you in view.snap.tried:
            return "Others can still snap"
        return "Snap! Choose a card of the same rank as the top discard, or pass"
    if view.giving is not None:
        return _giving_prompt(view)
    if view.reveal is not None:
        return f"{{{seat}}} [is|are] looking at a card"
    if view.power is not None:
        return f"{{{seat}}} can use a power"
    if view.held is not None:
        return f"{{{seat}}} {'drew a card' if view.held.source == 'deck' else 'took the top discard'}"
    return f"{{{seat}}} [draws|draw] a card"


def _giving_prompt(view: View) -> str:
    assert view.giving is not None
    if view.giving.seat == view.you:
        return f"Give {{{view.giving.target_seat}}} one of your cards"
    return f"{{{view.giving.seat}}} must give a card"


def card_text(card: Card) -> str:
    """A card as screens know it: `10♥`."""
    return JOKER if card.suit is None else f"{card.rank}{_SIGNS[card.suit]}"


def moves(event: Event) -> tuple[Move, ...]:
    """The ways of cards, which a hidden card does not show by itself."""
    match event:
        case CardSwapped():
            zone, at = _place(event.seat, event.position)
            return (Move("held", zone, 0, at), Move(zone, "discards", at))
        case CardDiscarded():
            return (Move("held", "discards", 0),)
        case SwapCompleted():
            [(zone, at), (other, other_at)] = [_place(slot.seat, slot.position) for slot in event.slots]
            return (Move(zone, other, at, other_at), Move(other, zone, other_at, at))
        case SnapSucceeded():
            zone, at = _place(event.target_seat, event.position)
            return (Move(zone, "discards", at),)
        case CardGiven():
            zone, at = _place(event.seat, event.position)
            other, other_at = _place(event.target_seat, event.target_position)
            return (Move(zone, other, at, other_at),)
        case _:
            return ()


def _place(seat: Seat, position: Position) -> tuple[str, int]:
    if position < HAND_SIZE:
        return f"{seat}.hand", position
    return f"{seat}.extra", position - HAND_SIZE


FACE: Final[Face[View, Event]] = Face(
    scene=scene,
    moves=moves,
    looks={LOOKED_AT: PieceStyle(LOOKED_AT, "eye")},
    words={"en": ENGLISH, "de": GERMAN},
    big=frozenset({"CALL_CAMBIO"}),
    is_on_request=True,
)
