"""Imperial, chapters 5 and 6: who leads a country, and which side of a vote has won."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rondel.games.imperial.events import LeadershipChanged
from rondel.games.imperial.pieces import Gov
from rondel.games.imperial.state import State, holding, nation_of
from rondel.games.imperial.story import Story
from rondel.kernel import Seat

Side = TypeVar("Side", int, bool)


def settle_leadership(story: Story, nation: str) -> None:
    """6.5 Stock has changed hands."""
    before = nation_of(story.state, nation)
    leadership = leaders(story.state, nation)
    gov = government(story.state, nation, leadership)
    if (leadership, gov) != (before.leadership, before.gov):
        story.emit(LeadershipChanged(nation, leadership, gov))


def leaders(state: State, nation: str) -> tuple[Seat, ...]:
    """6.3 The holders, largest first; equals in the order they had, newcomers last."""
    former = nation_of(state, nation).leadership
    held = {seat: holding(player, nation) for seat, player in enumerate(state.players)}
    newcomers = [seat for seat, amount in held.items() if amount and seat not in former]
    return tuple(sorted([*former, *newcomers], key=lambda seat: -held[seat]))


def government(state: State, nation: str, leadership: Sequence[Seat]) -> Gov:
    """6.4 A dictatorship if the leader holds half of it."""
    held = [holding(state.players[seat], nation) for seat in leadership]
    if state.options.governance == "dictator" or 2 * max(held, default=0) >= sum(held):
        return "dictatorship"
    return "democracy"


def winning_side(
    votes: Iterable[tuple[Seat, Side, int]], sides: Sequence[Side], total: int, first: Seat
) -> Side | None:
    """5.9, 9.5 The side with more than half of `total`, or with half of it and the vote of `first`."""
    weight = dict.fromkeys(sides, 0)
    chosen: Side | None = None
    for seat, side, held in votes:
        weight[side] += held
        if seat == first:
            chosen = side
    for side in sides:
        if 2 * weight[side] > total or (2 * weight[side] == total and chosen == side):
            return side
    return None
