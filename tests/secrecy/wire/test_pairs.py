"""Two worlds through real sockets: nobody can tell them apart; and whoever could would be caught."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from rondel.kernel import AnyGame, HiddenForms
from rondel.laws.walk import Seeded
from rondel.server.api.context.errors import Answer, answer_to
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.flows.play import calls, past, turn_history
from rondel.server.record import replay
from rondel.server.rooms import frames
from rondel.server.rooms.frames import FrameViewer, documented_frame, observations, view_frame
from rondel.server.rooms.position import Position
from rondel.table.beats import RowInside, beats_of
from rondel.wire import padding
from rondel.wire.codec import codec_of
from rondel.wire.padding import LongestForms
from rondel.wire.protocol import EventScene
from tests.secrecy.wire.doors import Side, two_sides
from tests.secrecy.wire.games import OF_THE_KIT, SERVED, Observer
from tests.secrecy.wire.pair import Leak, run_pair

Patch = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.parametrize("pairs", [5, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sorted(SERVED.keys() - OF_THE_KIT.keys()))
async def test_34_to_45_pairs_of_worlds_are_served_alike(name: str, pairs: int) -> None:
    served = SERVED[name]
    async with two_sides() as sides:
        rans = [await run_pair(sides, served, Seeded(f"wire ci {number}"), number) for number in range(pairs)]

    assert {ran.observer for ran in rans} == set(served.observers)
    assert sum(ran.messages for ran in rans) > 50 * pairs
    assert sum(ran.actions for ran in rans) > 10 * pairs
    assert sum(ran.documented for ran in rans) > 10 * pairs
    assert sum(ran.patched for ran in rans) > 2 * pairs
    assert (sum(ran.calls for ran in rans) > pairs) == (name == "cambio")


@pytest.mark.parametrize("pairs", [1, pytest.param(25, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", sorted(OF_THE_KIT))
async def test_scenes_and_beats_of_two_worlds_are_alike(name: str, pairs: int) -> None:
    """The short form has one observer: `python -m tests.secrecy.wire --game NAME` has them all."""
    async with two_sides() as sides:
        rans = [await run_pair(sides, SERVED[name], Seeded(f"kit ci {n}"), n) for n in range(pairs)]

    assert sum(ran.messages for ran in rans) > 30 * pairs


def everywhere(patch: pytest.MonkeyPatch, right: Callable[..., Any], leaky: Callable[..., Any]) -> None:
    """Wherever in the server that function is known, another one is in its place."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rondel.server") and getattr(module, right.__name__, None) is right:
            patch.setattr(module, right.__name__, leaky)


def spectators_see_seat_0(patch: pytest.MonkeyPatch) -> None:
    def leaky(position: Position, viewing: FrameViewer, **when: int) -> bytes:
        return view_frame(position, FrameViewer(0) if viewing.seat is None else viewing, **when)

    everywhere(patch, view_frame, leaky)


def nacks_name_the_next_card(patch: pytest.MonkeyPatch) -> None:
    def leaky(error: Exception, cells: Cells, table: Any) -> Answer:
        answer = answer_to(error, cells, table)
        position = None if table is None else cells.at(table).rooms.known(table)
        if position is None or not position.state.draw_pile:
            return answer
        message = f"{answer.body.message} {position.state.draw_pile[0]}"
        return msgspec.structs.replace(answer, body=msgspec.structs.replace(answer.body, message=message))

    everywhere(patch, answer_to, leaky)


def the_log_tells_everything(patch: pytest.MonkeyPatch) -> None:
    def leaky(game: AnyGame, row: Any, _viewer: Any) -> Sequence[msgspec.Raw]:
        codec = codec_of(game)
        return [msgspec.Raw(codec.observation(event, row.version, row.at)) for event in row.events]

    everywhere(patch, observations, leaky)


def the_past_is_seat_0s(patch: pytest.MonkeyPatch) -> None:
    right = replay.shown_to
    patch.setattr(
        replay,
        "shown_to",
        lambda game, state, perspective: right(game, state, 0 if perspective is None else perspective),
    )


def the_past_is_open_to_whoever_asks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(past, "_may", lambda _position, _seat: (None, 0, 1, "all"))


def histories_are_seat_0s(patch: pytest.MonkeyPatch) -> None:
    right = replay.shown_to
    patch.setattr(turn_history, "shown_to", lambda game, state, _: right(game, state, 0))


def steps_tell_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frames, "observes", lambda _viewer, _audience: True)


def a_resume_tells_everything(patch: pytest.MonkeyPatch) -> None:
    def leaky(game: AnyGame, row: Any, _viewer: Any) -> Sequence[msgspec.Raw]:
        return [raw for viewer in (0, 1) for raw in observations(game, row, viewer)]

    everywhere(patch, observations, leaky)


def a_frame_is_as_long_as_the_next_card(patch: pytest.MonkeyPatch) -> None:
    def leaky(position: Position, viewing: FrameViewer, **when: int) -> bytes:
        pile = position.state.draw_pile
        return view_frame(position, viewing, **when) + b" " * (sum(pile[0].encode()) if pile else 0)

    everywhere(patch, view_frame, leaky)


def bots_are_given_the_state(patch: pytest.MonkeyPatch) -> None:
    def leaky(position: Position, viewing: FrameViewer) -> Any:
        if not viewing.is_bot:
            return msgspec.UNSET
        return msgspec.Raw(codec_of(position.game).noun_bytes(position.state))

    patch.setattr(frames, "_known", leaky)


