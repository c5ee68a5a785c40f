"""Worlds to be served: a table as a walk has left it, and the same table with other secrets."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.pieces import deck, faces
from rondel.kernel import HOUSE, Row, Sitter, Viewer, observes
from rondel.kernel.replay import Step
from rondel.laws.draw import draw_options
from rondel.laws.law import Luck, Tally
from rondel.laws.walk import Sitting as Walk
from rondel.server.ids import new_code
from rondel.server.memory.cell import Cell
from rondel.server.node import Node
from rondel.server.ports import Place, Snapshot, StoredRow, TableRow
from rondel.server.sitting import TAIL, Ground, Passed, Sitting
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of

SEATS: Final = 6
_CODEC: Final = codec_of(CAMBIO)
_LONGEST: Final = 60


def account_of(seat: int) -> UUID:
    """The account of whoever sits in this seat, at every table of every server."""
    return UUID(int=(0xACC << 64) + seat)


class World:
    """A table of Cambio at one version of a walk: what is public of it, its luck, and the true State."""

    def __init__(self, table: LocalTable, sitters: Sequence[Sitter], step: Step[Any], access: Any) -> None:
        self.id = UUID(table._header.table)
        self.sitters = sitters
        self.version = step.row.version
        self.at = step.row.at
        self.true: Any = step.after
        self.steps = table.steps[: self.version]
        self.secret = table._secret
        self._table = table
        self._access = access
        self._code = new_code()

    def row(self) -> TableRow:
        """The table as a server has stored it."""
        outcome = CAMBIO.outcome(self.true)
        ended = "active" if outcome is None else "abandoned" if outcome.is_abandoned else "completed"
        return TableRow(
            id=self.id,
            game=CAMBIO.name,
            rules=CAMBIO.rules,
            options=bytes(self._table._header.options),
            seats=len(self.sitters),
            code=self._code,
            access=self._access,
            key="0" * 22 if self._access == "private" else None,
            host=account_of(0),
            commitment=bytes.fromhex(self._table._header.commitment),
            created_at=self.steps[0].row.at,
            status=ended,  # type: ignore[arg-type]  # one of the three
            version=self.version,
            to_act=tuple(sorted(CAMBIO.to_act(self.true))),
            header=self._table._lines[0],
            places=tuple(self._place(seat, who) for seat, who in enumerate(self.sitters)),
            ending=None if outcome is None else outcome.ending,
        )

    def _place(self, seat: int, who: Sitter) -> Place:
        is_bot = who.kind == "bot"
        return Place(
            UUID(int=(0x9A6E << 64) + seat),
            seat,
            None if is_bot else account_of(seat),
            f"Player {seat}",
            who.kind,
            who.level,
            is_ready=True,
        )

    def put(self, cell: Cell, node: Node, state: Any, retold: Sequence[Row], *, is_warm: bool) -> None:
        """Let a server have it in this State; cold, it must fold it from a snapshot first."""
        table = self.row()
        cell.tables[self.id] = table
        cell.secrets[self.id] = self.secret
        cell.rows[self.id] = [_stored(row) for row in retold]
        cell.snapshots[self.id] = [
            Snapshot(self.version, CAMBIO.rules, self.at, _CODEC.state_bytes(state), bytes(32))
        ]
        if is_warm:
            passed = [
                Passed(row, CAMBIO.to_act(step.after)) for row, step in zip(retold, self.steps, strict=True)
            ]
            tail = tuple(passed[-TAIL:])
            base = CAMBIO.to_act(self.steps[max(self.version - len(tail), 1) - 1].after)
            ground = Ground(CAMBIO, table, self.secret)
            node.live.put(Sitting(ground, self.version, self.at, bytes(32), state, tail, base))

    def rows(self) -> list[Row]:
        """What has happened."""
        return [step.row for step in self.steps]

    def rows_retold(self, viewer: Viewer) -> list[Row]:
        """What has happened, with other cards wherever the viewer was not told."""
        return [
            msgspec.structs.replace(
                row,
                events=tuple(
                    event if observes(viewer, CAMBIO.audience(event)) else _otherwise(event)
                    for event in row.events
                ),
            )
            for row in self.rows()
        ]


def draw_world(luck: Luck, number: int, *, is_private: bool = False, has_bot: bool = False) -> World:
    """A random reachable world, seldom one whose game is over; always with somebody at the table."""
    while True:
        walk = Walk(CAMBIO, luck, (), Tally(), is_bounded=True)
        options = draw_options(CAMBIO, luck)
        walk.sitters = [*walk.sitters, *[Sitter()] * options.seats][: options.seats]
        walk.sitters[0] = Sitter()
        if has_bot:
            walk.sitters[1] = Sitter("bot", "medium")
        walk.table = LocalTable.opened(
            CAMBIO,
            options,
            walk.sitters,
            table_id=str(UUID(int=(luck.below(1 << 62) << 64) + number)),
            secret=luck.below(1 << 62).to_bytes(32, "big"),
            nonces=[luck.below(1 << 32).to_bytes(16, "big") for _ in walk.sitters],
        )
        walk.walk(5 + luck.below(_LONGEST))
        step = luck.pick(walk.table.steps)
        is_late = step.after.phase == "final_round" or CAMBIO.outcome(step.after) is not None
        if step.row.undoes_to is None and (not is_late or luck.below(4) == 0):
            return World(walk.table, walk.sitters, step, "private" if is_private else "unlisted")


def _stored(row: Row) -> StoredRow:
    return StoredRow(
        row.version,
        UUID(int=row.version),
        None if row.actor is HOUSE else row.actor,
        row.rules,
        _CODEC.action_bytes(row.action),
        _CODEC.events_bytes(row.events),
        row.at,
        bytes(32),
    )


def _next_names() -> dict[Any, Any]:
    """Each card becomes the next one in the order of the book; the jokers change places."""
    suited = deck(0)
    return {**dict(zip(suited, (*suited[1:], suited[0]), strict=True)), "X1": "X2", "X2": "X1"}


_NAMES: Final[Mapping[str, str]] = _next_names()
_NEXT_FACE: Final[Mapping[tuple[str, Any], tuple[str, Any]]] = {
    (one.rank, one.suit): (other.rank, other.suit)
    for code, one in faces(0, 0, 0, "ten").items()
    if code in _NAMES
    for other in [faces(0, 0, 0, "ten")[_NAMES[code]]]
}


def _otherwise(event: Any) -> Any:
    return msgspec.convert(_renamed(msgspec.to_builtins(event)), type(event))


def _renamed(tree: Any) -> Any:
    if isinstance(tree, dict):
        told = {key: _renamed(part) for key, part in tree.items()}
        if "rank" in told and "suit" in told:
            told["rank"], told["suit"] = _NEXT_FACE[tree["rank"], tree["suit"]]
        return told
    if isinstance(tree, list | tuple):
        return [_renamed(part) for part in tree]
    return _NAMES.get(tree, tree) if isinstance(tree, str) else tree
