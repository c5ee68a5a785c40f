"""Choosing an action step by step, over lists of our games and lists that none of them has."""

import json
from typing import Any

import pytest

from rondel.wire.choose import Action, Offer, can_pick, choose
from tests.wire.choices import FILE, MADE, Legal, recorded

PASS = {"type": "PASS"}
LISTS: dict[str, Legal] = json.loads(FILE.read_text())["lists"]
BIDS = [{"type": "BID", "payload": {"amount": amount}} for amount in (0, 5, 10)]


def test_the_cases_of_both_engines_are_what_this_one_says_today() -> None:
    stored = json.loads(FILE.read_text())

    assert recorded() == stored, "Run: uv run python -m tests.wire.choices"


def test_the_kind_of_action_is_asked_first() -> None:
    choice = choose([*BIDS, PASS], [])

    assert [(question.field, question.values) for question in choice.questions] == [("type", ("BID", "PASS"))]
    assert (choice.complete, choice.ready) == (None, None)


def test_a_pick_narrows_the_list_until_one_action_is_left() -> None:
    kind = choose([*BIDS, PASS], [[{"type": "BID"}]])
    amount = choose([*BIDS, PASS], [[{"type": "BID"}], [{"amount": 5}]])

    assert kind.left == tuple(BIDS)
    assert [question.values for question in kind.questions] == [(0, 5, 10)]
    assert amount.complete == BIDS[1]
    assert amount.questions == ()


def test_one_press_may_mean_any_of_several_picks() -> None:
    snap = {"type": "SNAP", "payload": {"position": 1}}
    swap = {"type": "SWAP", "payload": {"position": 1}}
    card: Offer = [{"type": "SWAP", "position": 1}, {"type": "SNAP", "position": 1}]

    assert choose([snap], [card]).complete == snap
    assert choose([snap, swap], [card]).left == (snap, swap)


def test_what_can_be_pressed_leaves_an_action() -> None:
    assert can_pick(BIDS, [], [{"amount": 7}, {"amount": 5}])
    assert not can_pick(BIDS, [], [{"amount": 7}])
    assert not can_pick(BIDS, [[{"amount": 0}]], [{"amount": 5}])
    assert not can_pick(BIDS, [], [])


def test_a_list_may_be_enough_before_it_is_full() -> None:
    build = MADE["a subset"]
    choice = choose(build, [[{"sites[]": "a"}]])

    assert choice.ready == {"type": "BUILD", "payload": {"sites": ["a"]}}
    assert choice.complete is None
    assert [(question.field, question.values) for question in choice.questions] == [("sites[]", ("b", "a"))]


@pytest.mark.parametrize("name", LISTS)
def test_every_action_of_a_list_can_be_reached(name: str) -> None:
    legal = LISTS[name]
    same_as_another = {json.dumps(legal[2])} if name == "a missing field" else set()

    assert reached(legal) == keys(legal) - same_as_another


def reached(legal: Legal) -> set[str]:
    """All that the first question of each step leads to, or all questions where it is about a list."""
    found: set[str] = set()
    ahead: list[list[Offer]] = [[]]
    while ahead:
        picked = ahead.pop()
        choice = choose(legal, picked)
        found |= keys([each for each in (choice.complete, choice.ready) if each is not None])
        is_list = bool(choice.questions) and choice.questions[0].field.endswith("[]")
        for question in choice.questions if is_list else choice.questions[:1]:
            ahead += [[*picked, [{question.field: value}]] for value in question.values]
    return found


def keys(actions: Any) -> set[str]:
    return {json.dumps(action) for action in actions}


def test_a_choice_is_made_of_the_actions_that_were_given() -> None:
    given: list[Action] = [*BIDS, PASS]

    assert all(any(action is one for one in given) for action in choose(given, []).left)