def documented_frames_keep_the_codes_of_cards(patch: pytest.MonkeyPatch) -> None:
    def leaky(position: Position, frame: bytes) -> bytes:
        message = msgspec.json.decode(documented_frame(position, frame))
        for player, stored in zip(
            (message.get("view") or {}).get("players", ()), position.state.players, strict=False
        ):
            for card in player["cards"]:
                card["code"] = stored.slots[card["position"]]
        return msgspec.json.encode(message)

    everywhere(patch, documented_frame, leaky)


def calls_name_the_next_card(patch: pytest.MonkeyPatch) -> None:
    right = calls._answer

    async def leaky(cell: Cell, found: Any, played: Any, seat: Any) -> dict[str, Any]:
        return {**await right(cell, found, played, seat), "next": played.position.state.draw_pile[:1]}

    patch.setattr(calls, "_answer", leaky)


def scenes_are_drawn_for_seat_0(patch: pytest.MonkeyPatch) -> None:
    def leaky(position: Position, viewing: FrameViewer, **when: int) -> bytes:
        message = msgspec.json.decode(view_frame(position, viewing, **when))
        message["scene"] = msgspec.json.decode(view_frame(position, FrameViewer(0), **when))["scene"]
        return msgspec.json.encode(message)

    everywhere(patch, view_frame, leaky)


def beats_are_those_of_seat_0(patch: pytest.MonkeyPatch) -> None:
    def leaky(inside: RowInside, _viewer: Any, *scenes: Any) -> tuple[EventScene, ...]:
        return beats_of(inside, 0, *scenes)

    patch.setattr(frames, "beats_of", leaky)


def patches_lead_to_what_seat_0_is_shown(patch: pytest.MonkeyPatch) -> None:
    right = frames._patched_or_whole

    def leaky(position: Position, viewing: FrameViewer, step: Any, before: Any) -> bytes:
        is_patched = before is not None and viewing.seat is None
        return right(position, FrameViewer(0) if is_patched else viewing, step, before)

    patch.setattr(frames, "_patched_or_whole", leaky)


def a_patch_is_as_long_as_the_next_card(patch: pytest.MonkeyPatch) -> None:
    right = frames._patched_or_whole

    def leaky(position: Position, viewing: FrameViewer, step: Any, before: Any) -> bytes:
        frame, pile = right(position, viewing, step, before), position.state.draw_pile
        return frame + b" " * (sum(pile[0].encode()) if pile and before is not None else 0)

    patch.setattr(frames, "_patched_or_whole", leaky)


def frames_are_as_long_as_their_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(padding, "longest_forms", lambda _: LongestForms(HiddenForms()))


PLANTED: list[tuple[Patch, str, Observer]] = [
    (spectators_see_seat_0, "cambio", "spectator"),
    (nacks_name_the_next_card, "cambio", "seat"),
    (nacks_name_the_next_card, "cambio", "stranger"),
    (the_log_tells_everything, "cambio", "seat"),
    (the_past_is_seat_0s, "cambio", "spectator"),
    (the_past_is_open_to_whoever_asks, "cambio", "spectator"),
    (histories_are_seat_0s, "imperial", "spectator"),
    (steps_tell_everything, "cambio", "spectator"),
    (a_resume_tells_everything, "cambio", "spectator"),
    (a_frame_is_as_long_as_the_next_card, "cambio", "seat"),
    (patches_lead_to_what_seat_0_is_shown, "cambio", "spectator"),
    (a_patch_is_as_long_as_the_next_card, "cambio", "seat"),
    (frames_are_as_long_as_their_cards, "cambio", "spectator"),
    (frames_are_as_long_as_their_cards, "imperial", "seat"),
    (bots_are_given_the_state, "cambio", "bot"),
    (documented_frames_keep_the_codes_of_cards, "cambio", "seat"),
    (documented_frames_keep_the_codes_of_cards, "cambio", "spectator"),
    (calls_name_the_next_card, "cambio", "seat"),
    (nacks_name_the_next_card, "decks", "seat"),
    (the_log_tells_everything, "decks", "seat"),
    (a_resume_tells_everything, "decks", "spectator"),
    (steps_tell_everything, "decks", "spectator"),
    (the_log_tells_everything, "imperial", "seat"),
    (a_resume_tells_everything, "imperial", "spectator"),
    (bots_are_given_the_state, "imperial", "bot"),
    (scenes_are_drawn_for_seat_0, "bramble", "spectator"),
    (beats_are_those_of_seat_0, "bramble", "spectator"),
    (patches_lead_to_what_seat_0_is_shown, "bramble", "spectator"),
]


async def run_pairs(sides: tuple[Side, Side], pairs: int, name: str, observer: Observer) -> None:
    for number in range(pairs):
        await run_pair(sides, SERVED[name], Seeded(f"wire planted {number}"), number, only=observer)


@pytest.mark.drawn(1 / 3)
@pytest.mark.parametrize(
    ("plant", "name", "observer"), PLANTED, ids=[f"{p.__name__}-{name}-{o}" for p, name, o in PLANTED]
)
async def test_a_leak_that_is_planted_in_the_server_is_caught(
    plant: Patch, name: str, observer: Observer, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    async with two_sides() as sides:
        with pytest.raises(Leak):
            await run_pairs(sides, 30, name, observer)


@pytest.mark.long
async def test_a_spectator_who_is_shown_the_selection_of_a_planner_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Long, message seldom is anything selected."""
    spectators_see_seat_0(monkeypatch)
    async with two_sides() as sides:
        with pytest.raises(Leak):
            await run_pairs(sides, 30, "decks", "spectator")
