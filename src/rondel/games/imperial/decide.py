"""Imperial, chapter 14: what an action causes, or why it is refused."""

from collections.abc import Callable
from typing import Final, TypeGuard, assert_never, get_args

from rondel.games.imperial import auction, investing, maneuver, peace, turn
from rondel.games.imperial.absent import act_for_all
from rondel.games.imperial.actions import (
    Abandon,
    Action,
    Agree,
    AnswerPeace,
    AutoAct,
    Bid,
    BuyBid,
    BuyStock,
    ClockAction,
    DeferUnit,
    MoveUnit,
    PauseClock,
    Propose,
    PuntBuy,
    ResumeClock,
    StartGame,
    Submission,
    Vote,
    VotePeace,
)
from rondel.games.imperial.atlas import Atlases, atlas_for
from rondel.games.imperial.clock import deadline, pause_or_resume, submit
from rondel.games.imperial.events import Event
from rondel.games.imperial.guards import refuse_out_of_place, refuse_over
from rondel.games.imperial.score import end
from rondel.games.imperial.state import State
from rondel.games.imperial.story import Story
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal, Seat

_SUBMISSIONS: Final[frozenset[type]] = frozenset(get_args(Submission))


def decide(
    atlases: Atlases,
    evolve: Callable[[State, Event, Ms], State],
    state: State,
    actor: Actor | None,
    action: Action,
    chance: Chance,
    now: Ms,
) -> Story:
    """The events `action` causes at `now`, or its Refusal (1.7)."""
    story = Story(atlas_for(atlases, state.options), evolve, state, chance, now)
    if actor is HOUSE:
        refuse_over(state)
        _decide_house(story, action)
    elif actor is None or not 0 <= actor < len(state.players):
        raise Refusal("NOT_SEATED", "Only those who sit at the table may act; you watch.")
    elif _is_submission(action):
        refuse_over(state)
        refuse_out_of_place(state, actor, action)
        _decide_seat(story, actor, action)
    elif isinstance(action, PauseClock | ResumeClock):
        refuse_over(state)
        _decide_clock(story, actor, action)
    else:
        raise Refusal("HOUSE_ONLY", f"Seat {actor} may not do this; it is for the house to do.")
    return story


def _is_submission(action: Action) -> TypeGuard[Submission]:
    """By look-up: every move asks it."""
    return type(action) in _SUBMISSIONS


def _decide_seat(story: Story, seat: Seat, action: Submission) -> None:
    match action:
        case MoveUnit():
            maneuver.move_unit(story, seat, action)
        case Propose():
            turn.propose(story, seat, action)
        case DeferUnit():
            maneuver.defer_unit(story, seat)
        case Agree():
            submit(story, seat)
            turn.agree(story, seat)
        case Vote(proposal):
            turn.vote(story, seat, proposal)
        case BuyStock():
            investing.buy(story, seat, action)
        case PuntBuy():
            submit(story, seat)
            investing.pass_purchase(story, seat)
        case AnswerPeace(is_accepting):
            submit(story, seat)
            peace.answer(story, seat, is_accepting=is_accepting)
        case VotePeace(is_accepting):
            peace.vote(story, seat, is_accepting=is_accepting)
        case Bid(amount):
            auction.bid(story, seat, amount)
        case BuyBid(is_accepting):
            auction.buy_bid(story, seat, is_accepting=is_accepting)
        case _:
            assert_never(action)


def _decide_house(story: Story, action: Action) -> None:
    match action:
        case StartGame():
            auction.start_game(story)
        case AutoAct():
            due = deadline(story.state)
            if due is None or not due.is_due(story.now):
                raise Refusal("NOT_DUE", "The house may not act for anybody; it is not time yet.")
            act_for_all(story)
        case Abandon():
            end(story, "abandoned")
        case PauseClock() | ResumeClock():
            _decide_clock(story, HOUSE, action)
        case _:
            raise Refusal("NOT_SEATED", "The house has no seat; it may not play.")


def _decide_clock(story: Story, actor: Actor, action: ClockAction) -> None:
    if story.state.mode is None:
        raise Refusal("WRONG_MODE", "There is no clock to pause or resume; the game has not begun.")
    pause_or_resume(story, actor, action)
