"""Random games over random options: what must hold after every move."""

from typing import Any

import pytest

from rondel.games.cambio.actions import Action
from rondel.games.cambio.events import Event
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import State
from rondel.kernel import Chance, Refusal, Turn, Viewer, observes, take_turn
from rondel.wire.codec import codec_of
from tests.games.cambio.walker import Walk

SEEDS = range(24)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", SEEDS)
def test_10_2_what_is_listed_is_accepted_and_nothing_else(seed: int) -> None:
    walk = Walk(seed)

    for _ in walk.moves():
        for seat in range(walk.options.seats):
            listed = CAMBIO.legal(walk.state, seat)
            assert len(listed) <= 541
            assert bool(listed) == (seat in CAMBIO.to_act(walk.state))
            assert all(walk.is_accepted(seat, action) for action in listed[:6])
            for _ in range(4):
                action = walk.any_action()
                assert walk.is_accepted(seat, action) == (action in listed)
        assert not walk.is_accepted(None, walk.any_action())


@pytest.mark.untraced
@pytest.mark.parametrize("seed", SEEDS)
def test_17_3_what_is_imagined_cannot_be_told_from_the_truth(seed: int) -> None:
    walk = Walk(seed)

    for number, _ in enumerate(walk.moves()):
        viewer: Viewer = walk.rng.choice([None, *range(walk.options.seats)])
        known = CAMBIO.knows(walk.state, viewer)
        imagined = CAMBIO.imagine(known, Chance.of_seed(f"{seed} {number}"))
        assert CAMBIO.knows(imagined, viewer) == known
        assert CAMBIO.view(imagined, viewer) == CAMBIO.view(walk.state, viewer)
        assert CAMBIO.conserved(imagined) == CAMBIO.conserved(walk.state)
        assert CAMBIO.deadline(imagined) == CAMBIO.deadline(walk.state)
        if viewer is not None:
            assert CAMBIO.legal(imagined, viewer) == CAMBIO.legal(walk.state, viewer)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", SEEDS)
def test_18_1_no_card_is_ever_lost_or_doubled(seed: int) -> None:
    """Rules 18.1, 18.2, 18.3, 18.4, 8.11: the invariants."""
    walk = Walk(seed)
    deck = CAMBIO.conserved(walk.state)

    for before, _, _, turn in walk.moves():
        state = turn.state
        assert set(deck.values()) == {1}
        assert CAMBIO.conserved(state) == deck
        is_play = state.phase in ("playing", "final_round")
        assert (state.current_turn_seat is not None) == is_play
        if state.status == "active":
            assert (state.step is not None) == is_play
        assert before.cambio_caller_seat in (None, state.cambio_caller_seat)
        if state.phase in ("setup", "initial_view", "playing"):
            assert state.cambio_caller_seat is None
        if state.phase == "final_round":
            assert state.cambio_caller_seat is not None
        shown = [
            slot.visibility
            for viewer in (None, *range(walk.options.seats))
            for player in CAMBIO.view(state, viewer).players
            for slot in player.slots
        ]
        assert "peeking" not in shown or state.phase == "initial_view" or state.step == "revealing"
        if walk.options.snap == "off" and state.phase != "setup":
            assert all(len(player.slots) == 4 and None not in player.slots for player in state.players)


@pytest.mark.parametrize("seed", SEEDS)
def test_18_5_random_play_comes_to_an_end(seed: int) -> None:
    walk = Walk(seed)

    for _ in walk.moves():
        able = [
            seat
            for seat in sorted(CAMBIO.to_act(walk.state))
            if walk.state.players[seat].is_connected or walk.state.players[seat].controller == "bot"
        ]
        assert able or CAMBIO.deadline(walk.state) is not None or walk.state.status != "active"

    outcome = CAMBIO.outcome(walk.state)
    assert outcome is not None
    assert outcome.ending in CAMBIO.endings
    assert outcome.is_abandoned == (outcome.ending == "abandoned")


@pytest.mark.untraced
@pytest.mark.parametrize("seed", SEEDS)
def test_every_noun_survives_the_wire(seed: int) -> None:
    walk = Walk(seed)
    codec = codec_of(CAMBIO)
    viewer = seed % walk.options.seats

    assert codec.options(codec.noun_bytes(walk.options)) == walk.options
    for _, _, action, turn in walk.moves():
        assert codec.action(codec.action_bytes(action)) == action
        assert codec.events(codec.events_bytes(turn.events), CAMBIO.rules) == turn.events
        assert codec.state(codec.state_bytes(turn.state)) == turn.state
        known = CAMBIO.knows(turn.state, viewer)
        assert codec.known(codec.noun_bytes(known)) == known


@pytest.mark.untraced
@pytest.mark.parametrize("seed", SEEDS)
def test_13_3_two_worlds_look_alike_until_a_declared_reveal(seed: int) -> None:
    """Rules 13.3, 15.3, 17.3: the same script in the truth and in an imagined world."""
    walk = Walk(seed)
    viewer: Viewer = walk.rng.choice([None, *range(walk.options.seats)])
    twin: State | None = None

    for before, actor, action, turn in walk.moves():
        if twin is None:
            twin = CAMBIO.imagine(CAMBIO.knows(before, viewer), Chance.of_seed(f"twin {walk.version}"))
        try:
            other = take_turn(CAMBIO, twin, actor, action, walk.chance(), walk.at)
        except Refusal as refusal:
            assert actor != viewer, refusal  # noqa: PT017 - what a seat is refused, it is refused in both
            twin = None
            continue
        mine, theirs = events_for(turn, viewer), events_for(other, viewer)
        if mine != theirs:
            first = next(one for one, two in zip(mine, theirs, strict=False) if one != two)
            assert CAMBIO.reveals(first, viewer)
            twin = None
            continue
        twin = other.state
        known, imagined = CAMBIO.knows(turn.state, viewer), CAMBIO.knows(twin, viewer)
        assert codec_of(CAMBIO).noun_bytes(known) == codec_of(CAMBIO).noun_bytes(imagined)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", SEEDS)
def test_15_3_a_seat_is_refused_the_same_in_both_worlds(seed: int) -> None:
    walk = Walk(seed)

    for before, _, _, _ in walk.moves():
        seat = walk.rng.randrange(walk.options.seats)
        twin = CAMBIO.imagine(CAMBIO.knows(before, seat), Chance.of_seed(f"twin {walk.version}"))
        for _ in range(3):
            action = walk.any_action()
            assert answer(before, seat, action, walk.at) == answer(twin, seat, action, walk.at)


def events_for(turn: Turn[State, Any], viewer: Viewer) -> list[Event]:
    return [event for event in turn.events if observes(viewer, CAMBIO.audience(event))]


def answer(state: State, seat: int, action: Action, at: int) -> str:
    try:
        take_turn(CAMBIO, state, seat, action, Chance.of_seed(0), at)
    except Refusal as refusal:
        return str(refusal)
    return "accepted"
