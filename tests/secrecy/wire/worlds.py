"""Worlds to be served: a table as a walk has left it, and the same table with other secrets."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE, Row, SeatSpec, Viewer, observes
from rondel.kernel.replay import Step
from rondel.laws.draw import draw_options
from rondel.laws.law import Rng, Tally, own_chance
from rondel.laws.walk import Playthrough as Walk
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.cells.cell import Cell
from rondel.server.ports.ids import new_code
from rondel.server.ports.journal import StoredRow
from rondel.server.ports.tables import PlayerRow, TableRow
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.transcript import draws_bytes
from tests.secrecy.wire import inside
from tests.secrecy.wire.games import Observer, Served

SEATS: Final = 6
SHUT_OUT: Final = ("stranger", "logged out")
"""Those who are told nothing at all, whatever happens."""

_LONGEST: Final = 60
_LOOKS: Final = 12
"""How many moments of a walk are looked at for one that hides something."""


def account_of(seat: int) -> UUID:
    """The account of whoever sits in this seat, at every table of every server."""
    return UUID(int=(0xACC << 64) + seat)


class World:
    """A table at one version of a walk: what is public of it, its rng, the true State, and who looks."""

    def __init__(
        self,
        served: Served,
        table: LocalTable,
        seat_specs: Sequence[SeatSpec],
        step: Step[Any],
        viewer: Viewer,
        access: Any,
    ) -> None:
        self.served, self.game = served, served.game
        self.viewer = viewer
        self.id = UUID(table.context.header.table)
        self.seat_specs = seat_specs
        self.version = step.row.version
        self.at = step.row.at
        self.true: Any = step.after
        self.known: Any = self.game.knows(self.true, viewer)
        self.steps = table.steps[: self.version]
        self._opened = inside.opened(table)
        self._access = access
        self._code = new_code()

    def row(self) -> TableRow:
        """The table as a server has stored it."""
        outcome = self.game.outcome(self.true)
        ended = "active" if outcome is None else "abandoned" if outcome.is_abandoned else "completed"
        return TableRow(
            id=self.id,
            game=self.game.name,
            rules=self.game.rules,
            options=self._opened.options,
            seats=len(self.seat_specs),
            code=self._code,
            access=self._access,
            key="0" * 22 if self._access == "private" else None,
            host=account_of(0),
            commitment=self._opened.commitment,
            created_at=self.steps[0].row.at,
            status=ended,  # type: ignore[arg-type]  # one of the three
            version=self.version,
            to_act=tuple(sorted(self.game.to_act(self.true))),
            header=self._opened.header,
            places=tuple(self._place(seat, who) for seat, who in enumerate(self.seat_specs)),
            ending=None if outcome is None else outcome.ending,
        )

    def _place(self, seat: int, who: SeatSpec) -> PlayerRow:
        is_bot = who.kind == "bot"
        return PlayerRow(
            UUID(int=(0x9A6E << 64) + seat),
            seat,
            None if is_bot else account_of(seat),
            f"Player {seat}",
            who.kind,
            who.level,
            is_ready=True,
        )

    def put(self, memory: MemoryDatabase, cell: Cell, state: Any, rows: Sequence[Row]) -> None:
        """Let a server have it in this State, which no journal leads to."""
        table, secret = self.row(), self._opened.secret
        digests = inside.put(memory, self.game, table, secret, state, [self._stored(row) for row in rows])
        inside.warm(cell, self.game, table, secret, state, digests, rows, self.steps)

    def rows(self) -> list[Row]:
        """What has happened."""
        return [step.row for step in self.steps]

    def rows_retold(self) -> list[Row]:
        """What has happened, with other secrets wherever the viewer was not told."""
        return [self._retold(row) for row in self.rows()]

    def _retold(self, row: Row) -> Row:
        hears = [observes(self.viewer, self.game.audience(event)) for event in row.events]
        events = tuple(
            event if is_observed else self.served.retell_event(event)
            for event, is_observed in zip(row.events, hears, strict=True)
        )
        action = row.action if all(hears) else self.served.retell_action(row.action)
        return msgspec.structs.replace(row, action=action, events=events)

    def _stored(self, row: Row) -> StoredRow:
        codec = codec_of(self.game)
        return StoredRow(
            row.version,
            UUID(int=row.version),
            None if row.actor is HOUSE else row.actor,
            row.rules,
            codec.action_bytes(row.action),
            codec.events_bytes(row.events),
            row.at,
            bytes(32),
            draws_bytes(row.draws),
        )


def draw_world(served: Served, rng: Rng, number: int, observer: Observer) -> World:
    """A random reachable world that hides something from the observer; seldom one whose game is over."""
    access = "private" if observer == "stranger" else "unlisted"
    while True:
        walk = _walk(served, rng, number, has_bot=observer == "bot")
        viewer = rng.pick(_viewers(walk.seat_specs, observer))
        steps = [rng.pick(walk.table.steps) for _ in range(_LOOKS)]
        step = next((step for step in steps if _hides(served, step, viewer, rng)), None)
        if step is not None:
            return World(served, walk.table, walk.seat_specs, step, viewer, access)


def _walk(served: Served, rng: Rng, number: int, *, has_bot: bool) -> Walk:
    """A walk with somebody at the table."""
    game = served.game
    walk = Walk(game, rng, (), Tally(), is_bounded=True)
    options = draw_options(game, rng)
    seats = getattr(options, "seats", None) or len(walk.seat_specs)
    walk.seat_specs = [*walk.seat_specs, *[SeatSpec()] * seats][:seats]
    walk.seat_specs[0] = SeatSpec()
    if has_bot:
        walk.seat_specs[1] = SeatSpec("bot", "medium")
    walk.table = LocalTable.opened(
        game,
        options,
        walk.seat_specs,
        table_id=str(UUID(int=(rng.below(1 << 62) << 64) + number)),
        secret=rng.below(1 << 62).to_bytes(32, "big"),
        nonces=[rng.below(1 << 32).to_bytes(16, "big") for _ in walk.seat_specs],
    )
    walk.walk(5 + rng.below(_LONGEST))
    return walk


def _viewers(seat_specs: Sequence[SeatSpec], observer: Observer) -> Sequence[Viewer]:
    if observer in ("spectator", *SHUT_OUT):
        return [None]
    kind = "bot" if observer == "bot" else "human"
    return [seat for seat, who in enumerate(seat_specs) if who.kind == kind]


def _hides(served: Served, step: Step[Any], viewer: Viewer, rng: Rng) -> bool:
    """Whether the viewer would imagine another State; where little is left to play, only now and then."""
    if step.row.undoes_to is not None or (served.is_late(step.after) and rng.below(4)):
        return False
    known = served.game.knows(step.after, viewer)
    return bool(served.game.imagine(known, own_chance(rng)) != step.after)
