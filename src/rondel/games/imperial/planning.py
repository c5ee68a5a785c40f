"""Imperial, 8.1 to 8.3: a plan goes on unit by unit until it is complete."""

from rondel.games.imperial.events import UnitPlanned
from rondel.games.imperial.pieces import Maneuver, Move, Proposal
from rondel.games.imperial.state import State, nation_up
from rondel.games.imperial.story import Story
from rondel.games.imperial.turn import complete


def plan_of(state: State) -> Maneuver:
    """The maneuver that is being planned."""
    assert state.current_maneuver is not None
    return state.current_maneuver


def settle_unit(story: Story, move: Move, via: tuple[str, ...]) -> None:
    """8.3 The unit's part is settled; after the last army the plan is complete (8.1)."""
    story.emit(UnitPlanned(move, plan_of(story.state).phase, via))
    plan = plan_of(story.state)
    if plan.phase == "army" and plan.unit_index == len(plan.pending_armies):
        complete(story, _proposal(story, plan), plan.proposal_number)


def _proposal(story: Story, plan: Maneuver) -> Proposal:
    origin = nation_up(story.state).space
    return Proposal(
        plan.player,
        plan.space,
        fleet_man=plan.completed_fleet_moves,
        army_man=plan.completed_army_moves,
        steps=story.atlas.steps(origin, plan.space),
        fee=story.atlas.fee(origin, plan.space),
        guests=tuple(number for number, army in enumerate(plan.pending_armies) if not army.hostile),
    )
