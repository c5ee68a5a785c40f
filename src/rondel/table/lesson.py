"""How far a lesson has come: read off the rows of its table."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rondel.kernel import HOUSE, AnyGame, Row, Seat, take_turn
from rondel.kernel.draws import NO_DRAWS, counted
from rondel.kernel.lesson import Lesson, LessonStep, lesson_luck


def steps_done(lesson: Lesson, rows: Iterable[Row], seat: Seat, legal: Sequence[Any]) -> int | None:
    """How many of its steps a seat has made, or was spared: it may do only what is `legal` now.

    None once the seat has left the script.
    """
    script = lesson.of_seat(seat)
    done = 0
    for row in _standing(rows):
        if row.actor != seat:
            continue
        done = _past(script, done, [row.action])
        if done == len(script) or row.action != script[done].action:
            return None
        done += 1
    return _past(script, done, legal) if legal else done


def next_step(lesson: Lesson, rows: Iterable[Row], seat: Seat, legal: Sequence[Any]) -> LessonStep | None:
    """The step that the script has for this seat now; None after the last one, and off the script."""
    done = steps_done(lesson, rows, seat, legal)
    script = lesson.of_seat(seat)
    return None if done is None or done == len(script) else script[done]


def _past(script: Sequence[LessonStep], done: int, possible: Sequence[Any]) -> int:
    """Where the script goes on: after the steps that the table has made by itself."""
    while done < len(script) and script[done].passes and script[done].action not in possible:
        done += 1
    return done


def _standing(rows: Iterable[Row]) -> list[Row]:
    """The rows, without those that were taken back and those that took them back."""
    standing: list[Row] = []
    for row in rows:
        if row.undoes_to is None:
            standing.append(row)
        else:
            standing = [each for each in standing if each.version <= row.undoes_to]
    return standing


def play_script(game: AnyGame, lesson: Lesson) -> Iterator[tuple[LessonStep, Any]]:
    """The script, played by the rules: each step with the State before it, and at the end with the last one.

    Raises ValueError for a step that is not legal, and for a script that does not end the game.
    """
    state = game.start(lesson.options, lesson.seat_specs)
    luck = lesson_luck(lesson.seed, NO_DRAWS)
    state = take_turn(game, state, HOUSE, game.begin, luck, 0).state
    draws = counted(NO_DRAWS, luck.draws)
    for number, step in enumerate(lesson.steps, 1):
        if step.action not in game.legal(state, step.seat):
            raise ValueError(f"{game.name}: step {number} is not legal: {step.action!r}")
        yield step, state
        luck = lesson_luck(lesson.seed, draws)
        state = take_turn(game, state, step.seat, step.action, luck, number + 1).state
        draws = counted(draws, luck.draws)
    if game.outcome(state) is None:
        raise ValueError(f"{game.name}: the lesson does not end the game")
    yield lesson.steps[-1], state
