"""A game by others that is missing or broken: its tables wait, and everything else goes on."""

from collections.abc import Awaitable

import pytest

from rondel.server.answers import Denied
from rondel.server.api.told import table_told
from rondel.server.flows.absent import stand_in
from rondel.server.flows.lobby import my_tables
from rondel.server.flows.seats import start
from rondel.server.flows.watch import present
from tests.server.dice import install_dice
from tests.server.nodes import Club, node_of, plays, somebody
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
    await plays(club.node, ADA, table, "ADD", amount=1)

    packages.uninstall("dice-box")
    without = node_of(club.cell, club.clock)
    denied = [
        await answer(plays(without, ADA, table, "ADD", amount=1)),
        await answer(present(without, ADA.id, table)),
        await answer(stand_in(without, ADA.id, table, 0, "random")),
    ]
    begun = await answer(start(without, ADA.id, waiting.id))
    mine = {each.id: table_told(each, ADA.id).is_halted for each in (await my_tables(without, ADA.id)).rows}
    cambio = await club.begun(ADA, BOB)

    assert {no.code for no in denied} == {"TABLE_HALTED"}
    assert all("its game is not installed here" in no.because for no in denied)
    assert all("goes on when the game is back" in no.next for no in denied)
    assert begun.code == "NO_SUCH_GAME"
    assert mine == {table: True, waiting.id: False}
    assert (await plays(without, ADA, cambio, "CONFIRM_INITIAL_VIEW")).version == 2

    install_dice(packages)
    again = node_of(club.cell, club.clock)
    assert not table_told(await again.rooms.room(table).record(), ADA.id).is_halted
    assert (await plays(again, ADA, table, "ADD", amount=1)).version == 3


async def answer(doing: Awaitable[object]) -> Denied:
    """The door's no."""
    with pytest.raises(Denied) as denied:
        await doing
    return denied.value
