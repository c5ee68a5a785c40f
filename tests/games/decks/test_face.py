"""Decks as a Scene, 8.4: what can be pressed, how a card stands, and what is asked for."""

import json

from rondel.games.decks.actions import ClosePlanner
from rondel.games.decks.face import FACE
from rondel.games.decks.game import DECKS
from rondel.kernel import Piece, Scene
from rondel.wire.choose import can_pick
from rondel.wire.codec import codec_of
from tests.games.decks.table import Playthrough, deal, override

CARDS = "A♠ 2♥ Scout Trade Rest Feast"


def drawn(sitting: Playthrough, viewer: int | None = 0) -> Scene:
    return FACE.scene(sitting.view(viewer))


def hand(sitting: Playthrough) -> tuple[Piece, ...]:
    return drawn(sitting).seats[0].zones[0].pieces


def marks(sitting: Playthrough) -> list[str | None]:
    return [piece.mark for piece in hand(sitting)]


def pressable(sitting: Playthrough) -> list[str | None]:
    frames = json.loads(codec_of(DECKS).legal_bytes(sitting.legal()))
    return [piece.face for piece in hand(sitting) if can_pick(frames, [], piece.picks)]


def facts(sitting: Playthrough) -> dict[str, int | str]:
    return {fact.label: fact.value for fact in drawn(sitting).middle.facts}


def test_8_4_a_card_tells_its_name_and_whether_it_is_selected_or_unavailable() -> None:
    sitting = deal(CARDS)
    assert [piece.face for piece in hand(sitting)] == ["A♠", "2♥", "Scout", "Trade", "Rest"]
    assert marks(sitting) == [None] * 5

    sitting.toggle("A♠")
    assert marks(sitting) == ["✓ selected", None, None, None, None]

    sitting.toggle("Scout")
    rest = "– unavailable"
    assert marks(sitting) == ["✓ selected", rest, "✓ selected", rest, rest]


def test_8_4_at_the_limit_only_what_is_selected_can_be_pressed() -> None:
    sitting = deal(CARDS)
    assert pressable(sitting) == ["A♠", "2♥", "Scout", "Trade", "Rest"]

    sitting.toggle("A♠ Scout")
    assert pressable(sitting) == ["A♠", "Scout"]


def test_8_4_a_card_tells_its_number_in_the_order_and_that_it_is_locked() -> None:
    sitting = deal(CARDS).discard("A♠ Scout").order("Rest 2♥")
    assert marks(sitting) == ["#2", None, "#1"]
    assert pressable(sitting) == ["2♥", "Trade", "Rest"]

    sitting.lock("Trade")
    assert marks(sitting) == ["#2 locked", "#3 locked", "#1 locked"]
    assert pressable(sitting) == []


def test_8_4_the_discard_line_counts_up_to_the_effective_discard_count() -> None:
    sitting = deal(CARDS, hand=3, discard=7)
    assert drawn(sitting).prompt == "Select 0 of 3 cards"

    sitting.toggle("A♠ Scout")
    assert drawn(sitting).prompt == "Select 2 of 3 cards"
    assert drawn(sitting, None).prompt == "Select 2 of 3 cards"


def test_8_4_what_is_to_be_done_is_asked_for_in_every_phase() -> None:
    sitting = deal(CARDS).discard("A♠ Scout").order("Rest")
    assert drawn(sitting).prompt == "Put 1 of 3 cards in order"

    sitting.lock("2♥ Trade")
    assert drawn(sitting).prompt == "The order is locked. End the turn."
    assert drawn(deal(CARDS, discard=0)).prompt == "There is nothing to discard or to order. End the turn."
    assert drawn(deal(CARDS, hand=2).discard("A♠ 2♥")).prompt == "The hand is empty. End the turn."
    assert drawn(sitting.ask(ClosePlanner())).prompt is None
    assert facts(sitting)["Phase"] == "over"


def test_8_4_a_warning_and_an_error_are_told_as_such() -> None:
    sitting = deal(CARDS).ask(override('["A", "B"]'))
    assert facts(sitting)["Warning"] == "Only 2 of 5 cards could be dealt."

    sitting.ask(override("[1]"))
    assert "Error" in facts(sitting)


def test_8_2_a_spectator_is_shown_no_selection() -> None:
    sitting = deal(CARDS).toggle("A♠")

    assert [piece.mark for piece in drawn(sitting, None).seats[0].zones[0].pieces] == [None] * 5


def test_the_piles_say_how_many_cards_they_have_and_the_newest_discard() -> None:
    draw, discards = drawn(deal(CARDS).discard("A♠ Scout")).middle.zones

    assert (draw.count, draw.pieces) == (1, ())
    assert (discards.count, [piece.face for piece in discards.pieces]) == (2, ["Scout"])
    assert [piece.tone for piece in hand(deal(CARDS))][:2] == [None, "red"]
