"""Chapter 3: cards, deal, initial view."""

import pytest

from rondel.games.cambio.actions import (
    CallCambio,
    ConfirmInitialView,
    DrawCard,
    EndInitialView,
    SetConnected,
    StartGame,
)
from rondel.games.cambio.events import (
    CardHidden,
    CardsDealt,
    DeckShuffled,
    GameStarted,
    InitialViewEnded,
    InitialViewStarted,
    TurnStarted,
    ViewConfirmed,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options, deck_of, faces_of
from rondel.games.cambio.pieces import POWER_OF, RANKS, Card
from rondel.kernel import HOUSE
from tests.games.cambio.table import (
    BOT,
    HUMAN,
    NOW,
    Table,
    card,
    deal,
    faces_shown,
    playing,
    refused,
    seen,
    slot,
    started,
    tags,
)


def test_3_1_the_deck_has_52_cards_and_two_jokers_by_option() -> None:
    assert len(set(deck_of(Options(seats=2)))) == 52
    assert deck_of(Options(seats=2, jokers=2))[52:] == ("X1", "X2")
    assert {"AS", "10H", "KD", "2C"} <= set(deck_of(Options(seats=2)))


def test_3_1_points_are_those_of_the_book() -> None:
    faces = faces_of(Options(seats=2))

    points = [faces[f"{rank}S"].point_value for rank in RANKS]
    assert points == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0]
    assert faces["10H"] == Card("10", "hearts", 10)
    assert faces["X1"] == faces["X2"] == Card("X", None, 0)


def test_3_1_points_of_faces_and_kings_by_option() -> None:
    faces = faces_of(Options(seats=2, joker_value=-1, red_king=-2, black_king=13, face_values="rising"))

    assert [faces[code].point_value for code in ("JS", "QS", "KS", "KC", "KH", "KD", "X1")] == [
        11,
        12,
        13,
        13,
        -2,
        -2,
        -1,
    ]


@pytest.mark.parametrize(
    ("ranks", "power"),
    [
        ("A 2 3 4 5 6", None),
        ("7 8", "peek_own"),
        ("9 10", "peek_opponent"),
        ("J Q", "blind_swap"),
        ("K", "look_own"),
    ],
)
def test_3_1_powers_are_those_of_the_book(ranks: str, power: str | None) -> None:
    codes = [rank + suit for rank in ranks.split() for suit in "SHDC"]

    assert [POWER_OF[code] for code in codes] == [power] * len(codes)
    assert POWER_OF["X1"] is POWER_OF["X2"] is None


def test_3_2_phases_follow_one_another() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, HUMAN]))
    phases = [table.state.phase]

    table.play(HOUSE, StartGame())
    phases.append(table.state.phase)
    table.play(0, ConfirmInitialView())
    table.play(1, ConfirmInitialView())
    phases.append(table.state.phase)
    table.play(0, CallCambio())
    phases.append(table.state.phase)
    table.pass_turn(1)
    phases.append(table.state.phase)

    assert phases == ["setup", "initial_view", "playing", "final_round", "completed"]


def test_3_3_a_game_starts_once_and_with_every_seat_filled() -> None:
    table = Table(CAMBIO.start(Options(seats=3), [HUMAN, HUMAN]))

    with refused("TOO_FEW_SEATS"):
        table.play(HOUSE, StartGame())
    with refused("WRONG_PHASE"):
        started().play(HOUSE, StartGame())


def test_3_3_only_the_house_is_told_the_order() -> None:
    table = Table(CAMBIO.start(Options(seats=2, first_seat=1), [HUMAN, BOT]))

    events = table.play(HOUSE, StartGame())

    (shuffled,) = [event for event in events if isinstance(event, DeckShuffled)]
    assert CAMBIO.audience(shuffled) is HOUSE
    assert sorted(shuffled.order) == sorted(deck_of(Options(seats=2)))
    assert events[0] == GameStarted((HUMAN, BOT), Options(seats=2, first_seat=1), 1)
    assert tags(seen(events, None)) == ["GAME_STARTED", "CARDS_DEALT", "INITIAL_VIEW_STARTED"]


def test_3_3_two_games_are_shuffled_differently() -> None:
    assert started(seed="one").state.draw_pile != started(seed="two").state.draw_pile


def test_3_4_each_seat_gets_four_cards_and_the_next_is_the_first_discard() -> None:
    table = Table(CAMBIO.start(Options(seats=3), [HUMAN] * 3))

    events = table.play(HOUSE, StartGame())

    (order,) = [event.order for event in events if isinstance(event, DeckShuffled)]
    assert [player.slots for player in table.state.players] == [order[0:4], order[4:8], order[8:12]]
    assert table.state.discard_pile == order[12:13]
    assert table.state.draw_pile == order[13:]
    assert CardsDealt(4, faces_of(table.state.options)[order[12]]) in events
    assert table.state.discard_version == 1


