"""Random games over random options: what must hold after every move."""

import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.kernel import Chance, Viewer, observes
from rondel.wire.codec import codec_of
from tests.games.cambio.walker import Walk

SEEDS = range(40)


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


@pytest.mark.parametrize("seed", SEEDS)
def test_17_3_what_is_imagined_cannot_be_told_from_the_truth(seed: int) -> None:
    walk = Walk(seed)

    for number, _ in enumerate(walk.moves()):
        viewer: Viewer = walk.luck.choice([None, *range(walk.options.seats)])
        known = CAMBIO.knows(walk.state, viewer)
        imagined = CAMBIO.imagine(known, Chance.of_seed(f"{seed} {number}"))
        assert CAMBIO.knows(imagined, viewer) == known
        assert CAMBIO.view(imagined, viewer) == CAMBIO.view(walk.state, viewer)
        assert CAMBIO.conserved(imagined) == CAMBIO.conserved(walk.state)
        assert CAMBIO.deadline(imagined) == CAMBIO.deadline(walk.state)
        if viewer is not None:
            assert CAMBIO.legal(imagined, viewer) == CAMBIO.legal(walk.state, viewer)


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
        assert CAMBIO.deadline(walk.state) is not None or walk.state.status != "active" or walk.next_move()

    outcome = CAMBIO.outcome(walk.state)
    assert outcome is not None
    assert outcome.ending in CAMBIO.endings
    assert outcome.is_abandoned == (outcome.ending == "abandoned")


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


@pytest.mark.parametrize("seed", SEEDS)
def test_13_3_two_worlds_look_alike_until_a_declared_reveal(seed: int) -> None:
    """Rules 13.3, 15.3, 17.3: the same script in the truth and in an imagined world."""
    walk = Walk(seed)
    codec = codec_of(CAMBIO)
    viewer = walk.luck.choice([None, *range(walk.options.seats)])
    twin = Walk(seed)
    is_alike = False

    for number, (before, actor, action, turn) in enumerate(walk.moves()):
        if not is_alike:
            known = CAMBIO.knows(before, viewer)
            twin.state = CAMBIO.imagine(known, Chance.of_seed(f"{seed} {number}"))
        twin.at = walk.at
        chance = Chance.of_seed(f"{seed} {number} move")
        if not _is_accepted(twin, actor, action):
            assert actor != viewer
            is_alike = False
            continue
        twin_turn = _turn(twin.state, actor, action, chance, walk.at)
        own_turn = _turn(before, actor, action, Chance.of_seed(f"{seed} {number} move"), walk.at)
        seen = [event for event in own_turn.events if observes(viewer, CAMBIO.audience(event))]
        imagined = [event for event in twin_turn.events if observes(viewer, CAMBIO.audience(event))]
        told = [codec.observation(event, 1, walk.at) for event in seen]
        told_too = [codec.observation(event, 1, walk.at) for event in imagined]
        if told != told_too:
            first = next(mine for mine, theirs in zip(seen, imagined, strict=False) if mine != theirs)
            assert CAMBIO.reveals(first)
            is_alike = False
            continue
        assert codec.noun_bytes(CAMBIO.knows(own_turn.state, viewer)) == codec.noun_bytes(
            CAMBIO.knows(twin_turn.state, viewer)
        )
        is_alike = own_turn.events == turn.events
        twin.state = twin_turn.state


def _turn(state, actor, action, chance, at):  # type: ignore[no-untyped-def]
    from rondel.kernel import take_turn

    return take_turn(CAMBIO, state, actor, action, chance, at)


def _is_accepted(walk: Walk, actor, action) -> bool:  # type: ignore[no-untyped-def]
    return walk.is_accepted(actor, action)
