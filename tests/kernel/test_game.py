"""A Game is a value."""

from dataclasses import FrozenInstanceError, replace

import pytest

from rondel.kernel import Game, SeatSpec
from tests.kernel.tally import TALLY, Add, Added, Options

OPTIONAL = {
    "open",
    "announces",
    "sealed",
    "undo",
    "clock",
    "record",
    "presence",
    "bots",
    "blames",
    "applies_to_any_version",
    "calls",
    "parse",
    "older",
    "max_action_bytes",
}


def test_a_game_does_not_change_and_another_one_is_made_by_replacing() -> None:
    mended = replace(TALLY, rules=2)

    with pytest.raises(FrozenInstanceError):
        TALLY.rules = 2  # type: ignore[misc]

    assert (TALLY.rules, mended.rules) == (1, 2)


def test_two_games_are_two_things_to_a_cache_whatever_they_have_in_common() -> None:
    copied = replace(TALLY)

    assert copied != TALLY
    assert len({TALLY, copied, TALLY}) == 2


def test_what_a_game_leaves_out_has_the_plainest_meaning() -> None:
    given = {name: getattr(TALLY, name) for name in TALLY.__slots__ if name not in OPTIONAL}
    plain = Game(**given)
    state = plain.start(Options(bank_ms=1000), [SeatSpec(), SeatSpec()])

    assert not plain.is_open_ended(Add(1))
    assert not plain.announces(Added(0, 1))
    assert plain.sealed(state, Add(1)) == frozenset()
    assert plain.clock(state) is None
    assert (plain.undo, plain.record, plain.presence) == (None, None, None)
    assert (plain.bots(state), plain.error_blame, plain.applies_to_any_version, plain.calls) == (
        {},
        {},
        frozenset(),
        {},
    )
    assert (plain.parse, plain.older) == ({}, ())
    assert plain.max_action_bytes == 4096