def test_3_5_the_first_discard_has_no_power_and_no_snap_but_may_be_drawn() -> None:
    seed = next(
        str(seed)
        for seed in range(100)
        if POWER_OF[started(seed=str(seed)).state.discard_pile[0]] is not None
    )
    table = playing(seed=seed, snap="first")

    assert table.state.step == "awaiting_draw"
    assert table.state.power is None
    assert DrawCard("discard") in table.legal(0)


def test_3_6_each_seat_sees_its_positions_2_and_3_and_nothing_else() -> None:
    table = Table(CAMBIO.start(Options(seats=2, initial_view_ms=2000), [HUMAN, HUMAN]))

    events = table.play(HOUSE, StartGame())

    faces = faces_of(table.state.options)
    assert InitialViewStarted(NOW + 2000) in events
    for seat in (0, 1):
        own = [faces[code or ""] for code in table.state.players[seat].slots[2:]]
        assert faces_shown(events, seat) == own
        shown = [view_slot.card for player in table.view(seat).players for view_slot in player.slots]
        assert [face for face in shown if face is not None] == own
        assert [view_slot.visibility for view_slot in table.view(seat).players[seat].slots] == [
            "hidden",
            "hidden",
            "peeking",
            "peeking",
        ]
    assert faces_shown(events, None) == []


def test_3_7_confirming_hides_the_cards_from_that_seat_at_once() -> None:
    table = started()

    events = table.play(0, ConfirmInitialView())

    assert events == [ViewConfirmed(0), CardHidden(0, (slot(0, 2), slot(0, 3)), "acknowledged")]
    assert {view_slot.visibility for view_slot in table.view(0).players[0].slots} == {"hidden"}
    assert "peeking" in {view_slot.visibility for view_slot in table.view(1).players[1].slots}
    with refused("ALREADY_CONFIRMED"):
        table.play(0, ConfirmInitialView())


def test_3_8_play_begins_when_everybody_has_confirmed() -> None:
    table = started(first_seat=1)
    table.play(0, ConfirmInitialView())

    events = table.play(1, ConfirmInitialView())

    assert events[-2:] == [InitialViewEnded(), TurnStarted(1, 1, NOW + 60_000)]
    assert table.state.phase == "playing"


def test_3_8_play_begins_when_those_who_are_left_have_confirmed() -> None:
    table = started(seat_specs=[HUMAN] * 3)
    table.play(0, ConfirmInitialView())
    table.play(HOUSE, SetConnected(1, connected=False))

    events = table.play(2, ConfirmInitialView())

    assert tags(events)[-2:] == ["INITIAL_VIEW_ENDED", "TURN_STARTED"]


def test_3_8_at_the_deadline_what_is_still_shown_is_hidden() -> None:
    table = started()
    table.play(0, ConfirmInitialView())

    assert table.wait(9_999) == []
    events = table.wait(1)

    assert events[0] == CardHidden(1, (slot(1, 2), slot(1, 3)), "expired")
    assert tags(events[1:]) == ["INITIAL_VIEW_ENDED", "TURN_STARTED"]
    assert {view_slot.visibility for view_slot in table.view(1).players[1].slots} == {"hidden"}


def test_2_1_the_first_seat_may_be_drawn_by_lot() -> None:
    firsts = {started(seed=str(seed), first_seat="random").state.first_seat for seed in range(30)}

    assert firsts == {0, 1}


def test_3_8_the_house_may_not_end_the_initial_view_early() -> None:
    with refused("NOT_DUE"):
        started().play(HOUSE, EndInitialView())


def test_3_6_a_seat_that_is_not_there_counts_as_confirmed_from_the_start() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, HUMAN]))
    table.play(HOUSE, SetConnected(0, connected=False))

    events = table.play(HOUSE, StartGame())

    assert events[-2:] == [ViewConfirmed(0), CardHidden(0, (slot(0, 2), slot(0, 3)), "disconnected")]
    assert CAMBIO.to_act(table.state) == {1}


def test_3_4_a_card_of_the_deal_is_worth_what_the_options_say() -> None:
    table = deal("K♥ 5♣ 3♣ 4♣ | A♠ 7♦ 2♣ 9♥", discards="K♠", black_king=20)

    assert table.view(None).discard_top == card("K♠", 20)
