"""What the database, the nodes and the clients say afterwards, and whether it is the same."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import msgspec

from rondel.client import Http
from rondel.kernel import HOUSE
from rondel.kernel.digest import first_digest, next_digest
from rondel.server.ports.journal import NO_HEAD
from rondel.server.record.rows import check
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from tests.faults.fleet import ServerNode
from tests.faults.players import Ledger, Seat


@dataclass
class Verdict:
    """The counts of the last line, and a sentence for each fault."""

    acks: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    forfeited: int = 0
    views: int = 0
    chains: int = 0
    broken: int = 0
    digests: int = 0
    records: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return self.acks > 0 and not self.faults

    def line(self) -> str:
        return (
            f"acks {self.acks} lost {self.lost} doubled {self.doubled} gaps {self.gaps} "
            f"forfeited-by-fault {self.forfeited}"
        )


async def judge(
    url: str, nodes: Sequence[ServerNode], ledger: Ledger, seats: Mapping[str, Sequence[Seat]]
) -> Verdict:
    verdict = await judge_database(url, ledger)
    await judge_nodes(nodes, seats, verdict)
    return verdict


async def judge_database(url: str, ledger: Ledger, *, left: Collection[str] = ()) -> Verdict:
    """Whether the journal has what was acknowledged, and chains are whole; at `left` nobody is to stay.

    A node of this database has to run: it brings up the record.
    """
    verdict = Verdict()
    connection = await asyncpg.connect(url)
    try:
        await _acks(connection, ledger, verdict)
        await _gaps(connection, verdict)
        await _forfeits(connection, verdict, left)
        await _digests(connection, verdict)
    finally:
        await connection.close()
    await _records(url, verdict)
    return verdict


async def judge_nodes(
    nodes: Sequence[ServerNode], seats: Mapping[str, Sequence[Seat]], verdict: Verdict
) -> None:
    """Whether every tab and every node show the same."""
    await _views(nodes, seats, verdict)
    await _transcripts(nodes, seats, verdict)


async def _records(url: str, verdict: Verdict) -> None:
    """The record of every table is brought up by whichever node lives, and is what the journal implies."""
    async with open_node(Settings(database_url=url, node="judge")) as (cells, _):
        cell = cells.home
        sources, projection = cell.projector.sources, cell.projection
        tables = await projection.recorded(sources.recorded_games(), after=None, limit=10_000)
        late = list(tables)
        for _ in range(100):
            versions = await projection.versions(tables)
            heads = (await cell.journal.heads(dict.fromkeys(tables, NO_HEAD))).tables
            late = [table for table in tables if versions.get(table, 0) < heads[table][0]]
            if not late:
                break
            await asyncio.sleep(0.2)
        verdict.faults += [f"record of {table} is behind" for table in late]
        for table in tables:
            verdict.faults += [
                f"record of {table}: {line}" for line in await check(sources, projection, table)
            ]
        verdict.records = len(tables)


async def _acks(connection: Any, ledger: Ledger, verdict: Verdict) -> None:
    rows = await connection.fetch("SELECT table_id::text, action_id::text, version FROM journal")
    stored = {(row["table_id"], row["action_id"]): row["version"] for row in rows}
    verdict.acks = len(ledger.acks)
    for key, versions in ledger.acks.items():
        if key not in stored:
            verdict.lost += 1
            verdict.faults.append(f"lost: {key} was acknowledged at {versions}")
        elif versions != {stored[key]}:
            verdict.doubled += 1
            verdict.faults.append(f"doubled: {key} was acknowledged at {versions}, stored at {stored[key]}")


async def _gaps(connection: Any, verdict: Verdict) -> None:
    rows = await connection.fetch(
        "SELECT s.id::text, s.version, count(j.version) AS kept, coalesce(max(j.version), 0) AS head,"
        " count(DISTINCT j.action_id) AS ids"
        " FROM game_session s LEFT JOIN journal j ON j.table_id = s.id GROUP BY s.id"
    )
    for row in rows:
        if len({row["version"], row["kept"], row["head"], row["ids"]}) != 1:
            verdict.gaps += 1
            verdict.faults.append(f"gap: {dict(row)}")


async def _forfeits(connection: Any, verdict: Verdict, left: Collection[str]) -> None:
    """No player left, so each declared absence is the server's mistake."""
    rows = await connection.fetch(
        "SELECT table_id::text, version, convert_from(events, 'UTF8') AS events FROM journal"
        " WHERE position('CONNECTION_CHANGED'::bytea in events) > 0"
    )
    for row in rows:
        if row["table_id"] in left:
            continue
        for event in msgspec.json.decode(row["events"]):
            if event["type"] == "CONNECTION_CHANGED" and not event["payload"]["connected"]:
                verdict.forfeited += 1
                verdict.faults.append(f"absent by fault: {row['table_id']} version {row['version']}")


async def _digests(connection: Any, verdict: Verdict) -> None:
    """The chain of every table, computed again from the bytes as they are stored."""
    tables = await connection.fetch("SELECT id, header FROM game_session WHERE header IS NOT NULL")
    for table in tables:
        verdict.chains += 1
        digest = first_digest(table["header"])
        rows = await connection.fetch(
            "SELECT * FROM journal WHERE table_id = $1 ORDER BY version", table["id"]
        )
        for row in rows:
            actor = HOUSE if row["seat"] is None else row["seat"]
            digest = next_digest(
                digest,
                row["version"],
                row["at"],
                actor,
                row["rules"],
                row["action"],
                row["events"],
                row["draws"],
            )
            verdict.digests += 1
            if digest != row["digest"]:
                verdict.broken += 1
                verdict.faults.append(f"digest: {table['id']} version {row['version']}")
                break  # from here on every one is another


async def _views(nodes: Sequence[ServerNode], seats: Mapping[str, Sequence[Seat]], verdict: Verdict) -> None:
    """Every tab shows what a fresh View says, at every node, byte for byte."""
    for table, on_listening in seats.items():
        for seat in on_listening:
            for view in seat.views:
                fresh = await _settled(nodes, table, seat, view)
                verdict.views += 1
                for response in fresh:
                    if _bytes(response["view"], response["legal"]) != _bytes(view.view, view.legal):
                        verdict.faults.append(f"view: {table} seat {view.seat} version {view.version}")


async def _settled(
    nodes: Sequence[ServerNode], table: str, seat: Seat, view: Any
) -> Sequence[dict[str, Any]]:
    """Fresh Views from all nodes, once the tab has the same version: a table may still move by itself."""
    fresh: list[dict[str, Any]] = []
    for _ in range(100):
        fresh = [
            (await Http(node.url, seat.player.token).ask("GET", f"/api/tables/{table}/view")).json()
            for node in nodes
        ]
        if {response["version"] for response in fresh} == {view.version}:
            return fresh
        await asyncio.sleep(0.1)
    return fresh


async def _transcripts(
    nodes: Sequence[ServerNode], seats: Mapping[str, Sequence[Seat]], verdict: Verdict
) -> None:
    """Finished tables: every node gives the same proof."""
    for table, on_listening in seats.items():
        answers = [
            await Http(node.url, on_listening[0].player.token).ask("GET", f"/api/tables/{table}/transcript")
            for node in nodes
        ]
        if len({(answer.status, answer.content) for answer in answers if answer.status == 200}) > 1:
            verdict.faults.append(f"transcript: the nodes disagree on {table}")


def _bytes(*parts: Any) -> bytes:
    return msgspec.json.encode(parts)
