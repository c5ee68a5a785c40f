"""Imperial, chapter 9: peace, offered, answered and voted on."""

from typing import Literal, TypeAlias

from rondel.games.imperial.clock import submit
from rondel.games.imperial.codes import HOSTILE, takes_last_factory
from rondel.games.imperial.events import (
    PeaceOffered,
    PeaceResolved,
    PeaceSettled,
    PeaceVoteCast,
    PeaceVoteSealed,
    PeaceVoteShown,
)
from rondel.games.imperial.front import VirtualBoard, front_of
from rondel.games.imperial.government import winning_side
from rondel.games.imperial.pieces import Maneuver, Move, PeaceBallot, UnitType
from rondel.games.imperial.planning import plan_of, settle_unit
from rondel.games.imperial.state import Nation, PeaceVote, State, holding, nation_of, weigh
from rondel.games.imperial.story import Story
from rondel.kernel import Seat

Why: TypeAlias = Literal["no_holders", "same_player", "no_electorate", "answered_before"]


def targets(front: VirtualBoard, destination: str) -> tuple[str, ...]:
    """9.1, 9.2 The owner of a foreign home alone; elsewhere the countries with a resisting unit, in order."""
    owner = front.atlas.home[destination]
    if owner is not None and front.is_foreign(destination):
        return (owner,)
    there = {piece.nation for piece in front.resisting(destination)}
    return tuple([name for name in front.atlas.nations if name in there])


def consent(state: State, front: VirtualBoard, destination: str) -> tuple[tuple[str, ...], str | None]:
    """9.2, 9.3 Who will be asked, one after the other, and who has rejected before: then there is war."""
    to_ask: list[str] = []
    for name in targets(front, destination):
        settled = _without_asking(state, nation_of(state, name), destination)
        if settled is None:
            to_ask.append(name)
        elif not settled[0]:
            return tuple(to_ask), name
    return tuple(to_ask), None


def ask(story: Story, move: Move, via: tuple[str, ...], waiting: tuple[str, ...]) -> None:
    """9.2 One country after the other; the first rejection ends the asking."""
    for number, name in enumerate(waiting):
        target = nation_of(story.state, name)
        settled = _without_asking(story.state, target, move.destination)
        if settled is None:
            _offer(story, target, move, via, waiting[number + 1 :])
            return
        is_accepted, why = settled
        story.emit(PeaceSettled(name, move.destination, is_accepted, why))
        if not is_accepted:
            _go_to_war(story, name, move, via)
            return
    settle_unit(story, move, via)


def _without_asking(state: State, target: Nation, territory: str) -> tuple[bool, Why] | None:
    """9.3 Whether the target accepts, and why nobody is asked; None if somebody must be."""
    plan = plan_of(state)
    for answer in state.peace_answers:
        if (answer.target_nation, answer.territory) == (target.name, territory):
            return answer.accepted, "answered_before"
    if not target.leadership:
        return True, "no_holders"
    if target.gov == "dictatorship":
        return (True, "same_player") if target.leadership[0] == plan.player else None
    return None if _electorate(state, target, plan) else (True, "no_electorate")


def _electorate(state: State, target: Nation, plan: Maneuver) -> tuple[Seat, ...]:
    """9.5 The target's holders without the moving country's, or, if nobody is left, without the planner's."""
    movers = nation_of(state, plan.nation).leadership
    strangers = tuple([seat for seat in target.leadership if seat not in movers])
    return strangers or tuple([seat for seat in target.leadership if seat != plan.player])


def _offer(story: Story, target: Nation, move: Move, via: tuple[str, ...], waiting: tuple[str, ...]) -> None:
    """9.4, 9.5 The leader of a dictatorship, or the holders of a democracy."""
    state, plan = story.state, plan_of(story.state)
    is_vote = target.gov == "democracy"
    electorate = _electorate(state, target, plan) if is_vote else target.leadership[:1]
    total = sum(holding(state.players[seat], target.name) for seat in electorate)
    story.emit(
        PeaceOffered(
            plan.nation,
            target.name,
            plan.phase,
            move.origin,
            move.destination,
            move,
            answered_by="vote" if is_vote else "leader",
            electorate=electorate,
            total_bonds=total,
            via=via,
            waiting_targets=waiting,
            movers_vote=is_vote and electorate[0] in nation_of(state, plan.nation).leadership,
        )
    )


