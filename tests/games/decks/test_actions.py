"""Decks, chapter 6: actions, their samples, undo."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rondel.games.decks.actions import (
    Action,
    ApplyJsonOverride,
    ChangeParameters,
    ClearPlayOrder,
    CloseIdle,
    ClosePlanner,
    ConfirmDiscard,
    DealNextHand,
    DeselectFromPlayOrder,
    EndTurn,
    Init,
    Json,
    LoadPresetDeck,
    LockPlayOrder,
    Reset,
    SelectForPlayOrder,
    StartCustomDeck,
    ToggleCardSelection,
)
from rondel.games.decks.events import (
    DeckReplaced,
    DeckShuffled,
    ErrorRaised,
    HandReturned,
    ParametersChanged,
    PileReshuffled,
    reveals,
)
from rondel.games.decks.game import DECKS
from rondel.games.decks.options import Options
from rondel.games.decks.presets import PRESET_BY_ID
from rondel.kernel import HOUSE, AnyGame, Refusal, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.tagged import tag_of
from tests.games.decks.samples import EVERY_ACTION, EVERY_EVENT
from tests.games.decks.table import (
    Playthrough,
    deal,
    decode_action,
    import_state,
    override,
    planning,
    refused,
    started,
    unstarted,
    wander,
)

NEW_DECKS: list[tuple[Action, str, str | None, str]] = [
    (Init(), "default", None, "short-26"),
    (Reset(), "default", None, "short-26"),
    (StartCustomDeck(), "custom", None, "short-26"),
    (LoadPresetDeck("starter-12"), "preset", "starter-12", "starter-12"),
    (override([]), "custom", None, "short-26"),
]


@pytest.mark.parametrize(("action", "source", "preset_id", "cards"), NEW_DECKS)
def test_a_new_deck_clears_the_table_and_deals(
    action: Action, source: str, preset_id: str | None, cards: str
) -> None:
    sitting = started(deck="short-26", hand_size=4, discard_count=0).end_turn().end_turn()

    state = sitting.ask(action).state

    replaced = sitting.event(DeckReplaced)
    assert replaced == DeckReplaced(source, preset_id, tuple(sorted(PRESET_BY_ID[cards].cards)), 1)  # type: ignore[arg-type]  # a text of the table
    assert sorted(sitting.event(DeckShuffled).order) == list(replaced.cards)
    assert (state.deck_source, state.active_preset_id, state.turn_number) == (source, preset_id, 1)
    assert state.discard_pile == ()
    assert len(state.hand) == 4
    assert state.deck_cards == replaced.cards


@pytest.mark.parametrize(("action", "source", "preset_id", "cards"), NEW_DECKS)
def test_only_init_takes_the_numbers_of_the_options_again(
    action: Action, source: str, preset_id: str | None, cards: str
) -> None:
    sitting = started(hand_size=4, discard_count=1).ask(ChangeParameters(6, 3, immediate_reset=False))

    state = sitting.ask(action).state

    expected = (4, 1) if action == Init() else (6, 3)
    assert (state.hand_size, state.discard_count) == expected
    assert (len(state.hand), state.discard_phase.remaining_discards) == expected


@pytest.mark.parametrize(("action", "source", "preset_id", "cards"), NEW_DECKS)
def test_a_new_deck_is_shuffled_by_luck(
    action: Action, source: str, preset_id: str | None, cards: str
) -> None:
    orders = set()
    for rng in "abc":
        sitting = started(deck="short-26")
        sitting.rng = rng
        orders.add(sitting.ask(action).event(DeckShuffled).order)

    assert len(orders) == 3


def test_the_house_starts_a_table_once() -> None:
    with refused("ALREADY_STARTED"):
        started().play(HOUSE, DECKS.begin)


@pytest.mark.parametrize(
    ("hand_size", "discard_count", "expected"),
    [
        (7, 3, (7, 3)),
        (99, -1, (10, 0)),
        (0, 21, (1, 20)),
        (2.9, 3.9, (2, 3)),
        (-0.5, -0.5, (1, 0)),
        (1e300, -1e300, (10, 0)),
        (123456789012345678901234, 5, (10, 5)),
    ],
)
def test_numbers_are_floored_then_clamped(
    hand_size: float, discard_count: float, expected: tuple[int, int]
) -> None:
    payload = {"handSize": hand_size, "discardCount": discard_count, "immediateReset": False}
    sitting = started().ask(decode_action("CHANGE_PARAMETERS", payload))

    assert sitting.events == (ParametersChanged(*expected),)
    assert (sitting.state.hand_size, sitting.state.discard_count) == expected


@pytest.mark.parametrize("number", ["5", None, True, [], {}, "NaN"])
@pytest.mark.parametrize("field", ["handSize", "discardCount"])
def test_what_is_not_a_finite_number_is_refused(field: str, number: Any) -> None:
    payload = {"handSize": 5, "discardCount": 2, "immediateReset": False, field: number}

    with refused("BAD_NUMBER"):
        started().ask(decode_action("CHANGE_PARAMETERS", payload))


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_an_endless_number_is_refused_from_python_too(number: float) -> None:
    with refused("BAD_NUMBER"):
        started().ask(ChangeParameters(number, 2, immediate_reset=False))


def test_without_a_reset_the_numbers_count_from_the_next_deal_on() -> None:
    sitting = deal("A B C D E F", hand=3, discard=1)
    before = sitting.state

    after = sitting.ask(ChangeParameters(2, 2, immediate_reset=False)).state

    assert replace(after, hand_size=3, discard_count=1) == before
    state = sitting.ask(DealNextHand()).state
    assert (len(state.hand), state.discard_phase.remaining_discards) == (2, 2)


def test_with_a_reset_all_cards_are_shuffled_and_a_hand_is_dealt() -> None:
    sitting = deal("A B C D E F", hand=2, discard=1).discard("A").lock("B").end_turn()

    state = sitting.ask(ChangeParameters(4, 0, immediate_reset=True)).state

    assert sitting.event(HandReturned).cards == ("C", "D")
    assert sitting.event(PileReshuffled).count == 6
    assert sorted(sitting.event(DeckShuffled).order) == list("ABCDEF")
    assert len(state.hand) == 4
    assert state.discard_pile == ()
    assert state.turn_number == 2
    assert state.deck_source == "custom"


def test_with_a_reset_the_order_is_drawn_anew() -> None:
    orders = set()
    for rng in "abc":
        sitting = started()
        sitting.rng = rng
        orders.add(sitting.ask(ChangeParameters(5, 2, immediate_reset=True)).event(DeckShuffled).order)

    assert len(orders) == 3


def test_6_1_the_wire_reads_the_text_and_the_rules_judge_the_value() -> None:
    assert override('["A"]') == ApplyJsonOverride(5, Json(["A"]))
    assert override("null") == ApplyJsonOverride(4, Json(None))
    assert override("[") == ApplyJsonOverride(1, None)


@pytest.mark.parametrize(
    "text", ['[{"card": "A", "card": "B"}]', "[" * 9 + "]" * 9, "", "x", "['A']", '["A"] x', "[1e999]"]
)
def test_6_1_a_text_that_is_not_strict_json_is_invalid(text: str) -> None:
    for action in (override(text), import_state(text)):
        assert started().ask(action).event(ErrorRaised).code == "JSON_INVALID"


def test_6_1_a_text_is_too_large_by_its_length_whatever_it_says() -> None:
    sitting = started()

    for text in ("[" + " " * 65_536, "[]" + " " * 65_535):
        with refused("TOO_LARGE"):
            sitting.ask(override(text))


def test_6_1_a_text_survives_the_journal() -> None:
    codec = codec_of(DECKS)

    for action in (*EVERY_ACTION, override("null"), override("["), import_state({"turnNumber": 1e30})):
        assert codec.action(codec.action_bytes(action)) == action


def test_6_1_a_deck_of_ones_own() -> None:
    sitting = started(hand_size=2, discard_count=1).ask(DealNextHand(), ChangeParameters(3, 2, False))

    state = sitting.ask(
        override([" X ", {"card": "Y"}, {"value": "Z"}, "X", {"card": "C", "value": "D"}])
    ).state

    assert state.deck_cards == ("C", "X", "X", "Y", "Z")
    assert (state.deck_source, state.active_preset_id, state.turn_number) == ("custom", None, 1)
    assert (len(state.hand), len(state.draw_pile), state.discard_pile) == (3, 2, ())
    assert (state.hand_size, state.discard_count) == (3, 2)


def test_6_1_an_empty_list_uses_the_default_deck() -> None:
    sitting = started(deck="starter-12").ask(override([]))

    assert sitting.state.deck_cards == tuple(sorted(PRESET_BY_ID["starter-12"].cards))
    assert sitting.state.deck_source == "custom"


def expected_samples(hand_size: int, discard_count: int) -> set[tuple[int, int, bool]]:
    sizes = {(size, discard_count) for size in range(1, 11)}
    counts = {(hand_size, count) for count in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20)}
    return {(*pair, is_reset) for pair in sizes | counts for is_reset in (True, False)}


def test_6_2_numbers_are_listed_by_sample() -> None:
    sitting = started(hand_size=7, discard_count=12)

    listed = [action for action in sitting.legal() if isinstance(action, ChangeParameters)]

    found = [(action.hand_size, action.discard_count, action.immediate_reset) for action in listed]
    assert len(found) == len(set(found)) == 46
    assert set(found) == expected_samples(7, 12)


def test_6_2_one_deck_is_listed_per_preset_and_no_text() -> None:
    listed = started().legal()

    assert [action.preset_id for action in listed if isinstance(action, LoadPresetDeck)] == list(PRESET_BY_ID)
    assert not {"APPLY_JSON_OVERRIDE", "IMPORT_STATE"} & {tag_of(type(action)) for action in listed}


def listed_apart_from_samples(sitting: Playthrough) -> set[str]:
    always = {"CHANGE_PARAMETERS", "LOAD_PRESET_DECK", "INIT", "DEAL_NEXT_HAND", "START_CUSTOM_DECK", "RESET"}
    tags = {tag_of(type(action)) for action in sitting.legal()}
    assert always | {"CLOSE_PLANNER"} <= tags
    return tags - always - {"CLOSE_PLANNER"}


def test_6_2_what_is_listed_in_each_phase() -> None:
    sitting = deal("A B C D E F", hand=3, discard=1)

    assert listed_apart_from_samples(sitting) == {"TOGGLE_CARD_SELECTION"}
    sitting.toggle("B")
    assert listed_apart_from_samples(sitting) == {"TOGGLE_CARD_SELECTION", "CONFIRM_DISCARD"}
    assert [each for each in sitting.legal() if isinstance(each, ToggleCardSelection)] == [
        ToggleCardSelection(sitting.id_of("B"))
    ]
    sitting.ask(ConfirmDiscard())
    assert listed_apart_from_samples(sitting) == {"SELECT_FOR_PLAY_ORDER", "CLEAR_PLAY_ORDER"}
    sitting.order("A C")
    assert listed_apart_from_samples(sitting) == {
        *("DESELECT_FROM_PLAY_ORDER", "CLEAR_PLAY_ORDER", "LOCK_PLAY_ORDER")
    }
    sitting.ask(LockPlayOrder())
    assert listed_apart_from_samples(sitting) == {"END_TURN"}


def test_6_2_everything_listed_is_accepted_and_nothing_else() -> None:
    for sitting in wander(8, 120):
        listed = sitting.legal()
        cards = [*sitting.state.hand_ids, "zz"]
        others: list[Action] = [kind(card) for kind in CARD_ACTIONS for card in cards]
        for action in [*listed, *EVERY_ACTION, *others]:
            if DECKS.is_open_ended(action):
                continue
            assert is_accepted(sitting, action) == (action in listed), action


CARD_ACTIONS: list[Callable[[str], Action]] = [
    ToggleCardSelection,
    SelectForPlayOrder,
    DeselectFromPlayOrder,
]


def is_accepted(sitting: Playthrough, action: Action) -> bool:
    try:
        return bool(DECKS.decide(sitting.state, 0, action, sitting.chance(), 0))
    except Refusal:
        return False


def test_6_2_every_sample_is_accepted() -> None:
    sitting = started()

    assert all(is_accepted(sitting, action) for action in sitting.legal())


def test_6_2_the_list_stays_below_80_and_repeats_nothing() -> None:
    longest = 0
    for seed in range(3):
        for sitting in wander(seed, 200, hand_size=10, discard_count=12):
            listed = sitting.legal()
            assert all(action not in listed[:place] for place, action in enumerate(listed))
            longest = max(longest, len(listed))

    assert 60 < longest < 80


def test_6_2_the_open_payloads() -> None:
    assert {tag_of(type(action)) for action in EVERY_ACTION if DECKS.is_open_ended(action)} == {
        *("CHANGE_PARAMETERS", "LOAD_PRESET_DECK", "APPLY_JSON_OVERRIDE", "IMPORT_STATE")
    }


@pytest.mark.parametrize("sitting", [unstarted(), started().ask(ClosePlanner())])
def test_6_2_nothing_is_listed_before_the_start_and_after_an_ending(sitting: Playthrough) -> None:
    assert sitting.legal() == ()


def test_6_2_nothing_is_listed_for_a_seat_that_is_not_there() -> None:
    assert DECKS.legal(started().state, 1) == ()


BARRIERS = {
    *("GAME_STARTED", "DECK_SHUFFLED", "HAND_DEALT", "PLAY_ORDER_LOCKED", "STATE_IMPORTED", "ERROR_RAISED"),
    "PLANNER_CLOSED",
}


def test_6_3_what_undo_never_crosses() -> None:
    assert DECKS.undo is not None

    barriers = {tag_of(type(event)) for event, _ in EVERY_EVENT if DECKS.undo.barrier(event)}

    assert barriers == BARRIERS


def table(game: AnyGame, **options: Any) -> LocalTable:
    opened = LocalTable.opened(
        game, Options(**options), [SeatSpec()], table_id="undo", secret=bytes(32), nonces=[b""]
    )
    opened.play(HOUSE, DECKS.begin, 1000)
    return opened


def moves(play: LocalTable) -> list[Action]:
    """Selecting, deselecting, confirming, ordering, taking out, clearing: all that may be taken back."""
    first, second, *rest = play.state.hand_ids
    return [
        ToggleCardSelection(first),
        ToggleCardSelection(first),
        ToggleCardSelection(first),
        ToggleCardSelection(second),
        ConfirmDiscard(),
        SelectForPlayOrder(rest[0]),
        DeselectFromPlayOrder(rest[0]),
        SelectForPlayOrder(rest[0]),
        ClearPlayOrder(),
        ChangeParameters(7, 7, immediate_reset=False),
    ]


def test_6_3_selecting_ordering_clearing_and_confirming_may_be_taken_back() -> None:
    play = table(DECKS)

    for number, action in enumerate(moves(play), 1):
        before = play.state
        play.play(0, action, 1000 + number)
        play.take_back(0, 5000 + number)
        assert replace(play.state, last_action_at=0) == replace(before, last_action_at=0), action
        play.play(0, action, 5000 + number)


@pytest.mark.parametrize(
    "action",
    [
        DealNextHand(),
        Init(),
        Reset(),
        override("["),
        import_state({"drawPile": ["A"]}),
        ClosePlanner(),
        ChangeParameters(5, 2, immediate_reset=True),
        LoadPresetDeck("short-26"),
    ],
)
def test_6_3_what_settled_something_may_not_be_taken_back(action: Action) -> None:
    play = table(DECKS)
    play.play(0, action, 2000)

    with refused("UNDO_BARRIER"):
        play.take_back(0, 3000)


def test_6_3_a_lock_may_not_be_taken_back() -> None:
    play = table(DECKS, hand_size=1, discard_count=0, plan_without_discard=True)
    play.play(0, SelectForPlayOrder(play.state.hand_ids[0]), 2000)
    play.play(0, LockPlayOrder(), 2000)

    with refused("UNDO_BARRIER"):
        play.take_back(0, 3000)


def test_6_3_an_undo_counts_as_an_action_and_keeps_nothing_else() -> None:
    play = table(DECKS)
    before = play.state
    play.play(0, ToggleCardSelection(before.hand_ids[0]), 2000)

    play.take_back(0, 3000)

    assert play.state == replace(before, last_action_at=3000)


def test_6_3_a_deal_reveals_to_all_and_a_discard_to_those_who_did_not_choose() -> None:
    assert {tag_of(type(event)) for event, _ in EVERY_EVENT if reveals(event, 0)} == {"HAND_DEALT"}
    assert {tag_of(type(event)) for event, _ in EVERY_EVENT if reveals(event, None)} == {
        *("HAND_DEALT", "CARDS_DISCARDED")
    }


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("TOGGLE_CARD_SELECTION", ToggleCardSelection),
        ("SELECT_FOR_PLAY_ORDER", SelectForPlayOrder),
        ("DESELECT_FROM_PLAY_ORDER", DeselectFromPlayOrder),
    ],
)
def test_6_5_both_spellings_of_an_id_are_one(tag: str, kind: Callable[[str], Action]) -> None:
    assert decode_action(tag, {"instanceId": "a"}) == decode_action(tag, {"id": "a"}) == kind("a")
    assert decode_action(tag, {"instanceId": "a", "id": "b"}) == kind("a")
    stored = codec_of(DECKS).action_bytes(decode_action(tag, {"id": "a"}))
    assert msgspec.json.decode(stored) == {"type": tag, "payload": {"instanceId": "a"}}


def test_6_5_a_text_is_an_instance_id_where_a_card_is_toggled() -> None:
    assert decode_action("TOGGLE_CARD_SELECTION", "a") == ToggleCardSelection("a")
    with pytest.raises(MalformedError):
        decode_action("SELECT_FOR_PLAY_ORDER", "a")


@pytest.mark.parametrize(
    "tag", ["TOGGLE_CARD_SELECTION", "SELECT_FOR_PLAY_ORDER", "DESELECT_FROM_PLAY_ORDER"]
)
@pytest.mark.parametrize("payload", [None, {}, {"instanceId": None}, {"id": ""}, {"card": "a"}, 5])
def test_6_5_without_an_id_it_is_malformed(tag: str, payload: Any) -> None:
    with pytest.raises(MalformedError):
        decode_action(tag, payload)


def test_6_5_an_empty_text_names_no_card() -> None:
    with pytest.raises(MalformedError):
        decode_action("TOGGLE_CARD_SELECTION", "")


def test_6_5_one_spelling_reaches_the_rules() -> None:
    sitting = planning("a", "b")

    assert decode_action("SELECT_FOR_PLAY_ORDER", {"id": "b"}) in sitting.legal()
    assert CloseIdle() not in sitting.legal()
    assert EndTurn() not in sitting.legal()
