"""Causeway by its rules, and by the laws; its board is found where it is."""

from typing import Any

import pytest

from causeway.board import FACE
from causeway.game import CAUSEWAY, LayStone, Options
from rondel.kernel import HOUSE, Actor, Chance, Refusal, SeatSpec, take_turn
from rondel.laws import obey
from rondel.wire.faces import FACADE


class Table:
    def __init__(self, size: int = 3) -> None:
        self.state: Any = CAUSEWAY.start(Options(size=size), [SeatSpec()] * 2)
        self.play(HOUSE, CAUSEWAY.begin)

    def play(self, actor: Actor, action: Any) -> None:
        self.state = take_turn(CAUSEWAY, self.state, actor, action, Chance.of_seed(1), 0).state

    def lay(self, *hexes: int) -> None:
        for at in hexes:
            self.play(self.state.turn, LayStone(at))


def test_a_taken_hex_is_nobody_elses() -> None:
    table = Table()
    table.lay(4)

    with pytest.raises(Refusal, match="NOT_LEGAL"):
        table.lay(4)
    assert LayStone(4) not in CAUSEWAY.legal(table.state, 1)


@pytest.mark.parametrize(
    ("hexes", "winner", "path"),
    [
        ((1, 0, 4, 3, 7), 0, (1, 4, 7)),
        ((0, 3, 1, 4, 8, 5), 1, (3, 4, 5)),
        ((2, 0, 4, 1, 6), 0, (2, 4, 6)),  # down and to the left is next to it, down and to the right is not
    ],
)
def test_a_path_from_side_to_side_wins(hexes: tuple[int, ...], winner: int, path: tuple[int, ...]) -> None:
    table = Table()
    table.lay(*hexes)

    outcome = CAUSEWAY.outcome(table.state)
    assert outcome is not None
    assert (outcome.ending, outcome.winners, table.state.path) == ("path", (winner,), path)


def test_hexes_that_do_not_touch_are_no_path() -> None:
    table = Table()
    table.lay(0, 1, 4, 2, 8)

    assert CAUSEWAY.outcome(table.state) is None


def test_causeway_obeys_the_laws() -> None:
    obey(CAUSEWAY, steps=200)


def test_the_board_has_a_folder_and_a_version() -> None:
    assert (FACE.folder / "face.css").is_file()
    assert FACE.facade == FACADE
