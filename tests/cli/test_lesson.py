"""`rondel check` plays the lesson of a package, with any number of seats."""

from collections.abc import Mapping
from dataclasses import replace as with_field

import pytest
from msgspec.structs import replace

from rondel.cli.checks.lesson import check_lesson
from rondel.games.cambio.game import CAMBIO
from rondel.kernel import HOUSE, About, AnyGame, Hint, Lesson, LessonStep, SeatSpec, take_turn
from rondel.kernel.draws import NO_DRAWS, counted
from rondel.kernel.lesson import lesson_luck
from tests.kit.bluff import BLUFF

SAY: Mapping[str, str] = {"en": "Press this."}
TAUGHT = with_field(BLUFF, about={"en": About()})


def lesson_of(game: AnyGame, seats: int) -> Lesson:
    """A script of the first legal moves, to the end of the game."""
    specs = (SeatSpec("human", None), *[SeatSpec("bot", "random")] * (seats - 1))
    options, seed = game.types.options(), "any"
    rng = lesson_luck(seed, NO_DRAWS)
    state = take_turn(game, game.start(options, specs), HOUSE, game.begin, rng, 0).state
    draws, steps = counted(NO_DRAWS, rng.draws), list[LessonStep]()
    while game.outcome(state) is None:
        seat = min(game.to_act(state))
        action = game.legal(state, seat)[0]
        steps.append(LessonStep(seat, action, (Hint("actions", SAY),), SAY))
        rng = lesson_luck(seed, draws)
        state = take_turn(game, state, seat, action, rng, len(steps) + 1).state
        draws = counted(draws, rng.draws)
    return Lesson(seed, options, specs, tuple(steps), (Hint("results", SAY),))


@pytest.mark.parametrize("seats", [BLUFF.seats[0], BLUFF.seats[-1]])
def test_a_lesson_of_a_kit_game_is_played_to_its_end(seats: int) -> None:
    lesson = lesson_of(TAUGHT, seats)

    found = check_lesson(with_field(TAUGHT, lesson=lesson))

    assert str(found).split() == f"ok lesson {len(lesson.steps)} steps, {seats} seats, in en.".split()


def test_what_is_wrong_with_a_lesson_is_named() -> None:
    good = lesson_of(TAUGHT, TAUGHT.seats[0])
    first, *rest = good.steps

    def text(lesson: Lesson) -> str:
        found = check_lesson(with_field(TAUGHT, lesson=lesson))
        assert found.verdict == "not ok"
        return found.text

    assert "the lesson does not end the game" in text(replace(good, steps=good.steps[:-1]))
    assert "step 1 is not legal" in text(replace(good, steps=(replace(first, action=None), *rest)))
    assert "no closing sentence" in text(replace(good, closing=()))
    mine = [step for step in good.steps if step.seat == 0]
    silent = tuple(replace(step, hints=(), why={}) if step is mine[0] else step for step in good.steps)
    assert text(replace(good, steps=silent)) == (
        "the learner's step 1 has no hint; the learner's step 1 has no answer (`why`) in en."
    )
    german = with_field(TAUGHT, about={"en": About(), "de": About()}, lesson=good)
    assert "in de" in check_lesson(german).text


def test_a_game_needs_no_lesson_and_ours_are_good() -> None:
    assert check_lesson(with_field(CAMBIO, lesson=None)).verdict == "ok"
    assert check_lesson(CAMBIO).verdict == "ok"
