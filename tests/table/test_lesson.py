"""Lessons: every script goes through the rules to its end; how far one has come is read off the rows."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rondel.games.cambio.actions import ConfirmInitialView, DrawCard, EndInitialView, SwapCard
from rondel.games.cambio.game import CAMBIO
from rondel.games.decks.game import DECKS
from rondel.games.imperial.actions import BuyStock, MoveUnit, Propose
from rondel.games.imperial.game import IMPERIAL
from rondel.kernel import HOUSE, Actor, AnyGame, Lesson, Row, SeatSpec, Undone
from rondel.kernel.lesson import lesson_luck
from rondel.table.lesson import next_step, play_script, steps_done
from rondel.table.local import LocalTable
from rondel.table.state import RECENT
from rondel.wire.codec import codec_of
from rondel.wire.registry import installed_games

LANGUAGES = {"en", "de"}


def lessons() -> list[AnyGame]:
    return [game for game in installed_games().values() if game.lesson is not None]


def script_of(game: AnyGame) -> Lesson:
    assert game.lesson is not None
    return game.lesson


def rows(*actions: tuple[Actor, Any]) -> list[Row]:
    return [Row(version, 0, actor, 1, action, ()) for version, (actor, action) in enumerate(actions, 1)]


def test_every_game_has_a_lesson() -> None:
    assert {"cambio", "decks", "imperial"} <= {game.name for game in lessons()}


@pytest.mark.parametrize("game", lessons(), ids=lambda game: game.name)
def test_each_step_of_a_lesson_is_legal_and_its_end_is_reached(game: AnyGame) -> None:
    lesson = script_of(game)

    *_, (_, last) = play_script(game, lesson)

    outcome = game.outcome(last)
    assert outcome is not None
    assert not outcome.is_abandoned
    assert [standing.place for standing in outcome.standings if standing.seat == 0] == [1]
    assert len(lesson.steps) + 1 < RECENT


@pytest.mark.parametrize("game", lessons(), ids=lambda game: game.name)
def test_a_lesson_says_something_in_both_languages_before_each_move_of_the_learner(game: AnyGame) -> None:
    lesson = script_of(game)

    for step in lesson.of_seat(0):
        assert step.hints
        assert step.why.keys() == LANGUAGES
    for hint in [*(hint for step in lesson.steps for hint in step.hints), *lesson.closing]:
        assert hint.say.keys() == LANGUAGES
        assert all(20 <= len(sentence) <= 220 for sentence in hint.say.values()), hint
    assert lesson.closing
    assert len(lesson.of_seat(0)) <= 14


@pytest.mark.parametrize("game", lessons(), ids=lambda game: game.name)
def test_a_sentence_that_leads_has_another_one_to_lead_to(game: AnyGame) -> None:
    lesson = script_of(game)

    for hints in [*(step.hints for step in lesson.of_seat(0)), lesson.closing]:
        assert not hints[-1].leads


def test_the_cards_of_cambios_lesson_are_those_its_sentences_name() -> None:
    *_, (_, last) = play_script(CAMBIO, script_of(CAMBIO))

    assert [player.slots for player in last.players] == [("3C", "6C", "2D", "AD"), ("QH", "JH", "7S", "9H")]
    assert [score.final_score for score in CAMBIO.view(last, None).scores] == [12, 36]


def states_of_imperial() -> dict[str, Any]:
    """The State before each move of the learner, by rondel space or territory; `end` is the last one."""
    steps = list(play_script(IMPERIAL, script_of(IMPERIAL)))
    return {_name(step.action): state for step, state in steps[:-1] if step.seat == 0} | {"end": steps[-1][1]}


def _name(action: Any) -> str:
    match action:
        case Propose():
            return action.space
        case MoveUnit():
            return action.destination
        case _:
            return "buy"


def test_imperials_lesson_has_one_of_each_kind_of_space_and_a_purchase() -> None:
    spaces = {"Import", "Factory", "L-Maneuver", "R-Produce", "Taxation", "Investor"}

    assert spaces | {"Western Med", "Ionian Sea", "Tunis", "buy", "end"} == states_of_imperial().keys()


def test_the_figures_in_imperials_lesson_are_those_of_the_rules() -> None:
    states = states_of_imperial()
    seen = {name: IMPERIAL.view(state, 0) for name, state in states.items()}
    money = {name: [player.money for player in view.player_info] for name, view in seen.items()}

    assert [name for name, info in seen["Import"].nation_info.items() if info.leadership[0] == 0] == [
        "Italy",
        "Russia",
    ]
    assert money["Factory"][2] - money["L-Maneuver"][2] == 200  # Austria went four spaces
    assert [seen["L-Maneuver"].fees[space] for space in ("L-Maneuver", "Taxation")] == [0, 0]
    assert set(seen["R-Produce"].nation_info["Italy"].tax_chips) == {"Western Med", "Ionian Sea", "Tunis"}
    assert seen["Taxation"].nation_info["Italy"].revenue == 7
    assert seen["Investor"].nation_info["Italy"].points == 2
    assert money["Investor"][0] - money["Taxation"][0] == 200  # the bonus
    assert money["buy"][0] - money["Investor"][0] == 400 + 200  # interest, and the investor card
    assert seen["buy"].player_info[0].investor
    assert seen["buy"].prices[3] == 600
    assert money["end"] == [400, 0, 100]


def test_the_forecast_says_what_imperials_lesson_says_of_it() -> None:
    states = states_of_imperial()
    forecast: Any = IMPERIAL.forecast
    taxation = forecast(IMPERIAL.knows(states["Taxation"], 0), Propose("Taxation"))
    purchase = forecast(IMPERIAL.knows(states["buy"], 0), BuyStock("Italy", 3))

    assert taxation.bonus == (200, 0, 0)
    assert taxation.nations["Italy"].points == 2
    assert taxation.nations["Italy"].money == states["Taxation"].nations[1].money + 700 - 300 - 200
    assert purchase.nations["Italy"].leadership[0] == 0


@pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.name)
def test_ready_made_house_rules_are_options_of_their_game_and_differ_from_the_standard(game: AnyGame) -> None:
    codec = codec_of(game)
    for seats in game.seats:
        options = {"seats": seats} if "seats" in game.types.options.__struct_fields__ else {}
        standard = codec.options(msgspec.json.encode(options))
        for name, rules in game.house_rules.items():
            chosen = codec.options(msgspec.json.encode({**options, **rules}))
            assert chosen != standard, name
            assert name in {"evening", "days", "slow", "quick", "party", "learning"}


@pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.name)
def test_a_form_for_a_new_table_begins_with_what_the_game_has(game: AnyGame) -> None:
    begins = game.preselected

    assert begins.seats is None or begins.seats in game.seats
    assert begins.house_rules is None or begins.house_rules in game.house_rules


def test_a_script_with_a_step_that_is_not_legal_is_found() -> None:
    lesson = script_of(CAMBIO)
    first, second, draw, *rest = lesson.steps

    with pytest.raises(ValueError, match="step 3 is not legal"):
        list(play_script(CAMBIO, replaced(lesson, (first, second, rest[0], draw))))
    with pytest.raises(ValueError, match="does not end the game"):
        list(play_script(CAMBIO, replaced(lesson, (first, second, draw))))


def test_the_luck_of_a_lesson_is_the_same_at_every_table_and_its_ids_are_not() -> None:
    lesson = script_of(DECKS)
    tables = [LocalTable.opened(DECKS, lesson.options, [SeatSpec("human", None)]) for _ in range(2)]
    for table in tables:
        table.context.lesson = lesson.seed

    for table in tables:
        table.play(HOUSE, DECKS.begin, 0)

    hands = [DECKS.view(table.now.state, 0).hand_cards for table in tables]
    assert hands[0] == hands[1]
    assert len({table.context.token("bot", 0) for table in tables}) == 2
    assert lesson_luck("x", {}).below(2**60) == lesson_luck("x", {}).below(2**60)


CONFIRM, DRAW, SWAP = ConfirmInitialView(), DrawCard("deck"), SwapCard(2)


@pytest.mark.parametrize(
    ("moves", "legal", "done"),
    [
        ([], [CONFIRM], 0),
        ([(1, CONFIRM)], [CONFIRM], 0),
        ([(0, CONFIRM), (1, CONFIRM)], [DRAW], 1),
        ([(1, CONFIRM), (HOUSE, EndInitialView())], [DRAW], 1),
        ([(HOUSE, EndInitialView()), (0, DRAW)], [SWAP], 2),
        ([(0, CONFIRM)], [], 1),
        ([(0, SWAP)], [], None),
    ],
)
def test_how_far_the_learner_has_come_is_read_off_the_rows(
    moves: list[tuple[Actor, Any]], legal: Sequence[Any], done: int | None
) -> None:
    assert steps_done(script_of(CAMBIO), rows(*moves), 0, legal) == done


def test_after_the_last_step_and_off_the_script_there_is_no_next_one() -> None:
    lesson = script_of(CAMBIO)
    whole = rows(*((step.seat, step.action) for step in lesson.steps))

    assert next_step(lesson, whole, 1, []) is None
    assert next_step(lesson, [*whole, Row(len(whole) + 1, 0, 0, 1, DRAW, ())], 0, []) is None
    assert next_step(lesson, rows((0, SWAP)), 0, []) is None
    assert next_step(lesson, [], 1, [CONFIRM]) == lesson.of_seat(1)[0]


def test_a_move_that_was_taken_back_was_not_made() -> None:
    lesson = script_of(DECKS)
    first, second, *_ = lesson.steps
    played = [*rows((HOUSE, DECKS.begin), (0, first.action), (0, second.action))]

    taken_back = Row(4, 0, 0, 1, None, (Undone(2),))

    assert steps_done(lesson, [*played, taken_back], 0, []) == 1


def replaced(lesson: Lesson, steps: tuple[Any, ...]) -> Lesson:
    return Lesson(lesson.seed, lesson.options, lesson.seat_specs, steps)
