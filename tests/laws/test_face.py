"""The law of faces holds for a good one, and finds each planted fault."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from rondel.kernel import Area, Dialog, Move, Pick, Piece, PieceStyle, Scene, Seat, Struct, Zone
from rondel.laws import run
from rondel.laws.face import FACE as LAW
from tests.laws.lots import LOTS, View
from tests.laws.lots_face import FACE, FACED, scene


def found(draw: Callable[[View], Scene], moves: Callable[[Any], Sequence[Move]] = FACE.moves) -> str:
    """The first thing that the law finds."""
    game = replace(LOTS, face=replace(FACE, scene=draw, moves=moves))
    violations = run(game, laws=(LAW,), steps=60).violations
    return violations[0].message if violations else ""


def offering(pick: Pick) -> Callable[[View], Scene]:
    return lambda view: replaced(scene(view), middle=Area(scene(view).middle.zones, picks=(pick,)))


def test_a_good_face_is_lawful() -> None:
    report = run(FACED, laws=(LAW,), steps=900)

    assert report.violations == ()
    assert report.checks["face"] >= 250


def test_a_game_without_a_face_is_lawful() -> None:
    assert run(LOTS, laws=(LAW,), steps=20).violations == ()


def test_a_face_that_fails_for_somebody_is_found() -> None:
    def draw(view: View) -> Scene:
        if view.hand is None:
            raise LookupError("no hand")
        return scene(view)

    assert found(draw) == "the face fails for a spectator: LookupError('no hand')"


def test_moves_that_fail_are_found() -> None:
    def moves(event: object) -> Sequence[Move]:
        raise KeyError(type(event).__name__)

    assert " inside a row: KeyError('" in found(scene, moves)


@pytest.mark.parametrize(
    ("pick", "message"),
    [
        ({"colour": "red"}, "the face offers {'colour': 'red'}, and no action has these fields. Fields of "),
        ({"type": "BIT"}, "the face offers {'type': 'BIT'}, and no action has these fields"),
        (
            {"type": "BID", "amounts": 1},
            "the face offers {'type': 'BID', 'amounts': 1}, and no action has these fields. Fields of BID: a",
        ),
        ({"type": "PEEK", "amount": 1}, "the face offers {'type': 'PEEK', 'amount': 1}, and no action has"),
        ({"notes[]": 1}, "the face offers {'notes[]': 1}, and no action has these fields"),
        ({}, "the face offers {}, and no action has these fields"),
        ({"colour": None}, "the face offers {'colour': None}, and no action has these fields"),
    ],
)
def test_a_pick_of_fields_that_no_action_has_is_found_and_the_fields_are_named(
    pick: Pick, message: str
) -> None:
    assert found(offering(pick)).startswith(message)


def test_a_pick_that_fits_only_sometimes_is_lawful() -> None:
    assert found(offering({"type": "PEEK"})) == ""
    assert found(offering({"amount": 4})) == ""


def test_a_pick_that_leaves_every_action_is_lawful() -> None:
    """The last card of a kind can be pressed, though nothing else could be meant."""
    assert found(offering({"payload.type": None})) == ""


def test_a_scene_without_a_seat_is_found() -> None:
    assert found(lambda view: replaced(scene(view), seats=())).startswith(
        "the Scene of seat 0 has 0 seats, not "
    )


def test_a_scene_that_is_not_what_it_is_written_as_is_found() -> None:
    draw = offering({"amount": (4,)})

    assert found(draw) == "the Scene of seat 0 is not the same after writing and reading"


def test_a_tone_that_there_is_not_is_found_and_the_tones_are_named() -> None:
    def draw(view: View) -> Scene:
        purple: Any = "purple"
        return replaced(scene(view), middle=Area((Zone("lot", pieces=(Piece("12", tone=purple),)),)))

    message = found(draw)

    assert message.startswith("no screen can read the Scene of seat 0: Invalid enum value 'purple'")
    assert "Tones: plain, red, green, blue, gold, violet, dark, light, seat. Layouts: row, fan," in message


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ((Zone("lot"), Zone("lot")), "in the Scene of seat 0 two zones have the id 'lot'"),
        (
            (Zone("lot", pieces=(Piece(key="a"), Piece(key="a"))),),
            "in the Scene of seat 0 two pieces have the key 'a'",
        ),
    ],
)
def test_two_things_of_one_name_are_found(zones: tuple[Zone, ...], message: str) -> None:
    assert found(lambda view: replaced(scene(view), middle=Area(zones))) == message


def test_a_scene_that_is_another_each_time_is_found() -> None:
    drawn = count()

    def draw(view: View) -> Scene:
        return replaced(scene(view), prompt=str(next(drawn)))

    assert found(draw) == "the Scene of a spectator is another when it is drawn again"


def test_a_scene_that_fails_between_two_events_is_found() -> None:
    def draw(view: View) -> Scene:
        if view.bids is not None:
            raise LookupError("bids")
        return scene(view)

    message = found(draw)

    assert message.startswith("the face fails for ")
    assert message.endswith(" inside a row: LookupError('bids')")


def test_a_dialog_about_a_zone_that_is_not_drawn_is_found() -> None:
    def draw(view: View) -> Scene:
        return replaced(scene(view), dialog=Dialog(("attic",)))

    assert "shows the zone 'attic', which its Scene does not have" in found(draw)


def test_a_move_by_way_of_a_zone_that_is_not_drawn_is_found() -> None:
    assert found(scene, lambda _: (Move("lot", "attic"),)).startswith(
        "a piece moves by way of 'attic', which "
    )


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        ({"BIDS": "Bids"}, "the words in 'en' are about BIDS, which is no action or event"),
        ({"BID": "Bid {coins}"}, "the words in 'en' for BID have a gap that nothing fills: 'Bid {coins}'"),
        (
            {"{seat} bids": "{who} bietet"},
            "the words in 'en' for {seat} bids have a gap that nothing fills: ",
        ),
        (
            {"BID coins=2": "Bid"},
            "the words in 'en' for 'BID coins=2' look at coins, which is no field. Fields of BID: ",
        ),
        ({"BIDS amount=2": "Bid"}, "the words in 'en' are about BIDS, which is no action or event"),
        (
            {"BID amount=2": "Bid {coins}"},
            "the words in 'en' for BID amount=2 have a gap that nothing fills: 'Bid {coins}'",
        ),
        (
            {"seats": "{who} plays"},
            "the words in 'en' for seats have a gap that nothing fills: '{who} plays'",
        ),
        ({"BID": "[Bids|Bid"}, "the words in 'en' for BID have a gap that nothing fills: '[Bids|Bid'"),
        (
            {"BID": "Bid(? {coins})"},
            "the words in 'en' for BID have a gap that nothing fills: 'Bid(? {coins})'",
        ),
        (
            {"BID": "Bid(? {amount}"},
            "the words in 'en' for BID have a gap that nothing fills: 'Bid(? {amount}'",
        ),
    ],
)
def test_words_about_nothing_are_found(sentences: dict[str, str], message: str) -> None:
    game = replace(LOTS, face=replace(FACE, words={"en": sentences}))

    assert run(game, laws=(LAW,), steps=5).violations[0].message.startswith(message)


class Hint(Struct):
    """An action of which one field may have no value."""

    card: int
    target_seat: Seat | None = None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Hint {card} to {targetSeat}",
            "the words in 'en' for HINT have a gap that stays open where targetSeat has no value: ",
        ),
        (
            "Hint {card}(? to {targetSeat}), {targetSeat}",
            "the words in 'en' for HINT have a gap that stays open where targetSeat has no value: ",
        ),
        ("Hint {card}(? to {targetSeat})", ""),
        ("Hint(? {card})(? to {targetSeat}, who [draws|draw])", ""),
    ],
)
def test_a_gap_that_may_have_no_value_is_lawful_only_in_an_optional_part(text: str, message: str) -> None:
    types = replace(LOTS.types, action=LOTS.types.action | Hint)
    game = replace(LOTS, types=types, face=replace(FACE, words={"en": {"HINT": text}}))

    violations = run(game, laws=(LAW,), steps=5).violations

    assert (violations[0].message if violations else "").startswith(message)
    assert bool(violations) is bool(message)


def test_a_prompt_with_a_gap_that_nothing_fills_is_found() -> None:
    asks = "{seat} [bids|bid]"

    assert found(lambda view: replaced(scene(view), prompt=asks)) == (
        "the prompt for seat 0 has a gap that nothing fills: '{seat} [bids|bid]'"
    )
    assert found(lambda view: replaced(scene(view), prompt="{1} [bids|bid]")) == ""


def test_a_big_move_that_is_no_action_is_found() -> None:
    game = replace(LOTS, face=replace(FACE, big=frozenset(("BID", "BIDS"))))

    [violation, *_] = run(game, laws=(LAW,), steps=5).violations

    assert violation.message == "the face calls BIDS a big move, which is no action"


def test_words_for_values_and_for_objects_are_lawful() -> None:
    words = {"en": {"BID amount=2": "Bid two", "amount=3": "three", "options": "{rounds} rounds"}}
    game = replace(LOTS, face=replace(FACE, words=words))

    assert run(game, laws=(LAW,), steps=20).violations == ()


def test_words_about_what_every_table_does_are_lawful() -> None:
    words = {
        "de": {"UNDONE": "Zurück zu {toVersion}", "TAKE_BACK": "Zurücknehmen", "{seat} bids": "{seat} bietet"}
    }
    game = replace(LOTS, face=replace(FACE, words=words))

    assert run(game, laws=(LAW,), steps=20).violations == ()


def test_a_look_without_a_label_is_found() -> None:
    game = replace(LOTS, face=replace(FACE, looks={"12": PieceStyle("")}))

    assert run(game, laws=(LAW,), steps=5).violations[0].message == "the face has no label for '12'"
