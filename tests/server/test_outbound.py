"""Outbound: the queue of one socket never grows past its limits, whatever is put into it."""

import asyncio
from typing import Any

import pytest

from rondel.server.api.outbound import Outbound
from tests.server.nodes import settle


class Wire:
    """Where frames are written; it can be stopped."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.written: list[Any] = []

    async def send(self, message: Any) -> None:
        await self.open.wait()
        self.written.append(message)


def outbound(wire: Wire, *, frames: int = 8, most_bytes: int = 1000) -> Outbound:
    return Outbound(wire.send, max_frames=frames, max_bytes=most_bytes, caught_up=lambda: None)


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

    await asyncio.wait_for(waiting, 1)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing


async def test_nobody_waits_for_room_at_a_socket_that_is_overrun() -> None:
    out = outbound(Wire())
    for _ in range(9):
        out.answer(b"ack")

    await asyncio.wait_for(out.room(), 1)

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

    await asyncio.wait_for(out.write(), 1)

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
    await asyncio.wait_for(writing, 1)

    assert [message.get("text") for message in wire.written] == ["ack", "view", None]
