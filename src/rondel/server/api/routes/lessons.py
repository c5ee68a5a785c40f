"""Lessons over HTTP: the script, a table to play it at, and how far it has come."""

from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath

from rondel.kernel import AnyGame, Hint, Lesson
from rondel.server.api.context.dependencies import Api, Caller, TableId
from rondel.server.api.responses import (
    HintResponse,
    LessonAt,
    LessonResponse,
    LessonStepResponse,
    TableResponse,
    table_response,
)
from rondel.server.flows.tables import lessons
from rondel.wire.codec import codec_of


@get("/games/{game:str}/lesson")
async def script(api: Api, game: FromPath[str]) -> LessonResponse:
    """What the learner does and is told, step by step. It is no secret: the seed is published."""
    lesson = lessons.lesson_of(api.node, game)
    return _lesson_response(api.node.games[game], lesson)


@post("/games/{game:str}/lesson", status_code=200)
async def take_lesson(api: Api, signed: Caller, game: FromPath[str]) -> TableResponse:
    """My lesson of this game: the one that is running, or a new one."""
    table = await lessons.take_lesson(api.cells, signed.account, game)
    return table_response(table, signed.account.id)


@get("/tables/{table:uuid}/lesson")
async def lesson_at(api: Api, signed: Caller, table: TableId) -> LessonAt:
    """How far my lesson has come."""
    return LessonAt(*await lessons.lesson_at(api.cells.at(table), signed.account.id, table))


def _lesson_response(game: AnyGame, lesson: Lesson) -> LessonResponse:
    codec = codec_of(game)
    return LessonResponse(
        lesson.seed,
        tuple(
            LessonStepResponse(
                msgspec.Raw(codec.action_bytes(step.action)), _hints_response(step.hints), dict(step.why)
            )
            for step in lesson.of_seat(lessons.LEARNER)
        ),
        _hints_response(lesson.closing),
    )


def _hints_response(hints: tuple[Hint, ...]) -> tuple[HintResponse, ...]:
    return tuple(HintResponse(hint.at, dict(hint.say), hint.leads) for hint in hints)


HANDLERS: tuple[Any, ...] = (script, take_lesson, lesson_at)
