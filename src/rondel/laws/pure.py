"""Pure: `decide` and `imagine` draw luck from the Chance they are given, and from nowhere else.

And `views` is `view`, however many look.
"""

import random
from collections.abc import Callable
from typing import Any

from rondel.kernel import Chance, Refusal
from rondel.laws.differences import differences
from rondel.laws.law import Law, LawViolation, Moment


def _check(moment: Moment) -> None:
    game, step, row = moment.game, moment.step, moment.step.row
    if not row.is_tables_own:
        chance_of = moment.table.chance
        _twice("decide", lambda: _decided(moment, chance_of(row.version)))
    known, seed = game.knows(step.after, moment.rng.pick(moment.viewers)), moment.rng.below(1 << 48)
    _twice("imagine", lambda: game.imagine(known, Chance.of_seed(seed)))
    _check_views(moment)


def _check_views(moment: Moment) -> None:
    game, state = moment.game, moment.step.after
    if game.views is None:
        return
    view_of = game.views(state)
    for viewer in moment.viewers:
        alone, together = game.view(state, viewer), view_of(viewer)
        if alone != together:
            raise LawViolation(
                "`views` shows a viewer something else than `view`", differs=differences(alone, together)
            )


def _decided(moment: Moment, chance: Chance) -> Any:
    row = moment.step.row
    try:
        return tuple(moment.game.decide(moment.step.before, row.actor, row.action, chance, row.at))
    except Refusal as refusal:
        return refusal.code, refusal.message


def _twice(name: str, ask: Callable[[], Any]) -> None:
    """The same question twice has one answer, and moves no dice of Python's own."""
    before = random.getstate()
    one, other = ask(), ask()
    if random.getstate() != before:
        raise LawViolation(f"{name} draws from Python's own `random`; luck comes from Chance alone")
    if one != other:
        raise LawViolation(
            f"{name} asked twice answers differently: it uses something besides its arguments",
            differs=differences(one, other),
        )


PURE = Law(name="pure", after_step=_check, share=8)
