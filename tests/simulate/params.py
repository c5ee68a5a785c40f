"""What a seed plays: drawn from the seed, and cut down by whoever shrinks a failure."""

import random
from typing import Final

import msgspec

FAULTS: Final = (
    "database",  # calls fail before or after their commit
    "stall",  # calls take seconds
    "outage",  # for a while nearly every call fails
    "bus",  # announcements are lost, doubled, late
    "crash",  # a node dies and comes back empty
    "pause",  # a node stands still past its leases
    "evict",  # a node forgets a table
    "restore",  # the database goes back, its epoch raised with it
    "failover",  # the database loses its tail, its epoch is raised later
    "halt",  # a table is stopped for a while, elsewhere
    "cut",  # connections break
    "slow",  # a socket stops reading
    "flood",  # a socket asks and asks
    "resend",  # moves are sent again, twice at once, to other nodes
    "late",  # moves with an old version
    "undo",  # take back
    "handover",  # a seat goes to somebody else
    "standin",  # a bot plays for somebody, who comes back
    "leave",  # somebody goes
    "chat",
    "adversary",  # ids that can be computed, other people's seats, nonsense
    "sleep",  # every node stands still at once, past what counts as an outage, and goes on
    "patience",  # nobody ends a game soon, so that much can happen in it
    "lag",  # rows are often read seconds after it was read up to where
)

_DRAWN_APART: Final = {"sleep": 0.2, "patience": 0.1, "lag": 0.1}
"""How often each is on. They have dice of their own: a seed without them plays as it did before they came.

A long game costs twice the CPU time of a short one, so few are patient; a pause of all nodes
hides other trouble.
"""


class Params(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of one run."""

    seed: int
    game: str
    nodes: int
    tables: int
    seats: int
    bots: int
    spectators: int
    tabs: int
    steps: int
    faults: tuple[str, ...]
    options: dict[str, object] = {}

    def has(self, fault: str) -> bool:
        """Whether this kind of trouble is on."""
        return fault in self.faults


def drawn(seed: int, game: str | None = None) -> Params:
    """The parameters of a seed. Most kinds of trouble are on in half of all runs."""
    dice = random.Random(f"{seed} params")
    chosen = dice.choice(("cambio", "cambio", "cambio", "imperial", "imperial", "decks"))
    name = game or chosen
    seats = {"cambio": dice.choice((2, 2, 3, 4)), "imperial": dice.choice((2, 2, 3)), "decks": 1}[name]
    bots = dice.choice((0, 1, 1)) if seats > 1 else 0
    apart = random.Random(f"{seed} apart")
    return Params(
        seed=seed,
        game=name,
        nodes=dice.choice((1, 2, 2, 3)),
        tables=dice.choice((1, 1, 1, 2)),
        seats=seats,
        bots=bots,
        spectators=dice.choice((1, 1, 2)),
        tabs=dice.choice((1, 1, 2)),
        steps=dice.choice((40, 60, 80)),
        faults=tuple(fault for fault in FAULTS if _is_on(fault, dice, apart)),
        options=_options(name, seats, dice),
    )


def _is_on(fault: str, dice: random.Random, apart: random.Random) -> bool:
    if fault in _DRAWN_APART:
        return apart.random() < _DRAWN_APART[fault]
    return dice.random() < 0.5


def _options(game: str, seats: int, dice: random.Random) -> dict[str, object]:
    if game == "cambio":
        return {
            "seats": seats,
            "initialViewMs": dice.choice((1000, 3000)),
            "turnMs": dice.choice((0, 10_000, 10_000)),
            "powerDecisionMs": dice.choice((0, 5000)),
            "peekMs": 1000,
            "snap": dice.choice(("off", "first", "chain")),
            "snapWindowMs": dice.choice((500, 1500)),
            "disconnectGraceMs": dice.choice((1000, 3000)),
            "botTakeoverMs": 3000,
            "maxTurns": dice.choice((20, 40)),
        }
    if game == "imperial":
        timed = dice.choice((True, False))
        return {
            "start": dice.choice(("sealed-bid", "fixed")),
            "timed": timed,
            "banked": dice.choice((3, 10)),
            "increment": dice.choice((1, 5)),
            "autoActionSeconds": dice.choice((2, 10, None)),
            "maxRounds": 4,
        }
    return {
        "deck": "standard-52",
        "onRefusal": dice.choice(("ignore", "report")),
        "turnLimit": dice.choice((0, 30)),
    }
