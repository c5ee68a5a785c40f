"""Chapter 11: events, their audiences, and which of them may show a card."""

from typing import Any

import msgspec
import pytest

from rondel.games.cambio.events import Event, announces, reveals
from rondel.games.cambio.evolve import _EVOLVE
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import mark
from rondel.kernel import EVERYONE, HOUSE, Struct
from rondel.wire.tagged import members, tag_of
from tests.games.cambio.walker import Walk

TABLE: dict[str, tuple[str, str]] = {
    # event: (payload, audience), as in chapter 11
    "GAME_STARTED": ("seats options firstSeat", "everyone"),
    "DECK_SHUFFLED": ("order batch", "house"),
    "CARDS_DEALT": ("handSize discardTop", "everyone"),
    "INITIAL_VIEW_STARTED": ("endsAt", "everyone"),
    "INITIAL_VIEW_ENDED": ("", "everyone"),
    "VIEW_CONFIRMED": ("seat", "everyone"),
    "TURN_STARTED": ("seat turnNumber endsAt", "everyone"),
    "DECK_RESHUFFLED": ("count", "everyone"),
    "CARD_DRAWN": ("seat source card", "everyone"),
    "DRAWN_CARD_SEEN": ("seat card", "seat"),
    "CARD_SWAPPED": ("seat position discarded discardVersion", "everyone"),
    "CARD_DISCARDED": ("seat card discardVersion reason", "everyone"),
    "POWER_AVAILABLE": ("seat powerType expiresAt", "seat"),
    "POWER_ACTIVATED": ("seat powerType slots", "everyone"),
    "CARD_REVEALED": ("seat cards until reason", "seat"),
    "CARD_HIDDEN": ("seat slots reason", "everyone"),
    "SWAP_COMPLETED": ("seat slots", "everyone"),
    "POWER_SKIPPED": ("seat powerType reason", "everyone"),
    "POWER_CANCELLED": ("seat powerType reason", "everyone"),
    "CAMBIO_CALLED": ("seat automatic", "everyone"),
    "TURN_PASSED": ("seat reason", "everyone"),
    "TURN_ENDED": ("seat turnNumber result", "everyone"),
    "FINAL_TURN_TAKEN": ("seat forfeited", "everyone"),
    "SNAP_WINDOW_OPENED": ("discardVersion closesAt", "everyone"),
    "SNAP_WINDOW_CLOSED": ("discardVersion", "everyone"),
    "SNAP_PASSED": ("seat", "everyone"),
    "SNAP_SUCCEEDED": ("seat targetSeat position card discardVersion", "everyone"),
    "SNAP_FAILED": ("seat targetSeat position card discardVersion", "everyone"),
    "PENALTY_DEALT": ("seat positions", "everyone"),
    "CARD_GIVEN": ("seat position targetSeat targetPosition", "everyone"),
    "CONNECTION_CHANGED": ("seat connected", "everyone"),
    "CONTROLLER_CHANGED": ("seat controller", "everyone"),
    "GAME_COMPLETED": ("ending scores winners winnerSeat", "everyone"),
    "GAME_ABANDONED": ("", "everyone"),
}

REVEALS = {
    # what may show a face to somebody who has not seen it: 3.4, 4.2, 4.5, 4.6, 3.6 and 5.12, 8.5, 8.7, 7.1
    "CARDS_DEALT",
    "DRAWN_CARD_SEEN",
    "CARD_SWAPPED",
    "CARD_DISCARDED",
    "CARD_REVEALED",
    "SNAP_SUCCEEDED",
    "SNAP_FAILED",
    "GAME_COMPLETED",
}


def blank(noun: type[Struct]) -> Any:
    """An event of this kind, seat 3, everything else whatever."""
    fields = msgspec.structs.fields(noun)
    return noun(*[3 if field.name == "seat" else None for field in fields])


def test_1_5_the_events_are_those_of_the_book_with_their_payloads_and_audiences() -> None:
    """Rules 1.5, 11.1: one audience each; nothing is left that undo could cross."""
    audiences = {EVERYONE: "everyone", HOUSE: "house", 3: "seat"}

    found = {
        tag_of(noun): (
            " ".join(field.encode_name for field in msgspec.structs.fields(noun)),
            audiences[CAMBIO.audience(blank(noun))],
        )
        for noun in members(Event)
    }

    assert found == TABLE


@pytest.mark.parametrize("noun", members(Event), ids=tag_of)
def test_17_1_only_these_events_may_show_a_card(noun: type[Struct]) -> None:
    event, tag = blank(noun), tag_of(noun)
    is_to_others = tag in REVEALS and tag not in ("DRAWN_CARD_SEEN", "CARD_REVEALED")

    assert [reveals(event, viewer) for viewer in (None, 0, 5)] == [is_to_others] * 3
    assert reveals(event, 3) == (tag in REVEALS and tag != "CARD_DISCARDED")


@pytest.mark.parametrize("noun", members(Event), ids=tag_of)
def test_5_8_the_slots_of_a_power_and_whether_cards_were_exchanged_are_told_openly(
    noun: type[Struct],
) -> None:
    """Rules 4.5, 5.8, 5.11, 8.7: public choices that may leave the table looking as it was."""
    announced = ("POWER_ACTIVATED", "SWAP_COMPLETED", "TURN_ENDED", "CARD_SWAPPED", "SNAP_FAILED")

    assert announces(blank(noun)) == (tag_of(noun) in announced)


@pytest.mark.untraced
def test_17_1_only_a_declared_reveal_teaches_anybody_a_card() -> None:
    """Over random games: whoever knows a card it did not know has received a reveal that says so."""
    taught = set()
    for seed in range(30):
        walk = Walk(seed)
        for before, _, _, turn in walk.moves():
            state = before
            for event in turn.events:
                after = CAMBIO.evolve(state, event, walk.at)
                for viewer in (None, *range(walk.options.seats)):
                    bit = mark(viewer)
                    learnt = [
                        code
                        for code, marks in after.known_by.items()
                        if marks & ~state.known_by.get(code, 0) & bit
                    ]
                    assert not learnt or reveals(event, viewer)
                    taught |= {tag_of(type(event))} if learnt else set()
                state = after

    assert taught == REVEALS


def test_every_event_can_be_folded() -> None:
    assert set(_EVOLVE) == set(members(Event))
