"""Simulate: many games played out by bots, and counted."""

import hashlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

from rondel.arena.play import Played, play_out
from rondel.arena.pool import play_all
from rondel.bots.registry import bot
from rondel.kernel import Seat, Struct
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game

_DIGEST_BYTES: Final = 32


class Plan(Struct):
    """What is simulated: game and bots by name, so that another process finds them on its own shelf."""

    game: str
    options: bytes
    bots: tuple[str, ...]
    """One for each seat."""

    seed: int
    max_steps: int
    is_recorded: bool = False
    """Whether each game brings its transcript."""


class Tally(Struct):
    """Games counted together. The digest does not depend on the order they were counted in."""

    endings: dict[str, int] = {}  # noqa: RUF012 - a Noun copies it
    games_by_versions: dict[int, int] = {}  # noqa: RUF012
    wins: dict[Seat, int] = {}  # noqa: RUF012
    """By seat, in how many games it was first, alone or with others."""

    digest: bytes = bytes(_DIGEST_BYTES)
    is_interrupted: bool = False

    @property
    def games(self) -> int:
        """How many games were played out."""
        return sum(self.endings.values())

    @property
    def steps(self) -> int:
        """How many versions they have together."""
        return sum(versions * games for versions, games in self.games_by_versions.items())

    def and_game(self, number: int, played: Played) -> "Tally":
        """With game `number` counted too."""
        named = hashlib.sha256(number.to_bytes(8, "big") + played.digest).digest()
        wins = dict.fromkeys(() if played.outcome is None else played.outcome.winners, 1)
        return self.and_also(Tally({played.ending: 1}, {played.versions: 1}, wins, named))

    def and_also(self, other: "Tally") -> "Tally":
        """Both together."""
        total = int.from_bytes(self.digest, "big") + int.from_bytes(other.digest, "big")
        return Tally(
            dict(Counter(self.endings) + Counter(other.endings)),
            dict(Counter(self.games_by_versions) + Counter(other.games_by_versions)),
            dict(Counter(self.wins) + Counter(other.wins)),
            (total % (1 << 8 * _DIGEST_BYTES)).to_bytes(_DIGEST_BYTES, "big"),
            self.is_interrupted or other.is_interrupted,
        )


def simulate(
    plan: Plan,
    games: int,
    *,
    jobs: int = 1,
    tick: Callable[[int], None] = lambda _: None,
    save: Callable[[int, bytes], None] = lambda _number, _transcript: None,
) -> Tally:
    """Play `games` games and count them; Ctrl-C ends it early with what has been played out by then.

    `tick` is called with the number of games finished since the last call, `save` with the number and the
    transcript of each if the plan asks for transcripts.
    """
    tally = Tally()

    def keep(number: int, played: Played) -> None:
        nonlocal tally
        tally = tally.and_game(number, played)
        if plan.is_recorded:
            save(number, played.transcript)

    is_whole = play_all(partial(play_game, plan), games, keep=keep, jobs=jobs, tick=tick)
    return tally if is_whole else tally.and_also(Tally(is_interrupted=True))


def play_game(plan: Plan, number: int) -> Played:
    """Game `number` of the plan."""
    game = load_game(plan.game)
    options = codec_of(game).options(plan.options)
    seed = f"{plan.seed}-{number}"
    bots = [bot(game, name) for name in plan.bots]
    return play_out(game, options, bots, seed=seed, max_steps=plan.max_steps, is_recorded=plan.is_recorded)
