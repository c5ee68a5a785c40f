"""A greedy player of Imperial: each action is worth the cents it is expected to bring to its seat.

Points count as what they will be worth at the end to the seat's own stock, less what they bring its
rivals. Every choice is the listed action that is worth most, so a house rule changes what is worth doing,
and nothing else.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from rondel.games.imperial.actions import (
    Action,
    Agree,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    MoveUnit,
    Propose,
    PuntBuy,
    Vote,
    VotePeace,
)
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import (
    DOLLAR,
    FACTORY_COST,
    HOME_OF,
    IMPORT_COST,
    INVESTOR_BONUS,
    KIND_OF,
    LEAST_TAX,
    MOST_POINTS,
    SETUPS,
    STEP_FEE,
    prices_of,
)
from rondel.kernel import Chance, Seat

NEVER: Final = -1_000_000.0
WINNING: Final = 100_000.0
PATIENCE: Final = 30
"""From this round on a seat would rather end a game it does not win than go on for ever."""
IMPATIENCE: Final = 200.0
LEAD: Final = 250.0
"""What it is worth to lead one country more."""
OUTLAY: Final = 0.4
"""The share of its cash that a seat puts into one country at the auction."""
SPITE: Final = 0.6
"""How much a rival's gain hurts, the strongest rival's."""
GROWTH: Final = 2.0
"""By how much a country's revenue is expected to grow still."""
TAX_PACE: Final = 7.0
"""Points the leading country is expected to gain by one taxation."""
UNIT_USE: Final = 0.6
"""How likely a new unit is to bring a chip."""
ENOUGH_UNITS: Final = 7
"""From so many units on, upkeep eats what another one brings."""


def greedy(known: Known, view: object, legal: Sequence[Action], chance: Chance) -> Action:
    """The listed action that is worth most to this seat, the first of several."""
    return max(legal, key=GreedyEvaluator(known).worth)


