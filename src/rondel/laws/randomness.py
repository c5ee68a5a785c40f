"""Luck: the same action with other luck. Whatever luck hides is told and known by nobody."""

from typing import Any, Final

from rondel.kernel import Refusal, Row
from rondel.kernel.replay import Step
from rondel.laws.law import Law, Moment
from rondel.laws.lockstep import World, WorldPair
from rondel.laws.scenes import Screens

_TWINS: Final = 2


def _check(moment: Moment) -> None:
    _with_other_luck(moment, moment.step)


def _check_opening(moment: Moment) -> None:
    """The first row draws the most luck, and nobody could look before it."""
    _with_other_luck(moment, moment.table.steps[0])


def _with_other_luck(moment: Moment, step: Step[Any]) -> None:
    row = step.row
    for _ in range(0 if row.is_tables_own else _TWINS):
        there = _decided(moment, step.before, row)
        if there is None:
            return
        worlds = [World(moment.game, step.before, events, row.at) for events in (row.events, there)]
        screens = Screens(moment.game, moment.seats)
        for viewer in moment.viewers:
            WorldPair(moment, viewer, row.version, row.at, screens).compare("other luck", *worlds)


def _decided(moment: Moment, before: Any, row: Row) -> Any | None:
    """The events that other luck leads to; None where no luck is drawn."""
    chance = moment.own_chance()
    try:
        events = moment.game.decide(before, row.actor, row.action, chance, row.at)
    except Refusal:
        return None
    return events if chance.draws else None


RANDOMNESS = Law(name="randomness", after_step=_check, after_sitting=_check_opening, share=4)
