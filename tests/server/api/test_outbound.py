"""Outbound: the queue of one socket never grows past its limits, whatever is put into it."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from rondel.server.api.context.outbound import FAULT, Outbound, OutgoingConnection, TurnEnd
from tests.server.nodes import settle


class Wire:
    """Where frames are written; it can be stopped."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.written: list[Any] = []

    async def send(self, message: Any) -> None:
        await self.open.wait()
        self.written.append(message)


def outbound(
    wire: Wire,
    *,
    frames: int = 8,
    most_bytes: int = 1000,
    line: OutgoingConnection | None = None,
    turn_end: TurnEnd | None = None,
) -> Outbound:
    return Outbound(
        wire.send,
        max_frames=frames,
        max_bytes=most_bytes,
        caught_up=lambda: None,
        line=line,
        turn_end=turn_end,
    )


async def test_answers_to_a_socket_that_does_not_read_are_bounded_and_it_is_overrun() -> None:
    out = outbound(Wire())

    for _ in range(200_000):
        out.answer(b"pong")

    assert len(out) <= 8
    assert out.is_overrun
    assert out.is_closing


async def test_large_answers_count_by_their_bytes() -> None:
    out = outbound(Wire())

    for _ in range(3):
        out.answer(b"x" * 400)

    assert out.is_overrun


async def test_answers_displace_what_may_be_dropped_before_the_socket_is_overrun() -> None:
    wire = Wire()
    out = outbound(wire)
    for _ in range(6):
        out.push(b"step")

    for _ in range(3):
        out.answer(b"ack")

    assert not out.is_overrun
    assert (len(out), out.is_lagging) == (3, True)


async def test_whoever_answers_waits_until_there_is_room() -> None:
    wire = Wire()
    out = outbound(wire)
    for _ in range(8):
        out.answer(b"ack")
    waiting = asyncio.create_task(out.room())
    writing = asyncio.create_task(out.write())
    await asyncio.sleep(0)
    assert not waiting.done()

    wire.open.set()

    await asyncio.wait_for(waiting, 30)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing


async def test_nobody_waits_for_room_at_a_socket_that_is_overrun() -> None:
    out = outbound(Wire())
    for _ in range(9):
        out.answer(b"ack")

    await asyncio.wait_for(out.room(), 30)

    out.push(b"step")
    assert len(out) == 0


async def test_a_lagging_socket_drops_what_comes_again_and_no_answer() -> None:
    """Answers from before it lags, from the moment it does and from while it does are written, in order."""
    wire = Wire()
    out = outbound(wire, frames=4)
    for frame in (b"ack 1", b"ack 2"):
        out.answer(frame)
    for _ in range(3):
        out.push(b"step")
    assert out.is_lagging
    out.push(b"step")
    out.answer(b"ack 3")
    out.close(1000, "the end")
    wire.open.set()

    await asyncio.wait_for(out.write(), 30)

    assert [message.get("text") for message in wire.written] == ["ack 1", "ack 2", "ack 3", None]


async def test_a_socket_that_lagged_is_brought_up_to_date_when_all_is_written() -> None:
    wire = Wire()
    out = Outbound(wire.send, max_frames=2, max_bytes=1000, caught_up=lambda: out.push(b"view"))
    out.answer(b"ack")
    for _ in range(2):
        out.push(b"step")
    writing = asyncio.create_task(out.write())
    wire.open.set()

    await settle()
    out.close(1000, "the end")
    await asyncio.wait_for(writing, 30)

    assert [message.get("text") for message in wire.written] == ["ack", "view", None]


class FreeLine:
    """A connection that takes frames at once, or not at all."""

    def __init__(self) -> None:
        self.is_reading = True
        self.written: list[list[bytes]] = []

    def write(self, frames: Sequence[bytes]) -> bool:
        if self.is_reading:
            self.written.append(list(frames))
        return self.is_reading


