"""Imperial, 7.10 and 8.12: L-Maneuver and R-Maneuver, executed as planned."""

from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import ManeuverExecuted
from rondel.games.imperial.front import VirtualBoard, proposed_front
from rondel.games.imperial.pieces import Proposal
from rondel.games.imperial.rondel_spaces.rondel_space import RondelSpace
from rondel.games.imperial.state import Nation, nation_up
from rondel.games.imperial.story import Story


def _act(story: Story, proposal: Proposal) -> None:
    """8.4 The same tuples in the same order; a country without units moves none (5.6)."""
    nation = nation_up(story.state)
    if not (proposal.fleet_man or proposal.army_man):
        return
    front = proposed_front(story.atlas, story.state, nation.name, proposal)
    story.emit(
        ManeuverExecuted(
            nation.name,
            proposal.fleet_man,
            proposal.army_man,
            fleets=front.left("fleet"),
            armies=front.left("army"),
            losses=tuple(front.losses),
            factories_destroyed=tuple(front.destroyed),
            chips=_chips(story.atlas, nation, front),
        )
    )


def _chips(atlas: Atlas, nation: Nation, front: VirtualBoard) -> tuple[str, ...]:
    """8.12 Wherever the country stands alone outside all homes, and has no chip yet."""
    held = sorted({unit.territory for unit in (*front.left("fleet"), *front.left("army"))})
    return tuple(
        territory
        for territory in held
        if atlas.home[territory] is None
        and territory not in nation.tax_chips
        and not front.others.get(territory)
    )


MANEUVER = RondelSpace(act=_act)
