"""A player of Imperial that looks one step ahead, by the game's own rules, in a world its seat can imagine.

Each choice is tried, and the forecast says what it leads to. Maneuvers are planned to their end, proposals
are followed until they are carried out. The work is counted in positions, not by a clock, so that equal luck
gives equal choices.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Any, Final

from msgspec.structs import replace

from rondel.bots.bot import Bot
from rondel.bots.imperial.campaign import BoardModel, Campaign
from rondel.bots.imperial.forecast import Forecast, Outlook, chances
from rondel.games.imperial.actions import (
    AGREE,
    Action,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    MoveUnit,
    PauseClock,
    Propose,
    ResumeClock,
    Vote,
    VotePeace,
)
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import BORDERS_OF, DOLLAR, HOME_OF, Proposal, Unit
from rondel.kernel import AnyGame, Chance, Seat, Struct, take_turn

WON: Final = 500.0
LOST: Final = -150.0
PATIENCE: Final = 20
"""From this round on a seat would rather end a game that it loses than play on, more so each round."""
IMPATIENCE: Final = 12.0
OUTLAY: Final = 0.7
"""The part of its cash that a seat puts into the nations it would lead."""
BARGAIN: Final = 0.65
"""The stock that a bid buys must cost at least this part of it."""
PLANS: Final = 3
"""How many moves of a unit are followed to the end of the maneuver."""


class Level(Struct):
    """How a level plays."""

    positions: int = 120
    """How many positions it tries for one choice."""
    whim: int = 0
    """One choice in so many is left to luck; 0: none."""
    fights: bool = True
    """Whether it goes to war."""


def player(game: AnyGame, level: Level) -> Bot:
    """A bot of this level; it is given the game's rules, never a table."""
    return partial(_choose, game, level)


def _choose(
    game: AnyGame, level: Level, known: Known, view: object, legal: Sequence[Action], chance: Chance
) -> Action:
    """The action that leads to the best forecast for this seat, the first of several."""
    own = [action for action in legal if not isinstance(action, PauseClock | ResumeClock)]
    if len(own) == 1:
        return own[0]
    if level.whim and not chance.below(level.whim):
        return chance.pick(own)
    return SearchEvaluator(game, level, known, chance).choice(own)


