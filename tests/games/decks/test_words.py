"""Decks, chapter 1: words and conventions."""

from typing import Any

import msgspec
import pytest

from rondel.games.decks.actions import (
    Action,
    ChangeParameters,
    ClearPlayOrder,
    CloseIdle,
    ClosePlanner,
    ConfirmDiscard,
    DealNextHand,
    DeselectFromPlayOrder,
    EndTurn,
    LockPlayOrder,
    SelectForPlayOrder,
    StartGame,
    ToggleCardSelection,
)
from rondel.games.decks.events import Event, HandDealt
from rondel.games.decks.game import DECKS
from rondel.kernel import HOUSE, Audience
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.tagged import members, tag_of
from tests.games.decks.samples import EVERY_ACTION, EVERY_EVENT
from tests.games.decks.table import (
    Playthrough,
    deal,
    decode_action,
    planning,
    refusal_of,
    refused,
    started,
    unstarted,
    wander,
)

HOUSE_ACTIONS: list[Action] = [StartGame(), CloseIdle()]
SEAT_ACTIONS = [action for action in EVERY_ACTION if action not in HOUSE_ACTIONS]


def test_every_action_of_the_book_is_among_these() -> None:
    assert {type(action) for action in EVERY_ACTION} == set(members(DECKS.types.action))


def test_1_2_deciding_changes_nothing_and_decides_the_same_again() -> None:
    sitting = started()
    before = sitting.state

    once = DECKS.decide(sitting.state, 0, DealNextHand(), sitting.chance(), 0)
    again = DECKS.decide(sitting.state, 0, DealNextHand(), sitting.chance(), 0)

    assert once == again
    assert sitting.state == before


def test_1_2_decks_takes_70000_bytes_and_keeps_no_rows() -> None:
    assert DECKS.max_action_bytes == 70_000
    assert DECKS.record is None


def test_1_2_the_wire_refuses_more_bytes_than_that() -> None:
    frame = msgspec.json.encode({"type": "APPLY_JSON_OVERRIDE", "payload": "x" * 70_000})

    with pytest.raises(MalformedError):
        codec_of(DECKS).parse_action(frame)


@pytest.mark.parametrize("action", HOUSE_ACTIONS)
def test_1_3_a_player_may_not_act_for_the_house(action: Action) -> None:
    sitting = started(idle_close_ms=60_000)

    with refused("HOUSE_ONLY"):
        sitting.play(0, action, at=10**9)


@pytest.mark.parametrize("stranger", [None, 1, -1])
@pytest.mark.parametrize("action", EVERY_ACTION)
def test_1_3_a_spectator_may_not_do_anything(action: Action, stranger: int | None) -> None:
    sitting = started()

    with refused("NOT_SEATED"):
        sitting.play(stranger, action)


@pytest.mark.parametrize("action", SEAT_ACTIONS)
def test_1_3_the_house_has_no_hand_to_play(action: Action) -> None:
    sitting = started()

    with refused("NOT_SEATED"):
        sitting.play(HOUSE, action)


def test_every_event_of_the_book_is_among_these() -> None:
    assert [type(event) for event, _ in EVERY_EVENT] == list(members(DECKS.types.event))


@pytest.mark.parametrize(("event", "audience"), EVERY_EVENT)
def test_1_4_every_event_has_one_audience(event: Event, audience: Audience) -> None:
    assert DECKS.audience(event) == audience


def test_1_5_tags_are_the_names_of_the_book() -> None:
    assert {tag_of(noun) for noun in members(DECKS.types.action)} == {
        *("INIT", "DEAL_NEXT_HAND", "END_TURN", "TOGGLE_CARD_SELECTION", "CONFIRM_DISCARD"),
        *("SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER", "CLEAR_PLAY_ORDER", "LOCK_PLAY_ORDER"),
        *("CHANGE_PARAMETERS", "APPLY_JSON_OVERRIDE", "LOAD_PRESET_DECK", "START_CUSTOM_DECK", "RESET"),
        *("IMPORT_STATE", "CLOSE_PLANNER", "START_GAME", "CLOSE_IDLE"),
    }
    assert {tag_of(noun) for noun in members(DECKS.types.event)} == {
        *("GAME_STARTED", "DECK_REPLACED", "DECK_SHUFFLED", "PILE_RESHUFFLED", "HAND_RETURNED"),
        *("HAND_DEALT", "WARNING_RAISED", "ERROR_RAISED", "CARD_SELECTED", "CARD_DESELECTED"),
        *("CARDS_DISCARDED", "PLAY_ORDER_SELECTED", "PLAY_ORDER_DESELECTED", "PLAY_ORDER_CLEARED"),
        *("PLAY_ORDER_LOCKED", "TURN_ENDED", "PARAMETERS_CHANGED", "STATE_IMPORTED", "PLANNER_CLOSED"),
    }


