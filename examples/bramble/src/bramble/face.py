"""Bramble as it is drawn, and in English words."""

from typing import Final

from bramble.german import GERMAN
from bramble.rules import Player, State
from rondel.kernel import Area, Face, Fact, Pick, Piece, PieceStyle, Scene, Seat, Zone
from rondel.kit import HIDDEN, Event

PROMPTS: Final = {
    "first": "Everyone lays a disc face down",
    "laying": "{seat} [lays|lay] another disc, or [claims|claim] a number of blooms",
    "claiming": "{seat} [claims|claim] more, or [passes|pass]",
    "turning": "{seat} [reveals|reveal] discs",
    "losing": "{seat} hit [their|your] own thorn and must give up a disc",
    "over": "{seat} [wins|win] the game",
}
THORN: Final = (
    "M11 22C10 15 11 8 15 2l2 1.2C13.5 9 12.6 15 13.4 22z"
    "M11 17.5 4.5 17 11.2 13.6zM12.2 9.6 6 6.6l7.4-.4zM13 14.6l6.8-1-6.4-2.8z"
)
"""A stem with three thorns, in 24 by 24."""

LOOKS: Final = {"bloom": PieceStyle("bloom", "flower", "red"), "thorn": PieceStyle("thorn", THORN, "dark")}
ENGLISH: Final = {
    "LAY": "Lay a {disc}",
    "CLAIM": "Claim {count}",
    "PASS": "Pass",
    "TURN": "Reveal a disc ({ownerSeat})",
    "GIVE_UP": "Give up a {disc}",
    "ROUND_BEGUN": "A new round: {firstSeat} [goes|go] first",
    "DISC_LAID": "{seat} [lays|lay] a disc",
    "DISC_LAID_TO_YOU": "",
    "CLAIM_MADE": "{seat} [claims|claim] {count}",
    "CLAIM_PASSED": "{seat} [passes|pass]",
    "CHALLENGE_BEGUN": "{seat} must reveal the claimed blooms",
    "DISC_TURNED": "{seat} [reveals|reveal] a {disc} ({ownerSeat})",
    "DISC_LOST": "{seat} [loses|lose] a disc",
    "DISC_LOST_TO_YOU": "The {disc} is gone",
    "POINT_WON": "{seat} [wins|win] a point",
    "GAME_ENDED": "The game is over",
}


def scene(view: State) -> Scene:
    """Everybody's stack and hand, and the claim in the middle."""
    acting = () if view.phase == "over" else view.to_act()
    prompt_seat = view.winners[0] if view.winners else view.turn
    return Scene(
        tuple(area(view, seat, player, is_turn=seat in acting) for seat, player in enumerate(view.players)),
        Area(facts=middle(view)),
        PROMPTS.get(view.phase, "").replace("{seat}", f"{{{prompt_seat}}}"),
    )


def middle(view: State) -> tuple[Fact, ...]:
    """How many discs are laid; once there is a claim, how many blooms were found."""
    if not view.claim:
        return (Fact("Discs laid", view.laid),)
    return (Fact("Claim", view.claim), Fact("Revealed", view.turned, view.claim))


def area(view: State, seat: Seat, player: Player, *, is_turn: bool) -> Area:
    """A tap on a disc of your own lays it or gives it up; one on a stack turns its top disc over."""
    down = len(player.stack) - player.turned
    stack = [piece(disc, "GIVE_UP", is_down=at < down) for at, disc in enumerate(player.stack)]
    hand = [piece(disc, "LAY", "GIVE_UP") for disc in player.hand]
    lost = [piece(disc) for disc in player.lost]
    turn: tuple[Pick, ...] = ({"type": "TURN", "ownerSeat": seat},) if down else ()
    zones = (
        Zone(f"{seat}.stack", "Stack", "stack", tuple(stack), "disc", picks=turn),
        Zone(f"{seat}.hand", "Hand", "fan", tuple(hand), "disc"),
        Zone(f"{seat}.lost", "Lost", "pile", tuple(lost), "disc"),
    )
    return Area(
        zones if lost else zones[:2],
        (Fact("Points", player.points, view.options.points_to_win),),
        ("passed",) * player.has_passed + ("highest claim",) * (view.claim > 0 and view.claimant == seat),
        is_turn=is_turn,
        is_out=not player.discs,
    )


def piece(disc: str, *actions: str, is_down: bool = False) -> Piece:
    """A disc, and what a tap on it may do if it is seen."""
    if disc == HIDDEN:
        return Piece()
    return Piece(disc, is_down, picks=tuple({"type": action, "disc": disc} for action in actions))


FACE: Face[State, Event] = Face(scene=scene, looks=LOOKS, words={"en": ENGLISH, "de": GERMAN})