class SearchEvaluator:
    """One choice of one seat."""

    def __init__(self, game: AnyGame, level: Level, known: Known, chance: Chance) -> None:
        self.game, self.level, self.known, self.view, self.chance = game, level, known, known.view, chance
        assert known.view.you is not None
        self.you: Seat = known.view.you
        self.left = level.positions
        self.rounds = Outlook(known).rounds

    def choice(self, legal: Sequence[Action]) -> Action:
        """The best of the listed actions."""
        match self.view.mode:
            case "bid":
                return max(legal, key=self.bid)
            case "vote":
                return max(legal, key=self.vote)
            case "proposal":
                return self.best(candidates(self.known, legal), self.proposal)
            case "proposal-opp":
                return self.best([AGREE, *candidates(self.known, legal)], self.counter)
            case "buy":
                return self.best(self.purchases(legal), self.purchase)
            case "buy-bid":
                return max(legal, key=self.bargain)
            case _:
                return self.maneuver(legal)

    def best(self, actions: Iterable[Action], value: Callable[[Action], float | None]) -> Action:
        """The most valuable action of those that could be tried."""
        first, *others = actions
        best, most = first, value(first)
        for action in others:
            worth = value(action)
            if worth is not None and (most is None or worth > most):
                best, most = action, worth
        return best

    # Worlds.

    def try_out(self, state: Any, seat: Seat, action: Action) -> Any:
        """The State after the action, in a world that is imagined."""
        self.left -= 1
        at = self.view.timer.last_move
        return take_turn(self.game, state, seat, action, self.chance, at).state

    def worth(self, known: Known) -> float:
        """How good a position is for this seat, in dollars."""
        return self.value_of(self.forecast(known, is_buying=self.view.mode == "buy"), known)

    def forecast(self, known: Known, *, is_buying: bool = False) -> Forecast:
        """What each seat is expected to have at the end, which comes when it is expected now.

        Otherwise a choice that brings the end nearer costs a seat that is ahead all that it would still
        gain: it would rather let its nations stand still.
        """
        return Outlook(known, is_buying=is_buying, rounds=self.rounds).forecast()

    def value_of(self, expected: Forecast, known: Known) -> float:
        """The same, by a forecast that has been made."""
        if known.view.mode != "game-over":
            return expected.worth(self.you)
        if any(standing.place == 1 and standing.seat == self.you for standing in known.view.standings):
            return WON
        lead = expected.scores[self.you] - max(expected.scores)
        return LOST + lead + IMPATIENCE * max(0, known.view.round - PATIENCE)

    def after(self, state: Any) -> Known:
        """What the seat would know there."""
        known: Known = self.game.knows(state, self.you)
        return known

    def carried_out(self, known: Known, proposal: Proposal) -> Known:
        """What the seat would know if the nation that is up did this, with nobody against it."""
        view = known.view
        assert view.nation_up is not None
        agreed = replace(
            view, mode="proposal-opp", proposal1=proposal, proposal2=None, voting=None, current_maneuver=None
        )
        world = self.game.imagine(Known(agreed), self.chance)
        return self.after(self.try_out(world, view.nation_info[view.nation_up].leadership[1], AGREE))

    def settled(self, known: Known) -> Known:
        """The position once the latest proposal is carried out, if it is not yet."""
        made = {"proposal-opp": known.view.proposal1, "vote": known.view.proposal2}.get(known.view.mode or "")
        return known if made is None else self.carried_out(known, made)

    # Proposals.

    def proposal(self, action: Action) -> float | None:
        """What it is worth to propose this, if there is time to find out."""
        known = self.proposed(action)
        return None if known is None else self.worth(known)

    def proposed(self, action: Action) -> Known | None:
        """The position once the proposal is carried out."""
        assert isinstance(action, Propose)
        assert self.view.nation_up is not None
        info = self.view.nation_info[self.view.nation_up]
        is_maneuver = action.space.endswith("Maneuver")
        if self.left < 2 + is_maneuver * (len(info.fleets) + len(info.armies)):
            return None
        state = self.try_out(self.game.imagine(self.known, self.chance), self.you, action)
        return self.settled(self.planned(state))

    def counter(self, action: Action) -> float | None:
        """5.8 What it is worth to agree, or to put this against the leader's proposal."""
        if action == AGREE:
            return self.worth(self.agreed)
        second = self.proposed(action)
        if second is None:
            return None
        return self.worth(second if self.wins(second) else self.agreed)

    @cached_property
    def agreed(self) -> Known:
        """The position once the leader's proposal is carried out."""
        assert self.view.proposal1 is not None
        return self.carried_out(self.known, self.view.proposal1)

    def wins(self, second: Known) -> bool:
        """5.9 Whether the second proposal would win the vote, if all vote for what is best for them."""
        assert self.view.nation_up is not None
        name = self.view.nation_up
        leadership = self.view.nation_info[name].leadership
        one, two = self.forecast(self.agreed), self.forecast(second)
        for_two = total = 0
        for seat in leadership:
            held = self.view.player_info[seat].holdings[name]
            total += held
            for_two += held * (seat == self.you or two.worth(seat) > one.worth(seat))
        return 2 * for_two > total

    def vote(self, action: Action) -> float:
        """5.9 What the proposal is worth that the vote is for."""
        assert isinstance(action, Vote)
        proposal = self.view.proposal1 if action.proposal == 1 else self.view.proposal2
        assert proposal is not None
        return self.worth(self.carried_out(self.known, proposal))

    # Maneuvers and peace.

    def maneuver(self, legal: Sequence[Action]) -> Action:
        """A move for the unit whose turn it is, or an answer to an offer of peace."""
        if isinstance(legal[0], AnswerPeace | VotePeace):
            return max(legal, key=self.peace)
        return self.best(self.moves(self.known, legal)[:PLANS], self.move)

    def move(self, action: Action) -> float | None:
        """What the maneuver comes to if it goes on like this."""
        plan = self.view.current_maneuver
        assert plan is not None
        if self.left < 2 + len(plan.pending_fleets) + len(plan.pending_armies):
            return None
        state = self.try_out(self.game.imagine(self.known, self.chance), self.you, action)
        return self.worth(self.settled(self.planned(state)))

    def planned(self, state: Any) -> Known:
        """The position after the rest of a maneuver, each unit moving as seems best."""
        known = self.after(state)
        while known.view.mode == "continue-man":
            best = self.moves(known, self.game.legal(state, self.you))[0]
            state = self.try_out(state, self.you, best)
            known = self.after(state)
        return known

    @cached_property
    def campaign(self) -> Campaign:
        """What chips and units are worth to this seat."""
        assert self.view.nation_up is not None
        return Campaign(self.known, self.you, self.view.nation_up)

    def moves(self, known: Known, legal: Sequence[Action]) -> list[MoveUnit]:
        """The moves of the unit whose turn it is, the most promising first; it asks for no peace."""
        found = [
            move
            for move in legal
            if isinstance(move, MoveUnit)
            and move.action_code != "peace"
            and (self.level.fights or not move.action_code.startswith(("war", "blow")))
        ]
        return sorted(found, key=BoardModel(self.campaign, known).worth, reverse=True)

    def peace(self, action: Action) -> float:
        """9 Both units are lost if peace is refused."""
        assert isinstance(action, AnswerPeace | VotePeace)
        if action.accept:
            return 0.0
        plan = self.view.current_maneuver
        assert plan is not None
        offer = self.view.peace_vote or plan.pending_peace
        assert offer is not None
        more = self.campaign.unit_more
        return -more[self.campaign.nation] - more[offer.target_nation]

    # Stock.

    def bid(self, action: Action) -> float:
        """4.6 A fair part of the cash for each nation that the seat should lead; exactly a price."""
        assert isinstance(action, Bid)
        assert self.view.nation_up is not None
        view = self.view
        names = list(view.nation_info)
        ahead = len(names) - names.index(self.view.nation_up)
        led = sum(info.leadership[:1] == (self.you,) for info in view.nation_info.values())
        wanted = min(len(names) / len(view.player_info) - led, ahead)
        money = view.player_info[self.you].money
        most = OUTLAY * money / max(1.0, wanted) if wanted > 0 else min(money, view.prices[2])
        return action.amount if action.amount in view.prices and action.amount <= most else -action.amount

    def bargain(self, action: Action) -> float:
        """4.8 Whether the stock that is offered is worth the bid, which is paid whole."""
        assert isinstance(action, BuyBid)
        view = self.view
        assert view.nation_up is not None
        bid = view.player_info[self.you].bid
        assert isinstance(bid, int)
        prices = [view.prices[bond] for bond in view.nation_info[view.nation_up].available_bonds]
        return action.accept * (max(price for price in prices if price <= bid) - BARGAIN * bid)

    def purchase(self, action: Action) -> float | None:
        """What it is worth to buy this, or nothing."""
        if self.left < 1:
            return None
        return self.worth(
            self.after(self.try_out(self.game.imagine(self.known, self.chance), self.you, action))
        )

    def purchases(self, legal: Sequence[Action]) -> list[Action]:
        """All that can be bought, the best bargain first."""
        factors = self.forecast(self.known).factors

        def bargain(action: Action) -> float:
            if not isinstance(action, BuyStock):
                return 0.0
            price = self.view.prices[action.bond] - self.view.prices[action.returned_bond]
            return (factors[action.nation] + 1) * (action.bond - action.returned_bond) - price / DOLLAR

        return sorted(legal, key=bargain, reverse=True)


