"""`python -m tests.secrecy.judge`: does anything here notice that the Rondel being imported leaks?

One net after the other is cast over it: the law of secrecy, the tables written by hand, the canary,
the permuter, and whatever else is held to the truth. The first catch is printed as JSON. A crash is no
catch: a leak that stumbles has not been noticed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace as with_function
from typing import Final, NamedTuple, TypeAlias

import msgspec

import rondel
from rondel.games.cambio.actions import DrawCard
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.decks.game import DECKS
from rondel.games.imperial.game import IMPERIAL
from rondel.kernel import HOUSE, AnyGame, SeatSpec, Undo
from rondel.laws import Law, run
from rondel.laws.codec import CODEC
from rondel.laws.legal import LEGAL
from rondel.laws.secrecy import SECRECY
from rondel.laws.undo import UNDO
from tests.games.cambio.table import deal
from tests.laws import lots
from tests.secrecy import ballots, canary, imagination, permuter, seating
from tests.secrecy.book import (
    CAMBIO_EVENTS,
    DECKS_EVENTS,
    IMPERIAL_BARRIERS,
    IMPERIAL_EVENTS,
    crossings,
    disagreements,
)
from tests.secrecy.clerk import Leak
from tests.secrecy.mutants import Game

_SEED: Final = 3

_MARKS: Final = (lots.Marked, lots.Noted)
_PEEKS: Final = (lots.Peeked, lots.CardSeen)
_BARE_LOTS: Final = with_function(
    lots.LOTS, undo=Undo(barrier=lambda event: not isinstance(event, _MARKS + _PEEKS), keep=lots.keep)
)
"""A game of sealed bids and peeks whose own barriers leave the peeks to the kernel."""


class Verdict(NamedTuple):
    """By which net it was caught, if it was, and how; or how it stumbled."""

    by: str | None
    message: str
    source: str


class Effort(NamedTuple):
    """How long each net is cast."""

    pairs: int
    more_pairs: int
    games: int
    versions: int
    steps: int


EFFORTS: Final = {
    "quick": Effort(pairs=40, more_pairs=0, games=3, versions=40, steps=60),
    "full": Effort(pairs=300, more_pairs=3000, games=24, versions=110, steps=600),
}


class Stumbled(Exception):  # noqa: N818 - a finding, not an error
    """A law on_seen the game crash, and nothing else."""


def _law(game: AnyGame, law: Law, *, steps: int = 1, pairs: int | None = None, seed: int) -> None:
    report = run(game, laws=[law], steps=steps, pairs=pairs, seed=seed)
    for found in report.violations:
        if found.law == law.name:
            raise Leak(f"{found.message}")
    if report.violations:
        raise Stumbled(report.violations[0].message)


def _agree_with_the_book() -> None:
    found = disagreements(CAMBIO, CAMBIO_EVENTS, range(6)) + disagreements(DECKS, DECKS_EVENTS, range(1))
    if found:
        raise Leak(found[0])


def _agree_with_the_book_of_imperial() -> None:
    found = disagreements(IMPERIAL, IMPERIAL_EVENTS, range(6)) + crossings(IMPERIAL, IMPERIAL_BARRIERS)
    if found:
        raise Leak(found[0])


def _shuffle_alike() -> None:
    for seats in range(2, 7):
        table = CAMBIO.start(Options(seats=seats), [SeatSpec()] * seats)
        permuter.same_shuffle(table, HOUSE, CAMBIO.begin, 1000, seats)
    for seed in range(6):
        spent = deal("AS 7D 2C 5H | KH 5C 3C 4C", discards="5S 9S 10D JD QC 8H KD", exact=True)
        permuter.same_shuffle(spent.state, 0, DrawCard("deck"), spent.at, seed)


def _imagine(effort: Effort) -> None:
    imagination.imagine_fairly(effort.games, effort.versions)
    for seed in range(min(6, effort.games)):
        imagination.is_uniform(seed)
    imagination.calls_vary()


def _seat_bots() -> None:
    seating.luck_is_secret()
    seating.seat_spies(3)


Nets: TypeAlias = Iterator[tuple[str, Callable[[], object]]]
"""Name and net, the law of secrecy first, then the cheap ones before the dear."""


def imperial_nets(effort: Effort, seed: int) -> Nets:
    """Those for sealed bids and votes; the law finds most leaks in some two hundred pairs."""
    yield "secrecy", lambda: _law(IMPERIAL, SECRECY, pairs=effort.pairs // 2, seed=seed)
    yield "table", _agree_with_the_book_of_imperial
    yield "ballots", lambda: ballots.watch(2 * effort.games, 2 * effort.versions)
    yield "open ballots", lambda: ballots.watch_open(4, 2 * effort.versions)
    yield "imagination", lambda: ballots.imagine_fairly(6, 2 * effort.versions)
    yield "seating", lambda: seating.seat_spies_at_imperial(3)
    if effort.more_pairs:
        yield "secrecy, longer", lambda: _law(IMPERIAL, SECRECY, pairs=effort.more_pairs // 4, seed=seed + 1)


def nets(effort: Effort, seed: int) -> Nets:
    """Those for cards, and for all that every game shares."""
    yield "secrecy", lambda: _law(CAMBIO, SECRECY, pairs=effort.pairs, seed=seed)
    yield "table", _agree_with_the_book
    yield "shuffle", _shuffle_alike
    yield "seating", _seat_bots
    yield "undo", lambda: _law(_BARE_LOTS, UNDO, steps=effort.steps, seed=seed)
    yield "canary", lambda: canary.watch(effort.games, effort.versions)
    yield "permuter", lambda: permuter.permute(effort.games, effort.versions)
    yield "imagination", lambda: _imagine(effort)
    yield "legal", lambda: _law(CAMBIO, LEGAL, steps=effort.steps, seed=seed)
    yield "codec", lambda: _law(CAMBIO, CODEC, steps=effort.steps, seed=seed)
    yield "secrecy of lots", lambda: _law(lots.LOTS, SECRECY, pairs=effort.pairs // 4, seed=seed)
    if effort.more_pairs:
        yield "secrecy, longer", lambda: _law(CAMBIO, SECRECY, pairs=effort.more_pairs, seed=seed + 1)


_NETS: Final[dict[Game, Callable[[Effort, int], Nets]]] = {"cambio": nets, "imperial": imperial_nets}


def judge(game: Game, effort: Effort, only: str | None = None, seed: int = _SEED) -> Verdict:
    """The first catch; else how it stumbled; else nothing."""
    stumble = ""
    for name, net in _NETS[game](effort, seed):
        if only is not None and only not in name:
            continue
        try:
            net()
        except Leak as leak:
            return Verdict(name, str(leak), rondel.__file__)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            stumble = stumble or f"{name}: {error!r}"
    return Verdict(None, stumble, rondel.__file__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(_NETS), default="cambio")
    parser.add_argument("--effort", choices=sorted(EFFORTS), default="full")
    parser.add_argument("--only")
    parser.add_argument("--seed", type=int, default=_SEED, help="by which the laws walk")
    arguments = parser.parse_args()
    verdict = judge(arguments.game, EFFORTS[arguments.effort], arguments.only, arguments.seed)
    sys.stdout.write(msgspec.json.encode(verdict._asdict()).decode())


if __name__ == "__main__":
    main()