def test_1_5_a_missing_payload_equals_an_empty_one() -> None:
    assert decode_action("END_TURN") == decode_action("END_TURN", {}) == EndTurn()


@pytest.mark.parametrize(
    "frame",
    [
        b'{"type": "FLY"}',
        b'{"payload": {}}',
        b'{"type": "INIT", "payload": {"deck": 1}}',
        b'{"type": "INIT", "extra": 1}',
        b'{"type": "INIT", "type": "RESET"}',
        b'{"type": "LOAD_PRESET_DECK"}',
        b'{"type": "LOAD_PRESET_DECK", "payload": {"presetId": 5}}',
        b'{"type": "CHANGE_PARAMETERS", "payload": {"handSize": 5, "discardCount": 2, "immediateReset": 0}}',
        b'{"type": "CHANGE_PARAMETERS", "payload": {"handSize": 5, "immediateReset": false}}',
        b'{"type": "APPLY_JSON_OVERRIDE", "payload": ["A"]}',
        b'{"type": "IMPORT_STATE", "payload": {}}',
        b'{"type": "IMPORT_STATE"}',
    ],
)
def test_1_5_what_cannot_be_read_never_reaches_the_rules(frame: bytes) -> None:
    with pytest.raises(MalformedError):
        codec_of(DECKS).parse_action(frame)


def test_1_5_eight_levels_reach_the_rules_and_nine_do_not() -> None:
    numbers = {"discardCount": 0, "immediateReset": False}
    sitting = started()

    with refused("BAD_NUMBER"):
        sitting.ask(decode_action("CHANGE_PARAMETERS", {"handSize": [[[[[[]]]]]], **numbers}))
    with pytest.raises(MalformedError):
        decode_action("CHANGE_PARAMETERS", {"handSize": [[[[[[[]]]]]]], **numbers})


def test_1_5_an_event_carries_its_version_and_its_time() -> None:
    codec, sitting = codec_of(DECKS), deal("A B C", hand=2, discard=1)

    observation = msgspec.json.decode(codec.observation(sitting.event(HandDealt), 7, 1234))

    assert observation == {
        "type": "HAND_DEALT",
        "version": 7,
        "at": 1234,
        "payload": {
            "handCards": [
                {"instanceId": sitting.id_of("A"), "card": "A"},
                {"instanceId": sitting.id_of("B"), "card": "B"},
            ],
            "wanted": 2,
            "remainingDiscards": 1,
            "planningPhase": False,
        },
    }


def test_1_6_a_refusal_leaves_the_table_as_it_is() -> None:
    sitting = deal("A B C D E F", hand=3, discard=1)
    before, version = sitting.state, sitting.version

    refusal = refusal_of(sitting, 0, EndTurn())

    assert refusal.code == "DISCARD_PENDING"
    assert refusal.message == "You may not end the turn; the discard has yet to be confirmed."
    assert (sitting.state, sitting.version) == (before, version)