async def test_what_is_queued_in_one_turn_of_the_loop_is_written_together() -> None:
    wire, line = Wire(), FreeLine()
    out = outbound(wire, line=line)
    writing = asyncio.create_task(out.write())
    await settle()

    out.answer(b"ack")
    out.push(b"step 2")
    out.push(b"step 3")
    await settle()
    out.push(b"step 4")
    await settle()

    assert line.written == [[b"ack", b"step 2", b"step 3"], [b"step 4"]]
    assert len(out) == 0
    writing.cancel()


async def test_frames_stay_in_order_when_the_line_is_not_free_for_a_while() -> None:
    """What the writer's task has in hand comes before what is queued once the client reads again."""
    wire, line = Wire(), FreeLine()
    out = outbound(wire, line=line)
    writing = asyncio.create_task(out.write())
    await settle()

    line.is_reading = False
    out.push(b"step 1")
    await settle()
    line.is_reading = True
    out.push(b"step 2")
    await settle()
    assert line.written == []
    wire.open.set()
    await settle()
    out.push(b"step 3")
    await settle()

    assert [message["text"] for message in wire.written] == ["step 1", "step 2"]
    assert line.written == [[b"step 3"]]
    writing.cancel()


async def test_a_line_that_is_lost_before_the_turn_ends_leaves_its_frames_to_the_writer() -> None:
    wire, line = Wire(), FreeLine()
    out = outbound(wire, line=line)
    writing = asyncio.create_task(out.write())
    wire.open.set()
    await settle()

    out.push(b"step 1")
    line.is_reading = False
    await settle()

    assert (line.written, [message["text"] for message in wire.written]) == ([], ["step 1"])
    writing.cancel()


async def test_a_burst_past_the_limit_in_one_turn_is_dropped_and_caught_up() -> None:
    wire, line = Wire(), FreeLine()
    out = Outbound(wire.send, max_frames=2, max_bytes=1000, caught_up=lambda: out.push(b"view"), line=line)
    writing = asyncio.create_task(out.write())
    wire.open.set()
    await settle()

    out.answer(b"ack")
    for _ in range(3):
        out.push(b"step")
    await settle()

    assert [message["text"] for message in wire.written] == ["ack", "view"]
    assert line.written == []
    writing.cancel()


async def test_a_close_comes_after_what_was_queued_in_the_same_turn() -> None:
    wire, line = Wire(), FreeLine()
    out = outbound(wire, line=line)
    writing = asyncio.create_task(out.write())
    wire.open.set()
    await settle()

    out.answer(b"nack")
    out.close(1008, "unreadable")
    await asyncio.wait_for(writing, 30)

    assert [message.get("text") for message in wire.written] == ["nack", None]
    assert line.written == []


class BrokenLine:
    """A connection whose transport fails."""

    def write(self, frames: Sequence[bytes]) -> bool:
        raise RuntimeError(f"{len(frames)} frames")


async def test_a_socket_that_cannot_be_written_is_closed_and_others_of_the_same_turn_are_written() -> None:
    turn_end = TurnEnd()
    lines: list[OutgoingConnection] = [FreeLine(), BrokenLine(), FreeLine()]
    wires = [Wire() for _ in lines]
    outs = [outbound(wire, line=line, turn_end=turn_end) for wire, line in zip(wires, lines, strict=True)]
    writing = [asyncio.create_task(out.write()) for out in outs]
    for wire in wires:
        wire.open.set()
    await settle()

    for out in outs:
        out.push(b"step")
    await asyncio.wait_for(writing[1], 30)

    assert [line.written for line in lines if isinstance(line, FreeLine)] == [[[b"step"]], [[b"step"]]]
    last = wires[1].written[-1]
    assert (last["type"], last["code"]) == ("websocket.close", FAULT)
    for task in writing:
        task.cancel()


async def test_who_waits_for_room_goes_on_when_the_turn_was_written() -> None:
    wire, line = Wire(), FreeLine()
    out = outbound(wire, frames=2, line=line)
    writing = asyncio.create_task(out.write())
    await settle()

    out.answer(b"ack 1")
    out.answer(b"ack 2")
    await asyncio.wait_for(out.room(), 30)

    assert line.written == [[b"ack 1", b"ack 2"]]
    writing.cancel()
