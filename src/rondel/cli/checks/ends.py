"""Does it end? Random bots play some games out."""

from typing import Final

from rondel.arena.play import STUCK, UNFINISHED, Played, play_out
from rondel.bots.random import random
from rondel.cli.arguments.parameters import options_in
from rondel.cli.checks.bounded import bounded
from rondel.cli.checks.line import CheckResult, not_judged, not_ok, ok
from rondel.kernel import AnyGame, Refusal
from rondel.wire.packages import because_of

NAME: Final = "ends"
GAMES: Final = 6
_STUCK: Final = (
    "Give whoever is to act a choice (in the kit: an Action that has the phase in `when`), "
    "or tell how the game ended."
)

LONGEST: Final = 10_000
"""How many versions a game between random bots may take."""


def check_ends(game: AnyGame, seed: int, cpu_s: float) -> CheckResult:
    """Whether random bots come to an end, at every number of seats in turn."""
    longest = 0
    with bounded(game, cpu_s) as bound:
        for number in range(GAMES):
            seats = game.seats[number % len(game.seats)]
            try:
                played = _played(game, seats, f"{seed}-{number}")
            except Refusal:
                return not_judged(NAME, "a listed action was refused: see legal.")
            except Exception as error:  # noqa: BLE001 - an author's code, so anything can come
                todo = "Correct that line; `rondel laws` shows the moves that lead there."
                return not_ok(NAME, f"a game broke off: {because_of(error)}.", todo)
            longest = max(longest, played.versions)
            if played.ending in (STUCK, UNFINISHED):
                return _endless(played, seats)
    if bound.is_up:
        return not_ok(
            NAME,
            f"no end within {cpu_s:g} s of CPU time; last seen at {bound.where or 'no line of the game'}.",
            "Look for a loop there that does not stop.",
        )
    return ok(NAME, f"{GAMES} games of random bots, the longest with {longest} versions.")


def _played(game: AnyGame, seats: int, seed: str) -> Played:
    options = options_in(game, None, seats=seats)
    return play_out(game, options, [random] * seats, seed=seed, max_steps=LONGEST)


def _endless(played: Played, seats: int) -> CheckResult:
    if played.ending == STUCK:
        text = f"after {played.versions} versions nobody can act, nothing falls due: it is stuck."
        return not_ok(NAME, text, _STUCK)
    text = f"random bots at {seats} seats had not ended after {LONGEST} versions."
    return not_ok(NAME, text, "Let every turn bring the end nearer, or end after a number of rounds.")
