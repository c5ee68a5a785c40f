"""Liar's Dice as it is drawn, and in English words."""

from typing import Any, Final

from liars_dice.german import GERMAN
from liars_dice.rules import DICE, Player, State
from rondel.kernel import Area, Face, Fact, Piece, PieceStyle, Scene, Seat, Zone
from rondel.kit import HIDDEN, Event

FIRST: Final = "{seat} [makes|make] the first bid"
NEXT: Final = "{seat} [raises|raise] the bid or [challenges|challenge]"
LAST: Final = "{seat} [wins|win] the game"
LOOKS: Final = {str(face): PieceStyle(str(face)) for face in DICE.faces}
ENGLISH: Final = {
    "BID": "Bid {count} × {face}",
    "CALL_LIAR": "Challenge",
    "DICE_GIVEN": "Everyone has {count} dice",
    "ROUND_BEGUN": "New dice: {firstSeat} [bids|bid] first",
    "DICE_ROLLED": "",
    "DICE_ROLLED_TO_YOU": "You roll {dice}",
    "BID_MADE": "{seat} [bids|bid] {count} × {face}",
    "CUP_LIFTED": "{seat} [shows|show] {dice}",
    "DIE_LOST": "{seat} [loses|lose] a die",
    "GAME_ENDED": "The game is over",
}


def scene(view: Any) -> Scene:
    """Everybody's cup; the bid in the middle, and the faces to bid on if it is your turn."""
    is_over = view.phase == "over"
    prompt = LAST if is_over else NEXT if view.count else FIRST
    prompt_seat = view.winners[0] if is_over else view.turn
    bid = Zone("bid", "Bid", "row", (Piece(str(view.face)),), "die")
    faces = [Piece(str(face), picks=({"type": "BID", "face": face},)) for face in DICE.faces]
    is_yours = not is_over and view.you == view.turn
    dice = sum(view.scores())
    return Scene(
        tuple(area(view, seat, player, is_over=is_over) for seat, player in enumerate(view.players)),
        Area(
            (bid,) * (view.count > 0) + (Zone("faces", "Bid a face", "row", tuple(faces), "die"),) * is_yours,
            (Fact("Count", view.count),) * (view.count > 0) + (Fact("Dice in play", dice),),
        ),
        prompt.replace("{seat}", f"{{{prompt_seat}}}"),
    )


def area(view: State, seat: Seat, player: Player, *, is_over: bool) -> Area:
    """Dice that count for the bid are marked, where they are seen."""
    counted = {view.face, 1} if view.options.ones_are_wild else {view.face}
    dice = [piece(die, is_counted=view.count > 0 and die in counted) for die in player.cup]
    return Area(
        (Zone(f"{seat}.cup", "Cup", "row", tuple(dice), "die"),),
        (Fact("Dice", player.dice_left, view.options.dice),),
        ("last bid",) * (view.count > 0 and view.bidder == seat),
        is_turn=seat == view.turn and not is_over,
        is_out=not player.dice_left,
    )


def piece(die: int | str, *, is_counted: bool) -> Piece:
    """A die, or one under a cup."""
    if die == HIDDEN:
        return Piece()
    return Piece(str(die), mark="✓", tone="gold") if is_counted else Piece(str(die))


FACE: Face[Any, Event] = Face(
    scene=scene, looks=LOOKS, words={"en": ENGLISH, "de": GERMAN}, big=frozenset(("CALL_LIAR",))
)
