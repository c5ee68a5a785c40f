"""A table that was opened under older rules: the server starts, shows and repeats it as it was opened."""

import msgspec
import pytest
from msgspec.structs import replace

from rondel.server.api.responses import table_response
from rondel.server.flows.tables.open_table import rematch
from rondel.server.flows.tables.seats import start
from rondel.server.ports.tables import TableRow
from tests.server.nodes import Club, plays, somebody
from tests.wire.packages import Packages

ADA, BOB = somebody("Ada"), somebody("Bob")

MODULE = """
from dataclasses import replace

from tests.kernel.newer_tally import RULES_2

GAME = replace(RULES_2, name="sums", title="Sums")
"""


@pytest.fixture
def club(packages: Packages) -> Club:
    packages.install("sums", games={"sums": "sums_game:GAME"}, sums_game=MODULE)
    return Club()


async def old_table(club: Club) -> TableRow:
    """A table of rules 1, whose options have no target; Ada and Bob sit there."""
    table = await club.opened(ADA, BOB, game="sums")
    club.memory.tables[table.id] = replace(club.memory.tables[table.id], rules=1, options=b'{"bankMs":0}')
    return club.memory.tables[table.id]


async def test_a_table_of_older_rules_begins_and_is_shown_as_it_was_opened(club: Club) -> None:
    table = await old_table(club)

    await start(club.cell, ADA.id, table.id)
    position = (await plays(club.cell, ADA, table.id, "ADD", amount=3)).position

    assert (position.state.options.target, position.state.points) == (5, (3, 0))
    shown = table_response(club.memory.tables[table.id], ADA.id)
    assert msgspec.json.decode(shown.options)["target"] == 5


async def test_a_rematch_has_the_options_of_the_table_before_under_the_rules_of_today(club: Club) -> None:
    table = await old_table(club)
    club.memory.change(table.id, status="abandoned")

    again = await rematch(club.cells, ADA, table.id)

    assert (again.rules, msgspec.json.decode(again.options)["target"]) == (2, 5)
