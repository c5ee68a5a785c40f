"""Imperial, chapter 4: the start, by flags or by sealed bids."""

from rondel.games.imperial.clock import submit
from rondel.games.imperial.events import (
    AuctionClosed,
    AuctionRepeated,
    BidAccepted,
    BidDeclined,
    BidPlaced,
    BidSealed,
    BidsRevealed,
    GameStarted,
)
from rondel.games.imperial.government import settle_leadership
from rondel.games.imperial.next_turn import begin_play
from rondel.games.imperial.pieces import FIXED_MONEY, Bid, Cents, starting_money
from rondel.games.imperial.score import end
from rondel.games.imperial.state import State, nation_up, offered
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal, Seat


def start_game(story: Story) -> None:
    """4.1 The house begins."""
    state = story.state
    count = len(state.players)
    if state.mode is not None:
        raise Refusal("ALREADY_STARTED", "The game cannot start; it has started already.")
    if count < 2:
        raise Refusal("TOO_FEW_SEATS", f"{count} cannot play; Imperial is for 2 to 6.")
    if state.options.start == "sealed-bid":
        story.emit(GameStarted(count, state.options, starting_money(count)))
        return
    flags = story.chance.shuffled(story.atlas.flags.sets[count])[:count]
    story.emit(GameStarted(count, state.options, FIXED_MONEY, flags))
    for nation in story.atlas.nations:
        settle_leadership(story, nation)
    begin_play(story)


def bid(story: Story, seat: Seat, amount: Cents) -> None:
    """4.6 Whole cents up to all the seat has."""
    money = story.state.players[seat].money
    if not 0 <= amount <= money:
        raise Refusal("INVALID_AMOUNT", f"Seat {seat} cannot bid {amount} cents; it has {money}.")
    submit(story, seat)
    place(story, seat, amount)


def place(story: Story, seat: Seat, amount: Cents) -> None:
    """4.6, 4.7 Sealed until everybody who may has bid."""
    story.emit(BidPlaced(seat))
    story.emit(BidSealed(seat, amount))
    state = story.state
    if all(state.players[bidder].bid is not None for bidder in state.bidders):
        _reveal(story)


def _reveal(story: Story) -> None:
    """4.7 Highest first, equals as they are drawn; what buys nothing is a pass."""
    nation = nation_up(story.state)
    bids = {seat: story.state.players[seat].bid or 0 for seat in story.state.bidders}
    cheapest = story.atlas.prices[nation.available_bonds[0]]
    drawn = story.chance.shuffled([seat for seat, amount in bids.items() if amount >= cheapest])
    order = tuple(sorted(drawn, key=lambda seat: -bids[seat]))
    story.emit(BidsRevealed(nation.name, tuple(Bid(seat, bids[seat]) for seat in bids), order))
    _go_on(story)


def buy_bid(story: Story, seat: Seat, *, is_accepting: bool) -> None:
    """4.8 The stock for the whole bid, or nothing."""
    submit(story, seat)
    answer(story, seat, is_accepting=is_accepting)


def answer(story: Story, seat: Seat, *, is_accepting: bool) -> None:
    """4.8 Either way the seat leaves the list."""
    nation, bond = nation_up(story.state).name, offered(story.state, story.atlas.prices)
    paid = story.state.players[seat].bid
    assert paid is not None
    assert bond is not None
    if is_accepting:
        story.emit(BidAccepted(seat, nation, bond, paid))
        settle_leadership(story, nation)
    else:
        story.emit(BidDeclined(seat, nation, bond))
    _go_on(story)


def _go_on(story: Story) -> None:
    """4.5, 4.8, 4.9 Whoever is next in the list; or the next country that somebody can bid for."""
    if story.state.bid_buy_order:
        return
    _close(story)
    while not story.state.bidders:
        if story.state.nation_up is not None:
            _close(story)
        elif _is_sold(story.state):
            begin_play(story)
            return
        elif story.state.auction_repeated:
            end(story, "unsold")
            return
        else:
            story.emit(AuctionRepeated())


def _close(story: Story) -> None:
    story.emit(AuctionClosed(nation_up(story.state).name))


def _is_sold(state: State) -> bool:
    return any(player.bonds for player in state.players)
