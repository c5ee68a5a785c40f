"""What Bramble looks like, and what a tap does."""

from typing import Any

import msgspec
import pytest

from bramble.face import ENGLISH, FACE, PROMPTS
from bramble.game import BRAMBLE
from bramble.german import GERMAN
from bramble.rules import Claim, GiveUp, Lay, Options, Pass, Turn
from rondel.kernel import HOUSE, Area, Chance, Fact, Piece, Scene, Seat, SeatSpec, Viewer, take_turn
from rondel.wire.choose import choose
from rondel.wire.codec import codec_of


def played(*moves: tuple[Seat, Any], points: int = 2) -> Any:
    state = BRAMBLE.start(Options(points), [SeatSpec()] * 3)
    state = take_turn(BRAMBLE, state, HOUSE, BRAMBLE.begin, Chance.of_seed(1), 0).state.replace(turn=0)
    for seat, action in moves:
        state = take_turn(BRAMBLE, state, seat, action, Chance.of_seed(2), 0).state
    return state


LAID = ((0, Lay("bloom")), (1, Lay("thorn")), (2, Lay("bloom")))
CLAIMED = (*LAID, (0, Claim(2)), (1, Pass()))


def drawn(state: Any, viewer: Viewer) -> Scene:
    return FACE.scene(BRAMBLE.view(state, viewer))


def zone(scene: Scene, name: str) -> Any:
    return next(zone for area in scene.seats for zone in area.zones if zone.id == name)


def tapped(state: Any, seat: Seat, *thing: Any) -> Any:
    """The action that taps on these things come to."""
    legal = msgspec.json.decode(codec_of(BRAMBLE).legal_bytes(BRAMBLE.legal(state, seat)))
    return choose(legal, [each.picks for each in thing]).complete


def test_others_discs_are_backs_and_your_own_are_known() -> None:
    scene = drawn(played(*LAID), 1)

    assert zone(scene, "0.stack").pieces == (Piece(),)
    assert zone(scene, "0.hand").pieces == (Piece(),) * 3
    assert [(piece.face, piece.is_down) for piece in zone(scene, "1.stack").pieces] == [("thorn", True)]
    assert [(piece.face, piece.is_down) for piece in zone(scene, "1.hand").pieces] == [("bloom", False)] * 3


def test_a_spectator_is_shown_backs_alone() -> None:
    scene = drawn(played(*LAID), None)

    assert {piece for area in scene.seats for each in area.zones for piece in each.pieces} == {Piece()}


def test_a_tap_on_a_disc_in_hand_lays_it() -> None:
    state = played()
    disc = zone(drawn(state, 0), "0.hand").pieces[3]

    assert tapped(state, 0, disc) == {"type": "LAY", "payload": {"disc": "thorn"}}


def test_a_tap_on_a_stack_turns_its_top_disc_over() -> None:
    state = played(*CLAIMED, (2, Pass()))
    scene = drawn(state, 0)

    assert tapped(state, 0, zone(scene, "1.stack")) == {"type": "TURN", "payload": {"ownerSeat": 1}}
    assert zone(scene, "0.stack").picks == ()
    assert zone(scene, "0.stack").pieces[0].is_down is False


def test_a_tap_on_a_disc_gives_it_up_after_the_own_thorn() -> None:
    state = played(*LAID, (0, Claim(1)), (1, Claim(3)))
    scene = drawn(state, 1)

    assert scene.prompt == "{1} hit [their|your] own thorn and must give up a disc"
    assert tapped(state, 1, zone(scene, "1.stack").pieces[0])["payload"] == {"disc": "thorn"}
    lost = drawn(take_turn(BRAMBLE, state, 1, GiveUp("thorn"), Chance.of_seed(1), 0).state, 0)
    assert zone(lost, "1.lost").pieces == (Piece(),)


def test_claim_and_points_are_told_in_facts_and_marks() -> None:
    scene = drawn(played(*CLAIMED), 2)

    assert scene.middle == Area(facts=(Fact("Claim", 2), Fact("Revealed", 0, 2)))
    assert [area.marks for area in scene.seats] == [("highest claim",), ("passed",), ()]
    assert [area.is_turn for area in scene.seats] == [False, False, True]
    assert scene.seats[0].facts == (Fact("Points", 0, 2),)
    assert drawn(played(), 2).middle.facts == (Fact("Discs laid", 0),)


def test_the_end_names_the_winner() -> None:
    scene = drawn(played(*LAID, (0, Claim(2)), (1, Pass()), (2, Pass()), (0, Turn(2)), points=1), 1)

    assert scene.prompt == "{0} [wins|win] the game"
    assert not any(area.is_turn for area in scene.seats)


def test_every_phase_before_the_deal_too_can_be_drawn() -> None:
    assert drawn(BRAMBLE.start(Options(), [SeatSpec()] * 3), None).prompt == ""


@pytest.mark.parametrize(
    "text", [*ENGLISH, *PROMPTS.values(), "Stack", "Hand", "Lost", "passed", "highest claim"]
)
def test_everything_said_is_said_in_german(text: str) -> None:
    assert GERMAN.get(text) is not None
