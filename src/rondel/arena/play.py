"""One game, played out by a bot in every seat."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from rondel.arena.measure import Measure
from rondel.bots.bot import Bot
from rondel.kernel import HOUSE, AnyGame, Chance, Ms, Outcome, Seat, SeatSpec, Struct
from rondel.table.local import LocalTable

THINKING_MS: Final[Ms] = 1000
"""How long a simulated player takes over a move."""

STUCK: Final = "(stuck)"
"""The ending where nobody can act, nothing will fall due, and there is no Outcome."""

UNFINISHED: Final = "(unfinished)"
"""The ending where a game was left because it had come to `max_steps`."""


class Played(Struct):
    """One game played out: how it ended, after how many versions, and the digest of its journal."""

    ending: str
    versions: int
    digest: bytes
    outcome: Outcome | None = None
    measured: tuple[int, ...] = ()
    """What was asked to be measured, in that order."""

    moves: bytes = b""
    """Equal for games in which the same was done and came of it."""

    transcript: bytes = b""
    """Its journal as a file, if it was asked for."""


def play_out(
    game: AnyGame,
    options: Any,
    bots: Sequence[Bot],
    *,
    seed: str,
    max_steps: int,
    measures: Sequence[Measure] = (),
    is_recorded: bool = False,
) -> Played:
    """One game from its start to its Ending; equal seeds and equal bots play equal games.

    Each bot draws from luck of its own, which tells nothing of the table's. With `is_recorded` it has its
    transcript.
    """
    secret = hashlib.sha256(f"rondel simulation {seed}".encode()).digest()
    table = LocalTable.opened(game, options, [SeatSpec("bot")] * len(bots), table_id=seed, secret=secret)
    order = Chance.of_seed(f"{seed} order")
    rng = [Chance.of_seed(f"{seed} seat {seat}") for seat in range(len(bots))]
    table.play(HOUSE, game.begin, 0)
    while (outcome := game.outcome(table.state)) is None and table.version < max_steps:
        if not _step(table, bots, order, rng):
            break
    ending = outcome.ending if outcome is not None else UNFINISHED if table.version >= max_steps else STUCK
    events = [event for step in table.steps for event in step.row.events] if measures else []
    measured = tuple(measure.of(events) for measure in measures)
    transcript = table.transcript() if is_recorded else b""
    return Played(ending, table.version, table.digest, outcome, measured, table.moves_digest, transcript)


def _step(table: LocalTable, bots: Sequence[Bot], order: Chance, rng: Sequence[Chance]) -> bool:
    """One version more: a seat that can act does, else what falls due next; False if neither is there."""
    game, state, now = table.game, table.state, table.at + THINKING_MS
    able = [(seat, legal) for seat in sorted(game.to_act(state)) if (legal := game.legal(state, seat))]
    if able:
        if not table.fire_due(now):
            seat, legal = able[0] if len(able) == 1 else order.pick(able)
            table.play(seat, _chosen(game, state, seat, legal, bots[seat], rng[seat]), now)
        return True
    if (deadline := game.deadline(state)) is None:
        return False
    table.fire_due(deadline.at_ms)
    return True


def _chosen(game: AnyGame, state: Any, seat: Seat, legal: Sequence[Any], bot: Bot, rng: Chance) -> Any:
    """What the bot chooses: it is given what its seat knows, sees and may do, and nothing else."""
    return bot(game.knows(state, seat), game.view(state, seat), legal, rng)
