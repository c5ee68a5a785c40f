"""Outbound: the queue of one socket never grows past its limits, whatever is put into it."""

import asyncio
from typing import Any

import pytest

from rondel.server.api.outbound import Outbound


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
