"""Imperial, 17.12: what an action will come to, from what its seat knows alone.

No rule is written here a second time: the rules decide the action on a State made of what the seat knows,
the others agree to it, and the figures are read from the events and from the State after them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from rondel.games.imperial import peace
from rondel.games.imperial.actions import (
    AGREE,
    Action,
    Bid,
    BuyBid,
    MoveUnit,
    PauseClock,
    ResumeClock,
    Vote,
    VotePeace,
)
from rondel.games.imperial.atlas import Atlas, Atlases, atlas_for
from rondel.games.imperial.decide import decide
from rondel.games.imperial.events import (
    BidAccepted,
    Event,
    FactoryBuilt,
    InterestPaid,
    ManeuverExecuted,
    PeaceResolved,
    StockBought,
    TaxesCollected,
    UnitsImported,
    VoteResolved,
    WheelMoved,
)
from rondel.games.imperial.front import front_of, unit_up
from rondel.games.imperial.imagine import alike
from rondel.games.imperial.knows import Known
from rondel.games.imperial.maneuver import needs_consent
from rondel.games.imperial.pieces import Cents, Ending, Gov, Loss, Maneuver, Move
from rondel.games.imperial.planning import plan_of
from rondel.games.imperial.routes import ways
from rondel.games.imperial.state import Nation, State, nation_of, to_act
from rondel.games.imperial.story import Story
from rondel.kernel import Chance, Ms, Seat, Struct, Viewer

Wait: TypeAlias = Literal["bids", "plan", "peace", "opposition", "vote"]
"""What still has to go this action's way: other bids, other units, an answer, an agreement, a vote."""

_Ask: TypeAlias = Callable[[State, Viewer, Action], Story]
_SEED: Final = "a forecast"
"""No figure depends on luck: it only orders equals, and no forecast speaks of their order."""


class Cost(Struct):
    """7.1, 7.2 What the payer pays for the way and beside it, and what the treasury pays."""

    payer: Seat
    fee: Cents = 0
    price: Cents = 0
    from_treasury: Cents = 0


class NationAfter(Struct):
    """A country as it will be."""

    money: Cents
    points: int
    leadership: tuple[Seat, ...]
    gov: Gov
    factories: int
    fleets: int
    armies: int
    tax_chips: int


class Forecast(Struct):
    """17.12 The figures once all of `waits_for` has gone this action's way.

    A field is absent where something else decides it, or where the action has nothing of the kind. `cash`
    is by seat, null where others decide. `bond` is the highest that a bid can buy. While units are still to
    be planned, `losses` are those so far. Of a unit that moves, `ways` are the seas of each way to its
    destination, if there are several: none by land; without `via` the first is taken. `asks` are the
    countries that must agree to its coming, in order; `rejected_by` has rejected it before; `if_rejected`
    is what the unit does then.
    """

    waits_for: tuple[Wait, ...] = ()
    cost: Cost | UnsetType = UNSET
    bond: int | UnsetType = UNSET
    bonus: tuple[Cents, ...] | UnsetType = UNSET
    interest: tuple[Cents, ...] | UnsetType = UNSET
    losses: tuple[Loss, ...] | UnsetType = UNSET
    chips: tuple[str, ...] | UnsetType = UNSET
    cash: tuple[Cents | None, ...] | UnsetType = UNSET
    nations: dict[str, NationAfter] | UnsetType = UNSET
    buyers: tuple[Seat, ...] | UnsetType = UNSET
    nation_up: str | UnsetType | None = field(default=UNSET, name="countryUp")
    ending: Ending | UnsetType = UNSET
    ways: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    asks: tuple[str, ...] | UnsetType = UNSET
    rejected_by: str | UnsetType = UNSET
    if_rejected: str | UnsetType = UNSET


def forecast(
    atlases: Atlases, evolve: Callable[[State, Event, Ms], State], known: Known, action: Action
) -> Forecast | None:
    """What the action will come to; None if it only touches the clock. Refused as the action itself is."""
    seat, timer = known.view.you, known.view.timer
    ask = partial(_decided, atlases, evolve, timer.pause or timer.last_move)
    atlas = atlas_for(atlases, known.view.options)
    states = alike(atlases, known, Chance.of_seed(_SEED))
    stories = [ask(state, seat, action) for state in states]
    match action:
        case PauseClock() | ResumeClock():
            return None
        case Bid():
            return _of_bid(ask, states[0], seat, action)
        case Vote() | VotePeace():
            wait: Wait = "vote" if isinstance(action, Vote) else "peace"
            waits = [] if all(map(_is_resolved, stories)) else [wait]
            return _of_events(atlas, ask, waits, *_all_vote(ask, _unvoted(states[0]), action))
        case MoveUnit():
            result = _of_events(atlas, ask, [], list(stories[0]), stories[0].state)
            return _with_way(result, atlas, states[0], action)
        case _:
            return _of_events(atlas, ask, [], list(stories[0]), stories[0].state)


def _with_way(result: Forecast, atlas: Atlas, state: State, action: MoveUnit) -> Forecast:
    """8.7, 9.2 How the unit can get there, and who will be asked."""
    plan = plan_of(state)
    front = front_of(atlas, state, plan)
    unit = unit_up(front, plan)
    found = ways(front, plan, unit, action.destination)
    result = replace(result, ways=tuple(found) if len(found) > 1 else UNSET)
    if not needs_consent(front, unit, action):
        return result
    to_ask, rejected_by = peace.consent(state, front, action.destination)
    if not to_ask and rejected_by is None:
        return result
    move = Move(unit.territory, action.destination, action.action_code)
    target = to_ask[0] if to_ask else rejected_by
    assert target is not None
    return replace(
        result,
        asks=to_ask or UNSET,
        rejected_by=rejected_by or UNSET,
        if_rejected=peace.if_rejected(front, plan.phase, target, move).action_code,
    )


