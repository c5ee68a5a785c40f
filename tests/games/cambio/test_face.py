"""Cambio as a Scene: what lies where, what can be pressed, and what is said."""

from typing import Any

import msgspec
import pytest

from rondel.games.cambio.actions import AcknowledgeReveal, CallCambio, DiscardCard, DrawCard, Snap, UsePower
from rondel.games.cambio.face import FACE
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.pieces import Slot
from rondel.kernel import Scene, Sentences, Viewer, Zone
from rondel.wire.choose import choose
from rondel.wire.codec import codec_of
from rondel.wire.tagged import members, tag_of
from tests.games.cambio.table import Table, deal, started

HANDS = "AS 2S 3S 4S | AH 2H 3H 4H"


def scene(table: Table, viewer: Viewer = 0) -> Scene:
    return FACE.scene(table.view(viewer))


def zone(drawn: Scene, name: str) -> Zone:
    [found] = [each for area in (*drawn.seats, drawn.middle) for each in area.zones if each.id == name]
    return found


def faces(drawn: Scene, name: str) -> list[str | None]:
    return [piece.face for piece in zone(drawn, name).pieces]


def pressed(table: Table, seat: int, *names: tuple[str, int]) -> Any:
    """The action that presses on these pieces leave."""
    drawn = scene(table, seat)
    legal = msgspec.json.decode(msgspec.json.encode(codec_of(CAMBIO).legal_frames(table.legal(seat))))
    picks = [[dict(pick) for pick in zone(drawn, name).pieces[at].picks] for name, at in names]
    return choose(legal, picks).complete


def test_a_hand_lies_face_down_and_nobody_can_press_it_before_a_draw() -> None:
    table = deal(HANDS)
    drawn = scene(table)

    assert faces(drawn, "0.hand") == faces(drawn, "1.hand") == [None] * 4
    assert pressed(table, 0, ("0.hand", 0)) is None
    assert [seat.is_turn for seat in drawn.seats] == [True, False]


def test_the_first_look_shows_the_viewers_own_two_cards() -> None:
    table = started()

    assert [face is not None for face in faces(scene(table, 0), "0.hand")] == [False, False, True, True]
    assert faces(scene(table, 1), "0.hand") == faces(scene(table, None), "0.hand") == [None] * 4


def test_a_drawn_card_is_seen_by_its_holder_and_can_be_swapped() -> None:
    table = deal(HANDS, deck="5H")
    table.play(0, DrawCard("deck"))

    assert faces(scene(table, 0), "held") == ["5♥"]
    assert faces(scene(table, 1), "held") == [None]
    assert pressed(table, 0, ("0.hand", 2))["payload"] == {"position": 2}
    assert pressed(table, 1, ("0.hand", 2)) is None
    assert not any(piece.picks for piece in zone(scene(table, None), "0.hand").pieces)


def test_an_emptied_place_stays_where_it_is() -> None:
    table = deal("AS - 3S 4S | AH 2H 3H 4H")

    assert [piece.kind for piece in zone(scene(table), "0.hand").pieces] == [None, "cell", None, None]


def test_two_presses_choose_the_cards_of_a_swap() -> None:
    table = deal(HANDS, deck="JH")
    table.draw_and_discard(0)

    assert pressed(table, 0, ("0.hand", 1)) is None
    assert pressed(table, 0, ("0.hand", 1), ("1.hand", 3))["payload"]["slots"] == [
        {"seat": 0, "position": 1},
        {"seat": 1, "position": 3},
    ]


def test_a_card_that_is_looked_at_is_marked_for_all_and_shown_to_one() -> None:
    table = deal(HANDS, deck="9H")
    table.draw_and_discard(0)
    table.play(0, UsePower("peek_opponent", (Slot(1, 2),)))

    seen, theirs = [zone(scene(table, viewer), "1.hand").pieces[2] for viewer in (0, 1)]
    assert (seen.face, theirs.face) == ("3♥", None)
    assert seen.mark == theirs.mark is not None
    table.play(0, AcknowledgeReveal())
    assert zone(scene(table, 0), "1.hand").pieces[2].mark is None


