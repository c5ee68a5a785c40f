"""The games kept beside this file: one for each Ending and each power, and for what goes wrong easily."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    GiveCard,
    PassSnap,
    SetConnected,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import POWER_OF, RANK_OF, PowerType, Slot
from rondel.games.cambio.state import State
from rondel.kernel import HOUSE, Actor, Ms, Refusal, Row, Seat, SeatSpec
from rondel.table.local import LocalTable

HUMAN = SeatSpec()
BOT = SeatSpec("bot", "medium")
BEGIN: Ms = 1_700_000_000_000


class Scene:
    """A table with fixed luck, and a clock that moves a second with each action."""

    def __init__(self, name: str, seat_specs: Sequence[SeatSpec], options: Options, number: int) -> None:
        self.now = BEGIN
        self.table = LocalTable.opened(
            CAMBIO,
            options,
            seat_specs,
            table_id=f"cambio-{name}",
            secret=hashlib.sha256(f"{name} {number}".encode()).digest(),
            nonces=[
                bytes([seat] * 16) if who.kind == "human" else b"" for seat, who in enumerate(seat_specs)
            ],
        )
        self.table.play(HOUSE, CAMBIO.begin, self.now)

    @property
    def state(self) -> State:
        state = self.table.state
        assert isinstance(state, State)
        return state

    @property
    def current(self) -> Seat:
        seat = self.state.current_turn_seat
        assert seat is not None
        return seat

    def play(self, actor: Actor, action: Action) -> Row:
        self.now += 1000
        return self.table.play(actor, action, self.now)

    def refused(self, actor: Actor, action: Action, code: str) -> None:
        """The rules say no, and the journal does not grow."""
        version = self.table.version
        try:
            self.play(actor, action)
        except Refusal as refusal:
            assert (refusal.code, self.table.version) == (code, version)  # noqa: PT017 - part of the story
        else:
            raise AssertionError(f"{action} was accepted")

    def wait(self, span_ms: Ms) -> None:
        """Let time pass; the house is punctual."""
        end = self.now + span_ms
        while (due := CAMBIO.deadline(self.state)) is not None and due.at_ms <= end:
            self.table.fire_due(due.at_ms)
        self.now = end

    def confirm(self) -> None:
        for seat in sorted(CAMBIO.to_act(self.state)):
            self.play(seat, ConfirmInitialView())

    def set_connected(self, seat: Seat, connected: bool) -> None:
        self.play(HOUSE, SetConnected(seat, connected))

    def draw_and_discard(self) -> None:
        seat = self.current
        self.play(seat, DrawCard("deck"))
        self.play(seat, DiscardCard())

    def swap_turn(self, position: int = 0) -> None:
        seat = self.current
        self.play(seat, DrawCard("deck"))
        self.play(seat, SwapCard(position))

    def finish(self) -> None:
        """Whoever is to move calls; the others swap their last card; nobody snaps."""
        self.play(self.current, CallCambio())
        while self.state.status == "active":
            self.swap_turn()
            if self.state.step == "snap_window":
                self.wait(self.state.options.snap_window_ms)


def opened(
    name: str,
    wish: Callable[[State], bool] = lambda _: True,
    *,
    seat_specs: Sequence[SeatSpec] = (HUMAN, HUMAN),
    **options: Any,
) -> Scene:
    """The first table of this name whose deal is as wished, everybody having looked."""
    chosen = Options(seats=len(seat_specs), **options)
    number = 0
    while not wish((scene := Scene(name, seat_specs, chosen, number)).state):
        number += 1
    scene.confirm()
    return scene


def first_draw(power: PowerType) -> Callable[[State], bool]:
    return lambda state: POWER_OF[state.draw_pile[0]] == power


def rank_at(state: State, seat: Seat, position: int) -> str:
    code = state.players[seat].slots[position]
    assert code is not None
    return RANK_OF[code]


def plain_draw(state: State) -> str | None:
    """The rank of the first card of the draw pile, if it has no power."""
    top = state.draw_pile[0]
    return RANK_OF[top] if POWER_OF[top] is None else None


def ending_cambio() -> Scene:
    scene = opened("ending_cambio", seat_specs=[HUMAN, BOT, HUMAN])
    for position in (0, 1, 0):
        scene.swap_turn(position)
    scene.finish()
    return scene


def ending_deck_out() -> Scene:
    scene = opened("ending_deck_out", seat_specs=[HUMAN] * 6, deck_out="endRound")
    while scene.state.status == "active":
        scene.swap_turn(scene.state.turn_number % 4)
    return scene


def ending_turn_cap() -> Scene:
    scene = opened("ending_turn_cap", max_turns=20)
    scene.wait(20 * 60_000)
    return scene


def ending_abandoned() -> Scene:
    scene = opened("ending_abandoned", seat_specs=[HUMAN, BOT])
    scene.swap_turn()
    scene.set_connected(0, connected=False)
    scene.wait(10 * 60_000)
    return scene


def _power(name: str, power: PowerType, slots: tuple[Slot, ...], **options: Any) -> Scene:
    scene = opened(name, first_draw(power), seat_specs=[HUMAN] * 3, **options)
    scene.draw_and_discard()
    scene.play(0, UsePower(power, slots))
    return scene


def power_peek_own() -> Scene:
    scene = _power("power_peek_own", "peek_own", (Slot(0, 0),))
    scene.wait(5000)
    scene.finish()
    return scene


def power_peek_opponent() -> Scene:
    scene = _power("power_peek_opponent", "peek_opponent", (Slot(2, 1),))
    scene.play(0, AcknowledgeReveal())
    scene.finish()
    return scene


def power_blind_swap() -> Scene:
    scene = _power("power_blind_swap", "blind_swap", (Slot(0, 2), Slot(1, 3)))
    scene.finish()
    return scene


def power_look_own() -> Scene:
    scene = _power("power_look_own", "look_own", ())
    scene.play(0, AcknowledgeReveal())
    scene.finish()
    return scene


def power_look_and_swap() -> Scene:
    scene = _power("power_look_and_swap", "look_own", (Slot(0, 0), Slot(1, 0)), king_power="look_and_swap")
    scene.play(0, AcknowledgeReveal(swap=True))
    scene.finish()
    return scene


def snap_success() -> Scene:
    def wish(state: State) -> bool:
        return plain_draw(state) == rank_at(state, 1, 2)

    scene = opened("snap_success", wish, snap="first")
    scene.draw_and_discard()
    scene.play(1, Snap(2, 1, 2))
    scene.finish()
    return scene


def snap_failure() -> Scene:
    def wish(state: State) -> bool:
        return plain_draw(state) not in (None, rank_at(state, 1, 0))

    scene = opened("snap_failure", wish, snap="first", wrong_snap_cards=2)
    scene.draw_and_discard()
    scene.play(1, Snap(2, 1, 0))
    scene.wait(3000)
    scene.finish()
    return scene


def snap_race() -> Scene:
    """Two seats have the rank; the second is refused without penalty, and leaves no row."""

    def wish(state: State) -> bool:
        return plain_draw(state) == rank_at(state, 1, 2) == rank_at(state, 2, 3)

    scene = opened("snap_race", wish, seat_specs=[HUMAN] * 3, snap="first")
    scene.draw_and_discard()
    scene.play(1, Snap(2, 1, 2))
    scene.refused(2, Snap(2, 2, 3), "STALE_DISCARD")
    scene.finish()
    return scene


def snap_chain_with_gift() -> Scene:
    """A seat snaps another's card, gives one of its own, and snaps its own in the next window."""

    def wish(state: State) -> bool:
        return plain_draw(state) == rank_at(state, 1, 2) == rank_at(state, 2, 3)

    scene = opened("snap_chain_with_gift", wish, seat_specs=[HUMAN] * 3, snap="chain", snap_others=True)
    scene.draw_and_discard()
    scene.play(1, Snap(2, 2, 3))
    scene.play(1, GiveCard(0))
    scene.play(1, Snap(3, 1, 2))
    scene.play(0, PassSnap(4))
    scene.wait(3000)
    scene.finish()
    return scene


