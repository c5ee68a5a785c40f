"""Lessons: a table whose luck is published and whose bots follow a script. It counts for nothing.

Its secret stays a secret: the tokens of its bots and the ids of the House follow from it, its luck does not.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import Lesson, Row, Seat
from rondel.server.answers import Denied
from rondel.server.flows.open_table import open_table
from rondel.server.flows.seats import add_bot, start, take_seat
from rondel.server.flows.tables import table_row
from rondel.server.flows.watch import present
from rondel.server.node import Node
from rondel.server.ports import Account, TableRow
from rondel.server.position import Position
from rondel.table.lesson import next_step, steps_done
from rondel.wire.codec import codec_of

LEARNER: Seat = 0


async def take_lesson(node: Node, account: Account, game: str) -> TableRow:
    """The account's lesson of this game: the one that is running, or a new one that has begun."""
    lesson = lesson_of(node, game)
    running = await node.cells.each(lambda cell: _running(cell, account, lesson))
    if running.rows:
        return max(running.rows, key=lambda table: table.created_at)
    options = codec_of(node.games[game]).noun_bytes(lesson.options)
    opened = await open_table(
        node,
        account,
        game=game,
        options=options,
        access="private",
        seats=len(lesson.sitters),
        lesson=lesson.seed,
    )
    node = node.cells.at(opened.id)
    await take_seat(node, account, opened.id, seat=LEARNER)
    for seat, sitter in enumerate(lesson.sitters):
        if sitter.kind == "bot" and sitter.level is not None:
            await add_bot(node, account.id, opened.id, level=sitter.level, seat=seat)
    await start(node, account.id, opened.id)
    return await table_row(node, opened.id)


async def _running(cell: Node, account: Account, lesson: Lesson) -> Sequence[TableRow]:
    found = await cell.tables.running_lesson(account.id, lesson.seed)
    return () if found is None else (found,)


def lesson_of(node: Node, game: str) -> Lesson:
    """The lesson of a game; Denied if it has none."""
    rules = node.games.get(game)
    if rules is None:
        raise Denied.of("NO_SUCH_GAME")
    if rules.lesson is None:
        raise Denied.of("NO_SUCH_GAME", f"{rules.title} has no lesson.")
    return rules.lesson


async def lesson_at(node: Node, account: UUID, table: UUID) -> tuple[int, int | None]:
    """The table's version, and how many steps the learner had made by then; None off the script."""
    position, seat = await present(node, account, table)
    lesson = _script(position)
    if lesson is None or seat != LEARNER:
        return position.version, None
    done = node.rooms.room(table).ask(
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
