"""Only what was certainly heard live has all events of its seat."""

from typing import Any

from rondel.client.hearing import Hearing

Step = dict[str, Any]

LATER: Step = {"events": []}
SHOWN: Step = {"view": {}}
PATCHED: Step = {"patch": {}}


def watching() -> Hearing:
    hearing = Hearing()
    hearing.connected()
    hearing.watched("one")
    return hearing


def test_the_answer_to_a_watch_is_not_live_and_what_comes_after_it_is() -> None:
    hearing = watching()

    assert [hearing.is_live("one", step) for step in (LATER, SHOWN, SHOWN, PATCHED, LATER)] == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_after_a_full_view_every_step_with_a_view_is_live() -> None:
    hearing = watching()
    hearing.view("one")

    assert hearing.is_live("one", PATCHED)
    assert not hearing.is_live("two", PATCHED)


def test_a_second_watch_on_one_connection_crosses_steps_that_are_under_way() -> None:
    hearing = watching()
    hearing.view("one")
    hearing.watched("one")

    assert [hearing.is_live("one", step) for step in (PATCHED, SHOWN, PATCHED)] == [False, False, False]
    hearing.view("one")
    assert hearing.is_live("one", PATCHED)


def test_another_connection_begins_anew() -> None:
    hearing = watching()
    hearing.watched("one")
    hearing.connected()
    hearing.watched("one")

    assert [hearing.is_live("one", step) for step in (SHOWN, PATCHED)] == [False, True]
