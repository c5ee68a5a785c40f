"""Imperial, chapter 10: what the events of an investor phase change."""

from msgspec.structs import replace

from rondel.games.imperial.events import (
    BuyPunted,
    InvestorEnded,
    InvestorStarted,
    StockBought,
)
from rondel.games.imperial.ledger import with_bond, with_nation, with_player, with_sold
from rondel.games.imperial.pieces import (
    Stock,
)
from rondel.games.imperial.state import Nation, State, nation_of
from rondel.kernel import Ms


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
        nations=_all_on_offer(state),
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
    return replace(state, players=players, nations=_all_on_offer(state), buyers=(), swiss_set=None)


def _all_on_offer(state: State) -> tuple[Nation, ...]:
    return tuple(
        [replace(nation, off_limits=False) if nation.off_limits else nation for nation in state.nations]
    )


def bond_bought(state: State, event: StockBought, _at: Ms) -> State:
    """10.6 The price goes into the treasury; with the card the country is off limits."""
    player, nation = state.players[event.seat], nation_of(state, event.nation)
    after = with_player(
        state,
        event.seat,
        money=player.money - event.paid,
        bonds=with_bond(player, Stock(event.nation, event.bond), event.returned_bond),
        swiss=False,
    )
    after = with_nation(
        after,
        event.nation,
        money=nation.money + event.paid,
        available_bonds=with_sold(nation, event.bond, event.returned_bond),
        off_limits=state.options.investor_card,
    )
    return replace(after, buyers=state.buyers[1:])


def purchase_passed(state: State, event: BuyPunted, _at: Ms) -> State:
    """10.7 Nothing bought; Swiss next time."""
    after = with_player(state, event.seat, swiss=False)
    swiss_set = None if state.swiss_set is None else (*state.swiss_set, event.seat)
    return replace(after, buyers=state.buyers[1:], swiss_set=swiss_set)