def candidates(known: Known, legal: Sequence[Action]) -> list[Propose]:
    """The proposals worth trying: of each kind and number of units one, those that lay most chips."""
    best: dict[tuple[str, int], tuple[float, Propose]] = {}
    for action in legal:
        if isinstance(action, Propose):
            made = len(action.fleet_produce) + len(action.army_produce) + len(action.imports.types)
            kind, promise = (action.space, made), _promise(known, action)
            if kind not in best or promise > best[kind][0]:
                best[kind] = promise, action
    return [action for _, action in best.values()]


def _promise(known: Known, action: Propose) -> float:
    """How many chips the nation's units could lay, with those it would get; how safe a factory is."""
    if action.factory_loc is not None:
        return -sum(
            HOME_OF[near] not in (None, HOME_OF[action.factory_loc])
            for near in BORDERS_OF[action.factory_loc]
        )
    assert known.view.nation_up is not None
    info = known.view.nation_info[known.view.nation_up]
    bought = [*zip(action.imports.types, action.imports.territories, strict=True)]
    fleets = [*action.fleet_produce, *(place for kind, place in bought if kind == "fleet")]
    armies = [*action.army_produce, *(place for kind, place in bought if kind == "army")]
    return chances(
        known.view.nation_up,
        (*info.fleets, *map(Unit, fleets)),
        (*info.armies, *map(Unit, armies)),
        info.tax_chips,
    )


EASY: Final = Level(positions=40, whim=3, fights=False)
MEDIUM: Final = Level(positions=40, whim=8, fights=False)
HARD: Final = Level()
