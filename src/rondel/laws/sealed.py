"""Sealed: had a seat chosen otherwise in a field that is sealed, all others hear and know the same."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.kernel import HOUSE, Actor, Ms, Refusal, Seat
from rondel.laws.law import Law, Moment
from rondel.laws.lockstep import World, WorldPair
from rondel.laws.scenes import Screens


def _check(moment: Moment) -> None:
    """What was chosen just now, and one thing that might be chosen next."""
    step, table = moment.step, moment.table
    if not step.row.is_tables_own:
        _vary(moment, step.before, step.row.actor, step.row.action, step.row.version, step.row.at)
    seat = moment.rng.pick(moment.seats)
    listed = [each for each in moment.game.legal(table.state, seat) if moment.game.sealed(table.state, each)]
    if listed:
        _vary(moment, table.state, seat, moment.rng.pick(listed), table.version + 1, table.at)


def _vary(moment: Moment, state: Any, actor: Actor, action: Any, version: int, now: Ms) -> None:
    game = moment.game
    if actor is HOUSE or not (fields := game.sealed(state, action)):
        return
    others = _others(game.legal(state, actor), action, fields)
    if not others:
        return
    other = moment.rng.pick(others)
    try:
        here = game.decide(state, actor, action, moment.table.chance(version), now)
        there = game.decide(state, actor, other, moment.table.chance(version), now)
    except Refusal:
        return
    _hold(moment, actor, (f"{action!r} and {other!r}", version, now), (state, here), (state, there))


def _hold(moment: Moment, actor: Seat, what: tuple[str, int, Ms], one: Any, other: Any) -> None:
    why, version, now = what
    worlds = [World(moment.game, state, events, now) for state, events in (one, other)]
    screens = Screens(moment.game, moment.seats)
    for viewer in moment.viewers:
        if viewer != actor:
            WorldPair(moment, viewer, version, now, screens).compare(why, *worlds, is_sealed=True)


def _others(listed: Sequence[Any], action: Any, fields: frozenset[str]) -> list[Any]:
    """What might have been chosen instead, and looks the same but for what is sealed."""
    return [
        each
        for each in listed
        if type(each) is type(action) and each != action and _open(each, fields) == _open(action, fields)
    ]


def _open(action: Any, fields: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(action).items() if name not in fields}


SEALED = Law(name="sealed", after_step=_check, share=2)
