"""Imperial, 14.2: what a seat may do."""

from collections.abc import Iterator, Sequence
from typing import Final

from rondel.games.imperial.actions import (
    AGREE,
    PASS,
    Action,
    AnswerPeace,
    Bid,
    BuyBid,
    PauseClock,
    Propose,
    ResumeClock,
    Vote,
    VotePeace,
)
from rondel.games.imperial.atlas import Atlas, Atlases, atlas_for
from rondel.games.imperial.clock import refuse_pause
from rondel.games.imperial.investing import purchases
from rondel.games.imperial.maneuver import moves
from rondel.games.imperial.planning import plan_of
from rondel.games.imperial.rondel_spaces.rondel import RONDEL_SPACES
from rondel.games.imperial.state import State, nation_up, to_act
from rondel.kernel import Seat

_BUY_BIDS: Final = (BuyBid(accept=True), BuyBid(accept=False))
_VOTES: Final = (Vote(1), Vote(2))
_ANSWERS: Final = (AnswerPeace(accept=True), AnswerPeace(accept=False))
_PEACE_VOTES: Final = (VotePeace(accept=True), VotePeace(accept=False))
_CLOCK: Final = ((PauseClock(), True), (ResumeClock(), False))


def up(state: State) -> frozenset[Seat]:
    """1.12 The seats whose turn it is."""
    return frozenset(to_act(state))


def legal(atlases: Atlases, state: State, seat: Seat) -> Sequence[Action]:
    """Every action that would be accepted from the seat; bids and convoys by sample."""
    if state.mode in (None, "game-over"):
        return ()
    clock = _clock(state, seat)
    if seat not in to_act(state):
        return clock
    own = _own(atlas_for(atlases, state.options), state, seat)
    return [*own, *clock] if clock else own


def _clock(state: State, seat: Seat) -> list[Action]:
    """12.6 What the seat may do to the clock; most tables have none."""
    if not state.options.timed and state.options.auto_action_seconds is None:
        return []
    return [action for action, pausing in _CLOCK if refuse_pause(state, seat, is_pausing=pausing) is None]


def _own(atlas: Atlas, state: State, seat: Seat) -> Sequence[Action]:
    match state.mode:
        case "continue-man":
            return _ANSWERS if plan_of(state).pending_peace is not None else moves(atlas, state)
        case "proposal":
            return list(proposals(atlas, state, seat))
        case "proposal-opp":
            return [AGREE, *proposals(atlas, state, seat)]
        case "buy":
            return [*purchases(atlas, state, seat), PASS]
        case "bid":
            return bids(atlas, state, seat)
        case "buy-bid":
            return _BUY_BIDS
        case "vote":
            return _VOTES
        case _:
            return _PEACE_VOTES


def bids(atlas: Atlas, state: State, seat: Seat) -> list[Action]:
    """14.2 Nothing, each price, and all there is."""
    money = state.players[seat].money
    amounts = dict.fromkeys([*(price for price in atlas.prices if price <= money), money])
    return [Bid(amount) for amount in amounts]


def proposals(atlas: Atlas, state: State, seat: Seat) -> Iterator[Propose]:
    """14.2 Each spot within reach and means, with all its data."""
    nation, money = nation_up(state), state.players[seat].money
    for space in atlas.rondel:
        if atlas.is_within_reach(nation.space, space):
            left = money - atlas.fee(nation.space, space)
            if left >= 0:
                yield from RONDEL_SPACES[space].choices(atlas, state, nation, space, left + nation.money)
