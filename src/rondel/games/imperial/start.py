"""Imperial, 4.2 and 4.3: a table that has not begun."""

from collections.abc import Sequence

from rondel.games.imperial.atlas import Atlases, atlas_for
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import Timer
from rondel.games.imperial.state import Country, Player, State
from rondel.kernel import Sitter


def start(atlases: Atlases, options: Options, sitters: Sequence[Sitter]) -> State:
    """Every country with its start factories and all its stock; nobody has any money yet."""
    assert len(sitters) <= 6, f"{len(sitters)} sit at a table of six"
    atlas = atlas_for(atlases, options)
    stock = tuple(range(1, len(atlas.prices)))
    return State(
        options=options,
        players=tuple(Player(banked=options.banked) for _ in sitters),
        countries=tuple(
            Country(name, factories=atlas.start_factories[name], avail_stock=stock)
            for name in atlas.countries
        ),
        timer=Timer(timed=options.timed, increment=options.increment, banked=options.banked),
    )