@pytest.mark.parametrize(
    ("deck", "zones"),
    [("8C", ["0.hand"]), ("9C", ["1.hand", "2.hand"]), ("QC", ["0.hand", "1.hand", "2.hand"]), ("KH", [])],
)
def test_a_power_opens_a_dialog_for_its_seat_alone(deck: str, zones: list[str]) -> None:
    table = deal(f"{HANDS} | AC 2C 3C 4C", deck=deck)
    table.draw_and_discard(0)

    dialog = scene(table, 0).dialog
    assert dialog is not None
    assert list(dialog.zones) == zones
    assert dialog.plays == (None if zones else {"type": "USE_POWER"})
    assert scene(table, 1).dialog is scene(table, None).dialog is None
    assert scene(table, 0).until == scene(table, 1).until == table.at + 30_000


def test_a_king_that_shows_two_cards_asks_for_both() -> None:
    table = deal(f"{HANDS} | AC 2C 3C 4C", deck="KH", king_power="look_and_swap")
    table.draw_and_discard(0)

    dialog = scene(table, 0).dialog
    assert dialog is not None
    assert list(dialog.zones) == ["0.hand", "1.hand", "2.hand"]


def test_a_look_is_a_dialog_that_closes_by_itself() -> None:
    table = deal(HANDS, deck="9H")
    table.draw_and_discard(0)
    table.play(0, UsePower("peek_opponent", (Slot(1, 2),)))

    dialog = scene(table, 0).dialog
    assert dialog is not None
    assert list(dialog.zones) == ["1.hand"]
    assert scene(table, 0).until == zone(scene(table, 0), "1.hand").pieces[2].until == table.at + 5_000
    assert scene(table, 1).dialog is None


def test_penalty_cards_are_offered_in_the_dialog_too() -> None:
    table = deal("AS 2S 3S 4S 5S | AH 2H 3H 4H", deck="8C")
    table.draw_and_discard(0)

    dialog = scene(table, 0).dialog
    assert dialog is not None
    assert list(dialog.zones) == ["0.hand", "0.extra"]


def test_cards_that_the_table_remembers_lie_face_down_and_are_known() -> None:
    known = zone(scene(deal(HANDS, memory_aid=True)), "0.hand").pieces

    assert [(piece.face, piece.is_down) for piece in known] == [
        (None, False),
        (None, False),
        ("3♠", True),
        ("4♠", True),
    ]


def test_any_seat_with_a_try_may_press_a_card_to_snap_it() -> None:
    table = deal("6H 2S 3S 4S | AH 2H 3H 4H", discards="9S", deck="6S", snap="first")
    table.play(0, DrawCard("deck"))
    table.play(0, DiscardCard())

    assert pressed(table, 0, ("0.hand", 0))["type"] == "SNAP"
    assert pressed(table, 1, ("1.hand", 0))["type"] == "SNAP"
    assert scene(table, 0).prompt == scene(table, 1).prompt
    assert scene(table, None).prompt == "Others can still snap"


def test_penalty_cards_have_places_of_their_own() -> None:
    table = deal("7H 2S 3S 4S | AH 2H 3H 4H", discards="9S", deck="6S", snap="first")
    table.play(0, DrawCard("deck"))
    table.play(0, DiscardCard())
    table.play(0, Snap(table.state.discard_version, 0, 0))

    assert faces(scene(table), "0.extra") == [None]
    assert [each.id for each in scene(table).seats[1].zones] == ["1.hand"]


def test_at_the_end_all_hands_are_open_and_counted() -> None:
    table = deal("10S KS KC 2S | AH 2H 3H 4H")
    table.play(0, CallCambio())
    table.wait(60_000)
    drawn = scene(table, None)

    assert faces(drawn, "0.hand") == ["10♠", "K♠", "K♣", "2♠"]
    assert [fact.value for fact in drawn.seats[0].facts] == [24]
    assert drawn.prompt == "{1} won"
    assert drawn.seats[0].marks == ("called Cambio",)


def test_6_10_everybody_reads_that_it_is_the_final_round() -> None:
    table = deal(f"{HANDS} | AC 2C 3C 4C")
    assert {scene(table, viewer).middle.marks for viewer in (0, 1, 2, None)} == {()}

    table.play(0, CallCambio())

    assert {scene(table, viewer).middle.marks for viewer in (0, 1, 2, None)} == {("Final round",)}


def test_who_has_called_and_who_has_played_is_marked() -> None:
    table = deal(f"{HANDS} | AC 2C 3C 4C")
    table.play(0, CallCambio())
    table.pass_turn(1)

    assert [area.marks for area in scene(table).seats] == [("called Cambio",), ("last turn taken",), ()]
    assert scene(table).middle.marks == ("Final round",)