@pytest.mark.parametrize(
    ("sitting", "actor", "action", "code"),
    [
        (started().ask(ClosePlanner()), None, StartGame(), "NOT_SEATED"),
        (unstarted(), None, StartGame(), "NOT_SEATED"),
        (started().ask(ClosePlanner()), 0, StartGame(), "HOUSE_ONLY"),
        (unstarted(), 0, CloseIdle(), "HOUSE_ONLY"),
        (started().ask(ClosePlanner()), 0, EndTurn(), "CLOSED"),
        (started().ask(ClosePlanner()), HOUSE, StartGame(), "CLOSED"),
        (unstarted(), 0, ChangeParameters("x", 0, immediate_reset=False), "NOT_STARTED"),
        (unstarted(), HOUSE, CloseIdle(), "NOT_STARTED"),
        (started(), HOUSE, StartGame(), "ALREADY_STARTED"),
        (planning("a"), 0, ToggleCardSelection("zz"), "NO_DISCARD_PHASE"),
        (deal("A B C").toggle("A B"), 0, ToggleCardSelection("zz"), "UNKNOWN_CARD"),
        (planning("a"), 0, ConfirmDiscard(), "NO_DISCARD_PHASE"),
        (deal("A B C"), 0, SelectForPlayOrder("zz"), "NOT_PLANNING"),
        (deal("A B C"), 0, DeselectFromPlayOrder("zz"), "NOT_PLANNING"),
        (deal("A B C"), 0, ClearPlayOrder(), "NOT_PLANNING"),
        (deal("A B C"), 0, LockPlayOrder(), "NOT_PLANNING"),
        (deal("A B", discard=1).discard("A").lock("B"), 0, SelectForPlayOrder("zz"), "ORDER_LOCKED"),
        (deal("A B", discard=1).discard("A").lock("B"), 0, DeselectFromPlayOrder("zz"), "ORDER_LOCKED"),
        (deal("A B", discard=1).discard("A").lock("B"), 0, ClearPlayOrder(), "ORDER_LOCKED"),
        (deal("A B", discard=1).discard("A").lock("B"), 0, LockPlayOrder(), "ORDER_LOCKED"),
        (planning("a"), 0, SelectForPlayOrder("zz"), "UNKNOWN_CARD"),
        (planning("a").ask(SelectForPlayOrder("a")), 0, SelectForPlayOrder("a"), "ALREADY_ORDERED"),
        (planning("a"), 0, DeselectFromPlayOrder("a"), "NOT_ORDERED"),
        (planning("a"), 0, LockPlayOrder(), "ORDER_INCOMPLETE"),
        (deal("A B C"), 0, ConfirmDiscard(), "SELECTION_INCOMPLETE"),
        (deal("A B C"), 0, EndTurn(), "DISCARD_PENDING"),
        (planning("a"), 0, EndTurn(), "ORDER_NOT_LOCKED"),
    ],
)
def test_1_6_checks_run_in_the_order_of_the_book(
    sitting: Playthrough, actor: Any, action: Action, code: str
) -> None:
    with refused(code):
        sitting.play(actor, action)


@pytest.mark.parametrize(("actor", "action"), [(0, EndTurn()), (None, EndTurn()), (0, StartGame())])
@pytest.mark.parametrize(("option", "is_quiet"), [("ignore", True), ("report", False)])
def test_1_7_every_refusal_is_quiet_where_the_options_say_ignore(
    option: str, is_quiet: bool, actor: int | None, action: Action
) -> None:
    sitting = started(on_refusal=option)

    refusal = refusal_of(sitting, actor, action)

    assert refusal.quiet is is_quiet
    assert refusal.message


def test_1_7_refusals_are_quiet_by_default() -> None:
    assert refusal_of(started(), 0, EndTurn()).quiet


def test_1_8_dealing_has_ended_when_a_decision_returns() -> None:
    for sitting in wander(2, 200):
        assert not sitting.view().is_dealing
        assert len(sitting.state.hand) == sitting.state.hand_size or "HandDealt" not in sitting.kinds()


def test_1_8_the_turn_ends_and_the_next_hand_is_dealt_in_one_decision() -> None:
    sitting = deal("A B C D", hand=2, discard=0)

    sitting.end_turn()

    assert sitting.kinds() == ["HandReturned", "TurnEnded", "HandDealt"]
    assert sitting.state.hand == ("C", "D")


def test_1_9_seat_0_is_to_act_from_the_start_until_an_ending() -> None:
    sitting = unstarted()

    assert DECKS.to_act(sitting.state) == frozenset()
    assert DECKS.to_act(sitting.play(HOUSE, StartGame()).state) == frozenset({0})
    assert DECKS.to_act(sitting.ask(ClosePlanner()).state) == frozenset()
