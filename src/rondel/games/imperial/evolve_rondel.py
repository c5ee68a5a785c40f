"""Imperial, chapter 7: what the events of a turn on the rondel change."""

from msgspec.structs import replace

from rondel.games.imperial.events import (
    FactoryBuilt,
    InterestPaid,
    TaxesCollected,
    UnitsImported,
    UnitsProduced,
    WheelMoved,
)
from rondel.games.imperial.ledger import paid, received, with_nation
from rondel.games.imperial.pieces import (
    Cents,
    Unit,
)
from rondel.games.imperial.state import Nation, State, nation_of
from rondel.kernel import Ms, Seat


def rondel_moved(state: State, event: WheelMoved, _at: Ms) -> State:
    """5.3 The author pays the fee."""
    return paid(with_nation(state, event.nation, space=event.to), event.payer, event.fee)


def _cost_paid(state: State, nation: Nation, treasury: Cents, payer: Seat, rest: Cents) -> State:
    """7.2 As far as the treasury reaches, the rest by the author."""
    after = paid(state, payer, rest)
    if not treasury:
        return after
    after = with_nation(after, nation.name, money=nation.money - treasury)
    return replace(after, bank=after.bank + treasury)


def factory_built(state: State, event: FactoryBuilt, _at: Ms) -> State:
    """7.3 One factory more."""
    nation = nation_of(state, event.nation)
    after = _cost_paid(state, nation, event.from_treasury, event.payer, event.from_seat)
    return with_nation(after, event.nation, factories=(*nation.factories, event.territory))


def units_made(state: State, event: UnitsProduced | UnitsImported, _at: Ms) -> State:
    """7.4 to 7.6 New units, ready to fight."""
    nation = nation_of(state, event.nation)
    after = state
    if isinstance(event, UnitsImported):
        after = _cost_paid(state, nation, event.from_treasury, event.payer, event.from_seat)
    return with_nation(
        after,
        event.nation,
        fleets=(*nation.fleets, *[Unit(territory) for territory in event.fleets]),
        armies=(*nation.armies, *[Unit(territory) for territory in event.armies]),
    )


def taxes_collected(state: State, event: TaxesCollected, _at: Ms) -> State:
    """7.7 The bank gives what treasury and holders have more than before."""
    nation = nation_of(state, event.nation)
    after = received(state, event.bonus)
    return with_nation(
        replace(after, bank=after.bank + nation.money - event.treasury),
        event.nation,
        points=event.points,
        money=event.treasury,
        last_tax=event.last_tax,
    )


def interest_paid(state: State, event: InterestPaid, _at: Ms) -> State:
    """7.9 Through the bank: what comes in goes out."""
    nation = nation_of(state, event.nation)
    after = _cost_paid(state, nation, event.from_treasury, event.payer, event.from_seat)
    return received(after, event.interest)
