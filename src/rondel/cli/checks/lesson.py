"""Does the lesson go by the rules to its end, and does its coach speak every language of the game?"""

from collections.abc import Iterator, Mapping
from typing import Final

from rondel.cli.checks.line import CheckResult, not_ok, ok
from rondel.kernel import AnyGame, Hint, Lesson, Refusal
from rondel.table.lesson import play_script

NAME: Final = "lesson"
_LEARNER: Final = 0


def check_lesson(game: AnyGame) -> CheckResult:
    """What keeps a learner from reaching the end of the script, or leaves them without a sentence."""
    lesson = game.lesson
    if lesson is None:
        return ok(NAME, "none; a `Lesson` is a first game with a coach.")
    try:
        steps = sum(1 for _ in play_script(game, lesson)) - 1
    except (Refusal, ValueError) as error:
        return not_ok(NAME, f"{error}.", "Correct the script: it goes by the seed and the rules.")
    wrong = list(_faults(game, lesson))
    if wrong:
        return not_ok(NAME, f"{'; '.join(wrong[:3])}.", "Write these sentences for the coach.")
    return ok(NAME, f"{steps} steps, {len(lesson.seat_specs)} seats, in {', '.join(game.about)}.")


def _faults(game: AnyGame, lesson: Lesson) -> Iterator[str]:
    if not lesson.closing:
        yield "the lesson has no closing sentence"
    for number, step in enumerate(lesson.of_seat(_LEARNER), 1):
        if not step.hints:
            yield f"the learner's step {number} has no hint"
        if _missing(game, step.why):
            yield f"the learner's step {number} has no answer (`why`) in {_missing(game, step.why)}"
        yield from _unspoken(game, f"the learner's step {number}", step.hints)
    yield from _unspoken(game, "the closing", lesson.closing)


def _unspoken(game: AnyGame, where: str, hints: tuple[Hint, ...]) -> Iterator[str]:
    for hint in hints:
        if _missing(game, hint.say):
            yield f"{where} has a hint at {hint.at!r} that says nothing in {_missing(game, hint.say)}"


def _missing(game: AnyGame, sentences: Mapping[str, str]) -> str:
    """The languages of the game in which nothing is there."""
    return ", ".join(sorted(game.about.keys() - sentences.keys()))
