"""Imperial, chapters 8 and 9: what the events of a maneuver and of an offer of peace change."""

from collections import Counter

from msgspec.structs import replace

from rondel.games.imperial.events import (
    ManeuverExecuted,
    PeaceOffered,
    PeaceResolved,
    PeaceSettled,
    PeaceVoteSealed,
    PeaceVoteShown,
    UnitDeferred,
    UnitPlanned,
)
from rondel.games.imperial.pieces import (
    Loss,
    Maneuver,
    PeaceAnswer,
    PeaceBallot,
    PendingPeace,
    Unit,
    UnitType,
)
from rondel.games.imperial.state import Nation, OpenVote, PeaceVote, State
from rondel.kernel import Ms


def _maneuver(state: State) -> Maneuver:
    assert state.current_maneuver is not None
    return state.current_maneuver


def unit_planned(state: State, event: UnitPlanned, _at: Ms) -> State:
    """8.3 The next unit; after the last fleet the armies (8.1)."""
    plan = _maneuver(state)
    index, phase, deferred = plan.unit_index + 1, plan.phase, plan.deferred
    fleets, armies = plan.completed_fleet_moves, plan.completed_army_moves
    if phase == "fleet":
        fleets = (*fleets, event.move)
        if index == len(plan.pending_fleets):
            index, phase, deferred = 0, "army", 0
    else:
        armies = (*armies, event.move)
    carried = plan.carried if not event.via else dict(Counter(plan.carried) + Counter(event.via))
    after = replace(
        plan,
        phase=phase,
        unit_index=index,
        completed_fleet_moves=fleets,
        completed_army_moves=armies,
        pending_peace=None,
        waiting_targets=(),
        deferred=deferred,
        carried=carried,
    )
    return replace(state, mode="continue-man", current_maneuver=after, peace_vote=None)


def unit_deferred(state: State, event: UnitDeferred, _at: Ms) -> State:
    """8.3 To the end of its list."""
    plan = _maneuver(state)
    units = plan.pending_fleets if event.unit_type == "fleet" else plan.pending_armies
    index = event.unit_index
    units = (*units[:index], *units[index + 1 :], units[index])
    if event.unit_type == "fleet":
        after = replace(plan, pending_fleets=units, deferred=plan.deferred + 1)
    else:
        after = replace(plan, pending_armies=units, deferred=plan.deferred + 1)
    return replace(state, current_maneuver=after)


def maneuver_executed(state: State, event: ManeuverExecuted, _at: Ms) -> State:
    """8.4, 8.12 Units, factories and chips as they are now."""
    return replace(state, nations=tuple([_after(nation, event) for nation in state.nations]))


def _after(nation: Nation, event: ManeuverExecuted) -> Nation:
    if nation.name == event.nation:
        chips = tuple(sorted({*nation.tax_chips, *event.chips}))
        return replace(nation, fleets=event.fleets, armies=event.armies, tax_chips=chips)
    return replace(
        nation,
        fleets=_less(nation, "fleet", nation.fleets, event.losses),
        armies=_less(nation, "army", nation.armies, event.losses),
        factories=tuple([site for site in nation.factories if site not in event.factories_destroyed]),
        tax_chips=tuple([site for site in nation.tax_chips if site not in event.chips]),
    )


def _less(
    nation: Nation, unit_type: UnitType, units: tuple[Unit, ...], losses: tuple[Loss, ...]
) -> tuple[Unit, ...]:
    left = list(units)
    for loss in losses:
        if loss.nation == nation.name and loss.unit_type == unit_type:
            left.remove(Unit(loss.territory, loss.hostile))
    return tuple(left)


def peace_offered(state: State, event: PeaceOffered, _at: Ms) -> State:
    """9.4, 9.5 The target's leader is asked, or its holders are."""
    plan = replace(_maneuver(state), waiting_targets=event.waiting_targets)
    if event.answered_by == "leader":
        pending = PendingPeace(
            event.origin, event.destination, event.target_nation, event.unit_type, event.move, event.via
        )
        return replace(state, current_maneuver=replace(plan, pending_peace=pending), undo=None)
    vote = PeaceVote(
        event.moving_nation,
        event.target_nation,
        event.unit_type,
        event.origin,
        event.destination,
        event.total_bonds,
        event.electorate,
        event.move,
        event.via,
    )
    return replace(state, mode="peace-vote", current_maneuver=plan, peace_vote=vote, undo=None)


def peace_settled(state: State, _event: PeaceSettled, _at: Ms) -> State:
    """9.3 Nobody has to be asked; UNIT_PLANNED or another offer follows."""
    return state


def peace_vote_recorded(state: State, event: PeaceVoteSealed | PeaceVoteShown, _at: Ms) -> State:
    """9.5 Kept until a side has won."""
    assert state.peace_vote is not None
    ballots = (*state.peace_vote.ballots, PeaceBallot(event.seat, event.accept))
    return replace(state, peace_vote=replace(state.peace_vote, ballots=ballots))


def peace_resolved(state: State, event: PeaceResolved, at: Ms) -> State:
    """9.3, 9.6 The answer holds for the rest of the country's turn."""
    plan = _maneuver(state)
    answer = PeaceAnswer(plan.nation, event.target_nation, event.destination, event.accepted)
    return replace(
        state,
        mode="continue-man",
        peace_vote=None,
        current_maneuver=replace(plan, pending_peace=None),
        peace_answers=(*state.peace_answers, answer),
        timer=replace(state.timer, last_move=at),
        same_turn=False,
        undo=None,
        open_votes=tuple(OpenVote(ballot.seat, int(ballot.accept)) for ballot in event.votes),
    )
