"""Lots with a face, and with faces that break their law."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from msgspec.structs import replace as replaced

from rondel.kernel import AnyGame, Area, Face, Fact, Move, Piece, PieceStyle, Scene, Zone
from rondel.laws.face import FACE as LAW
from tests.laws.faults import Fault
from tests.laws.lots import LOTS, Event, LotTaken, PlayerView, View


def scene(view: View) -> Scene:
    lot = Piece(None if view.lot is None else str(view.lot), is_down=True, picks=({"type": "PEEK"},))
    return Scene(
        tuple(_area(view, seat, player) for seat, player in enumerate(view.players)),
        Area((Zone("lot", "Lot", "pile", (lot,) if view.lots_left else (), count=view.lots_left),)),
        None if view.ending else "Everybody bids for the lot",
    )


def _area(view: View, seat: int, player: PlayerView) -> Area:
    hand = tuple(Piece(mark="marked" if at in player.marks else None) for at in range(player.cards))
    purse = Zone(f"{seat}.purse", "Purse", count=player.cash, picks=({"type": "BID", "amount": player.cash},))
    return Area(
        (Zone(f"{seat}.hand", "Hand", "fan", hand), purse),
        (Fact("Cash", player.cash, 9),),
        ("has peeked",) * player.has_peeked,
        is_turn=not player.has_bid and view.ending is None,
        is_out=not player.cash,
    )


def moves(event: Event) -> tuple[Move, ...]:
    return (Move("lot", f"{event.seat}.hand"),) if isinstance(event, LotTaken) else ()


WORDS = {
    "BID": "Bid {amount}",
    "BID_PLACED": "{seat} [seals|seal] a bid",
    "LOT_SOLD": "{seat} [pays|pay] {price}",
    "GAME_STARTED": "",
}

FACE: Face[View, Event] = Face(
    scene=scene, looks={"12": PieceStyle("a dozen")}, words={"en": WORDS}, moves=moves
)
FACED = replace(LOTS, face=FACE)


_COLOURS: Final = Area(picks=({"colour": "red"},))


def _faced(draw: Callable[[View], Scene]) -> AnyGame:
    return replace(LOTS, face=replace(FACE, scene=draw))


def _of_a_hand(view: View) -> Scene:
    assert view.hand is not None
    return scene(view)


FAULTS: Final = (
    Fault(LAW, "draws no spectator", _faced(_of_a_hand)),
    Fault(LAW, "leaves out the seats", _faced(lambda view: replaced(scene(view), seats=()))),
    Fault(LAW, "offers what no action has", _faced(lambda view: replaced(scene(view), middle=_COLOURS))),
)
