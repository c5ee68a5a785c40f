"""Imperial, 17.13: standing orders, from what their seat knows alone."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import field

from rondel.games.imperial.actions import AGREE, PASS, Action, Vote
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import Proposal
from rondel.games.imperial.view import View
from rondel.kernel import Orders, Seat, Struct

_OF_TURN: Final = ("proposal-opp", "continue-man", "peace-vote", "vote")
"""The modes from the first proposal of a turn until one of its proposals is executed."""


class AgreeWith(Struct, tag="AGREE_WITH"):
    """Agree with this government of a nation: let its proposals pass, and vote for the leader's."""

    nation: str = field(name="country")
    leader: Seat
    opposition: Seat


class PassBuying(Struct, tag="PASS_BUYING"):
    """Buy nothing in this investor phase; `country` has just moved."""

    nation: str = field(name="country")
    round: int


class VoteFor(Struct, tag="VOTE_FOR"):
    """Vote for one of the two proposals of this turn, if it comes to a vote; `first` is the leader's."""

    nation: str = field(name="country")
    round: int
    proposal: Literal[1, 2]
    first: Proposal


Order: TypeAlias = AgreeWith | PassBuying | VoteFor


def offers(known: Known) -> Sequence[Order]:
    """17.13 The orders that the seat may give now: none that would be followed at once, or too late."""
    return [
        order
        for order in _possible(known.view)
        if action(known, order) is None and not (isinstance(order, VoteFor) and known.view.mode == "vote")
    ]


def holds(known: Known, order: Order) -> bool:
    """17.13 Whether the position that the order was made for is still there."""
    return order in _possible(known.view)


def _possible(view: View) -> Iterator[Order]:
    seat, nation = view.you, view.nation_up
    if seat is None or nation is None or view.mode == "game-over":
        return
    yield from _agreements(view, seat)
    if view.mode == "buy" and seat in view.buyers:
        yield PassBuying(nation, view.round)
    if view.mode in _OF_TURN and view.proposal1 and seat in view.nation_info[nation].leadership:
        yield VoteFor(nation, view.round, 1, view.proposal1)
        yield VoteFor(nation, view.round, 2, view.proposal1)


def _agreements(view: View, seat: Seat) -> Iterator[Order]:
    """6.4 With each democracy of which the seat has bonds, and which another leads."""
    for name, nation in view.nation_info.items():
        if nation.gov == "democracy" and seat in nation.leadership[1:]:
            yield AgreeWith(name, nation.leadership[0], nation.leadership[1])


def action(known: Known, order: Order) -> Action | None:
    """17.13 What the order does now; None while it waits."""
    view, seat = known.view, known.view.you
    if seat is None or not view.player_info[seat].my_turn or view.nation_up != order.nation:
        return None
    match order, view.mode:
        case AgreeWith(), "proposal-opp":
            return AGREE
        case AgreeWith(), "vote":
            return Vote(1)
        case PassBuying(), "buy":
            return PASS
        case VoteFor(), "vote":
            return Vote(order.proposal)
        case _:
            return None


def is_lasting(order: Order) -> bool:
    """17.13 Whether it stands after it was followed: an agreement does, for as long as its government."""
    return isinstance(order, AgreeWith)


ORDERS: Final[Orders[Known, Action]] = Orders(
    offers=offers, holds=holds, action=action, is_lasting=is_lasting
)
