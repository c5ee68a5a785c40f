"""Decks, chapter 8: what is seen and what is known."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from rondel.games.decks.actions import (
    Action,
    ClosePlanner,
    ConfirmDiscard,
    DealNextHand,
    EndTurn,
    ToggleCardSelection,
)
from rondel.games.decks.events import StateImported
from rondel.games.decks.game import DECKS
from rondel.games.decks.state import State
from rondel.games.decks.view import View
from rondel.kernel import Chance, Refusal, Viewer, observes
from rondel.wire.codec import codec_of
from tests.games.decks.samples import EVERY_ACTION
from tests.games.decks.table import Playthrough, deal, import_state, started, unstarted, wander

SEEN_BY_ALL = {
    *("drawPileCount", "drawPileCards", "discardPile", "hand", "handCards", "turnNumber", "handSize"),
    *("discardCount", "discardPhase", "effectiveDiscardCount", "playOrderSequence", "playOrderLocked"),
    *("planningPhase", "isPlayOrderComplete", "phaseLabel", "warning", "error", "isDealing"),
    *("deckSource", "activePresetId", "presets", "ending"),
}


def encode_view(view: View) -> dict[str, Any]:
    """The View as it travels."""
    found: dict[str, Any] = msgspec.json.decode(codec_of(DECKS).noun_bytes(view))
    return found


def test_8_1_what_seat_0_and_spectators_see() -> None:
    sitting = deal("F E D C B A", hand=3, discard=1).discard("E").order("D")
    f, d = sitting.ids("F D")

    seen = encode_view(sitting.view(None))

    assert seen.keys() == SEEN_BY_ALL | {"selectedCount"}
    assert seen == seen | {
        "drawPileCount": 3,
        "drawPileCards": ["A", "B", "C"],
        "discardPile": ["E"],
        "hand": ["F", "D"],
        "handCards": [
            {"instanceId": f, "card": "F", "id": f, "value": "F", "sequenceNumber": None},
            {"instanceId": d, "card": "D", "id": d, "value": "D", "sequenceNumber": 1},
        ],
        "turnNumber": 1,
        "handSize": 3,
        "discardCount": 1,
        "discardPhase": {"active": False, "remainingDiscards": 0},
        "effectiveDiscardCount": 1,
        "playOrderSequence": [d],
        "playOrderLocked": False,
        "planningPhase": True,
        "isPlayOrderComplete": False,
        "phaseLabel": "planning",
        "warning": None,
        "error": None,
        "isDealing": False,
        "deckSource": "custom",
        "activePresetId": None,
        "ending": None,
    }
    assert [(preset["id"], preset["cardCount"]) for preset in seen["presets"]] == [
        ("standard-52", 52),
        ("short-26", 26),
        ("starter-12", 12),
    ]


def test_8_2_only_seat_0_sees_which_cards_are_selected() -> None:
    sitting = deal("A B C D", hand=3, discard=2).toggle("C")

    assert encode_view(sitting.view(0)).keys() == SEEN_BY_ALL | {"selectedCardIds"}
    assert encode_view(sitting.view(0))["selectedCardIds"] == [sitting.id_of("C")]
    assert encode_view(sitting.view(None)).keys() == SEEN_BY_ALL | {"selectedCount"}
    assert encode_view(sitting.view(None))["selectedCount"] == 1


def test_8_2_a_seat_that_is_not_there_sees_what_a_spectator_sees() -> None:
    sitting = deal("A B C D", hand=3, discard=2).toggle("C")

    assert sitting.view(1) == sitting.view(None)


@pytest.mark.parametrize("viewer", [0, None])
def test_8_2_nobody_sees_the_order_of_the_draw_pile(viewer: Viewer) -> None:
    state = started().state
    turned = replace(state, draw_pile=state.draw_pile[::-1])

    assert DECKS.view(state, viewer) == DECKS.view(turned, viewer)
    assert DECKS.legal(state, 0) == DECKS.legal(turned, 0)


def test_8_2_no_event_tells_a_viewer_the_order_of_the_draw_pile() -> None:
    state = started(hand_size=5, discard_count=0).state
    below = replace(state, draw_pile=state.draw_pile[:5] + state.draw_pile[5:][::-1])

    for action in (DealNextHand(), EndTurn(), import_state({"drawPile": ["C", "A", "B"]})):
        one, other = (
            [event for event in decided(each, action) if observes(0, DECKS.audience(event))]
            for each in (state, below)
        )
        assert one == other


def decided(state: State, action: Action) -> Any:
    return DECKS.decide(state, 0, action, Chance.of_seed("told"), 0)


def test_8_2_an_import_tells_no_order() -> None:
    one, other = (
        started().ask(import_state({"drawPile": list(cards)})).event(StateImported)
        for cards in ("CAB", "BAC")
    )

    assert one == other


def viewers_of(sitting: Playthrough) -> list[tuple[State, Viewer]]:
    return [(sitting.state, 0), (sitting.state, None)]


def test_8_3_known_is_the_view_with_options_and_the_last_time() -> None:
    sitting = started(turn_limit=7)
    sitting.play(0, DealNextHand(), at=77)

    known = DECKS.knows(sitting.state, 0)

    assert msgspec.to_builtins(known).keys() == {"view", "options", "lastActionAt"}
    assert (known.view, known.options.turn_limit, known.last_action_at) == (sitting.view(), 7, 77)


@pytest.mark.parametrize("options", [{}, {"hand_size": 10, "discard_count": 7, "idle_close_ms": 60_000}])
def test_8_3_what_is_imagined_is_known_to_be_the_same(options: dict[str, Any]) -> None:
    for sitting in wander(10, 250, **options):
        for state, viewer in viewers_of(sitting):
            known = DECKS.knows(state, viewer)
            imagined = DECKS.imagine(known, Chance.of_seed("imagine"))
            assert DECKS.knows(imagined, viewer) == known
            assert DECKS.view(imagined, viewer) == DECKS.view(state, viewer)
            assert DECKS.deadline(imagined) == DECKS.deadline(state)
            assert DECKS.conserved(imagined) == DECKS.conserved(state)
            if viewer == 0:
                assert DECKS.legal(imagined, 0) == DECKS.legal(state, 0)


@pytest.mark.parametrize("sitting", [unstarted(), started().ask(ClosePlanner())])
def test_8_3_it_holds_before_the_start_and_after_the_end(sitting: Playthrough) -> None:
    for state, viewer in viewers_of(sitting):
        known = DECKS.knows(state, viewer)
        imagined = DECKS.imagine(known, Chance.of_seed("imagine"))
        assert DECKS.knows(imagined, viewer) == known
        assert DECKS.outcome(imagined) == DECKS.outcome(state)


def test_8_3_refusals_are_the_same_in_the_imagined_state() -> None:
    for sitting in wander(11, 60):
        imagined = DECKS.imagine(DECKS.knows(sitting.state, 0), Chance.of_seed("imagine"))
        own: list[Action] = [ToggleCardSelection(each) for each in sitting.state.hand_ids]
        for action in [*EVERY_ACTION, *own]:
            assert refusal(sitting.state, action) == refusal(imagined, action)


def refusal(state: State, action: Action) -> tuple[str, str, bool] | None:
    try:
        decided(state, action)
    except Refusal as found:
        return found.code, found.message, found.quiet
    return None


def test_8_3_the_draw_pile_is_imagined_in_every_order_alike() -> None:
    known = DECKS.knows(deal("X A B C", hand=1, discard=0).state, 0)

    orders = Counter("".join(DECKS.imagine(known, Chance.of_seed(seed)).draw_pile) for seed in range(1200))

    assert len(orders) == 6
    assert all(140 < times < 260 for times in orders.values())


def test_8_3_a_spectator_imagines_every_selection_of_the_size_shown_alike() -> None:
    sitting = deal("A B C D", hand=4, discard=2).toggle("C A")
    known = DECKS.knows(sitting.state, None)

    chosen = Counter(DECKS.imagine(known, Chance.of_seed(seed)).selected_card_ids for seed in range(1200))

    assert len(chosen) == 6
    assert all(140 < times < 260 for times in chosen.values())
    assert all(len(ids) == 2 for ids in chosen)


def test_8_3_the_seat_knows_its_own_selection() -> None:
    sitting = deal("A B C D", hand=4, discard=2).toggle("C A")

    imagined = DECKS.imagine(DECKS.knows(sitting.state, 0), Chance.of_seed(1))

    assert imagined.selected_card_ids == sitting.ids("A C")


def test_8_3_an_order_once_imported_is_not_known() -> None:
    sitting = started().ask(import_state({"drawPile": ["C", "A", "B"]}))
    known = DECKS.knows(sitting.state, 0)

    assert len({DECKS.imagine(known, Chance.of_seed(seed)).draw_pile for seed in range(50)}) == 6


def test_8_3_what_is_known_can_be_sent_to_a_bot() -> None:
    codec, sitting = codec_of(DECKS), deal("A B C D", hand=4, discard=2).toggle("C")

    for _, viewer in viewers_of(sitting):
        known = DECKS.knows(sitting.state, viewer)
        assert codec.known(codec.noun_bytes(known)) == known


def test_a_view_shows_the_selection_or_its_size() -> None:
    sitting = deal("A B C D", hand=4, discard=1).toggle("C")
    known = DECKS.knows(sitting.ask(ConfirmDiscard()).state, None)

    blank = replace(known, view=replace(known.view, selected_count=UNSET))

    with pytest.raises(AssertionError):
        DECKS.imagine(blank, Chance.of_seed(1))
