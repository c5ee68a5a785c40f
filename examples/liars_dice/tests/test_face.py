"""What Liar's Dice looks like, and what a tap does."""

from typing import Any

import msgspec
import pytest

from liars_dice.face import ENGLISH, FACE, FIRST, LAST, NEXT
from liars_dice.game import LIARS_DICE
from liars_dice.german import GERMAN
from liars_dice.rules import Bid, CallLiar, CupLifted, Options
from rondel.kernel import HOUSE, Chance, Fact, Piece, Scene, Seat, SeatSpec, Viewer, take_turn
from rondel.wire.choose import choose
from rondel.wire.codec import codec_of


def played(*moves: tuple[Seat, Any], cups: tuple[tuple[int, ...], ...] = ((1, 3), (3, 4))) -> Any:
    state = LIARS_DICE.start(Options(dice=2), [SeatSpec()] * len(cups))
    state = take_turn(LIARS_DICE, state, HOUSE, LIARS_DICE.begin, Chance.of_seed(1), 0).state.replace(turn=0)
    for seat, cup in enumerate(cups):
        state = state.replace_player(seat, cup=cup, dice_left=len(cup))
    for seat, action in moves:
        state = take_turn(LIARS_DICE, state, seat, action, Chance.of_seed(2), 0).state
    return state


def drawn(state: Any, viewer: Viewer) -> Scene:
    return FACE.scene(LIARS_DICE.view(state, viewer))


def zones(scene: Scene) -> dict[str, Any]:
    return {zone.id: zone for area in (*scene.seats, scene.middle) for zone in area.zones}


def choice(state: Any, seat: Seat, *things: Any) -> Any:
    legal = msgspec.json.decode(codec_of(LIARS_DICE).legal_bytes(LIARS_DICE.legal(state, seat)))
    return choose(legal, [each.picks for each in things])


def test_dice_under_other_cups_have_no_face() -> None:
    scene = drawn(played(), 1)

    assert zones(scene)["0.cup"].pieces == (Piece(), Piece())
    assert [die.face for die in zones(scene)["1.cup"].pieces] == ["3", "4"]


def test_a_tap_on_a_face_asks_for_the_number_of_dice() -> None:
    state = played((0, Bid(2, 3)))
    faces = zones(drawn(state, 1))["faces"].pieces

    [question] = choice(state, 1, faces[4]).questions

    assert (question.field, question.values) == ("count", (2, 3, 4))
    assert "faces" not in zones(drawn(state, 0))


def test_the_bid_is_shown_and_a_lie_is_called_by_a_button_that_says_so() -> None:
    state = played((0, Bid(2, 3)))
    scene = drawn(state, 1)

    assert zones(scene)["bid"].picks == ()
    assert FACE.big == {"CALL_LIAR"}
    assert [die.face for die in zones(scene)["bid"].pieces] == ["3"]
    assert scene.middle.facts == (Fact("Count", 2), Fact("Dice in play", 4))
    assert [area.marks for area in scene.seats] == [("last bid",), ()]


def test_dice_that_count_are_marked_where_they_are_seen() -> None:
    state = played((0, Bid(2, 3)))
    lifted = CupLifted(0, (1, 3)).apply(state)

    assert [die.mark for die in zones(drawn(state, 0))["0.cup"].pieces] == ["✓", "✓"]
    assert [die.mark for die in zones(drawn(state, 1))["0.cup"].pieces] == [None, None]
    assert [die.mark for die in zones(drawn(lifted, 1))["0.cup"].pieces] == ["✓", "✓"]
    assert [die.mark for die in zones(drawn(lifted, 1))["1.cup"].pieces] == ["✓", None]


def test_nothing_counts_before_there_is_a_bid() -> None:
    scene = drawn(played(), 0)

    assert scene.prompt == "{0} [makes|make] the first bid"
    assert [die.mark for die in zones(scene)["0.cup"].pieces] == [None, None]
    assert "bid" not in zones(scene)


def test_the_end_names_the_winner_and_who_is_out() -> None:
    scene = drawn(played((0, Bid(2, 5)), (1, CallLiar()), cups=((2,), (3,))), None)

    assert scene.prompt == "{1} [wins|win] the game"
    assert [(area.is_out, area.is_turn) for area in scene.seats] == [(True, False), (False, False)]


@pytest.mark.parametrize(
    "text", [*ENGLISH, FIRST, NEXT, LAST, "Cup", "Bid", "Bid a face", "Count", "Dice in play", "last bid"]
)
def test_everything_said_is_said_in_german(text: str) -> None:
    assert text in GERMAN