class GreedyEvaluator:
    """What one seat makes of all it knows."""

    def __init__(self, known: Known) -> None:
        self.view = view = known.view
        assert view.you is not None
        self.you: Seat = view.you
        self.me = view.player_info[self.you]
        self.prices = prices_of(view.options.setup, is_ninth=view.options.ninth_bond)

    def worth(self, action: Action) -> float:
        """In cents; what changes nothing is worth nothing."""
        match action:
            case Bid():
                return self._bid(action.amount)
            case BuyBid():
                return self._bargain() if action.accept else 0.0
            case Propose():
                return self.plan(self.up, action, self.you)
            case Agree():
                return self.proposed(1)
            case Vote():
                return self.proposed(action.proposal)
            case MoveUnit():
                return self.move(action)
            case AnswerPeace() | VotePeace():
                return self._peace() if action.accept else 0.0
            case BuyStock():
                return self.purchase(action)
            case PuntBuy():
                return 0.0
            case _:
                return NEVER

    # Countries.

    @property
    def up(self) -> str:
        """The country whose turn it is."""
        assert self.view.nation_up is not None
        return self.view.nation_up

    def holding(self, nation: str, seat: Seat | None = None) -> int:
        """What a seat holds of the country."""
        info = self.me if seat is None else self.view.player_info[seat]
        return info.holdings.get(nation, 0)

    @cached_property
    def taxations(self) -> float:
        """How often a country will still tax before somebody reaches the end."""
        lead = max(info.points for info in self.view.nation_info.values())
        return max(1.0, (MOST_POINTS - lead) / TAX_PACE)

    def revenue(self, nation: str) -> float:
        """7.7 In dollars, as things are."""
        info = self.view.nation_info[nation]
        return 2 * len(info.open_factories) + len(info.tax_chips)

    def final_points(self, nation: str) -> float:
        """What the country is expected to come to."""
        gain = max(0.0, min(15.0, self.revenue(nation) + GROWTH) - LEAST_TAX)
        return min(25.0, self.view.nation_info[nation].points + gain * self.taxations)

    def edge(self, nation: str) -> float:
        """How much more the seat gains by the country's rise than its strongest rival there, in shares."""
        rivals = [
            self.holding(nation, seat) for seat in range(len(self.view.player_info)) if seat != self.you
        ]
        return self.holding(nation) - SPITE * max(rivals)

    def dollars(self, nation: str, points: float) -> float:
        """What points of the country are worth in cents to this seat."""
        return DOLLAR * points / 5 * self.edge(nation)

    def yearly(self, nation: str, revenue: float) -> float:
        """What more revenue is worth, from now to the end; beyond the limit it is worth nothing."""
        return self.dollars(nation, revenue * self.taxations)

    # Plans.

    def plan(self, nation: str, proposed: Propose, author: Seat) -> float:
        """What it is worth that the country does this."""
        match proposed.space:
            case "Taxation":
                value = self._taxation(nation)
            case "Factory":
                value = self._factory(nation, proposed, author)
            case "Import":
                many = len(proposed.imports.types)
                value = self._units(nation, many) - self._cost(nation, IMPORT_COST * many, author)
            case "L-Produce" | "R-Produce":
                value = self._units(nation, len(proposed.fleet_produce) + len(proposed.army_produce))
            case "Investor":
                value = self._investor(nation, author)
            case _:
                value = self._maneuver(nation)
        return value + self._ride(nation, proposed, author)

    def _ride(self, nation: str, proposed: Propose, author: Seat) -> float:
        """5.3, 10.1 The fee, and the bonus where the move meets Investor and the card is the seat's."""
        rondel = SETUPS[self.view.options.setup].rondel
        here = self.view.nation_info[nation].space
        if here == "center":
            return 0.0
        first = rondel.index(here)
        steps = (rondel.index(proposed.space) - first) % len(rondel)
        is_met = (rondel.index("Investor") - first - 1) % len(rondel) < steps
        fee = max(0, steps - 3) * STEP_FEE if author == self.you else 0
        return (INVESTOR_BONUS if is_met and self.me.investor else 0) - fee

    def _cost(self, nation: str, cost: int, author: Seat) -> float:
        """7.2 The treasury's money is worth its share of the interest; the shortfall is the author's."""
        treasury = min(cost, self.view.nation_info[nation].money)
        own = cost - treasury if author == self.you else 0
        return own + treasury * self._share(nation) / 2

    def _share(self, nation: str) -> float:
        total = sum(self.holding(nation, seat) for seat in range(len(self.view.player_info)))
        return self.holding(nation) / max(1, total)

    def _taxation(self, nation: str) -> float:
        info = self.view.nation_info[nation]
        revenue = min(15.0, self.revenue(nation))
        gain = min(float(MOST_POINTS - info.points), max(0.0, revenue - LEAST_TAX))
        bonus = max(0.0, revenue - info.last_tax) * DOLLAR * self._share(nation)
        if info.points + gain >= MOST_POINTS:
            return WINNING if self._would_win(nation) else IMPATIENCE * (self.view.round - PATIENCE)
        upkeep = len(info.fleets) + len(info.armies)
        return self.dollars(nation, gain) + bonus + (revenue - upkeep) * DOLLAR * self._share(nation) / 4

    def _would_win(self, nation: str) -> bool:
        """11 Whether nobody would have more if the country were at the end of its points."""
        rise = MOST_POINTS // 5 - self.view.nation_info[nation].points // 5
        scores = [info.score + DOLLAR * rise * info.holdings.get(nation, 0) for info in self.view.player_info]
        return scores[self.you] == max(scores)

    def _factory(self, nation: str, proposed: Propose, author: Seat) -> float:
        if proposed.factory_loc is None:
            return 0.0
        return self.yearly(nation, min(2.0, 15 - self.revenue(nation))) - self._cost(
            nation, FACTORY_COST, author
        )

    def _units(self, nation: str, many: int) -> float:
        """A unit brings a chip one day, and costs upkeep until then."""
        info = self.view.nation_info[nation]
        useful = max(0, min(many, ENOUGH_UNITS - len(info.fleets) - len(info.armies)))
        chips = min(UNIT_USE * useful, max(0.0, 15 - self.revenue(nation)))
        return self.yearly(nation, chips) - 20.0 * (many - useful)

    def _investor(self, nation: str, author: Seat) -> float:
        info = self.view.nation_info[nation]
        interest = sum(self.holding(nation, seat) for seat in info.leadership) * DOLLAR
        shortfall = max(0, interest - info.money) if author == self.you else 0
        return DOLLAR * self.edge(nation) - shortfall

    def _maneuver(self, nation: str) -> float:
        """Every unit that lays no chip where it stands may lay one elsewhere."""
        info = self.view.nation_info[nation]
        units = [*info.fleets, *info.armies]
        at_home = sum(unit.territory not in info.tax_chips for unit in units)
        chips = min(at_home + 0.3 * (len(units) - at_home), max(0.0, 15 - self.revenue(nation)))
        return self.yearly(nation, chips)

    def proposed(self, number: int) -> float:
        """What it is worth that a proposal on the table comes about."""
        proposal = self.view.proposal1 if number == 1 else self.view.proposal2
        assert proposal is not None
        proposed = Propose(
            proposal.space,
            proposal.factory_loc,
            proposal.fleet_produce,
            proposal.army_produce,
            proposal.imports,
        )
        return self.plan(self.up, proposed, proposal.seat)

    # Maneuvers and peace.

    def move(self, action: MoveUnit) -> float:
        """A chip is worth most; a unit is worth keeping; rivals' factories are worth standing in."""
        plan = self.view.current_maneuver
        assert plan is not None
        code, place = action.action_code, action.destination
        taken = {move.destination for move in (*plan.completed_fleet_moves, *plan.completed_army_moves)}
        value = 0.0
        if code.startswith(("war", "blow")):
            value -= 1.5
        if code == "hostile":
            owner = HOME_OF[place]
            assert owner is not None
            is_working = place in self.view.nation_info[owner].factories
            value += 0.7 if is_working and self.edge(owner) <= 0 else -0.5
        if code == "peace":
            value -= 0.4
        if KIND_OF[place] != "home" and code == "" and place not in taken:
            value += 0.2 if place in self.view.nation_info[plan.nation].tax_chips else self._chip(place)
        return value

    def _chip(self, place: str) -> float:
        """A new chip; one that a rival loses counts for more."""
        owner = next((name for name, info in self.view.nation_info.items() if place in info.tax_chips), None)
        return 1.0 if owner is None else 1.5 if self.edge(owner) <= 0 else 0.5

    def _peace(self) -> float:
        """Peace, except in one's own home."""
        plan = self.view.current_maneuver
        offer = self.view.peace_vote or (None if plan is None else plan.pending_peace)
        assert offer is not None
        return -1.0 if HOME_OF[offer.destination] == offer.target_nation else 1.0

    # Stock.

    def _bid(self, amount: int) -> float:
        """About a share of all the cash, and exactly a price: a bid is paid whole."""
        wanted = max(self.prices[2], OUTLAY * self.me.money)
        return amount if amount in self.prices and amount <= wanted else -float(amount)

    def _bargain(self) -> float:
        """4.8 Whether the stock still to be had is worth the bid."""
        bid = self.me.bid
        assert isinstance(bid, int)
        info = self.view.nation_info[self.up]
        price = max(self.prices[bond] for bond in info.available_bonds if self.prices[bond] <= bid)
        return price - 0.7 * bid

    def purchase(self, action: BuyStock) -> float:
        """What the new shares will be worth, and who leads, less the price."""
        nation, more = action.nation, action.bond - action.returned_bond
        price = self.prices[action.bond] - self.prices[action.returned_bond]
        share = DOLLAR * self.final_points(nation) / 5 + DOLLAR / 2
        return share * more + self._lead_won(nation, more) - price

    def _lead_won(self, nation: str, more: int) -> float:
        leadership = self.view.nation_info[nation].leadership
        if leadership[:1] == (self.you,):
            return 0.0
        best = self.holding(nation, leadership[0]) if leadership else 0
        return LEAD if self.holding(nation) + more > best else 0.0
