"""Forecasts beside what then happens: random play leads to positions, and all their actions are played."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from rondel.games.imperial.actions import (
    Action,
    Agree,
    AutoAct,
    Bid,
    BuyBid,
    MoveUnit,
    PauseClock,
    Propose,
    ResumeClock,
    Vote,
    VotePeace,
)
from rondel.games.imperial.events import (
    BidAccepted,
    BidsRevealed,
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
from rondel.games.imperial.forecast import Cost, Forecast, NationAfter
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import HOME_OF, Import
from rondel.games.imperial.state import State, to_act
from rondel.kernel import HOUSE, Chance, Ms, Refusal, Seat, Sitter, take_turn
from rondel.laws.draw import Mood, draw_action, draw_options
from rondel.laws.walk import Seeded
from rondel.wire.frames import tag_of
from tests.games.imperial.table import playing

E = TypeVar("E")

COUNTRIES: Final = ("Austria", "Italy", "France", "England", "Germany", "Russia")
SEAS: Final = ("North Sea", "Western Med", "Baltic Sea", "Ionian Sea", "Black Sea", "English Channel")
LANDS: Final = ("Belgium", "Tunis", "Romania", "Denmark", "Vienna", "Rome", "Paris", "(Berlin)", "London")
OPEN_PAYLOADS: Final = 20
_AT: Final[Ms] = 1_700_000_000_000
_LATER: Final[Ms] = 10**13
_STEPS: Final = 300
_LOOKS: Final = 12
"""A walk is looked at before one step in so many."""


class Position(NamedTuple):
    """A State that play has led to, and when."""

    state: State
    at: Ms


def positions(count: int, luck: Seeded) -> Iterator[Position]:
    """Positions of tables with random options, as many as asked for; the walk goes on from each."""
    while count > 0:
        for position in _walk(luck):
            yield position
            count -= 1
            if count == 0:
                return


def _walk(luck: Seeded) -> Iterator[Position]:
    at, mood = _AT, Mood()
    chance = Chance.of_seed(luck.below(1 << 62))
    state = _begun(luck, chance) if luck.below(3) == 0 else _divided(luck)
    for _ in range(_STEPS):
        if IMPERIAL.outcome(state) is not None:
            return
        if luck.below(_LOOKS) == 0:
            yield Position(state, at)
        at += luck.pick((0, 1, 1000, 40_000))
        seat = luck.pick(to_act(state))
        listed = [each for each in IMPERIAL.legal(state, seat) if not isinstance(each, PauseClock)]
        state = take_turn(IMPERIAL, state, seat, mood.pick(listed, luck), chance, at).state


def _begun(luck: Seeded, chance: Chance) -> State:
    """A table just begun, with drawn options."""
    state = IMPERIAL.start(draw_options(IMPERIAL, luck), [Sitter()] * luck.pick(IMPERIAL.seats))
    return take_turn(IMPERIAL, state, HOUSE, IMPERIAL.begin, chance, _AT).state


def _divided(luck: Seeded) -> State:
    """A table in the middle of a game, mostly of democracies, with units close together."""
    seats = 3 + luck.below(4)
    stock: dict[str, dict[Seat, tuple[int, ...]]] = {}
    for country in COUNTRIES if luck.below(2) else COUNTRIES[: 1 + luck.below(6)]:
        holders: dict[Seat, tuple[int, ...]] = {}
        for each in range(1, 2 + luck.below(8)):
            seat = luck.below(seats)
            holders[seat] = (*holders.get(seat, ()), each)
        stock[country] = holders
    return playing(
        stock,
        up=luck.pick(list(stock)),
        seats=seats,
        cash=[100 * luck.below(30) + luck.below(2) for _ in range(seats)],
        money={country: 100 * luck.below(12) for country in stock},
        points={country: luck.below(25) for country in stock},
        fleets={country: [luck.pick(SEAS) for _ in range(luck.below(3))] for country in stock},
        armies={country: _armies(country, luck) for country in stock},
        open_ballots=luck.below(3) == 0,
        investor_card=luck.below(3) > 0,
        endgame_auto_pass=luck.below(2) == 0,
    ).state


def _armies(country: str, luck: Seeded) -> list[str]:
    """3.4 A guest is abroad."""
    drawn = [luck.pick(LANDS) for _ in range(luck.below(4))]
    return [place.strip("()") if HOME_OF[place.strip("()")] in (None, country) else place for place in drawn]


def asked_at(position: Position, seat: Seat, luck: Seeded) -> list[Action]:
    """All that the seat may do there, and some payloads more where payloads are open, sensible or not."""
    listed = list(IMPERIAL.legal(position.state, seat))
    if not any(IMPERIAL.open(action) or isinstance(action, MoveUnit) for action in listed):
        return listed
    drawn: list[Action | None] = [
        _another(position.state, seat, luck.pick(listed), luck) for _ in range(OPEN_PAYLOADS // 2)
    ]
    while len(drawn) < OPEN_PAYLOADS:
        drawn.append(draw_action(IMPERIAL, luck, listed))
    return [*listed, *(action for action in drawn if action is not None)]


def _another(state: State, seat: Seat, action: Action, luck: Seeded) -> Action:
    """A payload of the same kind that is in no list: another amount, another order, a way that is named."""
    match action:
        case Bid():
            return Bid(luck.below(state.players[seat].money + 1))
        case Propose():
            bought = list(zip(action.imports.types, action.imports.territories, strict=True))[::-1]
            return replace(
                action,
                fleet_produce=action.fleet_produce[::-1],
                army_produce=action.army_produce[luck.below(2) :],
                imports=Import(tuple(kind for kind, _ in bought), tuple(place for _, place in bought)),
            )
        case MoveUnit():
            return replace(action, via=tuple(luck.pick(SEAS) for _ in range(luck.below(3))))
        case _:
            return action


Forecasting: TypeAlias = Callable[[Known, Action], Forecast | None]


def forecasting(known: Known, action: Action) -> Forecast | None:
    """As the game forecasts."""
    assert IMPERIAL.forecast is not None
    told = IMPERIAL.forecast(known, action)
    assert told is None or isinstance(told, Forecast)
    return told


class Sweep:
    """Compares, and counts what it has seen: kinds of actions with what they wait for."""

    def __init__(self, luck: Seeded, forecast: Forecasting = forecasting) -> None:
        self.luck, self.forecast = luck, forecast
        self.seen: Counter[tuple[str, tuple[str, ...]]] = Counter()

    def look_at_all(self, count: int) -> None:
        """Compare forecasts in this many positions."""
        for position in positions(count, self.luck):
            self._look_at(position)

    def _look_at(self, position: Position) -> None:
        """Every action of every seat that is up, in the true State and in one that looks alike."""
        for seat in sorted(to_act(position.state)):
            known = IMPERIAL.knows(position.state, seat)
            other = IMPERIAL.imagine(known, Chance.of_seed(self.luck.below(1 << 62)))
            is_same = replace(other, bank=0) == replace(position.state, bank=0)
            worlds = [position] if is_same else [position, Position(other, position.at)]
            for action in asked_at(position, seat, self.luck):
                told = [self._compare(world, seat, action) for world in worlds]
                assert told[0] == told[-1], (seat, action, told)

    def _compare(self, position: Position, seat: Seat, action: Action) -> Forecast | str | None:
        told: Forecast | str | None
        try:
            told = self.forecast(IMPERIAL.knows(position.state, seat), action)
        except Refusal as refusal:
            told = str(refusal)
        if isinstance(told, str):
            assert told == _refusal(position, seat, action), (seat, action)
            self.seen["REFUSED", ()] += 1
            return told
        if told is None:
            assert isinstance(action, PauseClock | ResumeClock), action
            return None
        self.seen[tag_of(type(action)), told.waits_for] += 1
        found = _Truth(position, seat, action, self.luck).differences(told)
        assert not found, (seat, action, found, position.state)
        return told


def _refusal(position: Position, seat: Seat, action: Action) -> str | None:
    try:
        take_turn(IMPERIAL, position.state, seat, action, Chance.of_seed(""), position.at)
    except Refusal as refusal:
        return str(refusal)
    return None


class _Truth:
    """What happens: the action is played, then whatever it waits for goes its way."""

    def __init__(self, position: Position, seat: Seat, action: Action, luck: Seeded) -> None:
        self.state, self.at, self.luck = position.state, position.at, luck
        self.chance = Chance.of_seed(luck.below(1 << 62))
        self.seat, self.action = seat, action
        self.events: list[Event] = []
        self.play(seat, action)

    def play(self, seat: Seat, action: Action) -> None:
        turn = take_turn(IMPERIAL, self.state, seat, action, self.chance, self.at)
        self.state = turn.state
        self.events += turn.events

    def differences(self, told: Forecast) -> dict[str, Any]:
        """What was said and is not so, by field."""
        if isinstance(self.action, Bid):
            return self._of_bid(told)
        if isinstance(self.action, Vote | VotePeace):
            if not told.waits_for or told.waits_for[0] not in ("vote", "peace"):
                assert self._is_resolved(self.action), "this vote alone was to decide"
            if not self._is_won():
                return {}  # the others went another way: nothing was said about that
        if "vote" in told.waits_for and not isinstance(self.action, Vote):
            self._vote_all(Vote(2))
        if "opposition" in told.waits_for:
            self.play(to_act(self.state)[0], Agree())
        if self.state.current_maneuver is not None:
            return self._of_plan(told)
        return _unlike(told, self._happened(told))

    def _is_won(self) -> bool:
        """Whether the side that the seat voted for wins; the others who may vote for it, too."""
        assert isinstance(self.action, Vote | VotePeace)
        self._vote_all(self.action)
        (last,) = [event for event in self.events if isinstance(event, VoteResolved | PeaceResolved)]
        if isinstance(last, VoteResolved):
            return isinstance(self.action, Vote) and last.winner == self.action.proposal
        return isinstance(self.action, VotePeace) and last.accepted == self.action.accept

    def _vote_all(self, vote: Vote | VotePeace) -> None:
        while not self._is_resolved(vote):
            self.play(self.luck.pick(to_act(self.state)), vote)

    def _is_resolved(self, vote: Vote | VotePeace) -> bool:
        return self._event(VoteResolved if isinstance(vote, Vote) else PeaceResolved) is not None

    def _happened(self, told: Forecast) -> Forecast:
        """The same figures, read from what a spectator sees and hears."""
        view = IMPERIAL.view(self.state, None)
        taxes = self._event(TaxesCollected)
        interest = self._event(InterestPaid)
        moved = self._event(ManeuverExecuted)
        bought = self._event(BidAccepted) or self._event(StockBought)
        return Forecast(
            waits_for=told.waits_for,
            cost=_cost(self.events),
            bond=UNSET if bought is None else bought.stock,
            bonus=UNSET if taxes is None else taxes.bonus,
            interest=UNSET if interest is None else interest.interest,
            losses=UNSET if moved is None else moved.losses,
            chips=UNSET if moved is None else moved.chips,
            cash=tuple(player.money for player in view.player_info),
            nations={
                name: NationAfter(
                    money=seen.money,
                    points=seen.points,
                    leadership=seen.leadership,
                    gov=seen.gov,
                    factories=len(seen.factories),
                    fleets=len(seen.fleets),
                    armies=len(seen.armies),
                    tax_chips=len(seen.tax_chips),
                )
                for name, seen in view.country_info.items()
            },
            buyers=view.buyers or view.bid_buy_order,
            country_up=view.country_up,
            ending=UNSET if view.ending is None else view.ending,
        )

    def _event(self, kind: type[E]) -> E | None:
        return next((event for event in self.events if isinstance(event, kind)), None)

    def _of_plan(self, told: Forecast) -> dict[str, Any]:
        """The plan goes on until it is executed; what was lost so far stays lost."""
        plan = self.state.current_maneuver
        assert plan is not None
        before = len(self.events)
        while not any(isinstance(event, ManeuverExecuted) for event in self.events[before:]):
            self._go_on(plan.proposal_slot)
        (moved,) = [event for event in self.events[before:] if isinstance(event, ManeuverExecuted)]
        losses = UNSET if told.losses is UNSET else moved.losses[: len(told.losses)]
        return _unlike(
            told,
            Forecast(
                waits_for=told.waits_for,
                cost=UNSET if told.cost is UNSET else _cost(self.events[before:]),
                losses=losses,
            ),
        )

    def _go_on(self, slot: int) -> None:
        """The plan that is under way is planned to its end, and accepted; mostly all its other units stay."""
        seat = self.luck.pick(to_act(self.state))
        if self.state.mode == "vote":
            self.play(seat, Vote(2 if slot == 2 else 1))
        elif self.state.mode == "proposal-opp":
            self.play(seat, Agree())
        elif self.luck.below(4):
            self._let_the_house_act()
        else:
            listed = IMPERIAL.legal(self.state, seat)
            self.play(
                seat,
                self.luck.pick([each for each in listed if not isinstance(each, PauseClock | ResumeClock)]),
            )

    def _let_the_house_act(self) -> None:
        """12.8 As at a table where the house acts for those who do not."""
        options = replace(self.state.options, auto_action_seconds=60)
        timer = replace(self.state.timer, pause=0)
        state = replace(self.state, options=options, timer=timer)
        self.at = timer.last_move + _LATER
        turn = take_turn(IMPERIAL, state, HOUSE, AutoAct(), self.chance, self.at)
        self.state = turn.state
        self.events += turn.events

    def _of_bid(self, told: Forecast) -> dict[str, Any]:
        """4.7, 4.8 The others bid, the seat is asked, and takes what it is offered."""
        while self.state.mode == "bid" and not self._is_revealed:
            bidder = self.luck.pick(to_act(self.state))
            self.play(bidder, Bid(self.luck.below(self.state.players[bidder].money + 1)))
        is_first = self.state.bid_buy_order[:1] == (self.seat,)
        if self.seat not in self.state.bid_buy_order:
            return {} if told.bond == 0 else {"bond": told.bond}
        while self.state.mode == "buy-bid" and self.state.bid_buy_order[0] != self.seat:
            self.play(self.state.bid_buy_order[0], BuyBid(accept=self.luck.below(2) == 0))
            if self.seat not in self.state.bid_buy_order:
                return {}  # nothing is left that the bid could buy
        self.play(self.seat, BuyBid(accept=True))
        taken = [event for event in self.events if isinstance(event, BidAccepted)][-1]
        assert told.bond is not UNSET
        bond = taken.stock if is_first else max(taken.stock, told.bond)
        cash = tuple(
            player.money if seat == self.seat else None for seat, player in enumerate(self.state.players)
        )
        found = Forecast(waits_for=("bids",), cost=Cost(self.seat, price=taken.paid), bond=bond, cash=cash)
        return _unlike(told, found)

    @property
    def _is_revealed(self) -> bool:
        return any(isinstance(event, BidsRevealed) for event in self.events)


def _cost(events: Sequence[Event]) -> Any:
    """Who pays what, added up."""
    cost: Any = UNSET
    for event in events:
        match event:
            case WheelMoved():
                cost = Cost(event.payer, event.fee)
            case FactoryBuilt() | UnitsImported() | InterestPaid():
                cost = Cost(event.payer, cost.fee, event.from_seat, event.from_treasury)
            case BidAccepted() | StockBought():
                cost = Cost(event.seat, 0, event.paid)
            case _:
                pass
    return cost


def _unlike(told: Forecast, found: Forecast) -> dict[str, Any]:
    return {
        name: (getattr(told, name), getattr(found, name))
        for name in Forecast.__struct_fields__
        if getattr(told, name) != getattr(found, name)
    }
