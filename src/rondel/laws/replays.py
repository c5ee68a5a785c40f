"""Replays: the journal alone tells the State, and every decision made again is the same to the byte."""

import os
import subprocess
import sys
from typing import Final

from rondel.kernel import AnyGame, replay
from rondel.laws.law import Law, LawViolation, Moment, Tally
from rondel.wire.proof import verify
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import read, row_of

_HASH_SEEDS: Final = ("1", "4242")
_HASH_STEPS: Final = 400


def _check(moment: Moment) -> None:
    game, table = moment.game, moment.table
    written = table.transcript()
    try:
        rows = [row_of(game, line) for line in read(written).lines]
        if replay(game, table.steps[0].before, rows) != table.state:
            raise LawViolation("folding the journal gives another State")
        resumed = table.resume(written)
        if (resumed.digest, resumed.state) != (table.digest, table.state):
            raise LawViolation("a table taken up again from its transcript is another table")
        proof = verify(game, written)
        if proof.faults:
            fault = proof.faults[0]
            raise LawViolation(f"the transcript does not prove itself: line {fault.line}: {fault.message}")
        if proof.decided_again < proof.rows:
            _decides_again(moment)
    except MalformedError as error:
        raise LawViolation(f"the transcript cannot be read: {error.message}") from error


def _decides_again(moment: Moment) -> None:
    """With the table's own luck, where the transcript does not reveal it."""
    game, table = moment.game, moment.table
    for step in table.steps:
        row = step.row
        if not row.is_tables_own:
            again = game.decide(step.before, row.actor, row.action, table.chance(row.version), row.at)
            if tuple(again) != row.events:
                raise LawViolation(
                    f"{row.action!r} decided again gives other events: {again!r}, not {row.events!r}"
                )


def _same_under_any_hash_seed(game: AnyGame, tally: Tally) -> None:
    """The same walk in two fresh processes that order their sets differently."""
    target = address(game)
    if target is None:
        return
    tally.checks["replays under other hash seeds"] = len(_HASH_SEEDS)
    digests = {seed: _walk_elsewhere(target, seed) for seed in _HASH_SEEDS}
    if len(set(digests.values())) > 1:
        raise LawViolation(f"the same walk ends differently under another PYTHONHASHSEED: {digests}")


def _walk_elsewhere(target: str, hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(  # noqa: S603 - our own interpreter, our own module
        [sys.executable, "-m", "rondel.laws.elsewhere", target, str(_HASH_STEPS)],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise LawViolation(f"the walk failed in a fresh process: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout.strip()


def address(game: AnyGame) -> str | None:
    """Where a fresh process finds the game, as module:attribute; None if no module holds it."""
    for name, module in sorted(sys.modules.items()):
        for attribute, value in sorted(vars(module).items()) if name != "__main__" else ():
            if value is game:
                return f"{name}:{attribute}"
    return None


REPLAYS = Law(name="replays", after_sitting=_check, after_run=_same_under_any_hash_seed)
