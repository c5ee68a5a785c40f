"""Outages: the time that no server was there is given back to whoever was thinking, by a row of its own."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from rondel.kernel.game import AnyGame
from rondel.kernel.refusal import Refusal
from rondel.kernel.seat import HOUSE, Actor, Ms
from rondel.kernel.struct import Struct


class Outage(Struct):
    """A span in which no node served the tables."""

    from_ms: Ms
    until_ms: Ms


class ReturnTime(Struct):
    """The House gives back time that was lost. The table's own Action, for every game that can postpone."""

    lost_ms: Annotated[Ms, Meta(ge=1)]


class TimeReturned(Struct):
    """Everything that runs by time ends later by `lost_ms`. The table's own Event, for everyone."""

    lost_ms: Annotated[Ms, Meta(ge=1)]


def lost_ms(outages: Sequence[Outage], since: Ms, now: Ms) -> Ms:
    """How much of the outages lies between `since`, the time of a table's last row, and `now`.

    Outages that overlap count once.
    """
    lost = 0
    for outage in sorted(outages, key=lambda each: each.from_ms):
        begin, end = max(outage.from_ms, since), min(outage.until_ms, now)
        if begin < end:
            lost += end - begin
            since = end
    return lost


def return_time(
    game: AnyGame, state: Any, actor: Actor | None, action: ReturnTime, *, last_at: Ms, now: Ms
) -> TimeReturned:
    """What giving back time comes to, or a Refusal; `last_at` is the time of the table's last row.

    No more time can have been lost since that row than has passed: so nothing that runs by time can
    begin in the future.
    """
    if actor is not HOUSE:
        raise Refusal("HOUSE_ONLY", "Only the House gives back time that was lost.")
    if game.postpone is None:
        raise Refusal("CLOCK_OFF", f"{game.title} has nothing that runs by time; no time is lost.")
    if game.outcome(state) is not None:
        raise Refusal("GAME_OVER", "The game is over; no time is lost any more.")
    if action.lost_ms > now - last_at:
        raise Refusal(
            "TOO_MUCH_TIME", f"Only {now - last_at} ms have passed; {action.lost_ms} ms cannot be lost."
        )
    return TimeReturned(action.lost_ms)
