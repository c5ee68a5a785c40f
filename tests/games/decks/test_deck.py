"""Decks, chapter 3: decks and State."""

import re
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from rondel.games.decks.actions import (
    ChangeParameters,
    DealNextHand,
    Init,
    LoadPresetDeck,
    LockPlayOrder,
    SelectForPlayOrder,
)
from rondel.games.decks.events import DeckReplaced, HandReturned
from rondel.games.decks.game import DECKS
from rondel.games.decks.options import Options
from rondel.games.decks.pieces import DiscardPhase
from rondel.games.decks.presets import PRESET_BY_ID, PRESETS, PresetId
from rondel.games.decks.score import broken
from rondel.kernel import Chance, SeatSpec
from rondel.wire.codec import codec_of
from tests.games.decks.table import deal, override, planning, stacked, started, unstarted, wander

UUID_4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def test_3_1_the_presets_are_those_of_the_book() -> None:
    spades = "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠"
    standard = " ".join(spades.replace("♠", suit) for suit in "♠♥♦♣").split()

    assert [(preset.preset_id, preset.name) for preset in PRESETS] == [
        ("standard-52", "Standard deck"),
        ("short-26", "Short deck"),
        ("starter-12", "Starter deck"),
    ]
    assert list(PRESET_BY_ID["standard-52"].cards) == standard
    assert list(PRESET_BY_ID["short-26"].cards) == standard[:26]
    assert ", ".join(PRESET_BY_ID["starter-12"].cards) == (
        "Scout, Scout, Gather, Gather, Trade, Trade, Build, Build, March, Rest, Study, Feast"
    )


def test_3_1_ids_are_kebab_case_and_texts_are_short() -> None:
    assert [preset.preset_id for preset in PRESETS] == list(get_args(PresetId))
    for preset in PRESETS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", preset.preset_id)
        assert 0 < len(preset.name) <= 50
        assert 0 < len(preset.description) <= 200


def test_3_2_equal_names_are_allowed_and_kept() -> None:
    sitting = started().ask(override(["X", "Y", "X"]))

    assert sitting.state.deck_cards == ("X", "X", "Y")
    assert sorted(sitting.state.hand) == ["X", "X", "Y"]


def test_3_3_before_the_start_nothing_lies_on_the_table() -> None:
    sitting = unstarted(hand_size=7, discard_count=3)

    assert msgspec.to_builtins(sitting.view()) | {"presets": []} == {
        "drawPileCount": 0,
        "drawPileCards": (),
        "discardPile": (),
        "hand": (),
        "handCards": (),
        "turnNumber": 0,
        "handSize": 7,
        "discardCount": 3,
        "discardPhase": {"active": False, "remainingDiscards": 0},
        "effectiveDiscardCount": 0,
        "playOrderSequence": (),
        "playOrderLocked": False,
        "planningPhase": False,
        "isPlayOrderComplete": True,
        "phaseLabel": "idle",
        "warning": None,
        "error": None,
        "isDealing": False,
        "deckSource": "default",
        "activePresetId": None,
        "presets": [],
        "ending": None,
        "selectedCardIds": (),
    }


def test_3_3_the_house_starts_with_the_default_deck() -> None:
    sitting = started(deck="starter-12", hand_size=4, discard_count=1)

    state = sitting.state
    assert sitting.kinds() == ["GameStarted", "DeckReplaced", "DeckShuffled", "HandDealt"]
    assert sorted(state.draw_pile + state.hand) == sorted(PRESET_BY_ID["starter-12"].cards)
    assert (state.turn_number, len(state.hand), state.discard_count) == (1, 4, 1)
    assert (state.deck_source, state.active_preset_id) == ("default", None)


def test_3_3_the_first_card_of_the_draw_pile_is_its_top() -> None:
    sitting = stacked("A B C D", hand=2)

    sitting.ask(DealNextHand())

    assert sitting.state.hand == ("A", "B")
    assert sitting.state.draw_pile == ("C", "D")


def test_3_3_the_last_card_of_the_discard_pile_is_the_newest() -> None:
    sitting = deal("A B C D E F", hand=2, discard=1).discard("B")

    sitting.lock("A").end_turn()

    assert sitting.state.discard_pile == ("B", "A")


def test_3_3_the_hand_mirrors_the_hand_cards_after_every_event() -> None:
    for sitting in wander(3, 150):
        assert sitting.view().hand == tuple(card.card for card in sitting.view().hand_cards)


def test_3_3_the_time_of_the_last_action_is_the_time_of_its_events() -> None:
    sitting = started()

    sitting.play(0, DealNextHand(), at=4321)

    assert sitting.state.last_action_at == 4321


def test_3_3_where_the_deck_came_from() -> None:
    sitting = started()

    sources = [
        (sitting.ask(action).state.deck_source, sitting.state.active_preset_id)
        for action in (LoadPresetDeck("short-26"), override(["A"]), LoadPresetDeck("starter-12"), Init())
    ]

    assert sources == [("preset", "short-26"), ("custom", None), ("preset", "starter-12"), ("default", None)]


def test_3_3_a_state_survives_being_stored() -> None:
    codec = codec_of(DECKS)

    for sitting in wander(4, 100):
        assert codec.state(codec.state_bytes(sitting.state)) == sitting.state


def test_3_4_the_effective_discard_count() -> None:
    sitting = deal("A B C D", hand=3, discard=2)

    counts = [sitting.view().effective_discard_count]
    counts.append(sitting.discard("A B").view().effective_discard_count)
    counts.append(deal("A B C D", hand=3, discard=0).view().effective_discard_count)

    assert counts == [2, 1, 0]


