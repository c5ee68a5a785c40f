"""Traces: the line of a move as spans, sent to a collector; nothing hidden in them, nobody waits for it."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any
from uuid import UUID

import msgspec
import pytest
import structlog

from rondel.server.runtime.logs import start_logging
from rondel.server.runtime.metrics import Metrics
from rondel.server.settings import SettingsError
from tests.server.collector import KEYS, NAMES, Collector, Taken, collecting
from tests.server.visitors import House, Visitor, open_house, settings

DRAW = {"type": "DRAW_CARD", "payload": {"source": "deck"}}


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with collecting(monkeypatch) as taking:
        yield taking


def swap(position: int) -> dict[str, Any]:
    return {"type": "SWAP_CARD", "payload": {"position": position}}


async def begun(house: House) -> tuple[Visitor, Visitor, str]:
    ada, ben = await house.visitor("Adalbertina"), await house.visitor("Bartholomew")
    table = await house.table(ada, ben, initialViewMs=60_000)
    for each in (ada, ben):
        answer = await each.act(table, {"type": "CONFIRM_INITIAL_VIEW", "payload": {}})
        assert answer.status_code == 200, answer.text
    return ada, ben, table


async def whose_turn(house: House, ada: Visitor, ben: Visitor, table: str) -> Visitor:
    (seat,) = (await house.cell.rooms.room(UUID(table)).current()).to_act
    return (ada, ben)[seat]


async def test_a_move_over_a_socket_is_one_trace_from_its_frame_to_its_delivery(collector: Collector) -> None:
    async with open_house(settings(traces=True, node="node-7")) as house:
        ada, ben, table = await begun(house)
        await asyncio.to_thread(collector.wait_for, "rondel.move", 2)
        mover = await whose_turn(house, ada, ben, table)
        async with mover.socket() as wire:
            version = (await wire.sit(table))["version"]
            by = "01890000-0000-7000-8000-000000000001"
            await wire.send(type="act", table=table, id=by, action=DRAW, expectedVersion=version)
            ack = await wire.until("ack", "nack")
            moves = await asyncio.to_thread(collector.wait_for, "rondel.move", 3)

    (move,) = [span for span in moves if span.facts["rondel.version"] == ack["version"]]
    steps = [span for span in collector.spans if span.parent == move.id]
    assert [span.name for span in steps] == [
        "rondel.queue",
        "rondel.decide",
        "rondel.append",
        "rondel.deliver",
    ]
    about = {"rondel.table": table, "rondel.game": "cambio", "rondel.version": ack["version"]}
    seen = {**about, "rondel.watchers": 1}
    queue, decide, append, deliver = (span.facts for span in steps)
    assert move.parent == b""
    assert move.facts == {**about, "rondel.outcome": "committed"}
    assert queue == {"rondel.table": table}
    assert decide == {**seen, "rondel.version": ack["version"] - 1}
    assert append == deliver == seen
    assert collector.resource["service.name"] == "rondel"
    assert collector.resource["service.instance.id"] == "node-7"


async def test_a_move_that_is_refused_or_sent_twice_says_so_and_not_why(collector: Collector) -> None:
    by = "01890000-0000-7000-8000-000000000002"
    async with open_house(settings(traces=True)) as house:
        ada, ben, table = await begun(house)
        mover = await whose_turn(house, ada, ben, table)
        other = ben if mover is ada else ada
        assert (await other.act(table, DRAW)).status_code != 200
        assert (await mover.act(table, DRAW, by=by)).status_code == 200
        assert (await mover.act(table, DRAW, by=by)).status_code == 200
        assert (await mover.act(table, {"type": "NO_SUCH", "payload": {}})).status_code != 200
        moves = await asyncio.to_thread(collector.wait_for, "rondel.move", 6)

    outcomes = [span.facts["rondel.outcome"] for span in moves[2:]]
    assert outcomes == ["refused", "committed", "repeated", "malformed"]
    assert {span.facts["rondel.game"] for span in moves} == {"cambio"}
    assert all(span.events == 0 and span.status == "" for span in collector.spans)


async def test_the_standard_variables_name_the_service(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", "club")
    async with open_house(settings(traces=True)) as house:
        await begun(house)
        await asyncio.to_thread(collector.wait_for, "rondel.move", 2)

    assert collector.resource["service.name"] == "club"


# Nothing hidden.


def without_ids(spans: list[Taken]) -> list[Any]:
    """What is said of each move and its steps, in order, the table's id aside."""
    return [
        (span.name, {key: value for key, value in span.facts.items() if key != "rondel.table"})
        for span in spans
    ]


