"""Chapter 6: Cambio and the final round."""

import pytest

from rondel.games.cambio.actions import CallCambio, DiscardCard, DrawCard, SetConnected, SwapCard
from rondel.games.cambio.events import CambioCalled, FinalTurnTaken, TurnEnded, TurnStarted
from rondel.kernel import HOUSE
from tests.games.cambio.table import NOW, deal, refused, tags

THREE = "A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ J♠ Q♦"
FOUR = f"{THREE} | A♦ 2♦ 3♦ 4♦"


def test_6_1_cambio_is_called_before_drawing() -> None:
    table = deal(THREE)
    assert CallCambio() in table.legal(0)

    table.play(0, DrawCard("deck"))

    with refused("WRONG_STEP"):
        table.play(0, CallCambio())
    with refused("NOT_YOUR_TURN"):
        table.play(1, CallCambio())


def test_6_2_not_before_so_many_turns_of_ones_own() -> None:
    table = deal(THREE, min_turns_before_call=1)
    with refused("CALL_TOO_EARLY"):
        table.play(0, CallCambio())
    assert CallCambio() not in table.legal(0)

    for seat in (0, 1, 2):
        table.pass_turn(seat)

    table.play(0, CallCambio())
    assert table.state.cambio_caller_seat == 0


def test_6_3_with_a_limit_the_caller_must_know_every_card() -> None:
    table = deal("A♠ 2♦ 2♣ A♥ | K♥ 5♣ 3♣ 4♣", call_limit=6, known={0: "A♠ 2♦ 2♣"})

    with refused("CALL_OVER_LIMIT"):
        table.play(0, CallCambio())


def test_6_3_with_a_limit_the_sum_counts() -> None:
    hands = "A♠ 2♦ 2♣ A♥ | K♥ 5♣ 3♣ 4♣"
    known = {0: "A♠ 2♦ 2♣ A♥"}

    with refused("CALL_OVER_LIMIT"):
        deal(hands, call_limit=5, known=known).play(0, CallCambio())
    table = deal(hands, call_limit=6, known=known)
    table.play(0, CallCambio())

    assert table.state.call_hand == ("AS", "2D", "2C", "AH")


def test_6_3_the_refusal_says_the_same_whatever_the_unknown_card_is() -> None:
    sentences = set()
    for unknown in ("A♥", "K♦", "Q♠"):
        table = deal(f"A♠ 2♦ 2♣ {unknown} | K♥ 5♣ 3♣ 4♣", call_limit=6, known={0: "A♠ 2♦ 2♣"})
        with pytest.raises(Exception, match="CALL_OVER_LIMIT") as refusal:
            table.play(0, CallCambio())
        sentences.add(str(refusal.value))

    assert len(sentences) == 1


def test_6_4_the_call_ends_the_turn_and_begins_the_final_round() -> None:
    table = deal(THREE, turn=1)

    events = table.play(1, CallCambio())

    assert events == [CambioCalled(1, False), TurnEnded(1, 1, "cambio"), TurnStarted(2, 2, NOW + 60_000)]
    assert table.state.cambio_caller_seat == 1
    assert table.state.phase == "final_round"
    assert [player.has_taken_final_turn for player in table.state.players] == [False, True, False]


def test_6_4_the_caller_gets_no_further_turn_and_stays_the_caller() -> None:
    table = deal(THREE, turn=1)
    table.play(1, CallCambio())
    seats = []

    while table.state.status == "active":
        seats.append(table.state.current_turn_seat)
        table.pass_turn(table.state.current_turn_seat or 0)
        assert table.state.cambio_caller_seat == 1

    assert seats == [2, 0]


def test_6_5_nobody_calls_twice() -> None:
    table = deal(THREE)
    table.play(0, CallCambio())

    for seat in (0, 1, 2):
        with refused("CAMBIO_ALREADY_CALLED"):
            table.play(seat, CallCambio())
    assert CallCambio() not in table.legal(1)


def test_6_6_every_other_seat_has_one_more_turn() -> None:
    table = deal(FOUR, turn=2)
    table.play(2, CallCambio())

    ended = [event for seat in (3, 0, 1) for event in table.pass_turn(seat)]

    assert [event for event in ended if isinstance(event, FinalTurnTaken)] == [
        FinalTurnTaken(seat, forfeited=False) for seat in (3, 0, 1)
    ]
    assert table.state.ending == "cambio"


def test_6_7_who_is_not_there_at_the_call_forfeits_clockwise() -> None:
    table = deal(FOUR, turn=2)
    for seat in (1, 3):
        table.play(HOUSE, SetConnected(seat, connected=False))

    events = table.play(2, CallCambio())

    assert events[:4] == [
        CambioCalled(2, False),
        TurnEnded(2, 1, "cambio"),
        FinalTurnTaken(3, forfeited=True),
        FinalTurnTaken(1, forfeited=True),
    ]
    assert table.state.current_turn_seat == 0


def test_6_7_a_forfeited_turn_is_not_given_back() -> None:
    table = deal(FOUR)
    table.play(0, CallCambio())
    events = table.play(HOUSE, SetConnected(2, connected=False))
    assert events[1:] == [FinalTurnTaken(2, forfeited=True)]

    table.play(HOUSE, SetConnected(2, connected=True))
    table.pass_turn(1)

    assert table.state.current_turn_seat == 3


def test_6_8_the_game_is_complete_at_once_when_everybody_has_forfeited() -> None:
    table = deal(THREE)
    for seat in (1, 2):
        table.play(HOUSE, SetConnected(seat, connected=False))

    events = table.play(0, CallCambio())

    assert tags(events)[-1] == "GAME_COMPLETED"


def test_6_8_an_open_snap_window_is_waited_for() -> None:
    table = deal("A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣", deck="5♠", snap="first")
    table.play(0, CallCambio())

    table.play(1, DrawCard("deck"))
    table.play(1, DiscardCard())
    assert table.state.status == "active"
    events = table.wait(3000)

    assert tags(events) == ["SNAP_WINDOW_CLOSED", "GAME_COMPLETED"]


def test_6_9_a_final_turn_is_taken_in_the_final_round_only_and_stays_taken() -> None:
    """Rules 6.9, 22.2: set only then, and kept."""
    table = deal(THREE)
    table.play(0, DrawCard("deck"))
    table.play(0, SwapCard(2))
    assert not any(player.has_taken_final_turn for player in table.state.players)

    table.play(1, CallCambio())
    table.pass_turn(2)
    table.pass_turn(0)

    assert table.state.phase == "completed"
    assert all(player.has_taken_final_turn for player in table.state.players)
