"""Imperial, 7.10 and 8.12: L-Maneuver and R-Maneuver, executed as planned."""

from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import ManeuverExecuted
from rondel.games.imperial.front import Front
from rondel.games.imperial.pieces import Proposal, Unit
from rondel.games.imperial.slots.slot import Slot
from rondel.games.imperial.state import Country, country_up
from rondel.games.imperial.story import Story


def _act(story: Story, proposal: Proposal) -> None:
    """8.4 The same tuples in the same order; a country without units moves none (5.6)."""
    country = country_up(story.state)
    if not (proposal.fleet_man or proposal.army_man):
        return
    fleets = [Unit(move.origin) for move in proposal.fleet_man]
    armies = [
        Unit(move.origin, number not in proposal.guests) for number, move in enumerate(proposal.army_man)
    ]
    front = Front(story.atlas, story.state, country.name, fleets, armies)
    front.apply_all(proposal.fleet_man, proposal.army_man)
    story.tell(
        ManeuverExecuted(
            country.name,
            proposal.fleet_man,
            proposal.army_man,
            fleets=front.left("fleet"),
            armies=front.left("army"),
            losses=tuple(front.losses),
            factories_destroyed=tuple(front.destroyed),
            chips=_chips(story.atlas, country, front),
        )
    )


def _chips(atlas: Atlas, country: Country, front: Front) -> tuple[str, ...]:
    """8.12 Wherever the country stands alone outside all homes, and has no chip yet."""
    held = sorted({unit.territory for unit in (*front.left("fleet"), *front.left("army"))})
    return tuple(
        territory
        for territory in held
        if atlas.home[territory] is None
        and territory not in country.tax_chips
        and not front.others.get(territory)
    )


MANEUVER = Slot(act=_act)