async def test_two_worlds_with_other_cards_and_other_choices_have_the_same_spans(
    collector: Collector,
) -> None:
    """The deal differs, and so does the card that is swapped: the spans say nothing of either."""
    worlds: list[Any] = []
    async with open_house(settings(traces=True)) as house:
        for position in (0, 3):
            ada, ben, table = await begun(house)
            mover = await whose_turn(house, ada, ben, table)
            assert (await mover.act(table, DRAW)).status_code == 200
            assert (await mover.act(table, swap(position))).status_code == 200
            await asyncio.to_thread(collector.wait_for, "rondel.move", 4 * (len(worlds) + 1))
            spans = [span for span in collector.spans if span.facts["rondel.table"] == table]
            worlds.append(without_ids(spans))

    assert worlds[0] == worlds[1]


async def test_spans_have_listed_facts_alone_and_name_nobody(collector: Collector) -> None:
    async with open_house(settings(traces=True)) as house:
        ada, ben, table = await begun(house)
        mover = await whose_turn(house, ada, ben, table)
        await mover.act(table, DRAW)
        await asyncio.to_thread(collector.wait_for, "rondel.move", 3)
        cookies = [str(value) for each in (ada, ben) for value in each.http.cookies.values()]
        accounts = [(await each.get("/api/me"))["id"] for each in (ada, ben)]

    assert {span.name for span in collector.spans} <= NAMES
    for span in collector.spans:
        assert span.facts.keys() <= KEYS
        for word in ("Adalbertina", "Bartholomew", "DRAW", "CONFIRM", "127.0.0.1", *cookies, *accounts):
            assert word not in span.text


async def test_a_fact_that_is_not_listed_cannot_be_noted(collector: Collector) -> None:
    from rondel.server.adapters.otel import OtelTraces

    traces = OtelTraces("node", Metrics())
    with traces.span("rondel.move"), pytest.raises(KeyError):
        traces.note(card="K♥")  # type: ignore[call-arg]
    await traces.close()


# Nobody waits for a collector.


@pytest.fixture
def log() -> Iterator[StringIO]:
    lines = StringIO()
    start_logging("info", lines)
    yield lines
    structlog.reset_defaults()


def events(log: StringIO) -> list[str]:
    return [msgspec.json.decode(line)["event"] for line in log.getvalue().splitlines()]


async def test_a_collector_that_is_down_costs_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, log: StringIO
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "0.2")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
    async with open_house(settings(traces=True)) as house:
        await begun(house)
        async with asyncio.timeout(30):
            while "traces.lost" not in events(log):
                await asyncio.sleep(0.02)
        await begun(house)
        metrics = house.node.metrics.text().decode()

    assert events(log).count("traces.lost") == 1
    assert 'rondel_reachable{what="traces"} 0.0' in metrics
    assert [event for event in events(log) if "opentelemetry" in event] == []


async def test_a_collector_that_never_answers_holds_up_no_move_and_no_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
        async with open_house(settings(traces=True)) as house:
            await begun(house)
            connection, _ = await asyncio.wait_for(asyncio.get_running_loop().sock_accept(silent), 30)
            await begun(house)
        connection.close()


# Without it.


async def test_without_the_extra_the_setting_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "rondel.server.adapters.otel", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)

    with pytest.raises(SettingsError, match=r"rondel\[otel\]"):
        async with open_house(settings(traces=True)):
            pass


def test_a_server_without_traces_imports_neither_sdk_nor_exporter() -> None:
    """The Redis client looks for the package by itself; tracing and sending are ours."""
    code = "import sys, rondel.server.startup.app; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    ours = ("rondel.server.adapters.otel", "opentelemetry.sdk.trace", "opentelemetry.exporter")
    assert [name for name in found.stdout.split() if name.startswith(ours)] == []