def test_3_4_the_effective_discard_count_of_a_running_phase_is_fixed() -> None:
    sitting = deal("A B C D", hand=3, discard=2)

    sitting.ask(ChangeParameters(3, 1, immediate_reset=False))

    assert sitting.view().effective_discard_count == 2
    assert sitting.discard("A B").view().effective_discard_count == 1


def test_3_4_the_sequence_number_is_the_place_from_1_or_nothing() -> None:
    sitting = planning("a", "b", "c").ask(SelectForPlayOrder("c"), SelectForPlayOrder("a"))

    assert [sitting.state.sequence_number(each) for each in ("a", "b", "c", "zz")] == [2, None, 1, None]


def test_3_4_the_order_is_complete_when_every_card_has_its_place() -> None:
    sitting = planning("a", "b")

    assert not sitting.view().is_play_order_complete
    assert not sitting.ask(SelectForPlayOrder("a")).view().is_play_order_complete
    assert sitting.ask(SelectForPlayOrder("b")).view().is_play_order_complete


def test_3_4_the_phase_has_a_label() -> None:
    sitting = deal("A B C D", hand=2, discard=1)

    labels = [sitting.view().phase_label, sitting.discard("A").view().phase_label]
    labels.append(sitting.lock("B").view().phase_label)
    labels.append(deal("A B", discard=0).view().phase_label)

    assert labels == ["discard", "planning", "executing", "idle"]


def test_3_5_every_dealt_card_gets_an_id_like_a_uuid_of_version_4() -> None:
    sitting = started(hand_size=10)

    ids = {each for _ in range(20) for each in sitting.ask(DealNextHand()).state.hand_ids}

    assert len(ids) == 200
    assert all(UUID_4.fullmatch(each) for each in ids)


def test_3_5_every_free_bit_of_an_id_comes_from_chance() -> None:
    sitting = started(hand_size=10)

    ids = [each for _ in range(20) for each in sitting.ask(DealNextHand()).state.hand_ids]

    numbers = [int(each.replace("-", ""), 16) for each in ids]
    always, ever = numbers[0], 0
    for number in numbers:
        always, ever = always & number, ever | number
    assert (ever & ~always).bit_count() == 122


def test_3_5_ids_are_the_same_in_every_replay() -> None:
    assert started().state == started().state


def test_3_5_ids_are_different_for_other_luck() -> None:
    sitting = started()

    other = DECKS.decide(sitting.state, 0, DealNextHand(), Chance.of_seed("other"), 0)
    once = DECKS.decide(sitting.state, 0, DealNextHand(), Chance.of_seed("once"), 0)

    assert other != once


def test_3_5_how_much_luck_a_deal_draws_does_not_depend_on_the_cards() -> None:
    drawn = []
    for cards in ("A B C D E F", "F E D C B A", "A A A A A A"):
        sitting, chance = deal(cards, hand=4, discard=0), Chance.of_seed("rng")
        DECKS.decide(sitting.state, 0, DealNextHand(), chance, 0)
        drawn.append(chance.bits(8))

    assert drawn[0] == drawn[1] == drawn[2]


@pytest.mark.parametrize("options", [{}, {"discard_count": 0, "plan_without_discard": True}])
def test_3_6_the_invariants_hold_along_play(options: dict[str, Any]) -> None:
    for seed in range(5):
        for sitting in wander(seed, 150, **options):
            assert DECKS.conserved(sitting.state) == {"cards_astray": 0, "invariants_broken": 0}


@pytest.mark.parametrize(
    ("letter", "changes"),
    [
        ("a", {"play_order_sequence": ("a", "a")}),
        ("b", {"play_order_sequence": ("zz",)}),
        ("d", {"discard_phase": DiscardPhase(active=True, remaining_discards=2)}),
        ("f", {"selected_card_ids": ("zz",), "discard_phase": DiscardPhase(False, 2)}),
        ("g", {"selected_card_ids": ("a",)}),
        ("j", {"play_order_locked": True}),
    ],
)
def test_3_6_each_invariant_is_seen_to_be_broken(letter: str, changes: dict[str, Any]) -> None:
    state = planning("a", "b").state
    assert broken(state) == ""

    assert broken(replace(state, **changes)) == letter


def test_3_6_a_lost_card_and_a_card_too_many_are_seen() -> None:
    state = deal("A B C D").state

    assert DECKS.conserved(replace(state, hand_cards=()))["cards_astray"] == 4
    assert DECKS.conserved(replace(state, draw_pile=("Z",)))["cards_astray"] == 1
    assert DECKS.conserved(replace(state, deck_cards=("A", "B", "C", "Z")))["cards_astray"] == 2


def test_3_6_a_locked_sequence_does_not_change_until_the_next_deal() -> None:
    sitting = deal("A B C D E F", hand=3, discard=1).discard("B").lock("C A")
    locked = sitting.ids("C A")

    for action in sitting.legal():
        state = sitting.state
        for event in DECKS.decide(state, 0, action, sitting.chance(), 0):
            if isinstance(event, HandReturned | DeckReplaced):
                break
            state = DECKS.evolve(state, event, 0)
            assert state.play_order_locked
            assert state.play_order_sequence == locked


def test_3_6_a_lock_needs_a_complete_sequence() -> None:
    for sitting in wander(7, 300):
        if LockPlayOrder() in sitting.legal():
            assert sitting.view().is_play_order_complete


def test_3_6_the_selection_is_a_set() -> None:
    one, other = (deal("A B C D", discard=3).toggle(cards).state for cards in ("A C", "C A"))

    assert one == other


def test_a_table_has_one_seat() -> None:
    assert DECKS.seats == range(1, 2)
    with pytest.raises(AssertionError):
        DECKS.start(Options(), [SeatSpec(), SeatSpec()])
