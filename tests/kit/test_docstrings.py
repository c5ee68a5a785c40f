"""The examples in the docstrings of the kit run."""

import doctest
from typing import Annotated, Any

import pytest
from msgspec import Meta

from rondel import kit
from rondel.kit import Deadline, GameEnded, Ms, Seat, Story, TimeControl, game, moment, structs


class Coins(kit.State):
    players: tuple[kit.Player, ...]


class Flip(kit.Action):
    when = ("flipping",)


class RoundBegun(kit.Event):
    pass


class CloseBids(kit.HouseAction):
    when = ("bidding",)


GIVEN: dict[str, Any] = {
    "kit": kit,
    "Annotated": Annotated,
    "CloseBids": CloseBids,
    "Coins": Coins,
    "Deadline": Deadline,
    "Flip": Flip,
    "GameEnded": GameEnded,
    "Meta": Meta,
    "Ms": Ms,
    "RoundBegun": RoundBegun,
    "Seat": Seat,
    "Story": Story,
    "TimeControl": TimeControl,
    "moment": moment,
}
FOUND = [
    test
    for what in (game, structs)
    for test in doctest.DocTestFinder().find(what, what.__name__, globs=GIVEN)
    if test.examples
]


def test_options_teams_choices_scores_time_and_undo_have_an_example() -> None:
    named = {test.name.rpartition(".")[2] for test in FOUND}

    assert named == {"Options", "team", "to_act", "scores", "deadline", "HouseAction", "game"}


@pytest.mark.parametrize("example", FOUND, ids=lambda test: test.name)
def test_an_example_runs(example: Any) -> None:
    assert doctest.DocTestRunner().run(example).failed == 0
