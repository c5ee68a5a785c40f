"""Lessons: a table for each learner alone, whose bot follows the script, and which counts for nothing."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from rondel.games.cambio.lesson import LESSON
from rondel.games.decks.game import DECKS
from rondel.server.cells.cells import Cells
from rondel.server.errors import ApiError
from rondel.server.flows.play.move import play
from rondel.server.flows.play.move_log import transcript
from rondel.server.flows.tables.absent import end
from rondel.server.flows.tables.bots import play_bot
from rondel.server.flows.tables.lessons import lesson_at, lesson_of, take_lesson
from rondel.server.flows.tables.lobby import my_tables
from rondel.server.flows.tables.open_table import open_table, rematch
from rondel.server.flows.tables.seats import start, take_seat
from rondel.server.rooms.moves import Move
from rondel.wire.codec import codec_of
from tests.server.nodes import Club, plays, settle, somebody, turns

ADA, BOB = somebody("Ada"), somebody("Bob")


@pytest.fixture
def club() -> Club:
    return Club()


async def makes_the_next_step(club: Club, table: UUID) -> None:
    """Ada does what the script says, and then the bot what it owes."""
    script = lesson_of(club.node, "cambio").of_seat(0)
    _, done = await lesson_at(club.cell, ADA.id, table)
    assert done is not None
    action = codec_of(club.node.games["cambio"]).action_bytes(script[done].action)
    await play(club.cell, ADA.id, Move(table, uuid4(), action, None))
    await the_bot_moves(club, table)


async def the_bot_moves(club: Club, table: UUID) -> None:
    """By its script."""
    while owed := [turn for turn in await turns(club.other) if turn.table == table]:
        (turn,) = owed
        assert turn.script is not None
        await play_bot(club.other, turn.seat, turn.token, Move(table, uuid4(), turn.script, turn.version))


async def played_to_the_end(club: Club) -> UUID:
    table = (await take_lesson(club.cells, ADA, "cambio")).id
    for _ in lesson_of(club.node, "cambio").of_seat(0):
        await makes_the_next_step(club, table)
    return table


async def test_a_lesson_goes_by_its_script_to_its_end(club: Club) -> None:
    table = await played_to_the_end(club)

    position = await club.cell.rooms.room(table).current()
    scores = position.game.view(position.state, 0).scores
    assert position.status == "completed"
    assert [score.final_score for score in scores] == [12, 36]
    _, done = await lesson_at(club.cell, ADA.id, table)
    assert done == len(lesson_of(club.node, "cambio").of_seat(0))


async def test_a_lesson_counts_for_nothing(club: Club) -> None:
    table = await played_to_the_end(club)
    await club.cell.projector.sweep()
    await club.cell.projector.idle()
    await settle()

    assert (await my_tables(club.cells, ADA.id)).rows == []
    assert not any(club.memory.record.values())
    assert await club.cell.projection.recorded(["cambio"], after=None, limit=9) == []
    with pytest.raises(ApiError, match="seed is public"):
        await transcript(club.cell, ADA.id, table)
    with pytest.raises(ApiError, match="no rematch"):
        await rematch(club.cells, ADA, table)


async def test_a_lesson_that_is_running_is_gone_on_with_and_another_is_begun_after_it(club: Club) -> None:
    first = await take_lesson(club.cells, ADA, "cambio")
    await makes_the_next_step(club, first.id)

    again = await take_lesson(Cells(club.other), ADA, "cambio")
    await end(club.cell, ADA.id, first.id)
    after = await take_lesson(club.cells, ADA, "cambio")

    assert again.id == first.id
    assert (first.status, first.access, first.lesson) == ("active", "private", LESSON.seed)
    assert after.id != first.id


async def test_everybody_has_a_lesson_of_their_own_that_nobody_else_sees(club: Club) -> None:
    table = await take_lesson(club.cells, ADA, "cambio")
    other = await take_lesson(club.cells, BOB, "cambio")

    assert table.id != other.id
    with pytest.raises(ApiError) as denied:
        await lesson_at(club.cell, BOB.id, table.id)
    assert denied.value.code == "UNKNOWN_GAME"


async def test_the_token_of_a_lessons_bot_does_not_follow_from_its_published_seed(club: Club) -> None:
    for who in (ADA, BOB):
        await take_lesson(club.cells, who, "cambio")

    assert len({turn.token for turn in await turns(club.cell)}) == 2


async def test_off_the_script_the_lesson_has_no_next_step_and_the_game_still_ends(club: Club) -> None:
    table = (await take_lesson(club.cells, ADA, "cambio")).id
    for _ in range(3):
        await makes_the_next_step(club, table)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    await plays(club.cell, ADA, table, "SWAP_CARD", position=3)
    await the_bot_moves(club, table)

    await plays(club.cell, ADA, table, "CALL_CAMBIO")

    _, done = await lesson_at(club.cell, ADA.id, table)
    assert done is None
    await the_bot_moves(club, table)
    assert (await club.cell.rooms.room(table).current()).status == "completed"


async def test_a_table_that_is_no_lesson_and_a_game_without_one(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    club.node.games = {**club.node.games, "unwritten": replace(DECKS, lesson=None)}

    assert await lesson_at(club.cell, ADA.id, table) == (1, None)
    for game in ("unwritten", "chess"):
        with pytest.raises(ApiError) as denied:
            await take_lesson(club.cells, ADA, game)
        assert denied.value.code == "NO_SUCH_GAME"


async def test_a_lesson_of_an_older_script_is_played_on_without_a_coach(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="decks", lesson="decks 1")
    await take_seat(club.cell, ADA, table.id)
    await start(club.cell, ADA.id, table.id)

    assert await lesson_at(club.cell, ADA.id, table.id) == (1, None)
