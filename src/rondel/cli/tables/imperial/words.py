"""What Imperial's table says: seats, whose turn it is, and what is to be done."""

from collections.abc import Iterable, Sequence
from typing import Final

from rondel.cli.tables.outage import time_returned
from rondel.games.imperial.events import Event
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.history import money, plan, sentence
from rondel.games.imperial.pieces import CENTER, FREE_STEPS, SETUPS, STEP_FEE, Cents, Maneuver, prices_of
from rondel.games.imperial.view import PeaceVoteView, View
from rondel.kernel import Ms, Seat, TimeReturned, Viewer

KEYS: Final = """\
↑ ↓  PgUp PgDn   through the choices, or through a long page
Enter            do it, or open a group of choices
Esc              out of the group, or without the filter
/                filter: type parts of words, for instance  vie bud
0 … 9            at the auction type any bid in dollars, as in  7.50
/ … via …        a convoy over the seas you name, as in  belg via english
u                take your last move back, where the rules let you

a  actions: what you may do now     s  bonds, cash and scores
m  map: factories, units, chips     w  rondel, and who stands where
h  history, the latest first        Tab  the next page

The largest holder of a nation's bonds leads it. In a dictatorship the
leader decides alone; in a democracy the second may propose too, and
the holders vote. In the end cash counts, and each bond its number
for every five points of power.
?  this help                        q  quit; the sitting is kept"""

MODES: Final = {
    None: "before the start",
    "bid": "auction: sealed bids",
    "buy-bid": "auction: taking bonds",
    "buy": "investors buy",
    "proposal": "the leader chooses",
    "proposal-opp": "the opposition answers",
    "vote": "the holders vote",
    "continue-man": "maneuver",
    "peace-vote": "vote on peace",
    "game-over": "game over",
}

ENDINGS: Final = {
    "power_25": "A nation has 25 power.",
    "unsold": "Nobody bought a bond; cash alone counts.",
    "round_limit": "The last round this table allows has been played.",
    "abandoned": "The table was left; nobody wins.",
}


def who(seat: Seat, you: Viewer) -> str:
    """A seat at the beginning of a sentence."""
    return "You" if seat == you else f"Seat {seat}"


def seats(of: Sequence[Seat]) -> str:
    """Several seats within a sentence."""
    return f"Seat {of[0]}" if len(of) == 1 else f"Seats {', '.join(str(seat) for seat in of)}"


