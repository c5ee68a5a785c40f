"""Imperial, 4.2 and 4.3: a table that has not begun."""

from collections.abc import Sequence

from rondel.games.imperial.atlas import Atlases, atlas_for
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import Timer
from rondel.games.imperial.state import Nation, Player, State
from rondel.kernel import SeatSpec


def start(atlases: Atlases, options: Options, seat_specs: Sequence[SeatSpec]) -> State:
    """Every country with its start factories and all its stock; nobody has any money yet."""
    assert len(seat_specs) <= 6, f"{len(seat_specs)} sit at a table of six"
    atlas = atlas_for(atlases, options)
    bond = tuple(range(1, len(atlas.prices)))
    return State(
        options=options,
        players=tuple(Player(banked=options.banked) for _ in seat_specs),
        nations=tuple(
            Nation(name, factories=atlas.start_factories[name], available_bonds=bond)
            for name in atlas.nations
        ),
        timer=Timer(timed=options.timed, increment=options.increment, banked=options.banked),
    )
