"""Lessons over HTTP: the script, a table to play it at, and how far it has come."""

from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath

from rondel.kernel import AnyGame, Hint, Lesson
from rondel.server.api.provide import TableId, TheDoor, WhoAsks
from rondel.server.api.told import HintTold, LessonAt, LessonStepTold, LessonTold, TableTold, table_told
from rondel.server.flows import lessons
from rondel.wire.codec import codec_of


@get("/games/{game:str}/lesson")
async def script(door: TheDoor, game: FromPath[str]) -> LessonTold:
    """What the learner does and is told, step by step. It is no secret: the seed is published."""
    lesson = lessons.lesson_of(door.node, game)
    return _lesson_told(door.node.games[game], lesson)


@post("/games/{game:str}/lesson", status_code=200)
async def take_lesson(door: TheDoor, signed: WhoAsks, game: FromPath[str]) -> TableTold:
    """My lesson of this game: the one that is running, or a new one."""
    table = await lessons.take_lesson(door.node, signed.account, game)
    return table_told(table, signed.account.id)


@get("/tables/{table:uuid}/lesson")
async def lesson_at(door: TheDoor, signed: WhoAsks, table: TableId) -> LessonAt:
    """How far my lesson has come."""
    return LessonAt(*await lessons.lesson_at(door.node, signed.account.id, table))


def _lesson_told(game: AnyGame, lesson: Lesson) -> LessonTold:
    codec = codec_of(game)
    return LessonTold(
        lesson.seed,
        tuple(
            LessonStepTold(
                msgspec.Raw(codec.action_bytes(step.action)), _hints_told(step.hints), dict(step.why)
            )
            for step in lesson.of_seat(lessons.LEARNER)
        ),
        _hints_told(lesson.closing),
    )


def _hints_told(hints: tuple[Hint, ...]) -> tuple[HintTold, ...]:
    return tuple(HintTold(hint.at, dict(hint.say), hint.leads) for hint in hints)


HANDLERS: tuple[Any, ...] = (script, take_lesson, lesson_at)
