"""Imperial, chapters 7 to 10: what wheel actions, maneuvers, peace and purchases make of the State."""

from collections import Counter

from msgspec.structs import replace

from rondel.games.imperial.events import (
    BuyPunted,
    FactoryBuilt,
    InterestPaid,
    InvestorEnded,
    InvestorStarted,
    ManeuverExecuted,
    PeaceOffered,
    PeaceResolved,
    PeaceSettled,
    PeaceVoteSealed,
    PeaceVoteShown,
    StockBought,
    TaxesCollected,
    UnitDeferred,
    UnitPlanned,
    UnitsImported,
    UnitsProduced,
    WheelMoved,
)
from rondel.games.imperial.ledger import paid, received, with_country, with_player, with_sold, with_stock
from rondel.games.imperial.pieces import (
    Cents,
    Loss,
    Maneuver,
    PeaceAnswer,
    PeaceBallot,
    PendingPeace,
    Stock,
    Unit,
    UnitType,
)
from rondel.games.imperial.state import Country, OpenVote, PeaceVote, State, country_of
from rondel.kernel import Ms, Seat


def wheel_moved(state: State, event: WheelMoved, _at: Ms) -> State:
    """5.3 The author pays the fee."""
    return paid(with_country(state, event.country, wheel_spot=event.to), event.payer, event.fee)


def _cost_paid(state: State, country: Country, treasury: Cents, payer: Seat, rest: Cents) -> State:
    """7.2 As far as the treasury reaches, the rest by the author."""
    after = paid(state, payer, rest)
    if not treasury:
        return after
    after = with_country(after, country.name, money=country.money - treasury)
    return replace(after, bank=after.bank + treasury)


def factory_built(state: State, event: FactoryBuilt, _at: Ms) -> State:
    """7.3 One factory more."""
    country = country_of(state, event.country)
    after = _cost_paid(state, country, event.from_treasury, event.payer, event.from_seat)
    return with_country(after, event.country, factories=(*country.factories, event.territory))


def units_made(state: State, event: UnitsProduced | UnitsImported, _at: Ms) -> State:
    """7.4 to 7.6 New units, ready to fight."""
    country = country_of(state, event.country)
    after = state
    if isinstance(event, UnitsImported):
        after = _cost_paid(state, country, event.from_treasury, event.payer, event.from_seat)
    return with_country(
        after,
        event.country,
        fleets=(*country.fleets, *[Unit(territory) for territory in event.fleets]),
        armies=(*country.armies, *[Unit(territory) for territory in event.armies]),
    )


def taxes_collected(state: State, event: TaxesCollected, _at: Ms) -> State:
    """7.7 The bank gives what treasury and holders have more than before."""
    country = country_of(state, event.country)
    after = received(state, event.bonus)
    return with_country(
        replace(after, bank=after.bank + country.money - event.treasury),
        event.country,
        points=event.points,
        money=event.treasury,
        last_tax=event.last_tax,
    )


def interest_paid(state: State, event: InterestPaid, _at: Ms) -> State:
    """7.9 Through the bank: what comes in goes out."""
    country = country_of(state, event.country)
    after = _cost_paid(state, country, event.from_treasury, event.payer, event.from_seat)
    return received(after, event.interest)


# Maneuvers.


def _maneuver(state: State) -> Maneuver:
    assert state.current_maneuver is not None
    return state.current_maneuver


def unit_planned(state: State, event: UnitPlanned, _at: Ms) -> State:
    """8.3 The next unit; after the last fleet the armies (8.1)."""
    plan = _maneuver(state)
    index, phase, deferred = plan.unit_index + 1, plan.phase, plan.deferred
    fleets, armies = plan.completed_fleet_moves, plan.completed_army_moves
    if phase == "fleet":
        fleets = (*fleets, event.move)
        if index == len(plan.pending_fleets):
            index, phase, deferred = 0, "army", 0
    else:
        armies = (*armies, event.move)
    carried = plan.carried if not event.via else dict(Counter(plan.carried) + Counter(event.via))
    after = replace(
        plan,
        phase=phase,
        unit_index=index,
        completed_fleet_moves=fleets,
        completed_army_moves=armies,
        pending_peace=None,
        waiting_targets=(),
        deferred=deferred,
        carried=carried,
    )
    return replace(state, mode="continue-man", current_maneuver=after, peace_vote=None)


def unit_deferred(state: State, event: UnitDeferred, _at: Ms) -> State:
    """8.3 To the end of its list."""
    plan = _maneuver(state)
    units = plan.pending_fleets if event.unit_type == "fleet" else plan.pending_armies
    index = event.unit_index
    units = (*units[:index], *units[index + 1 :], units[index])
    if event.unit_type == "fleet":
        after = replace(plan, pending_fleets=units, deferred=plan.deferred + 1)
    else:
        after = replace(plan, pending_armies=units, deferred=plan.deferred + 1)
    return replace(state, current_maneuver=after)


def maneuver_executed(state: State, event: ManeuverExecuted, _at: Ms) -> State:
    """8.4, 8.12 Units, factories and chips as they are now."""
    return replace(state, countries=tuple([_after(country, event) for country in state.countries]))


