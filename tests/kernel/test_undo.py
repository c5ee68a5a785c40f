"""Undo: whose move it may be, and what it never crosses."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import ValidationError, json
from msgspec.structs import replace as with_

from rondel.kernel import HOUSE, Actor, AnyGame, Refusal, Seat, TakeBack, Undone, take_back
from rondel.kernel.replay import Step
from rondel.kernel.undo import last_move
from tests.kernel.tally import (
    TALLY,
    Abandon,
    Action,
    Add,
    CardSeen,
    Draw,
    Expire,
    Options,
    Pass,
    PauseClock,
    ResumeClock,
    play,
    started,
)

Move = tuple[Actor, Action | TakeBack]


def after(*moves: Move, game: AnyGame = TALLY, options: Options | None = None) -> list[Step[Any]]:
    return play(game, started(game, options), moves)


def refusal(steps: Sequence[Step[Any]], seat: Seat | None, game: AnyGame = TALLY) -> Refusal:
    with pytest.raises(Refusal) as refused:
        take_back(game, steps, seat)
    return refused.value


def test_a_seat_takes_back_its_latest_move() -> None:
    assert take_back(TALLY, after((0, Add(1)), (0, Add(2))), 0) == Undone(2)


def test_a_seat_goes_back_step_by_step_through_its_own_moves() -> None:
    steps = after((0, Add(1)), (0, Add(2)), (0, TakeBack()))

    assert take_back(TALLY, steps, 0) == Undone(1)


def test_an_undo_is_not_taken_back_and_what_was_undone_stays_so() -> None:
    steps = after((0, Add(1)), (0, TakeBack()), (0, Add(2)), (0, TakeBack()))

    assert refusal(steps, 0).code == "NOT_YOUR_MOVE"  # what stands is the start, which is the house's


def test_a_game_without_undo_says_so() -> None:
    refused = refusal(after((0, Add(1))), 0, replace(TALLY, undo=None))

    assert refused.code == "UNDO_OFF"
    assert refused.message.startswith("Tally has no undo")


def test_before_the_first_move_there_is_nothing_to_take_back() -> None:
    assert refusal([], 0).code == "NOTHING_TO_UNDO"


def test_when_all_is_taken_back_there_is_nothing_left() -> None:
    running = replace(TALLY, start=lambda *_: started()[-1].after)  # the first row is a seat's own

    steps = play(running, [], [(0, Add(1)), (0, Add(2)), (0, TakeBack()), (0, TakeBack())])

    assert last_move(steps) is None
    assert refusal(steps, 0).code == "NOTHING_TO_UNDO"


@pytest.mark.parametrize(
    ("moves", "seat"),
    [
        ([(0, Add(1))], 1),
        ([(0, Add(1))], None),
        ([(0, Add(1)), (0, Pass()), (1, Add(1))], 0),
        ([(0, Pass()), (1, Add(1)), (1, TakeBack())], 0),
        ([(0, Pass()), (1, Add(1)), (1, TakeBack())], 1),
        ([(0, Add(1)), (HOUSE, Abandon())], 0),
        ([], 0),
    ],
    ids=[
        "of another seat",
        "by a spectator",
        "before another seat's",
        "before another seat's that was itself undone",
        "whoever undid its own asks for another's",
        "before the house's",
        "of the house",
    ],
)
def test_only_ones_own_latest_move_is_taken_back(moves: list[Move], seat: Seat | None) -> None:
    assert refusal(after(*moves), seat).code == "NOT_YOUR_MOVE"


def test_a_deadline_that_fell_due_in_between_stands() -> None:
    steps = after((0, Add(1)), options=Options(bank_ms=1000))
    expired = play(TALLY, steps, [(HOUSE, Expire())], every_ms=60_000)

    assert refusal(expired, 0).code == "NOT_YOUR_MOVE"


def test_a_barrier_of_the_game_is_not_crossed() -> None:
    refused = refusal(after((0, Pass())), 0)

    assert (refused.code, "revealed or decided" in refused.message) == ("UNDO_BARRIER", True)


def test_a_declared_reveal_is_not_crossed_even_by_the_seat_it_told() -> None:
    assert "revealed or decided" in refusal(after((0, Draw())), 0).message


@pytest.mark.parametrize("audience", [0, frozenset({0})], ids=["a seat", "a set of one"])
def test_an_event_for_the_asking_seat_alone_is_crossed(audience: Any) -> None:
    private = replace(TALLY, audience=lambda _: audience)

    assert take_back(private, after((0, Add(1))), 0) == Undone(1)


@pytest.mark.parametrize(
    "audience",
    [1, HOUSE, frozenset({0, 1}), frozenset({1}), frozenset()],
    ids=["another seat", "the house", "both seats", "a set of another", "nobody"],
)
def test_what_somebody_else_was_told_as_a_secret_is_not_crossed(audience: Any) -> None:
    telling = replace(TALLY, audience=lambda _: audience)

    assert refusal(after((0, Add(1))), 0, telling).code == "UNDO_BARRIER"


def test_drawn_luck_is_not_crossed() -> None:
    open_handed = replace(TALLY, reveals=lambda _event, _viewer: False)
    steps = after((0, Draw()))
    assert isinstance(steps[-1].row.events[1], CardSeen)

    assert "used randomness" in refusal(steps, 0, open_handed).message


def test_what_a_row_drew_is_read_from_the_row() -> None:
    """Nothing is decided again: the game of an old row may no longer decide as it did."""
    steps = after((0, Add(1)))
    undecided = replace(TALLY, decide=lambda *_: pytest.fail("decided again"))
    last = steps[-1]
    drew = [*steps[:-1], with_(last, row=with_(last.row, draws={"deck": 3}))]

    assert take_back(undecided, steps, 0) == Undone(1)
    assert "used randomness" in refusal(drew, 0, undecided).message


def test_a_change_of_rules_is_not_crossed() -> None:
    mended = replace(TALLY, rules=2)

    refused = refusal(after((0, Add(1))), 0, mended)

    assert (refused.code, "changed since" in refused.message) == ("UNDO_BARRIER", True)


def test_the_end_of_the_game_stands() -> None:
    steps = after((0, Add(3)), options=Options(target=3))

    refused = refusal(steps, 0)

    assert (refused.code, refused.message) == ("UNDO_BARRIER", "The game is over; its last move stands.")


def test_a_pause_is_a_move_like_any_other_and_the_clock_is_kept() -> None:
    timed = Options(bank_ms=60_000)
    steps = after((0, PauseClock()), (0, TakeBack()), options=timed)

    state = steps[-1].after

    assert state.clock.paused_at_ms == steps[-1].row.at
    resumed = play(TALLY, steps, [(0, ResumeClock())])
    assert resumed[-1].after.clock.since_ms == resumed[-1].row.at


def test_the_last_move_move_is_found_through_nested_undos() -> None:
    steps = after((0, Add(1)), (0, Add(2)), (0, TakeBack()), (0, Add(3)), (0, TakeBack()))

    standing = [last_move(steps[:version]) for version in range(len(steps) + 1)]

    versions = [None if step is None else step.row.version for step in standing]
    assert versions == [None, 1, 2, 3, 2, 5, 2]


def test_undone_never_tells_of_a_version_below_zero() -> None:
    assert json.decode(b'{"toVersion":0}', type=Undone) == Undone(0)
    with pytest.raises(ValidationError):
        json.decode(b'{"toVersion":-1}', type=Undone)
