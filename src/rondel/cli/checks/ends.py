"""Does it end? Random bots play some games out."""

from typing import Final

from rondel.arena.play import STUCK, UNFINISHED, play_out
from rondel.bots.random import random
from rondel.cli.checks.bounded import bounded
from rondel.cli.checks.line import Line, not_ok, ok
from rondel.cli.parameters import options_in
from rondel.kernel import AnyGame

NAME: Final = "ends"
GAMES: Final = 6
LONGEST: Final = 10_000
"""How many versions a game between random bots may take."""


def check_ends(game: AnyGame, seed: int, cpu_s: float) -> Line:
    """Whether random bots come to an end, at every number of seats in turn."""
    longest = 0
    with bounded(game, cpu_s) as bound:
        for number in range(GAMES):
            seats = game.seats[number % len(game.seats)]
            options = options_in(game, None, seats=seats)
            played = play_out(game, options, [random] * seats, seed=f"{seed}-{number}", max_steps=LONGEST)
            longest = max(longest, played.versions)
            if played.ending == STUCK:
                return not_ok(
                    NAME,
                    f"after {played.versions} versions nobody can act, nothing falls due: it is stuck.",
                    "Give whoever is to act a choice, or tell how the game ended.",
                )
            if played.ending == UNFINISHED:
                return not_ok(
                    NAME,
                    f"random bots at {seats} seats had not ended after {LONGEST} versions.",
                    "Let every turn bring the end nearer, or end after a number of rounds.",
                )
    if bound.is_up:
        return not_ok(
            NAME,
            f"no end within {cpu_s:g} s of CPU time; last seen at {bound.where or 'no line of the game'}.",
            "Look for a loop there that does not stop.",
        )
    return ok(NAME, f"{GAMES} games of random bots, the longest with {longest} versions.")
