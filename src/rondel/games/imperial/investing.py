"""Imperial, chapter 10: the investor phase."""

from collections.abc import Iterator

from rondel.games.imperial.actions import BuyStock
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.between import next_country
from rondel.games.imperial.clock import submit
from rondel.games.imperial.events import BuyPunted, InvestorEnded, InvestorStarted, StockBought
from rondel.games.imperial.government import settle_leadership
from rondel.games.imperial.pieces import INVESTOR_BONUS, Stock
from rondel.games.imperial.state import Country, State, country_of, country_up
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
        next_country(story)


def _start(story: Story) -> None:
    """10.2 to 10.4 The holder, then the Swiss."""
    state = story.state
    holder = next((seat for seat, player in enumerate(state.players) if player.investor), _first(state))
    idle = _idle(state)
    swiss = [seat for seat in _around(state, holder) if state.players[seat].swiss or seat in idle]
    story.tell(InvestorStarted(holder, INVESTOR_BONUS, (holder, *swiss), tuple(swiss)))
    _go_on(story)


def _start_for_all(story: Story) -> None:
    """10.11 Everybody once, beginning with the leader of the country that has just moved."""
    state = story.state
    count, leader = len(state.players), country_up(state).leadership[0]
    buyers = tuple((leader + distance) % count for distance in range(count))
    story.tell(InvestorStarted(None, 0, buyers, tuple(_idle(state))))
    _go_on(story)


def _first(state: State) -> Seat:
    """10.2 Order 1, if nobody holds the card."""
    return next(seat for seat, player in enumerate(state.players) if player.order == 1)


def _idle(state: State) -> list[Seat]:
    """10.3 Who leads no country and is opposition in no democracy."""
    busy = [
        seat
        for country in state.countries
        for seat in country.leadership[: 2 if country.gov == "democracy" else 1]
    ]
    return [seat for seat in range(len(state.players)) if seat not in busy]


def _around(state: State, holder: Seat) -> list[Seat]:
    """10.4 The other seats as the Swiss are asked."""
    count, mine = len(state.players), state.players[holder].order
    way = -1 if state.options.swiss_order == "backward" else 1
    others = [seat for seat in range(count) if seat != holder]
    return sorted(others, key=lambda seat: way * (state.players[seat].order - mine) % count)


def buy(story: Story, seat: Seat, asked: BuyStock) -> None:
    """10.6 A stock, perhaps for a lower one of the same country and the difference."""
    refusal = no_purchase(story.atlas, story.state, seat, asked)
    if refusal is not None:
        raise refusal
    submit(story, seat)
    paid = story.atlas.prices[asked.stock] - story.atlas.prices[asked.return_stock]
    story.tell(StockBought(seat, asked.country, asked.stock, asked.return_stock, paid))
    settle_leadership(story, asked.country)
    _go_on(story)


def no_purchase(atlas: Atlas, state: State, seat: Seat, asked: BuyStock) -> Refusal | None:
    """10.6, 10.11 Why the seat may not buy this."""
    player, name = state.players[seat], asked.country
    if name not in {country.name for country in on_offer(state, seat)}:
        return Refusal("WRONG_COUNTRY", f"Seat {seat} may not buy a bond of {name!r} now.")
    country = country_of(state, name)
    if country.off_limits:
        return Refusal("OFF_LIMITS", f"A bond of {name} was bought already in this investor phase.")
    if asked.stock not in country.avail_stock:
        return Refusal("STOCK_NOT_AVAILABLE", f"Bond {asked.stock} of {name} is not available.")
    if asked.return_stock and Stock(name, asked.return_stock) not in player.stock:
        return Refusal("NOT_OWNED", f"Seat {seat} has no bond {asked.return_stock} of {name}.")
    if asked.return_stock >= asked.stock:
        return Refusal("NOT_HIGHER", "A bond is returned for a higher one only.")
    price = atlas.prices[asked.stock] - atlas.prices[asked.return_stock]
    if price > player.money:
        return Refusal("CANNOT_AFFORD", f"Seat {seat} cannot pay {price} cents; it has {player.money}.")
    return None


def on_offer(state: State, seat: Seat) -> tuple[Country, ...]:
    """10.11 Without the card only the country that has moved, but every country to the Swiss."""
    if state.options.investor_card or state.players[seat].swiss:
        return state.countries
    return (country_up(state),)


def purchases(atlas: Atlas, state: State, seat: Seat) -> Iterator[BuyStock]:
    """14.2 All that the seat may buy."""
    player, prices = state.players[seat], atlas.prices
    for country in on_offer(state, seat):
        if country.off_limits:
            continue
        own = [0, *(owned.stock for owned in player.stock if owned.country == country.name)]
        for stock in country.avail_stock:
            for returned in own:
                if returned < stock and prices[stock] - prices[returned] <= player.money:
                    yield BuyStock(country.name, stock, returned)


def punt(story: Story, seat: Seat) -> None:
    """10.7 Nothing bought, by a buyer who could have bought something."""
    story.tell(BuyPunted(seat, automatic=False))
    _go_on(story)


def _go_on(story: Story) -> None:
    """10.5, 10.8 The next buyer who can buy something; after the last one the phase is over."""
    while buyers := story.state.buyers:
        if any(True for _ in purchases(story.atlas, story.state, buyers[0])):
            return
        story.tell(BuyPunted(buyers[0], automatic=True))
    state = story.state
    story.tell(InvestorEnded(_next_holder(state), tuple(sorted(state.swiss_set or ()))))
    next_country(story)


def _next_holder(state: State) -> Seat | None:
    """10.8 The next order, wrapping."""
    count = len(state.players)
    wanted = next((player.order % count + 1 for player in state.players if player.investor), None)
    return next((seat for seat, player in enumerate(state.players) if player.order == wanted), None)