def countdown(left_ms: Ms) -> str:
    """A time that is left, as on a clock; 0:00 only when there is none."""
    seconds = -(-max(0, left_ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def prices(view: View) -> tuple[Cents, ...]:
    """What each denomination costs at this table."""
    return prices_of(view.options.setup, is_ninth=view.options.ninth_stock)


def good_for(view: View, amount: Cents) -> int:
    """4.8 The highest denomination still to be had for a bid; 0 if there is none."""
    assert view.country_up is not None
    costs = prices(view)
    return max(
        (of for of in view.country_info[view.country_up].avail_stock if costs[of] <= amount), default=0
    )


def way(view: View, spot: Spot) -> tuple[int, Cents]:
    """5.3 How far the spot is for the country that is up, and what that costs; 0 steps from the centre."""
    assert view.country_up is not None
    wheel, stands = SETUPS[view.options.setup].wheel, view.country_info[view.country_up].wheel_spot
    if stands == CENTER:
        return 0, 0
    steps = (wheel.index(spot) - wheel.index(stands)) % len(wheel)
    return steps, STEP_FEE * max(0, steps - FREE_STEPS)


def up(view: View) -> list[Seat]:
    """Who is to act."""
    return [seat for seat, player in enumerate(view.player_info) if player.my_turn]


def banner(view: View) -> str:
    """The round, the country that is up, and the mode."""
    mode = MODES[view.mode]
    if view.mode == "game-over" or view.country_up is None:
        return mode
    return f"Round {view.round} · {view.country_up} · {mode}"


def headline(view: View) -> str:
    """Whose turn it is."""
    acting = up(view)
    if view.mode == "game-over":
        return "The game is over"
    if view.you in acting:
        others = [seat for seat in acting if seat != view.you]
        return f"Your turn (Seat {view.you})" + (f"; {seats(others)} too" if others else "")
    return f"Waiting for {seats(acting)}" if acting else "Nobody is to act"


def task(view: View) -> str:
    """What is to be done in this mode, and by whom."""
    match view.mode:
        case "bid":
            return _bidding(view)
        case "buy-bid":
            return _taking(view)
        case "proposal":
            leader = up(view)[0]
            leads = "You lead" if leader == view.you else f"Seat {leader} leads"
            return f"{leads} {view.country_up}: where on the rondel does it go?"
        case "proposal-opp":
            assert view.proposal1 is not None
            proposed = f"Proposed for {view.country_up}: {plan(view.proposal1)}."
            return f"{proposed} {who(up(view)[0], view.you)} may agree or propose otherwise."
        case "vote":
            assert view.proposal1 is not None
            assert view.proposal2 is not None
            if view.you in up(view):
                how = "everybody sees it" if view.options.open_ballots else "sealed"
                return f"Two proposals for {view.country_up}: vote for one of them, {how}.{_votes(view)}"
            return f"1: {plan(view.proposal1)}. 2: {plan(view.proposal2)}.{_votes(view)}"
        case "continue-man":
            assert view.current_maneuver is not None
            return _maneuver(view.current_maneuver)
        case "peace-vote":
            assert view.peace_vote is not None
            vote = view.peace_vote
            asks = f"Is {vote.target_country} at peace with {vote.moving_country} in {vote.destination}?"
            return asks + _peace_votes(vote)
        case "buy":
            return f"{who(view.buyers[0], view.you)} may buy one bond; then {_then(view.buyers[1:])}."
        case "game-over":
            return "q quits; the next game begins anew."
        case None:
            return "The game has not begun."


def _votes(view: View) -> str:
    """17.6 What each proposal has, where ballots are open."""
    assert view.voting is not None
    sides = [
        f"{number} has {side.votes}{_by(side.voters)}"
        for number, side in enumerate((view.voting.proposal1, view.voting.proposal2), 1)
        if side.voters is not None
    ]
    return f" {', '.join(sides)}." if sides else ""


def _peace_votes(vote: PeaceVoteView) -> str:
    """17.7 What either side has, where ballots are open."""
    if vote.votes is None:
        return ""
    yes, no = ([ballot.seat for ballot in vote.votes if ballot.accept is side] for side in (True, False))
    sides = f"Peace has {vote.accept_votes}{_by(yes)}, war {vote.reject_votes}{_by(no)}"
    return f" {sides}, of {vote.total_stock}."


def _by(voters: Sequence[Seat]) -> str:
    return f" ({seats(voters)})" if voters else ""


def _bidding(view: View) -> str:
    up_now = view.country_up
    if view.you is None:
        return f"{up_now} is auctioned; bids are sealed."
    player = view.player_info[view.you]
    if isinstance(player.bid, int):
        return f"You have bid {money(player.bid)} for {up_now}; the others cannot see it."
    if not player.my_turn:
        return f"{up_now} is auctioned, and you cannot afford any of it."
    return f"{up_now} is auctioned: bid from $0.00 to {money(player.money)}, sealed. Type any amount."


def _taking(view: View) -> str:
    seat = view.bid_buy_order[0]
    bid = view.player_info[seat].bid
    assert isinstance(bid, int)
    takes = good_for(view, bid)
    bids = [
        f"Seat {other} {money(player.bid)}"
        for other, player in enumerate(view.player_info)
        if isinstance(player.bid, int) and other != seat
    ]
    also = f" Other bids: {', '.join(bids)}." if bids else ""
    return f"{who(seat, view.you)} bid {money(bid)}: good for the {takes}.{also}"


def _maneuver(maneuver: Maneuver) -> str:
    peace = maneuver.pending_peace
    if peace is not None:
        offer = f"{maneuver.country} offers {peace.target_country} peace in {peace.destination}"
        return f"{offer}; a refusal is war."
    units = maneuver.pending_fleets if maneuver.phase == "fleet" else maneuver.pending_armies
    unit, number = units[maneuver.unit_index], maneuver.unit_index + 1
    return f"{maneuver.country}, {maneuver.phase} {number} of {len(units)}, in {unit.territory}: where to?"


def _then(of: Sequence[Seat]) -> str:
    return seats(of) if of else "the game goes on"


def story(events: Iterable[Event | TimeReturned]) -> list[str]:
    """What everyone was told, one sentence for every event that has something to tell."""
    told = (time_returned(event) if isinstance(event, TimeReturned) else sentence(event) for event in events)
    return [line for line in told if line is not None]
