"""Tally under rules 2, and what it was under rules 1: for all that reads tables of older rules.

Under rules 1 the target was always five, and ADDED said `player` and `points`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rondel.kernel import Actor, AnyGame, Chance, GameTypes, Ms, Seat, SeatSpec, Struct, Upcast
from rondel.kernel.game import Payload
from tests.kernel import tally
from tests.kernel.tally import TALLY


class OldOptions(Struct):
    bank_ms: int = 0


class Added(Struct):
    player: Seat
    points: int


def _start(options: OldOptions, seat_specs: Sequence[SeatSpec]) -> tally.State:
    return TALLY.start(tally.Options(5, options.bank_ms), seat_specs)


def _decide(
    state: tally.State, actor: Actor | None, action: tally.Action, chance: Chance, now: Ms
) -> Sequence[Any]:
    events = TALLY.decide(state, actor, action, chance, now)
    return [Added(each.seat, each.amount) if isinstance(each, tally.Added) else each for each in events]


def _evolve(state: tally.State, event: Any, at: Ms) -> tally.State:
    return TALLY.evolve(
        state, tally.Added(event.player, event.points) if isinstance(event, Added) else event, at
    )


_OLD_EVENT = (
    tally.GameStarted
    | Added
    | tally.CardDrawn
    | tally.CardSeen
    | tally.Passed
    | tally.ClockPaused
    | tally.ClockResumed
    | tally.GameEnded
)

_TALLY: AnyGame = TALLY

RULES_1: AnyGame = replace(
    _TALLY,
    types=GameTypes(
        state=tally.State,
        action=tally.Action,
        event=_OLD_EVENT,
        view=tally.View,
        known=tally.Known,
        options=OldOptions,
    ),
    start=_start,
    decide=_decide,
    evolve=_evolve,
)


def _added(payload: Payload) -> Sequence[tuple[str, Payload]]:
    return [("ADDED", {"seat": payload["player"], "amount": payload["points"]})]


def older_options(options: Payload, rules: int) -> Payload:
    return {"target": 5, **options} if rules < 2 else options


RULES_2 = replace(
    TALLY, rules=2, older=(Upcast(tag="ADDED", rules=2, apply_upcast=_added),), older_options=older_options
)
