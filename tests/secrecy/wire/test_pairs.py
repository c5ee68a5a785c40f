"""Two worlds through real sockets: nobody can tell them apart; and whoever could would be caught."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.laws.walk import Seeded
from rondel.server.api.errors import Answer, answer_to
from rondel.server.flows import past, watch
from rondel.server.flows.watch import Viewing, observations, view_frame
from rondel.server.node import Node
from rondel.wire.codec import codec_of
from tests.secrecy.wire.doors import Side, two_sides
from tests.secrecy.wire.pair import LONG, OBSERVERS, Leak, Observer, run_pair

Patch = Callable[[pytest.MonkeyPatch], None]


async def test_34_to_45_ten_pairs_of_worlds_are_served_alike() -> None:
    async with two_sides() as sides:
        rans = [await run_pair(sides, Seeded(f"wire ci {number}"), number) for number in range(10)]

    assert {ran.observer for ran in rans} == set(OBSERVERS)
    assert sum(ran.messages for ran in rans) > 500
    assert sum(ran.actions >= LONG for ran in rans) >= 5


def everywhere(patch: pytest.MonkeyPatch, right: Callable[..., Any], leaky: Callable[..., Any]) -> None:
    """Wherever in the server that function is known, another one is in its place."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rondel.server") and getattr(module, right.__name__, None) is right:
            patch.setattr(module, right.__name__, leaky)


def spectators_see_seat_0(patch: pytest.MonkeyPatch) -> None:
    def leaky(node: Node, sitting: Sitting, viewing: Viewing) -> bytes:
        return view_frame(node, sitting, Viewing(0) if viewing.seat is None else viewing)

    everywhere(patch, view_frame, leaky)


def nacks_name_the_next_card(patch: pytest.MonkeyPatch) -> None:
    def leaky(error: Exception, node: Node, table: Any) -> Answer:
        answer = answer_to(error, node, table)
        sitting = None if table is None else node.rooms.known(table)
        if sitting is None or not sitting.state.draw_pile:
            return answer
        because = f"{answer.told.because} {sitting.state.draw_pile[0]}"
        return msgspec.structs.replace(answer, told=msgspec.structs.replace(answer.told, because=because))

    everywhere(patch, answer_to, leaky)


def the_log_tells_everything(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, row: Any, _viewer: Any) -> Sequence[msgspec.Raw]:
        codec = codec_of(sitting.game)
        return [msgspec.Raw(codec.observation(event, row.version, row.at)) for event in row.events]

    everywhere(patch, observations, leaky)


def the_past_is_seat_0s(patch: pytest.MonkeyPatch) -> None:
    right = past._shown
    patch.setattr(past, "_shown", lambda game, state, eyes: right(game, state, 0 if eyes is None else eyes))


def the_past_is_open_to_whoever_asks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(past, "_may", lambda _sitting, _seat: (None, 0, 1, "all"))


def steps_tell_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(watch, "observes", lambda _viewer, _audience: True)


def a_resume_tells_everything(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, row: Any, _viewer: Any) -> Sequence[msgspec.Raw]:
        return [told for viewer in (0, 1) for told in observations(sitting, row, viewer)]

    everywhere(patch, observations, leaky)


def a_frame_is_as_long_as_the_next_card(patch: pytest.MonkeyPatch) -> None:
    def leaky(node: Node, sitting: Sitting, viewing: Viewing) -> bytes:
        pile = sitting.state.draw_pile
        return view_frame(node, sitting, viewing) + b" " * (sum(pile[0].encode()) if pile else 0)

    everywhere(patch, view_frame, leaky)


def bots_are_given_the_state(patch: pytest.MonkeyPatch) -> None:
    def leaky(sitting: Sitting, viewing: Viewing) -> Any:
        if not viewing.is_bot:
            return msgspec.UNSET
        return msgspec.Raw(codec_of(CAMBIO).noun_bytes(sitting.state))

    patch.setattr(watch, "_known", leaky)


PLANTED: list[tuple[Patch, Observer]] = [
    (spectators_see_seat_0, "spectator"),
    (nacks_name_the_next_card, "seat"),
    (nacks_name_the_next_card, "stranger"),
    (the_log_tells_everything, "seat"),
    (the_past_is_seat_0s, "spectator"),
    (the_past_is_open_to_whoever_asks, "spectator"),
    (steps_tell_everything, "spectator"),
    (a_resume_tells_everything, "spectator"),
    (a_frame_is_as_long_as_the_next_card, "seat"),
    (bots_are_given_the_state, "bot"),
]


async def run_pairs(sides: tuple[Side, Side], pairs: int, observer: Observer) -> None:
    for number in range(pairs):
        await run_pair(sides, Seeded(f"wire planted {number}"), number, only=observer)


@pytest.mark.parametrize(("plant", "observer"), PLANTED, ids=[f"{p.__name__}-{o}" for p, o in PLANTED])
async def test_a_leak_that_is_planted_in_the_server_is_caught(
    plant: Patch, observer: Observer, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    async with two_sides() as sides:
        with pytest.raises(Leak):
            await run_pairs(sides, 30, observer)
