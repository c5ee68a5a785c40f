from pathlib import Path

import pytest

from rondel.cli.tables.cambio.words import card_name, countdown, points, span, story
from rondel.games.cambio.events import (
    CambioCalled,
    CardDiscarded,
    CardDrawn,
    CardGiven,
    DeckReshuffled,
    Event,
    FinalTurnTaken,
    PenaltyDealt,
    PowerActivated,
    PowerSkipped,
    SnapFailed,
    SnapPassed,
    SnapSucceeded,
    SwapCompleted,
    TurnPassed,
)
from rondel.games.cambio.pieces import Card, Slot
from rondel.kernel import TimeReturned
from tests.cli.tables.cambio.seated import FACES, Seated

SIX = FACES["6H"]


def test_a_card_is_told_by_rank_and_suit_and_points() -> None:
    assert [card_name(FACES[code]) for code in ("10H", "AS", "X")] == ["10♥", "A♠", "Joker"]
    assert [points(FACES[code]) for code in ("10H", "AS")] == ["10 pts", "1 pt"]
    assert points(Card("X", None, -1)) == "−1 pts"


def test_keys_in_a_row_are_a_span() -> None:
    assert [span(keys) for keys in ({1, 2, 3, 4}, {1, 2}, {1, 3, 4}, {5})] == ["1–4", "1 2", "1 3 4", "5"]


def test_a_countdown_is_zero_only_when_nothing_is_left() -> None:
    assert [countdown(ms) for ms in (60_000, 59_001, 1, 0, -5)] == ["1:00", "1:00", "0:01", "0:00", "0:00"]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (CardDrawn(1, "discard", SIX), "Seat 1 took 6♥ from the discards."),
        (CardDiscarded(0, SIX, 1, "time"), "You discarded 6♥, for want of time."),
        (TurnPassed(1), "Seat 1 drew nothing, for want of time."),
        (CambioCalled(1, automatic=True), "Seat 1 called Cambio with no cards left!"),
        (FinalTurnTaken(1, forfeited=True), "Seat 1 lost the last turn."),
        (DeckReshuffled(23), "23 discards were shuffled into a new draw pile."),
        (PowerActivated(1, "peek_own", (Slot(1, 2),)), "Seat 1 looked at its own card 3."),
        (PowerActivated(1, "peek_opponent", (Slot(0, 2),)), "Seat 1 looked at your card 3."),
        (
            SwapCompleted(1, (Slot(1, 0), Slot(2, 3))),
            "Seat 1 exchanged its own card 1 and Seat 2's card 4.",
        ),
        (PowerSkipped(1, "peek_own", "no_target"), "There was no card to use the power on."),
        (PowerSkipped(1, "peek_own", "time"), "Seat 1 did not use the power for want of time."),
        (SnapSucceeded(1, 0, 1, SIX, 3), "Seat 1 snapped your card 2: 6♥."),
        (SnapFailed(1, 1, 1, SIX, 3), "Seat 1 snapped its own card 2, but it is 6♥; it stays."),
        (PenaltyDealt(1, (4, 5)), "Penalty for Seat 1: card 5 6."),
        (CardGiven(1, 0, 2, 3), "Seat 1 gave card 1 to Seat 2."),
    ],
)
def test_what_happened_is_told_in_a_sentence(event: Event, told: str) -> None:
    assert story([event], 0, 4) == [told]


def test_what_everybody_sees_anyway_is_not_told() -> None:
    noise: list[Event] = [CardDrawn(1, "deck"), SnapPassed(1), FinalTurnTaken(1, forfeited=False)]

    assert story(noise, 0, 4) == []


def test_an_outage_is_told_by_the_table_itself(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.table.return_time(13_200, seated.table.at + 20_000)

    heard = seated.sitting.heard(8)

    assert heard[-1] == TimeReturned(13_200)
    assert story(heard, 0, 1) == ["The server was away for 13 s; the clocks were stopped meanwhile."]
    assert story([TimeReturned(1)], 0, 1) == [
        "The server was away for 1 s; the clocks were stopped meanwhile."
    ]
