"""Row 18 of the fault catalogue: cells with two versions of the rules, while people play.

A table goes on under the newer rules from its next version. A node that has only the older ones leaves it to
others, and never builds on what it cannot judge.
"""

import random
from dataclasses import replace
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.move import play
from rondel.server.rooms.moves import Move, Played
from rondel.wire.codec import codec_of
from tests.server.nodes import Club, cells_of, plays, somebody
from tests.server.rooms.test_rooms import is_chain_whole

ADA, BOB = somebody("Ada"), somebody("Bob")
NEWER = {"cambio": replace(CAMBIO, rules=CAMBIO.rules + 1)}
MOVES = 60


def newer_cell(club: Club) -> Cell:
    return cells_of(club.memory, club.clock, NEWER).home


async def next_move(cell: Cell, table: UUID, dice: random.Random) -> tuple[UUID, Move]:
    """Who is to move, and a legal move that does not end the game."""
    position = await cell.rooms.room(table).current()
    game, state = position.game, position.state
    seat = dice.choice(sorted(game.to_act(state)))
    legal = msgspec.json.decode(codec_of(game).legal_bytes(game.legal(state, seat)))
    action = dice.choice([each for each in legal if each["type"] != "CALL_CAMBIO"])
    return (ADA, BOB)[seat].id, Move(table, uuid4(), msgspec.json.encode(action), position.version)


async def played_somewhere(cells: list[Cell], who: UUID, move: Move, dice: random.Random) -> Played:
    """As a client does it: the same id goes to another node where one cannot judge the table."""
    for cell in dice.sample(cells, len(cells)):
        try:
            return await play(cell, who, move)
        except ApiError as denied:
            if denied.code != "NEWER_RULES":
                raise
    raise AssertionError("no node can judge the table")


@pytest.mark.parametrize("seed", range(8))
async def test_18_nodes_are_replaced_during_play_and_all_states_are_equal(seed: int) -> None:
    club, dice = Club(), random.Random(seed)
    cells = [club.cell, club.other]
    table = await club.begun(ADA, BOB, initialViewMs=60_000, turnMs=0, powerDecisionMs=0)
    rolls = sorted(dice.sample(range(MOVES), 2))

    for number in range(MOVES):
        if number in rolls:
            cells[rolls.index(number)] = newer_cell(club)
        able = cells[0] if rolls[0] <= number else cells[1]
        who, move = await next_move(able, table, dice)
        await played_somewhere(cells, who, move, dice)

    rules = [row.rules for row in club.memory.rows[table]]
    assert rules == sorted(rules)
    assert rules[-1] == CAMBIO.rules + 1
    assert is_chain_whole(club.memory, table)
    positions = [await cell.rooms.room(table).current() for cell in (*cells, newer_cell(club))]
    assert len({(position.version, position.played.digest) for position in positions}) == 1
    assert positions[0].state == positions[1].state == positions[2].state
    assert club.memory.tables[table].halted is None


async def test_18_a_node_that_remembers_a_table_leaves_it_when_newer_rules_have_moved_it() -> None:
    club = Club()
    table = await club.begun(ADA, BOB)
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")  # from here on it remembers the table
    newer = newer_cell(club)
    await plays(newer, BOB, table, "CONFIRM_INITIAL_VIEW")

    for _ in range(2):
        with pytest.raises(ApiError) as view:
            await club.cell.rooms.room(table).current()
        with pytest.raises(ApiError) as move:
            await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
        assert (view.value.code, move.value.code) == ("NEWER_RULES", "NEWER_RULES")
    assert club.memory.tables[table].halted is None
    assert (await plays(newer, ADA, table, "DRAW_CARD", source="deck")).version == 4