def _after(country: Country, event: ManeuverExecuted) -> Country:
    if country.name == event.country:
        chips = tuple(sorted({*country.tax_chips, *event.chips}))
        return replace(country, fleets=event.fleets, armies=event.armies, tax_chips=chips)
    return replace(
        country,
        fleets=_less(country, "fleet", country.fleets, event.losses),
        armies=_less(country, "army", country.armies, event.losses),
        factories=tuple([site for site in country.factories if site not in event.factories_destroyed]),
        tax_chips=tuple([site for site in country.tax_chips if site not in event.chips]),
    )


def _less(
    country: Country, unit_type: UnitType, units: tuple[Unit, ...], losses: tuple[Loss, ...]
) -> tuple[Unit, ...]:
    left = list(units)
    for loss in losses:
        if loss.country == country.name and loss.unit_type == unit_type:
            left.remove(Unit(loss.territory, loss.hostile))
    return tuple(left)


# Peace.


def peace_offered(state: State, event: PeaceOffered, _at: Ms) -> State:
    """9.4, 9.5 The target's leader is asked, or its holders are."""
    plan = replace(_maneuver(state), waiting_targets=event.waiting_targets)
    if event.asked == "leader":
        pending = PendingPeace(
            event.origin, event.destination, event.target_country, event.unit_type, event.move, event.via
        )
        return replace(state, current_maneuver=replace(plan, pending_peace=pending), undo=None)
    vote = PeaceVote(
        event.moving_country,
        event.target_country,
        event.unit_type,
        event.origin,
        event.destination,
        event.total_stock,
        event.electorate,
        event.move,
        event.via,
    )
    return replace(state, mode="peace-vote", current_maneuver=plan, peace_vote=vote, undo=None)


def peace_settled(state: State, _event: PeaceSettled, _at: Ms) -> State:
    """9.3 Nobody has to be asked; UNIT_PLANNED or another offer follows."""
    return state


def peace_vote_kept(state: State, event: PeaceVoteSealed | PeaceVoteShown, _at: Ms) -> State:
    """9.5 Kept until a side has won."""
    assert state.peace_vote is not None
    ballots = (*state.peace_vote.ballots, PeaceBallot(event.seat, event.accept))
    return replace(state, peace_vote=replace(state.peace_vote, ballots=ballots))


def peace_resolved(state: State, event: PeaceResolved, at: Ms) -> State:
    """9.3, 9.6 The answer holds for the rest of the country's turn."""
    plan = _maneuver(state)
    answer = PeaceAnswer(plan.country, event.target_country, event.destination, event.accepted)
    return replace(
        state,
        mode="continue-man",
        peace_vote=None,
        current_maneuver=replace(plan, pending_peace=None),
        peace_answers=(*state.peace_answers, answer),
        timer=replace(state.timer, last_move=at),
        same_turn=False,
        undo=None,
        open_votes=tuple(OpenVote(ballot.seat, int(ballot.accept)) for ballot in event.votes),
    )


# The investor phase.


def investor_started(state: State, event: InvestorStarted, _at: Ms) -> State:
    """10.2 The holder's money; who waits as a Swiss (17.3)."""
    players = tuple(
        [
            replace(
                player,
                investor=seat == event.holder,
                swiss=seat in event.swiss,
                money=player.money + (event.bonus if seat == event.holder else 0),
            )
            for seat, player in enumerate(state.players)
        ]
    )
    return replace(
        state,
        mode="buy",
        players=players,
        countries=_all_on_offer(state),
        bank=state.bank - event.bonus,
        buyers=event.buyers,
        swiss_set=() if state.options.investor_card else None,
    )


def investor_ended(state: State, event: InvestorEnded, _at: Ms) -> State:
    """10.8 The card passes; those who punted are Swiss next time."""
    players = tuple(
        [
            replace(player, investor=seat == event.next_holder, swiss=seat in event.swiss)
            for seat, player in enumerate(state.players)
        ]
    )
    return replace(state, players=players, countries=_all_on_offer(state), buyers=(), swiss_set=None)


def _all_on_offer(state: State) -> tuple[Country, ...]:
    return tuple(
        [replace(country, off_limits=False) if country.off_limits else country for country in state.countries]
    )


def stock_bought(state: State, event: StockBought, _at: Ms) -> State:
    """10.6 The price goes into the treasury; with the card the country is off limits."""
    player, country = state.players[event.seat], country_of(state, event.country)
    after = with_player(
        state,
        event.seat,
        money=player.money - event.paid,
        stock=with_stock(player, Stock(event.country, event.stock), event.return_stock),
        swiss=False,
    )
    after = with_country(
        after,
        event.country,
        money=country.money + event.paid,
        avail_stock=with_sold(country, event.stock, event.return_stock),
        off_limits=state.options.investor_card,
    )
    return replace(after, buyers=state.buyers[1:])


def buy_punted(state: State, event: BuyPunted, _at: Ms) -> State:
    """10.7 Nothing bought; Swiss next time."""
    after = with_player(state, event.seat, swiss=False)
    swiss_set = None if state.swiss_set is None else (*state.swiss_set, event.seat)
    return replace(after, buyers=state.buyers[1:], swiss_set=swiss_set)
