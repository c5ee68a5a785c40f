"""A game by others that is missing or broken: its tables wait, and everything else goes on."""

from collections.abc import Awaitable

import pytest

from rondel.server.api.responses import table_response
from rondel.server.cells.cells import Cells
from rondel.server.errors import ApiError, HaltedError
from rondel.server.flows.play.watch import present
from rondel.server.flows.tables.absent import stand_in
from rondel.server.flows.tables.lobby import my_tables
from rondel.server.flows.tables.seats import start
from tests.server.dice import install_dice
from tests.server.nodes import Club, cells_of, plays, somebody
from tests.server.visitors import open_house
from tests.wire.packages import Packages, install_broken_game

ADA, BOB = somebody("Ada"), somebody("Bob")


async def test_a_server_starts_beside_a_broken_package_and_lists_the_other_games(packages: Packages) -> None:
    install_dice(packages)
    install_broken_game(packages)

    async with open_house() as house:
        ada = await house.visitor("Ada")

        assert [game["name"] for game in await ada.get("/api/games")] == [
            *("cambio", "decks", "dice", "imperial")
        ]


async def test_tables_of_a_game_that_is_gone_say_so_and_go_on_when_it_is_back(packages: Packages) -> None:
    install_dice(packages)
    club = Club()
    table = await club.begun(ADA, BOB, game="dice")
    waiting = await club.opened(ADA, BOB, game="dice")
    await plays(club.cell, ADA, table, "ADD", amount=1)

    packages.uninstall("dice-box")
    without = cells_of(club.memory, club.clock).home
    denied = [
        await answer(plays(without, ADA, table, "ADD", amount=1)),
        await answer(present(without, ADA.id, table)),
        await answer(stand_in(without, ADA.id, table, 0, "random")),
    ]
    begun = await answer(start(without, ADA.id, waiting.id))
    mine = {
        each.id: table_response(each, ADA.id).is_halted
        for each in (await my_tables(Cells(without), ADA.id)).rows
    }
    cambio = await club.begun(ADA, BOB)

    assert {no.code for no in denied} == {"TABLE_HALTED"}
    assert all(isinstance(no, HaltedError) and no.halted == "missing" for no in denied)
    assert all("is not installed" in no.message for no in denied)
    assert all("resumes when the game is available" in no.hint for no in denied)
    assert begun.code == "NO_SUCH_GAME"
    assert mine == {table: True, waiting.id: False}
    assert (await plays(without, ADA, cambio, "CONFIRM_INITIAL_VIEW")).version == 2

    install_dice(packages)
    again = cells_of(club.memory, club.clock).home
    assert not table_response(await again.rooms.room(table).record(), ADA.id).is_halted
    assert (await plays(again, ADA, table, "ADD", amount=1)).version == 3


async def answer(doing: Awaitable[object]) -> ApiError:
    """The door's no."""
    with pytest.raises(ApiError) as denied:
        await doing
    return denied.value
