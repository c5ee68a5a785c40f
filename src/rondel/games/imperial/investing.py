"""Imperial, chapter 10: the investor phase."""

from collections.abc import Iterator

from rondel.games.imperial.actions import BuyStock
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.clock import submit
from rondel.games.imperial.events import BuyPunted, InvestorEnded, InvestorStarted, StockBought
from rondel.games.imperial.government import settle_leadership
from rondel.games.imperial.next_turn import next_nation
from rondel.games.imperial.pieces import INVESTOR_BONUS, Stock
from rondel.games.imperial.state import Nation, State, nation_of, nation_up
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal, Seat


def after_turn(story: Story, *, is_due: bool) -> None:
    """5.13 (d) The investor phase if it is due, else the next country."""
    state = story.state
    if not state.options.investor_card:
        _start_for_all(story)
    elif is_due:
        _start(story)
    else:
        next_nation(story)


def _start(story: Story) -> None:
    """10.2 to 10.4 The holder, then the Swiss."""
    state = story.state
    holder = next((seat for seat, player in enumerate(state.players) if player.investor), _first(state))
    idle = _idle(state)
    swiss = [seat for seat in _around(state, holder) if state.players[seat].swiss or seat in idle]
    story.emit(InvestorStarted(holder, INVESTOR_BONUS, (holder, *swiss), tuple(swiss)))
    _go_on(story)


def _start_for_all(story: Story) -> None:
    """10.11 Everybody once, beginning with the leader of the country that has just moved."""
    state = story.state
    count, leader = len(state.players), nation_up(state).leadership[0]
    buyers = tuple((leader + distance) % count for distance in range(count))
    story.emit(InvestorStarted(None, 0, buyers, tuple(_idle(state))))
    _go_on(story)


def _first(state: State) -> Seat:
    """10.2 Order 1, if nobody holds the card."""
    return next(seat for seat, player in enumerate(state.players) if player.order == 1)


def _idle(state: State) -> list[Seat]:
    """10.3 Who leads no country and is opposition in no democracy."""
    busy = [
        seat
        for nation in state.nations
        for seat in nation.leadership[: 2 if nation.gov == "democracy" else 1]
    ]
    return [seat for seat in range(len(state.players)) if seat not in busy]


def _around(state: State, holder: Seat) -> list[Seat]:
    """10.4 The other seats as the Swiss are asked."""
    count, mine = len(state.players), state.players[holder].order
    way = -1 if state.options.swiss_order == "backward" else 1
    others = [seat for seat in range(count) if seat != holder]
    return sorted(others, key=lambda seat: way * (state.players[seat].order - mine) % count)


def buy(story: Story, seat: Seat, action: BuyStock) -> None:
    """10.6 A stock, perhaps for a lower one of the same country and the difference."""
    refusal = refuse_purchase(story.atlas, story.state, seat, action)
    if refusal is not None:
        raise refusal
    submit(story, seat)
    paid = story.atlas.prices[action.bond] - story.atlas.prices[action.returned_bond]
    story.emit(StockBought(seat, action.nation, action.bond, action.returned_bond, paid))
    settle_leadership(story, action.nation)
    _go_on(story)


def refuse_purchase(atlas: Atlas, state: State, seat: Seat, action: BuyStock) -> Refusal | None:
    """10.6, 10.11 Why the seat may not buy this."""
    player, name = state.players[seat], action.nation
    if name not in {nation.name for nation in on_offer(state, seat)}:
        return Refusal("WRONG_COUNTRY", f"Seat {seat} may not buy a bond of {name!r} now.")
    nation = nation_of(state, name)
    if nation.off_limits:
        return Refusal("OFF_LIMITS", f"A bond of {name} was bought already in this investor phase.")
    if action.bond not in nation.available_bonds:
        return Refusal("STOCK_NOT_AVAILABLE", f"Bond {action.bond} of {name} is not available.")
    if action.returned_bond and Stock(name, action.returned_bond) not in player.bonds:
        return Refusal("NOT_OWNED", f"Seat {seat} has no bond {action.returned_bond} of {name}.")
    if action.returned_bond >= action.bond:
        return Refusal("NOT_HIGHER", "A bond is returned for a higher one only.")
    price = atlas.prices[action.bond] - atlas.prices[action.returned_bond]
    if price > player.money:
        return Refusal("CANNOT_AFFORD", f"Seat {seat} cannot pay {price} cents; it has {player.money}.")
    return None


def on_offer(state: State, seat: Seat) -> tuple[Nation, ...]:
    """10.11 Without the card only the country that has moved, but every country to the Swiss."""
    if state.options.investor_card or state.players[seat].swiss:
        return state.nations
    return (nation_up(state),)


def purchases(atlas: Atlas, state: State, seat: Seat) -> Iterator[BuyStock]:
    """14.2 All that the seat may buy."""
    player, prices = state.players[seat], atlas.prices
    for nation in on_offer(state, seat):
        if nation.off_limits:
            continue
        own = [0, *(owned.denomination for owned in player.bonds if owned.nation == nation.name)]
        for bond in nation.available_bonds:
            for returned in own:
                if returned < bond and prices[bond] - prices[returned] <= player.money:
                    yield BuyStock(nation.name, bond, returned)


def pass_purchase(story: Story, seat: Seat) -> None:
    """10.7 Nothing bought, by a buyer who could have bought something."""
    story.emit(BuyPunted(seat, automatic=False))
    _go_on(story)


def _go_on(story: Story) -> None:
    """10.5, 10.8 The next buyer who can buy something; after the last one the phase is over."""
    while buyers := story.state.buyers:
        if any(True for _ in purchases(story.atlas, story.state, buyers[0])):
            return
        story.emit(BuyPunted(buyers[0], automatic=True))
    state = story.state
    story.emit(InvestorEnded(_next_holder(state), tuple(sorted(state.swiss_set or ()))))
    next_nation(story)


def _next_holder(state: State) -> Seat | None:
    """10.8 The next order, wrapping."""
    count = len(state.players)
    wanted = next((player.order % count + 1 for player in state.players if player.investor), None)
    return next((seat for seat, player in enumerate(state.players) if player.order == wanted), None)
