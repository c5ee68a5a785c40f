"""Draws: nothing that a host can write by itself changes what is drawn.

A host chooses the times in a journal, and when time is given back after an outage. So the streams that a row
draws from, and what it draws, depend on neither; and the House draws only what the rules made due.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from rondel.kernel import HOUSE, Outage, Refusal
from rondel.laws.law import OUTAGES, Law, LawViolation, Moment
from rondel.table.decide import decide, due
from rondel.wire.proof import is_due

_MOST_ROWS: Final = 60
_OUTAGE: Final = 3
"""Before one row in so many, time is given back."""

_FIRST_TIME: Final = 10**12
"""Larger numbers are times: they may come later."""


def _check(moment: Moment) -> None:
    row = moment.step.row
    if row.actor is not HOUSE or not row.draws or row.version == 1:
        return
    if not is_due(moment.game, moment.step.before, row):
        raise LawViolation(f"the House draws by {row.action!r}, which was not due: a host could choose when")


def _check_sitting(moment: Moment) -> None:
    """The same moves with time given back between them draw the same."""
    if moment.game.postpone is None:
        return
    table, lost = moment.table.context.start(), 0
    for step in moment.table.steps[:_MOST_ROWS]:
        row = step.row
        if row.undoes_to is not None:
            return
        if row.version > 1 and moment.rng.below(_OUTAGE) == 0:
            span = moment.rng.pick(OUTAGES)
            returned = due(table, table.at + span, [Outage(table.at, table.at + span)])
            if returned is not None and returned.row.returned_ms is not None:  # else nothing runs by time
                table, lost = returned.after, lost + span
        try:
            decision = decide(table, row.actor, row.action, row.at + lost)
        except Refusal as refusal:
            raise LawViolation(f"{row.action!r} is refused after time is given back: {refusal}") from None
        _draws_alike(row.action, (row.draws, row.events), (decision.row.draws, decision.row.events))
        table = decision.after


def _draws_alike(action: Any, here: tuple[Any, Any], there: tuple[Any, Any]) -> None:
    if here[0] != there[0]:
        raise LawViolation(
            f"{action!r} draws from {sorted(there[0])} after time is given back, not from {sorted(here[0])}"
        )
    if here[0] and _timeless(msgspec.to_builtins(here[1])) != _timeless(msgspec.to_builtins(there[1])):
        raise LawViolation(f"what {action!r} draws depends on the time")


def _timeless(value: Any) -> Any:
    """The value without its times."""
    if isinstance(value, Mapping):
        return {key: _timeless(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_timeless(each) for each in value]
    return _FIRST_TIME if isinstance(value, int) and value > _FIRST_TIME else value


DRAWS = Law(name="draws", after_step=_check, after_sitting=_check_sitting)
