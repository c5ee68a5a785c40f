"""Seats: who an event reaches."""

import pytest

from rondel.kernel import EVERYONE, HOUSE, Audience, SeatSpec, Viewer, observes


@pytest.mark.parametrize(
    ("viewer", "audience", "is_reached"),
    [
        (0, EVERYONE, True),
        (1, EVERYONE, True),
        (None, EVERYONE, True),
        (0, 0, True),
        (0, 1, False),
        (1, 0, False),
        (1, 1, True),
        (None, 0, False),
        (None, 1, False),
        (0, HOUSE, False),
        (1, HOUSE, False),
        (None, HOUSE, False),
        (0, frozenset({0, 2}), True),
        (1, frozenset({0, 2}), False),
        (2, frozenset({0, 2}), True),
        (None, frozenset({0, 2}), False),
        (0, frozenset(), False),
    ],
)
def test_an_event_reaches_its_audience_and_nobody_else(
    viewer: Viewer, audience: Audience, is_reached: bool
) -> None:
    assert observes(viewer, audience) is is_reached


def test_a_sitter_is_human_unless_it_is_said_to_be_a_bot() -> None:
    assert SeatSpec() == SeatSpec("human", None)
    assert SeatSpec("bot", "hard") != SeatSpec("bot", "easy")
