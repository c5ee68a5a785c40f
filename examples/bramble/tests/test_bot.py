"""The bot of Bramble."""

from typing import Any

from bramble.bot import choose, sly, success
from bramble.game import BRAMBLE
from bramble.rules import Claim, GiveUp, Lay, Options, Pass, Turn
from rondel.arena.play import play_out
from rondel.bots.random import random
from rondel.kernel import HOUSE, Chance, SeatSpec, take_turn

LUCK = Chance.of_seed("bot")


def laid(*discs: Any) -> Any:
    state = BRAMBLE.start(Options(), [SeatSpec()] * len(discs))
    state = take_turn(BRAMBLE, state, HOUSE, BRAMBLE.begin, Chance.of_seed(1), 0).state.replace(turn=0)
    for seat, disc in enumerate(discs):
        state = take_turn(BRAMBLE, state, seat, Lay(disc), LUCK, 0).state
    return state


def chosen(state: Any, seat: int) -> Any:
    view = BRAMBLE.view(state, seat)
    return choose(view, view, BRAMBLE.legal(state, seat), LUCK)


def test_it_never_claims_to_show_its_own_thorn() -> None:
    view = BRAMBLE.view(laid("thorn", "bloom", "bloom"), 0)

    assert [success(view, 0, count) for count in (1, 2, 3)] == [0.0, 0.0, 0.0]


def test_it_is_sure_of_blooms_that_it_laid_itself() -> None:
    view = BRAMBLE.view(laid("bloom", "bloom", "bloom").replace_player(1, has_thorn=False), 0)

    assert success(view, 0, 1) == success(view, 0, 2) == 1.0
    assert 0 < success(view, 0, 3) < 1
    assert success(view, 0, 4) == 0.0


def test_it_turns_over_where_a_thorn_is_least_likely() -> None:
    state = (
        laid("bloom", "bloom", "bloom")
        .replace_player(2, has_thorn=False)
        .replace(phase="turning", claim=2, turn=0)
    )

    assert chosen(state.replace_player(0, turned=1), 0) == Turn(2)


def test_it_passes_where_only_a_claim_of_all_discs_is_left() -> None:
    state = laid("thorn", "bloom", "bloom").replace(phase="claiming", claim=2, claimant=1)

    assert chosen(state, 0) == Pass()


def test_it_drives_claims_up_as_long_as_others_can_claim_more() -> None:
    state = laid("thorn", "bloom", "bloom").replace(phase="claiming", claim=1, claimant=1)

    assert {chosen(state, 0) for _ in range(40)} == {Claim(2), Pass()}


def test_it_keeps_its_thorn() -> None:
    state = laid("thorn", "bloom", "bloom").replace(phase="losing")

    assert chosen(state, 0) == GiveUp("bloom")
    assert chosen(state.replace_player(0, hand=()), 0) == GiveUp("thorn")


def test_it_beats_random_players() -> None:
    """A short form of 200 games in the README; a fourth of these would be even."""
    bots = [sly(BRAMBLE), random, random, random]
    games = [play_out(BRAMBLE, Options(), bots, seed=f"bot {game}", max_steps=2000) for game in range(16)]

    wins = [game for game in games if game.outcome is not None and game.outcome.winners == (0,)]

    assert len(wins) >= 7