def answer(story: Story, seat: Seat, *, is_accepting: bool) -> None:
    """9.4 A leader's answer is public at once."""
    pending = plan_of(story.state).pending_peace
    assert pending is not None
    ballots = (PeaceBallot(seat, is_accepting),)
    _resolve(story, pending.target_nation, pending.move, pending.via, ballots, is_accepted=is_accepting)


def vote(story: Story, seat: Seat, *, is_accepting: bool) -> None:
    """9.5 Sealed until a side has won; where ballots are open, everybody hears it at once."""
    submit(story, seat)
    open_vote = vote_of(story.state)
    story.emit(PeaceVoteCast(seat))
    ballots = (*open_vote.ballots, PeaceBallot(seat, is_accepting))
    is_accepted = verdict(story.state, open_vote, ballots)
    if story.state.options.open_ballots:
        story.emit(PeaceVoteShown(seat, is_accepting))
    elif is_accepted is None:
        story.emit(PeaceVoteSealed(seat, is_accepting))
    if is_accepted is not None:
        close_vote(story, ballots, is_accepted=is_accepted)


def vote_of(state: State) -> PeaceVote:
    """The vote on peace that is open."""
    assert state.peace_vote is not None
    return state.peace_vote


def verdict(state: State, open_vote: PeaceVote, ballots: tuple[PeaceBallot, ...]) -> bool | None:
    """9.5 Whether peace is accepted, once that is certain."""
    target = open_vote.target_nation
    votes = [(ballot.seat, ballot.accept, holding(state.players[ballot.seat], target)) for ballot in ballots]
    return winning_side(votes, (True, False), open_vote.total_bonds, open_vote.electorate[0])


def close_vote(story: Story, ballots: tuple[PeaceBallot, ...], *, is_accepted: bool) -> None:
    """9.6 The cast votes are open."""
    closed = vote_of(story.state)
    _resolve(story, closed.target_nation, closed.move, closed.via, ballots, is_accepted=is_accepted)


def _resolve(
    story: Story,
    target: str,
    move: Move,
    via: tuple[str, ...],
    ballots: tuple[PeaceBallot, ...],
    *,
    is_accepted: bool,
) -> None:
    """9.6, 9.7 War, the next country to ask, or the next unit."""
    waiting = plan_of(story.state).waiting_targets
    votes = weigh(story.state, target, ballots)
    story.emit(PeaceResolved(target, move.destination, is_accepted, votes[True], votes[False], ballots))
    if is_accepted:
        ask(story, move, via, waiting)
    else:
        _go_to_war(story, target, move, via)


def _go_to_war(story: Story, target: str, move: Move, via: tuple[str, ...]) -> None:
    """9.6 War, or what is left to an army that meets no unit of the target."""
    front = front_of(story.atlas, story.state, plan_of(story.state))
    after = if_rejected(front, plan_of(story.state).phase, target, move)
    settle_unit(story, after, via if after.destination == move.destination else ())


def if_rejected(front: VirtualBoard, unit_type: UnitType, target: str, move: Move) -> Move:
    """9.6 Against the mover's own kind if the target has one there, else against the other.

    Without a unit of the target there the army enters hostilely; where it may not (8.8, 8.10) it stays.
    """
    there = [piece.unit_type for piece in front.others.get(move.destination, ()) if piece.nation == target]
    if there:
        victim = unit_type if unit_type in there else there[0]
        return move._replace(action_code=f"war {target} {victim}")
    if front.resisting(move.destination) or takes_last_factory(front, move.destination, HOSTILE):
        return Move(move.origin, move.origin, "")
    return move._replace(action_code=HOSTILE)