@pytest.mark.parametrize(
    ("power", "deck", "prompt"),
    [
        ({}, "8C", "Look at one of your cards, or skip"),
        ({}, "9C", "Look at an opponent's card, or skip"),
        ({}, "QC", "Swap one of yours with an opponent's, unseen, or skip"),
        ({"blind_swap_any_two": True}, "QC", "Swap any two cards, unseen, or skip"),
        ({}, "KH", "See one of your cards, picked at random, or skip"),
        ({"king_power": "look_and_swap"}, "KH", "Look at one of yours and one of an opponent's, or skip"),
    ],
)
def test_what_a_power_asks(power: dict[str, Any], deck: str, prompt: str) -> None:
    table = deal(HANDS, deck=deck, **power)
    table.draw_and_discard(0)

    assert scene(table, 0).prompt == prompt
    assert scene(table, 1).prompt == "{0} can use a power"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_action_of_a_seat_and_every_event_has_its_sentence(language: str) -> None:
    house = {"StartGame", "SetConnected", "EndInitialView", "ExpireTurn", "ExpirePower", "HideCard"}
    house |= {"CloseSnapWindow", "ExpireGive", "TakeOver", "Abandon"}
    game_types = [*members(CAMBIO.types.action), *members(CAMBIO.types.event)]

    assert {tag_of(noun) for noun in game_types if noun.__name__ not in house} <= FACE.words[language].keys()


def test_german_has_words_for_all_that_a_scene_says() -> None:
    spoken: set[str] = set()
    for table in (started(), *_tables()):
        for viewer in (0, 1, None):
            drawn = scene(table, viewer)
            areas = (*drawn.seats, drawn.middle)
            spoken |= {each.label for area in areas for each in area.zones}
            spoken |= {mark for area in areas for mark in area.marks}
            spoken |= {fact.label for area in areas for fact in area.facts}
            spoken.add((drawn.prompt or "").replace("{0}", "{seat}").replace("{1}", "{seat}"))

    assert spoken <= FACE.words["de"].keys()
    assert len(spoken) > 20


def _tables() -> list[Table]:
    """A table after each kind of move."""
    tables = []
    for deck in ("5H", "8C", "9C", "QC", "KH"):
        tables.append(deal(HANDS, deck=deck))
        tables.append(deal(HANDS, deck=deck))
        tables[-1].play(0, DrawCard("deck"))
        tables.append(deal(HANDS, deck=deck))
        tables[-1].draw_and_discard(0)
    peeking = deal(HANDS, deck="8C")
    peeking.draw_and_discard(0)
    peeking.play(0, UsePower("peek_own", (Slot(0, 0),)))
    taken = deal(HANDS)
    taken.play(0, DrawCard("discard"))
    over = deal(HANDS)
    over.play(0, CallCambio())
    called = over
    over = deal(HANDS)
    over.play(0, CallCambio())
    over.wait(60_000)
    giving = deal("AC 2S 3S 4S | 6H 2H 3H 4H", discards="9S", deck="6S", snap="first", snap_others=True)
    giving.draw_and_discard(0)
    snapping = deal("AC 2S 3S 4S | 6H 2H 3H 4H", discards="9S", deck="6S", snap="first", snap_others=True)
    snapping.draw_and_discard(0)
    giving.play(0, Snap(giving.state.discard_version, 1, 0))
    return [*tables, peeking, taken, called, over, giving, snapping]


def test_a_log_reads_like_a_story() -> None:
    say = Sentences(
        FACE.words["en"],
        FACE.looks,
        you=1,
        name=("Ana", "Ben").__getitem__,
        plain=lambda _, value: str(value),
    ).of

    assert say("CARD_SWAPPED", {"seat": 0, "position": 2, "discarded": {"rank": "9", "suit": "hearts"}}) == (
        "Ana swapped their bottom left card and discarded 9♥"
    )
    assert say("CARD_DISCARDED", {"seat": 1, "card": {"rank": "9", "suit": "clubs"}, "reason": "time"}) == (
        "Time ran out: your 9♣ was discarded"
    )


def test_a_joker_is_called_so() -> None:
    table = deal("AS 2S 3S X1 | AH 2H 3H 4H", discards="X2", jokers=2)

    assert faces(scene(table), "discards") == ["Joker"]
