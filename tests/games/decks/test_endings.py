"""Decks, chapter 9: endings and time."""

import pytest

from rondel.games.decks.actions import CloseIdle, ClosePlanner, DealNextHand, EndTurn, StartGame
from rondel.games.decks.events import PlannerClosed, TurnEnded
from rondel.games.decks.game import DECKS
from rondel.kernel import HOUSE, Actor, Deadline, Outcome, Standing
from tests.games.decks.samples import EVERY_ACTION
from tests.games.decks.table import Playthrough, deal, refused, started, unstarted, wander


def closed() -> Playthrough:
    return started().ask(ClosePlanner())


def at_the_limit() -> Playthrough:
    return deal("A B C D E F", hand=2, discard=0, turn_limit=2).end_turn().end_turn()


def idle() -> Playthrough:
    return started(idle_close_ms=60_000).play(HOUSE, CloseIdle(), at=60_000)


ENDED = {"closed": closed, "turn_limit": at_the_limit, "idle": idle}


def test_the_endings_are_those_of_the_book() -> None:
    assert DECKS.endings == ENDED.keys()


def test_9_1_the_seat_may_close_the_planner_in_every_phase() -> None:
    for sitting in wander(12, 60):
        state = DECKS.evolve(sitting.state, PlannerClosed("closed"), 0)
        assert ClosePlanner() in sitting.legal()
        assert state.ending == "closed"
        assert state.hand_cards == sitting.state.hand_cards


def test_9_1_closing_is_one_event() -> None:
    assert closed().events == (PlannerClosed("closed"),)


def test_9_2_the_turn_after_the_limit_is_not_dealt() -> None:
    sitting = deal("A B C D E F", hand=2, discard=0, turn_limit=2).end_turn()
    assert sitting.state.turn_number == 2

    sitting.end_turn()

    assert sitting.kinds() == ["HandReturned", "PlannerClosed"]
    assert sitting.state.ending == "turn_limit"
    assert sitting.state.hand == ()
    assert sitting.state.discard_pile == ("A", "B", "C", "D")
    assert sitting.state.turn_number == 2
    assert sitting.view().phase_label == "idle"


def test_9_2_an_empty_hand_has_nothing_to_return() -> None:
    sitting = deal("A B", hand=2, discard=2, turn_limit=1).discard("A B")

    assert sitting.end_turn().events == (PlannerClosed("turn_limit"),)


def test_9_2_a_turn_that_may_not_end_does_not_end_the_game() -> None:
    with refused("DISCARD_PENDING"):
        deal("A B C", discard=1, turn_limit=1).end_turn()


def test_9_2_without_a_limit_there_is_always_another_turn() -> None:
    sitting = started(discard_count=0)

    for _ in range(50):
        sitting.end_turn()

    assert sitting.state.turn_number == 51
    assert sitting.state.ending is None


def test_9_2_another_hand_in_the_last_turn_is_no_end() -> None:
    sitting = deal("A B C D", hand=2, discard=0, turn_limit=1)

    assert sitting.ask(DealNextHand()).state.ending is None


def test_9_3_a_table_that_nobody_uses_is_closed() -> None:
    sitting = started(idle_close_ms=60_000)
    sitting.play(0, DealNextHand(), at=5000)

    assert DECKS.deadline(sitting.state) == Deadline(65_000, CloseIdle())
    with refused("NOT_DUE"):
        sitting.play(HOUSE, CloseIdle(), at=64_999)
    assert sitting.play(HOUSE, CloseIdle(), at=65_000).events == (PlannerClosed("idle"),)


def test_9_3_every_action_puts_the_deadline_off() -> None:
    sitting = started(idle_close_ms=60_000)

    for now in (1000, 50_000, 109_999):
        due = DECKS.deadline(sitting.play(0, DealNextHand(), at=now).state)
        assert due is not None
        assert due.at_ms == now + 60_000


def test_9_3_without_the_option_there_is_no_deadline() -> None:
    sitting = started()

    assert DECKS.deadline(sitting.state) is None
    with refused("NOT_DUE"):
        sitting.play(HOUSE, CloseIdle(), at=10**15)


@pytest.mark.parametrize(
    "sitting", [unstarted(idle_close_ms=60_000), started(idle_close_ms=60_000).ask(ClosePlanner()), idle()]
)
def test_9_3_only_a_running_table_has_a_deadline(sitting: Playthrough) -> None:
    assert DECKS.deadline(sitting.state) is None


@pytest.mark.parametrize("ending", sorted(ENDED))
def test_9_4_after_an_ending_every_action_is_refused(ending: str) -> None:
    for action in EVERY_ACTION:
        actor: Actor = HOUSE if isinstance(action, StartGame | CloseIdle) else 0
        with refused("CLOSED"):
            ENDED[ending]().play(actor, action, at=10**9)


@pytest.mark.parametrize("ending", sorted(ENDED))
def test_9_4_the_outcome_has_one_standing_without_a_score(ending: str) -> None:
    state = ENDED[ending]().state

    assert DECKS.outcome(state) == Outcome(ending, (Standing(0, 1, None),), winners=())


def test_9_4_there_is_no_outcome_before_an_ending() -> None:
    assert DECKS.outcome(started().state) is None
    assert DECKS.outcome(unstarted().state) is None


@pytest.mark.parametrize("ending", sorted(ENDED))
def test_9_5_no_ending_is_an_abandonment(ending: str) -> None:
    outcome = DECKS.outcome(ENDED[ending]().state)

    assert outcome is not None
    assert not outcome.is_abandoned
    assert "abandoned" not in DECKS.endings


def test_11_10_there_is_no_active_turn_only_after_an_ending() -> None:
    for sitting in wander(13, 200, discard_count=1):
        assert sitting.state.hand or sitting.state.discard_pile

    assert at_the_limit().view().phase_label == "idle"
    assert at_the_limit().view().hand == ()


def test_a_limit_below_an_imported_turn_ends_with_that_turn() -> None:
    sitting = deal("A B C D", hand=2, discard=0, turn_limit=1)
    late = Playthrough(DECKS.evolve(sitting.state, TurnEnded(9), 0))

    assert late.ask(EndTurn()).state.ending == "turn_limit"