def _decided(
    atlases: Atlases,
    evolve: Callable[[State, Event, Ms], State],
    now: Ms,
    state: State,
    seat: Viewer,
    action: Action,
) -> Story:
    return decide(atlases, evolve, state, seat, action, Chance.of_seed(_SEED), now)


# Bids.


def _of_bid(ask: _Ask, state: State, seat: Viewer, bid: Bid) -> Forecast:
    """4.6 to 4.8 What the bid buys if nobody bids more; what others pay and get is theirs to say."""
    assert seat is not None, "a spectator was refused"
    players = tuple(
        replace(player, bid=None if other == seat else 0) for other, player in enumerate(state.players)
    )
    revealed = ask(replace(state, players=players), seat, bid).state
    events = ask(revealed, seat, BuyBid(accept=True)) if seat in revealed.bid_buy_order else ()
    taken = next((event for event in events if isinstance(event, BidAccepted)), None)
    paid = 0 if taken is None else taken.paid
    return Forecast(
        waits_for=("bids",),
        cost=Cost(seat, price=paid),
        bond=0 if taken is None else taken.bond,
        cash=tuple(
            player.money - paid if other == seat else None for other, player in enumerate(state.players)
        ),
    )


# Votes.


def _is_resolved(events: Iterable[Event]) -> bool:
    return any(isinstance(event, VoteResolved | PeaceResolved) for event in events)


def _unvoted(state: State) -> State:
    """The ballot as if nobody had voted: who wins is assumed, so who has voted how must not matter."""
    if state.voting is not None:
        return replace(state, voting=replace(state.voting, ballots=()))
    assert state.peace_vote is not None
    return replace(state, peace_vote=replace(state.peace_vote, ballots=()))


def _all_vote(ask: _Ask, state: State, vote: Vote | VotePeace) -> tuple[list[Event], State]:
    """Everybody votes so until the ballot is decided."""
    events: list[Event] = []
    while not _is_resolved(events):
        story = ask(state, to_act(state)[0], vote)
        events += story
        state = story.state
    return events, state


# Whatever is executed, now or once it is accepted.


def _of_events(
    atlas: Atlas, ask: _Ask, waits: Sequence[Wait], events: Sequence[Event], state: State
) -> Forecast:
    if state.current_maneuver is not None:
        return _of_plan(atlas, waits, state, state.current_maneuver)
    if state.mode == "proposal-opp":
        agreed = ask(state, to_act(state)[0], AGREE)
        return _executed([*waits, "opposition"], agreed, agreed.state)
    if state.mode == "vote":
        return _executed([*waits, "vote"], *_all_vote(ask, state, Vote(2)))
    return _executed(waits, events, state)


def _of_plan(atlas: Atlas, waits: Sequence[Wait], state: State, plan: Maneuver) -> Forecast:
    """8.4 What is certain while a maneuver is planned: its fee, and the units that are lost so far."""
    fee = atlas.fee(nation_of(state, plan.nation).space, plan.space)
    is_open_offer = plan.pending_peace is not None or state.peace_vote is not None
    return Forecast(
        waits_for=(*waits, "peace" if is_open_offer else "plan"),
        cost=UNSET if _may_be_the_same(state, plan) else Cost(plan.player, fee),
        losses=UNSET if is_open_offer else tuple(front_of(atlas, state, plan).losses),
    )


def _may_be_the_same(state: State, plan: Maneuver) -> bool:
    """5.8 Whether the plan may still turn out as the leader's own proposal, for which the leader pays."""
    first = state.proposal1
    return plan.proposal_number == 2 and first is not None and first.space == plan.space


def _executed(waits: Sequence[Wait], events: Sequence[Event], state: State) -> Forecast:
    return _with_events(
        Forecast(
            waits_for=tuple(waits),
            cash=tuple(player.money for player in state.players),
            nations={nation.name: _nation(nation) for nation in state.nations},
            buyers=state.bid_buy_order or state.buyers,
            nation_up=state.nation_up,
            ending=UNSET if state.ending is None else state.ending,
        ),
        events,
    )


def _nation(nation: Nation) -> NationAfter:
    return NationAfter(
        nation.money,
        nation.points,
        nation.leadership,
        nation.gov,
        len(nation.factories),
        len(nation.fleets),
        len(nation.armies),
        len(nation.tax_chips),
    )


def _with_events(result: Forecast, events: Sequence[Event]) -> Forecast:
    """The figures that stand in events alone."""
    for event in events:
        match event:
            case WheelMoved():
                result = replace(result, cost=Cost(event.payer, event.fee))
            case FactoryBuilt() | UnitsImported() | InterestPaid():
                assert result.cost is not UNSET, "the rondel moves first"
                cost = replace(result.cost, price=event.from_seat, from_treasury=event.from_treasury)
                result = replace(result, cost=cost)
            case BidAccepted() | StockBought():
                result = replace(result, bond=event.bond, cost=Cost(event.seat, price=event.paid))
            case _:
                pass
        match event:
            case TaxesCollected():
                result = replace(result, bonus=event.bonus)
            case InterestPaid():
                result = replace(result, interest=event.interest)
            case ManeuverExecuted():
                result = replace(result, losses=event.losses, chips=event.chips)
            case _:
                pass
    return result
