"""Lessons: a table whose luck is published and whose bots follow a script. It counts for nothing.

Its secret stays a secret: the tokens of its bots and the ids of the House follow from it, its luck does not.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import Lesson, Row, Seat
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import present
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import add_bot, start, take_seat
from rondel.server.flows.tables.stored import table_row
from rondel.server.ports.people import Account
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.position import Position
from rondel.table.lesson import next_step, steps_done
from rondel.wire.codec import codec_of

LEARNER: Seat = 0


async def take_lesson(cells: Cells, account: Account, game: str) -> TableRow:
    """The account's lesson of this game: the one that is running, or a new one that has begun."""
    lesson = lesson_of(cells.node, game)
    running = await cells.each(lambda cell: _running(cell, account, lesson))
    if running.rows:
        return max(running.rows, key=lambda table: table.created_at)
    options = codec_of(cells.node.games[game]).noun_bytes(lesson.options)
    opened = await open_table(
        cells,
        account,
        game=game,
        options=options,
        access="private",
        seats=len(lesson.seat_specs),
        lesson=lesson.seed,
    )
    cell = cells.at(opened.id)
    await take_seat(cell, account, opened.id, seat=LEARNER)
    for seat, sitter in enumerate(lesson.seat_specs):
        if sitter.kind == "bot" and sitter.level is not None:
            await add_bot(cell, account.id, opened.id, level=sitter.level, seat=seat)
    await start(cell, account.id, opened.id)
    return await table_row(cell, opened.id)


async def _running(cell: Cell, account: Account, lesson: Lesson) -> Sequence[TableRow]:
    found = await cell.tables.running_lesson(account.id, lesson.seed)
    return () if found is None else (found,)


def lesson_of(node: NodeContext, game: str) -> Lesson:
    """The lesson of a game; ApiError if it has none."""
    rules = node.games.get(game)
    if rules is None:
        raise ApiError.of("NO_SUCH_GAME")
    if rules.lesson is None:
        raise ApiError.of("NO_SUCH_GAME", f"{rules.title} has no lesson.")
    return rules.lesson


async def lesson_at(cell: Cell, account: UUID, table: UUID) -> tuple[int, int | None]:
    """The table's version, and how many steps the learner had made by then; None off the script."""
    position, seat = await present(cell, account, table)
    lesson = _script(position)
    if lesson is None or seat != LEARNER:
        return position.version, None
    done = cell.rooms.room(table).ask(
        lambda: steps_done(lesson, _rows(position), seat, _legal(position, seat))
    )
    return position.version, done


def scripted(position: Position, seat: Seat) -> msgspec.Raw | None:
    """The move that the script has for this seat now, as it is sent."""
    lesson = _script(position)
    if lesson is None:
        return None
    legal = _legal(position, seat)
    step = next_step(lesson, _rows(position), seat, legal)
    if step is None or step.action not in legal:  # the learner has left the script
        return None
    return msgspec.Raw(codec_of(position.game).action_bytes(step.action))


def _script(position: Position) -> Lesson | None:
    """The script this table was begun with; None where another one has come with an upgrade."""
    lesson = position.game.lesson
    return lesson if lesson is not None and position.table.lesson == lesson.seed else None


def _rows(position: Position) -> list[Row]:
    return [recent.row for recent in position.played.recent]


def _legal(position: Position, seat: Seat) -> Sequence[Any]:
    return position.game.legal(position.state, seat)
