"""Faults planted in Lots by which a host could choose the luck: the law of luck alone must catch each."""

from collections.abc import Callable, Sequence
from dataclasses import replace as with_function
from typing import Any

from msgspec.structs import replace

from rondel.kernel import Actor, AnyGame, Chance, Ms, Refusal
from rondel.laws.draws import DRAWS
from tests.laws import lots
from tests.laws.faults import Fault, postpones_with_a_sale
from tests.laws.lots import LOTS, Action, Event, State

Draw = Callable[[State, Action, Chance, Ms], object]


def drawing(draw: Draw, *kinds: type[Any]) -> Any:
    """Lots, in which actions of these kinds draw something, and tell nobody."""

    def decide_and_draw(
        state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
    ) -> Sequence[Event]:
        events = lots.decide(state, actor, action, chance, now)
        if isinstance(action, kinds):
            draw(state, action, chance, now)
        return events

    return decide_and_draw


def notes_what_it_draws(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    """From fewer pieces, the later it is."""
    return [
        replace(event, note=chance.below(now % 97 + 3) % 3) if isinstance(event, lots.Noted) else event
        for event in lots.decide(state, actor, action, chance, now)
    ]


def refuses_at_odd_times(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if isinstance(action, lots.Jot) and now % 2:
        raise Refusal("ODD", "Not at this time.")
    return lots.decide(state, actor, action, chance, now)


def draws_lawfully(_state: State, _action: Action, chance: Chance, _now: Ms) -> object:
    return chance.stream("dice").below(6), chance.below(2)


LAWFUL: AnyGame = with_function(
    LOTS, decide=drawing(draws_lawfully, lots.Bid, lots.Jot, lots.Expire, lots.Peek)
)

FAULTS = [
    Fault(
        DRAWS,
        "names a stream by the time",
        with_function(
            LOTS,
            decide=drawing(lambda _s, _a, chance, now: chance.stream(f"at_{now % 7}").below(6), lots.Bid),
        ),
    ),
    Fault(
        DRAWS,
        "draws at even times only",
        with_function(
            LOTS, decide=drawing(lambda _s, _a, chance, now: now % 2 or chance.below(6), lots.Bid, lots.Jot)
        ),
    ),
    Fault(DRAWS, "draws from more pieces by the time", with_function(LOTS, decide=notes_what_it_draws)),
    Fault(
        DRAWS,
        "names a stream by what an outage counts",
        with_function(
            LOTS,
            decide=drawing(lambda s, _a, chance, _n: chance.stream(f"lot_{s.sold}").below(6), lots.Bid),
            postpone=postpones_with_a_sale,
        ),
    ),
    Fault(DRAWS, "refuses by the time", with_function(LOTS, decide=refuses_at_odd_times)),
    Fault(
        DRAWS,
        "lets the House draw when it likes",
        with_function(LOTS, decide=drawing(draws_lawfully, lots.Abandon)),
    ),
]
