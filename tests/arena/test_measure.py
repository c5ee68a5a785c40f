import pytest

from rondel.arena.measure import Measure, MeasureNotFoundError, measure_of
from rondel.games.imperial.events import CountryStarted, ManeuverExecuted, UnitsProduced
from rondel.games.imperial.pieces import Loss
from rondel.wire.registry import load_game

IMPERIAL = load_game("imperial")


def maneuver(*lost: str) -> ManeuverExecuted:
    losses = tuple(Loss(name, "army", "Belgium") for name in lost)
    return ManeuverExecuted("France", (), (), (), (), losses, (), ())


EVENTS = [
    CountryStarted("France", 3),
    maneuver("France", "Germany"),
    UnitsProduced("France", (), ("Paris",)),
    CountryStarted("England", 4),
    maneuver(),
    maneuver("France", "Germany"),
]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("MANEUVER_EXECUTED", 3),
        ("MANEUVER_EXECUTED.losses", 4),
        ("MANEUVER_EXECUTED.factoriesDestroyed", 0),
        ("COUNTRY_STARTED.round", 4),
        ("GAME_ENDED", 0),
        ("GAME_ENDED.scores", 0),
    ],
)
def test_events_are_counted_or_the_items_of_a_field_or_its_last_number(text: str, counted: int) -> None:
    assert measure_of(IMPERIAL, text).of(EVENTS) == counted


def test_a_measure_is_an_event_and_perhaps_a_field() -> None:
    assert measure_of(IMPERIAL, "GAME_ENDED") == Measure("GAME_ENDED")
    assert measure_of(IMPERIAL, "GAME_ENDED.scores") == Measure("GAME_ENDED", "scores")


@pytest.mark.parametrize(
    ("text", "there_is"), [("WAR", "MANEUVER_EXECUTED"), ("MANEUVER_EXECUTED.wars", "factoriesDestroyed")]
)
def test_another_measure_is_answered_with_those_there_are(text: str, there_is: str) -> None:
    with pytest.raises(MeasureNotFoundError, match=there_is):
        measure_of(IMPERIAL, text)
