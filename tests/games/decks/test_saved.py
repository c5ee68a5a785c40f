"""Decks, chapter 7: saved state."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rondel.games.decks.actions import Action, ClosePlanner, DeckAction, EndTurn
from rondel.games.decks.events import DeckShuffled, ErrorRaised, StateImported
from rondel.games.decks.game import DECKS
from rondel.games.decks.pieces import DiscardPhase, HandCard
from rondel.games.decks.presets import PRESET_BY_ID
from rondel.games.decks.saved import CardInstance, DeckState, deck_state, exported
from rondel.games.decks.state import State
from rondel.wire.codec import codec_of
from tests.games.decks.table import Playthrough, deal, import_state, override, refused, started, wander

ROOT = Path(__file__).parents[3]

WHOLE: dict[str, Any] = {
    "version": 1,
    "drawPile": ["D", "E"],
    "discardPile": ["F"],
    "hand": ["A", "B"],
    "handCards": [{"instanceId": "a", "card": "A"}, {"instanceId": "b", "card": "B"}],
    "turnNumber": 3,
    "handSize": 4,
    "discardCount": 1,
    "selectedCardIds": [],
    "discardPhase": {"active": False, "remainingDiscards": 0},
    "playOrderSequence": ["b"],
    "playOrderLocked": False,
    "planningPhase": True,
    "warning": None,
    "error": None,
    "isDealing": False,
    "deckSource": "custom",
    "activePresetId": None,
}


def loaded(without: tuple[str, ...] = (), **changes: Any) -> Playthrough:
    """A table after importing the whole state, some fields left out or changed."""
    fields = {key: value for key, value in {**WHOLE, **changes}.items() if key not in without}
    return started(hand_size=6, discard_count=2).ask(import_state(fields))


def repairs(sitting: Playthrough) -> tuple[str, ...]:
    return sitting.event(StateImported).repairs


def test_a_whole_state_needs_no_repair() -> None:
    sitting = loaded()

    assert repairs(sitting) == ()
    assert sitting.state == replace(
        sitting.state,
        draw_pile=("D", "E"),
        discard_pile=("F",),
        hand_cards=(HandCard("a", "A"), HandCard("b", "B")),
        turn_number=3,
        hand_size=4,
        discard_count=1,
        selected_card_ids=(),
        discard_phase=DiscardPhase(active=False, remaining_discards=0),
        play_order_sequence=("b",),
        play_order_locked=False,
        planning_phase=True,
        warning=None,
        error=None,
        deck_source="custom",
        active_preset_id=None,
        deck_cards=("A", "B", "D", "E", "F"),
        ending=None,
    )


def test_7_1_the_saved_form_stands_under_its_key() -> None:
    state = deal("A B C D", hand=2).state

    assert list(exported(state)) == list(exported(state, "legacy")) == ["deck-builder-state"]


def test_7_1_an_export_can_be_imported_at_a_new_table() -> None:
    for sitting in wander(9, 120):
        text = msgspec.json.encode(exported(sitting.state)).decode()
        copy = started(hand_size=1, discard_count=0).ask(import_state(text))
        assert repairs(copy) == ()
        assert as_saved(copy.state) == as_saved(sitting.state)


def as_saved(state: State) -> State:
    """What an export keeps of a State."""
    return replace(state, options=started().state.options, selected_card_ids=(), last_action_at=0)


def test_7_1_unreadable_text_leaves_what_init_has_dealt() -> None:
    sitting = started()
    dealt = sitting.state

    sitting.ask(import_state("not json"))

    assert replace(sitting.state, error=None) == dealt


def test_7_2_the_canonical_export_has_every_field_in_both_spellings() -> None:
    sitting = deal("A B C D E F", hand=3, discard=1).discard("B").order("C")
    a, c = sitting.ids("A C")

    assert exported(sitting.state) == {
        "deck-builder-state": {
            "version": 1,
            "drawPile": ["D", "E", "F"],
            "discardPile": ["B"],
            "hand": ["A", "C"],
            "handCards": [
                {"instanceId": a, "card": "A", "id": a, "value": "A"},
                {"instanceId": c, "card": "C", "id": c, "value": "C"},
            ],
            "turnNumber": 1,
            "handSize": 3,
            "discardCount": 1,
            "selectedCardIds": [],
            "discardPhase": {"active": False, "remainingDiscards": 0},
            "playOrderSequence": [c],
            "playOrderLocked": False,
            "planningPhase": True,
            "warning": None,
            "error": None,
            "isDealing": False,
            "deckSource": "custom",
            "activePresetId": None,
        }
    }


def test_7_2_what_is_saved_is_a_deck_state() -> None:
    sitting = deal("A B C D E F", hand=3, discard=1).discard("B").order("C")

    saved = msgspec.convert(exported(sitting.state)["deck-builder-state"], DeckState)

    assert saved == deck_state(sitting.state)
    assert [card.value for card in saved.hand_cards] == ["A", "C"]


def test_7_2_the_names_of_the_documents_are_in_the_generated_types() -> None:
    generated = (ROOT / "web/src/wire/decks.ts").read_text(encoding="utf-8")

    assert DECKS.types.names == {
        "DeckState": DeckState,
        "DeckAction": DeckAction,
        "CardInstance": CardInstance,
    }
    assert all(
        re.search(rf"^export (interface|type) {name}\b", generated, re.MULTILINE)
        for name in DECKS.types.names
    )


def test_7_3_the_legacy_export_is_the_shape_before_the_play_order() -> None:
    sitting = deal("A B C D", hand=2, discard=1)
    a, b = sitting.ids("A B")

    assert exported(sitting.state, "legacy") == {
        "deck-builder-state": {
            "version": 1,
            "drawPile": ["C", "D"],
            "discardPile": [],
            "hand": ["A", "B"],
            "handCards": [{"id": a, "value": "A"}, {"id": b, "value": "B"}],
            "turnNumber": 1,
            "handSize": 2,
            "discardCount": 1,
            "selectedCardIds": [],
            "discardPhase": True,
            "warning": None,
            "error": None,
            "isDealing": False,
        }
    }


def test_7_3_a_legacy_export_comes_back() -> None:
    before = deal("A B C D", hand=2, discard=1).state

    after = started().ask(import_state(exported(before, "legacy"))).state

    assert as_saved(after) == as_saved(before)


def test_7_4_a_selection_is_never_exported_and_never_imported() -> None:
    sitting = deal("A B C D", hand=3, discard=2).toggle("A")
    saved = exported(sitting.state)

    assert saved["deck-builder-state"]["selectedCardIds"] == []
    saved["deck-builder-state"]["selectedCardIds"] = [sitting.id_of("A")]
    assert started().ask(import_state(saved)).state.selected_card_ids == ()


def test_7_4_an_import_empties_the_selection() -> None:
    sitting = deal("A B C D", hand=3, discard=2).toggle("A")

    sitting.ask(import_state(exported(sitting.state)))

    assert sitting.view().selected_card_ids == ()


def test_7_4_dealing_and_confirming_empty_the_selection() -> None:
    dealt = deal("A B C D", hand=2, discard=1).toggle("A").ask(override(["X", "Y"]))
    confirmed = deal("A B C D", hand=2, discard=1).discard("A")

    assert dealt.view().selected_card_ids == confirmed.view().selected_card_ids == ()


def test_7_4_nobody_is_dealing_in_an_export_or_after_an_import() -> None:
    sitting = loaded(isDealing=True)

    assert exported(sitting.state)["deck-builder-state"]["isDealing"] is False
    assert not sitting.view().is_dealing


def test_7_5_the_wrapped_object_and_the_bare_state_are_read_alike() -> None:
    wrapped = started(hand_size=6, discard_count=2).ask(import_state({"deck-builder-state": WHOLE}))

    assert wrapped.state == loaded().state


@pytest.mark.parametrize(
    "card",
    [
        {"instanceId": "a", "card": "A"},
        {"id": "a", "value": "A"},
        {"instanceId": "a", "value": "A"},
        {"id": "a", "card": "A"},
        {"instanceId": "a", "card": "A", "id": "b", "value": "B"},
        {"instanceId": "", "card": " ", "id": "a", "value": "A"},
    ],
)
def test_7_5_both_spellings_of_a_card_are_read(card: dict[str, str]) -> None:
    sitting = loaded(handCards=[card], hand=["A"], playOrderSequence=["a"])

    assert repairs(sitting) == ()
    assert sitting.state.hand_cards == (HandCard("a", "A"),)


@pytest.mark.parametrize("text", ["[]", "null", "5", '"x"', '{"deck-builder-state": []}'])
def test_7_5_what_is_not_an_object_is_no_saved_state(text: str) -> None:
    assert started().ask(import_state(text)).event(ErrorRaised).code == "STATE_INVALID"


REPAIRS: list[tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]] = [
    # piles
    (("piles",), {"drawPile": "D"}, {"draw_pile": ()}),
    (("piles",), {"discardPile": None}, {"discard_pile": ()}),
    (("piles",), {"drawPile": ["D", 5, "", "X" * 61, {"card": "E"}, " E "]}, {"draw_pile": ("D", "E")}),
    (("piles",), {"discardPile": [None, "F"]}, {"discard_pile": ("F",)}),
    # hand_cards
    (("hand_cards",), {"hand": ["A"]}, {"hand": ("A", "B")}),
    (("hand_cards",), {"hand": ["B", "A"]}, {"hand": ("A", "B")}),
    (("hand_cards",), {"hand": "A B"}, {"hand": ("A", "B")}),
    (("hand_cards", "order"), {"handCards": []}, {"hand": ("A", "B")}),
    (("hand_cards", "order"), {"handCards": "A B"}, {"hand": ("A", "B")}),
    (("hand_cards", "order"), {"handCards": [{"id": "a", "card": "A"}, 5]}, {"hand": ("A", "B")}),
    (("hand_cards", "order"), {"handCards": [{"id": "a"}]}, {"hand": ("A", "B")}),
    (
        ("hand_cards",),
        {"handCards": [{"id": "b", "card": "B"}, {"id": "c"}], "hand": []},
        {"hand_cards": (HandCard("b", "B"),)},
    ),
    (
        ("hand_cards",),
        {"handCards": [{"id": "a", "card": " A "}, {"id": "b", "card": "B"}], "hand": ["A", "B"]},
        {"hand": ("A", "B")},
    ),
    # numbers
    (("numbers",), {"handSize": 0}, {"hand_size": 1}),
    (("numbers",), {"handSize": 11}, {"hand_size": 10}),
    (("numbers",), {"handSize": "4"}, {"hand_size": 6}),
    (("numbers",), {"handSize": 4.5}, {"hand_size": 4}),
    (("numbers",), {"discardCount": -1}, {"discard_count": 0}),
    (("numbers",), {"discardCount": 21}, {"discard_count": 20}),
    (("numbers",), {"discardCount": True}, {"discard_count": 2}),
    (("numbers",), {"turnNumber": 0}, {"turn_number": 1}),
    (("numbers",), {"turnNumber": None}, {"turn_number": 1}),
    (("numbers",), {"turnNumber": True}, {"turn_number": 1}),
    (("numbers",), {"turnNumber": 1e300}, {"turn_number": 2**53 - 1}),
    ((), {"turnNumber": 3.0}, {"turn_number": 3}),
    # discard_phase
    (
        ("discard_phase", "both_phases"),
        {"discardPhase": True, "discardCount": 9},
        {"discard_phase": DiscardPhase(active=True, remaining_discards=2)},
    ),
    (
        ("discard_phase",),
        {"discardPhase": True, "discardCount": 0},
        {"discard_phase": DiscardPhase(active=False, remaining_discards=0)},
    ),
    ((), {"discardPhase": False}, {"discard_phase": DiscardPhase(active=False, remaining_discards=0)}),
    (
        ("discard_phase", "both_phases"),
        {"discardPhase": {"active": True, "remainingDiscards": 3}},
        {"discard_phase": DiscardPhase(active=True, remaining_discards=2)},
    ),
    (
        ("both_phases",),
        {"discardPhase": {"active": True, "remainingDiscards": 2}},
        {"discard_phase": DiscardPhase(active=True, remaining_discards=2)},
    ),
    *[
        (
            ("discard_phase",),
            {"discardPhase": phase},
            {"discard_phase": DiscardPhase(active=False, remaining_discards=0)},
        )
        for phase in (
            {"active": True, "remainingDiscards": 0},
            {"active": True, "remainingDiscards": -1},
            {"active": True, "remainingDiscards": "2"},
            {"active": True},
            {"active": False, "remainingDiscards": 2},
            {"active": 1, "remainingDiscards": 2},
            "on",
            None,
            1,
        )
    ],
    # order
    (("order",), {"playOrderSequence": ["zz", "b", "b", 5, ["a"]]}, {"play_order_sequence": ("b",)}),
    (("order",), {"playOrderSequence": "b"}, {"play_order_sequence": ()}),
    (("order",), {"playOrderLocked": "yes"}, {"play_order_locked": False}),
    (("order", "stray_order"), {"planningPhase": 1}, {"planning_phase": True}),
    # both_phases
    (
        ("both_phases",),
        {
            "discardPhase": {"active": True, "remainingDiscards": 1},
            "planningPhase": False,
            "playOrderSequence": [],
            "playOrderLocked": True,
        },
        {"play_order_locked": False, "planning_phase": False, "phase_label": "discard"},
    ),
    (
        ("both_phases",),
        {"discardPhase": {"active": True, "remainingDiscards": 1}, "planningPhase": False},
        {"play_order_sequence": (), "planning_phase": False, "phase_label": "discard"},
    ),
    (
        (),
        {
            "discardPhase": {"active": True, "remainingDiscards": 1},
            "planningPhase": False,
            "playOrderSequence": [],
        },
        {"phase_label": "discard"},
    ),
    # lock
    (
        ("lock",),
        {"playOrderLocked": True, "planningPhase": False},
        {"play_order_locked": False, "planning_phase": True, "play_order_sequence": ("b",)},
    ),
    (
        ("lock",),
        {"playOrderLocked": True, "playOrderSequence": ["b", "a"]},
        {"play_order_locked": True, "planning_phase": False, "play_order_sequence": ("b", "a")},
    ),
    (
        (),
        {"playOrderLocked": True, "playOrderSequence": ["b", "a"], "planningPhase": False},
        {"phase_label": "executing"},
    ),
    (
        ("lock",),
        {
            "handCards": [],
            "hand": [],
            "playOrderSequence": [],
            "playOrderLocked": True,
            "planningPhase": False,
        },
        {"play_order_locked": False, "planning_phase": False},
    ),
    (
        ("lock",),
        {"handCards": [], "hand": [], "playOrderSequence": [], "planningPhase": True},
        {"planning_phase": False},
    ),
    # stray_order
    (("stray_order",), {"planningPhase": False}, {"planning_phase": True, "play_order_sequence": ("b",)}),
    # preset
    (("preset",), {"activePresetId": "tarot-78"}, {"active_preset_id": None, "deck_source": "custom"}),
    (
        ("preset",),
        {"activePresetId": 5, "deckSource": "default"},
        {"active_preset_id": None, "deck_source": "custom"},
    ),
    (("preset",), {"deckSource": "attic"}, {"deck_source": "custom"}),
    (("preset",), {"deckSource": ["custom"]}, {"deck_source": "custom"}),
    (("preset",), {"deckSource": "preset"}, {"deck_source": "custom"}),
    (
        (),
        {"deckSource": "preset", "activePresetId": "short-26"},
        {"deck_source": "preset", "active_preset_id": "short-26"},
    ),
    ((), {"deckSource": "default"}, {"deck_source": "default"}),
    # unknown
    (("unknown",), {"colour": "red"}, {}),
    (("unknown",), {"handCards": [{"id": "b", "card": "B", "colour": "red"}], "hand": ["B"]}, {}),
    (("unknown",), {"discardPhase": {"active": False, "remainingDiscards": 0, "colour": "red"}}, {}),
    (("unknown",), {"warning": 5}, {"warning": None}),
    (("unknown",), {"error": []}, {"error": None}),
    ((), {"warning": "low", "error": "high"}, {"warning": "low", "error": "high"}),
    ((), {"deckCards": ["Z"], "ending": "closed", "lastActionAt": 99}, {"ending": None, "last_action_at": 0}),
]


@pytest.mark.parametrize(("named", "changes", "expected"), REPAIRS)
def test_7_6_a_broken_field_is_repaired_and_the_repair_is_named(
    named: tuple[str, ...], changes: dict[str, Any], expected: dict[str, Any]
) -> None:
    sitting = loaded(**changes)

    assert repairs(sitting) == named
    assert {name: getattr(sitting.state, name) for name in expected} == expected
    assert DECKS.conserved(sitting.state) == {"cards_astray": 0, "invariants_broken": 0}


@pytest.mark.parametrize(
    ("field", "named"),
    [
        ("drawPile", ("piles",)),
        ("discardPile", ("piles",)),
        ("handCards", ("hand_cards", "order")),
        ("hand", ()),
        ("turnNumber", ("numbers",)),
        ("handSize", ("numbers",)),
        ("discardCount", ("numbers",)),
        ("discardPhase", ("discard_phase",)),
        ("playOrderSequence", ("order",)),
        ("playOrderLocked", ("order",)),
        ("planningPhase", ("order", "stray_order")),
        ("deckSource", ("preset",)),
        ("activePresetId", ()),
        ("warning", ()),
        ("error", ()),
        ("selectedCardIds", ()),
        ("isDealing", ()),
        ("version", ()),
    ],
)
def test_7_6_a_missing_field_is_repaired_by_its_default(field: str, named: tuple[str, ...]) -> None:
    assert repairs(loaded(without=(field,))) == named


def test_7_6_a_hand_without_hand_cards_gets_new_ids() -> None:
    sitting = loaded(without=("handCards",))

    assert sitting.state.hand == ("A", "B")
    assert len({*sitting.state.hand_ids, "a", "b"}) == 4


@pytest.mark.parametrize(
    "cards",
    [
        [{"card": "A"}, {"id": "b", "card": "B"}],
        [{"id": "", "card": "A"}, {"id": "b", "card": "B"}],
        [{"id": 5, "card": "A"}, {"id": "b", "card": "B"}],
        [{"id": "b", "card": "B"}, {"id": "b", "card": "A"}],
    ],
)
def test_7_6_missing_empty_and_repeated_ids_are_new(cards: list[dict[str, Any]]) -> None:
    sitting = loaded(handCards=cards, hand=[card["card"] for card in cards])

    assert repairs(sitting) == ("ids",)
    assert sitting.state.play_order_sequence == ("b",)
    assert len(set(sitting.state.hand_ids)) == 2
    assert sitting.id_of("B") == "b"
    assert len(sitting.id_of("A")) == 36


def test_7_6_the_surplus_of_a_hand_goes_to_the_discard_pile() -> None:
    cards = [{"id": f"{number}", "card": f"C{number}"} for number in range(12)]

    sitting = loaded(without=("hand",), handCards=cards, playOrderSequence=["11", "3"])

    assert repairs(sitting) == ("too_many", "order")
    assert sitting.state.hand == tuple(f"C{number}" for number in range(10))
    assert sitting.state.discard_pile == ("F", "C10", "C11")
    assert sitting.state.play_order_sequence == ("3",)


def test_7_6_500_cards_are_enough() -> None:
    assert len(loaded(drawPile=["D"] * 497).state.deck_cards) == 500
    assert loaded(drawPile=["D"] * 498).event(ErrorRaised).code == "STATE_INVALID"


@pytest.mark.parametrize("saved", [{}, {"drawPile": [5], "hand": [" "]}, {"deck-builder-state": {}}])
def test_7_6_a_state_without_cards_gets_the_default_deck_and_a_deal(saved: dict[str, Any]) -> None:
    sitting = started(deck="starter-12", hand_size=4).ask(import_state(saved))

    state = sitting.state
    assert "empty" in repairs(sitting)
    assert sitting.kinds()[-3:] == ["DeckReplaced", "DeckShuffled", "HandDealt"]
    assert sorted(state.draw_pile + state.hand) == sorted(PRESET_BY_ID["starter-12"].cards)
    assert len(state.hand) == 4
    assert state.phase_label == "discard"
    assert (state.deck_source, state.active_preset_id) == ("default", None)
    assert DECKS.conserved(state) == {"cards_astray": 0, "invariants_broken": 0}


def test_7_6_an_empty_state_keeps_its_numbers() -> None:
    sitting = loaded(drawPile=[], discardPile=[], handCards=[], hand=[], playOrderSequence=[])

    assert repairs(sitting) == ("empty", "lock")
    assert (sitting.state.turn_number, sitting.state.hand_size) == (3, 4)
    assert len(sitting.state.hand) == 4


def test_7_6_repairs_are_named_in_the_order_of_the_book() -> None:
    assert repairs(started().ask(import_state({"x": 1, "deckSource": "y"}))) == (
        *("piles", "hand_cards", "numbers", "empty", "discard_phase", "order", "preset", "unknown"),
    )


def test_7_6_nothing_that_is_imported_breaks_the_table() -> None:
    odd: list[Any] = [
        None,
        True,
        0,
        -1,
        1e300,
        "",
        "a",
        [],
        [None],
        ["a", "a"],
        {},
        {"id": "a", "value": "A"},
    ]
    odd += [[{"id": "a", "value": "A"}], [{"id": "a", "value": "A"}, {"id": "a", "card": "B"}]]
    codec = codec_of(DECKS)

    for field in [*WHOLE, "deck-builder-state"]:
        for value in odd:
            sitting = loaded(**{field: value})
            assert codec.state(codec.state_bytes(sitting.state)) == sitting.state
            assert DECKS.conserved(sitting.state) == {"cards_astray": 0, "invariants_broken": 0}
            assert DECKS.legal(sitting.state, 0)


def test_7_7_a_state_without_the_play_order_fields_loads_with_their_defaults() -> None:
    sitting = loaded(without=("playOrderSequence", "playOrderLocked", "planningPhase"))

    assert sitting.state.play_order_sequence == ()
    assert not sitting.state.play_order_locked
    assert not sitting.state.planning_phase
    assert sitting.state.hand == ("A", "B")


def test_7_7_the_draw_pile_keeps_its_saved_order() -> None:
    order = ("C", "A", "B", "D")

    sitting = loaded(drawPile=list(order))

    assert sitting.state.draw_pile == order
    assert sitting.event(DeckShuffled).order == order
    assert "C" not in sitting.event(StateImported).view.draw_pile_cards[:1]


def test_an_import_goes_on_where_it_was_saved() -> None:
    sitting = loaded(playOrderSequence=["b", "a"], playOrderLocked=True, planningPhase=False)

    sitting.end_turn()

    assert sitting.state.turn_number == 4
    assert sitting.state.hand[:2] == ("D", "E")


@pytest.mark.parametrize("action", [import_state(WHOLE), EndTurn()])
def test_9_4_a_closed_table_imports_nothing_but_its_export_opens_another(action: Action) -> None:
    closed = loaded().ask(ClosePlanner())

    with refused("CLOSED"):
        closed.ask(action)
    again = started().ask(import_state(exported(closed.state)))

    assert again.state.ending is None
    assert again.state.hand_cards == closed.state.hand_cards
