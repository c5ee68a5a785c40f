"""Imperial, chapter 8: maneuvers, planned unit by unit."""

from collections.abc import Sequence

from rondel.games.imperial import peace
from rondel.games.imperial.actions import DEFER, DeferUnit, MoveUnit
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.clock import submit
from rondel.games.imperial.codes import PEACE, codes, takes_last_factory
from rondel.games.imperial.events import UnitDeferred
from rondel.games.imperial.front import MovingUnit, VirtualBoard, front_of, unit_up
from rondel.games.imperial.pieces import Maneuver, Move
from rondel.games.imperial.planning import plan_of, settle_unit
from rondel.games.imperial.routes import is_convoy, routes
from rondel.games.imperial.state import State
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal, Seat


def move_unit(story: Story, seat: Seat, action: MoveUnit) -> None:
    """8.3 The unit whose turn it is; peace may have to be asked for first (9)."""
    plan = plan_of(story.state)
    front = front_of(story.atlas, story.state, plan)
    unit = unit_up(front, plan)
    via = _route(front, plan, unit, action)
    _refuse_code(front, unit, action)
    submit(story, seat)
    move = Move(unit.territory, action.destination, action.action_code)
    if needs_consent(front, unit, action):
        peace.ask(story, move, via, peace.targets(front, action.destination))
    else:
        settle_unit(story, move, via)


def needs_consent(front: VirtualBoard, unit: MovingUnit, action: MoveUnit) -> bool:
    """8.8, 9.1 Coming in peace does; staying needs no consent, nor does joining a unit of one's own."""
    if action.action_code != PEACE or action.destination == unit.territory:
        return False
    return not front.has_own(action.destination, besides=unit)


def _route(front: VirtualBoard, plan: Maneuver, unit: MovingUnit, action: MoveUnit) -> tuple[str, ...]:
    """8.5 to 8.7 The seas it takes; none by land."""
    for name in (action.destination, *(action.via or ())):
        if name not in front.atlas.kind:
            raise Refusal("BAD_TERRITORY", f"{name!r} is not on the board.")
    if action.via is None:
        found = routes(front, plan, unit).get(action.destination)
        if found is not None:
            return found
    elif is_convoy(front, plan, unit, action.destination, action.via):
        return action.via
    raise Refusal(
        "UNREACHABLE",
        f"The {unit.unit_type} in {unit.territory} cannot get to {action.destination} that way.",
    )


def _refuse_code(front: VirtualBoard, unit: MovingUnit, action: MoveUnit) -> None:
    code, destination = action.action_code, action.destination
    if code not in codes(front, unit, destination):
        raise Refusal(
            "ACTION_CODE_NOT_ALLOWED",
            f"The {unit.unit_type} from {unit.territory} cannot do {code!r} in {destination}.",
        )
    if takes_last_factory(front, destination, code):
        raise Refusal("LAST_FACTORY", f"{front.atlas.home[destination]} would have no open factory left.")


def defer_unit(story: Story, seat: Seat) -> None:
    """8.3 To the end of the list, once per unit."""
    plan = plan_of(story.state)
    refusal = no_deferring(plan)
    if refusal is not None:
        raise refusal
    submit(story, seat)
    story.emit(UnitDeferred(plan.phase, plan.unit_index))


def no_deferring(plan: Maneuver) -> Refusal | None:
    """8.3 Why the unit cannot be deferred; deferred units are the last of their list."""
    units = plan.pending_fleets if plan.phase == "fleet" else plan.pending_armies
    if plan.unit_index >= len(units) - plan.deferred:
        return Refusal("ALREADY_DEFERRED", f"This {plan.phase} was deferred before; it must be decided now.")
    if plan.unit_index == len(units) - 1:
        return Refusal("LAST_UNIT", f"This {plan.phase} cannot be deferred; no other is left.")
    return None


def moves(atlas: Atlas, state: State) -> Sequence[MoveUnit | DeferUnit]:
    """14.2 Every destination with every code there, by the default route."""
    plan = plan_of(state)
    front = front_of(atlas, state, plan)
    unit = unit_up(front, plan)
    found: list[MoveUnit | DeferUnit] = [
        MoveUnit(destination, code)
        for destination in routes(front, plan, unit)
        for code in codes(front, unit, destination)
        if not takes_last_factory(front, destination, code)
    ]
    if no_deferring(plan) is None:
        found.append(DEFER)
    return found