def forfeits() -> Scene:
    """One is gone at the call, one goes while waiting, one goes in its own turn."""
    scene = opened("forfeits", seat_specs=[HUMAN] * 5)
    scene.set_connected(2, connected=False)
    scene.play(0, CallCambio())
    scene.set_connected(4, connected=False)
    scene.play(1, DrawCard("deck"))
    scene.set_connected(1, connected=False)
    scene.set_connected(1, connected=True)
    scene.swap_turn()
    return scene


def takeover_and_reconnection() -> Scene:
    scene = opened("takeover_and_reconnection", turn_ms=120_000)
    scene.swap_turn()
    scene.set_connected(1, connected=False)
    scene.wait(60_000)
    scene.play(1, DrawCard("deck"))
    scene.set_connected(1, connected=True)
    scene.play(1, SwapCard(3))
    scene.finish()
    return scene


SCENES: dict[str, Callable[[], Scene]] = {
    play.__name__: play
    for play in (
        ending_cambio,
        ending_deck_out,
        ending_turn_cap,
        ending_abandoned,
        power_peek_own,
        power_peek_opponent,
        power_blind_swap,
        power_look_own,
        power_look_and_swap,
        snap_success,
        snap_failure,
        snap_race,
        snap_chain_with_gift,
        forfeits,
        takeover_and_reconnection,
    )
}
