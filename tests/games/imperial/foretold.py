"""Forecasts beside what then happens: random play leads to positions, and all their actions are played."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from rondel.games.imperial.actions import (
    Action,
    Agree,
    AnswerPeace,
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
    PeaceOffered,
    PeaceResolved,
    PeaceSettled,
    StockBought,
    TaxesCollected,
    UnitPlanned,
    UnitsImported,
    VoteResolved,
    WheelMoved,
)
from rondel.games.imperial.forecast import Cost, Forecast, NationAfter
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import HOME_OF, KIND_OF, Import
from rondel.games.imperial.state import State, to_act
from rondel.kernel import HOUSE, Chance, Ms, Refusal, Seat, SeatSpec, take_turn
from rondel.laws.draw import ActionBias, draw_action, draw_options
from rondel.laws.walk import Seeded
from rondel.wire.tagged import tag_of
from tests.games.imperial.table import playing

E = TypeVar("E")

NATIONS: Final = ("Austria", "Italy", "France", "England", "Germany", "Russia")
SEAS: Final = ("North Sea", "Western Med", "Baltic Sea", "Ionian Sea", "Black Sea", "English Channel")
LANDS: Final = ("Belgium", "Tunis", "Romania", "Denmark", "Vienna", "Rome", "Paris", "(Berlin)", "London")
ALL_SEAS: Final = {name for name, kind in KIND_OF.items() if kind == "sea"}
OF_WAY: Final = ("ways", "asks", "rejected_by", "if_rejected")
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


def positions(count: int, rng: Seeded) -> Iterator[Position]:
    """Positions of tables with random options, as many as asked for; the walk goes on from each."""
    while count > 0:
        for position in _walk(rng):
            yield position
            count -= 1
            if count == 0:
                return


def _walk(rng: Seeded) -> Iterator[Position]:
    at, mood = _AT, ActionBias()
    chance = Chance.of_seed(rng.below(1 << 62))
    state = _begun(rng, chance) if rng.below(3) == 0 else _divided(rng)
    for _ in range(_STEPS):
        if IMPERIAL.outcome(state) is not None:
            return
        if rng.below(_LOOKS) == 0:
            yield Position(state, at)
        at += rng.pick((0, 1, 1000, 40_000))
        seat = rng.pick(to_act(state))
        listed = [each for each in IMPERIAL.legal(state, seat) if not isinstance(each, PauseClock)]
        state = take_turn(IMPERIAL, state, seat, mood.pick(listed, rng), chance, at).state


def _begun(rng: Seeded, chance: Chance) -> State:
    """A table just begun, with drawn options."""
    state = IMPERIAL.start(draw_options(IMPERIAL, rng), [SeatSpec()] * rng.pick(IMPERIAL.seats))
    return take_turn(IMPERIAL, state, HOUSE, IMPERIAL.begin, chance, _AT).state


def _divided(rng: Seeded) -> State:
    """A table in the middle of a game, mostly of democracies, with units close together."""
    seats = 3 + rng.below(4)
    bonds: dict[str, dict[Seat, tuple[int, ...]]] = {}
    for nation in NATIONS if rng.below(2) else NATIONS[: 1 + rng.below(6)]:
        holders: dict[Seat, tuple[int, ...]] = {}
        for each in range(1, 2 + rng.below(8)):
            seat = rng.below(seats)
            holders[seat] = (*holders.get(seat, ()), each)
        bonds[nation] = holders
    return playing(
        bonds,
        up=rng.pick(list(bonds)),
        seats=seats,
        cash=[100 * rng.below(30) + rng.below(2) for _ in range(seats)],
        money={nation: 100 * rng.below(12) for nation in bonds},
        points={nation: rng.below(25) for nation in bonds},
        fleets={nation: [rng.pick(SEAS) for _ in range(rng.below(3))] for nation in bonds},
        armies={nation: _armies(nation, rng) for nation in bonds},
        open_ballots=rng.below(3) == 0,
        investor_card=rng.below(3) > 0,
        endgame_auto_pass=rng.below(2) == 0,
    ).state


def _armies(nation: str, rng: Seeded) -> list[str]:
    """3.4 A guest is abroad."""
    drawn = [rng.pick(LANDS) for _ in range(rng.below(4))]
    return [place.strip("()") if HOME_OF[place.strip("()")] in (None, nation) else place for place in drawn]


def candidate_actions(position: Position, seat: Seat, rng: Seeded) -> list[Action]:
    """All that the seat may do there, and some payloads more where payloads are open, sensible or not."""
    listed = list(IMPERIAL.legal(position.state, seat))
    if not any(IMPERIAL.is_open_ended(action) or isinstance(action, MoveUnit) for action in listed):
        return listed
    drawn: list[Action | None] = [
        _another(position.state, seat, rng.pick(listed), rng) for _ in range(OPEN_PAYLOADS // 2)
    ]
    while len(drawn) < OPEN_PAYLOADS:
        drawn.append(draw_action(IMPERIAL, rng, listed))
    return [*listed, *(action for action in drawn if action is not None)]


def _another(state: State, seat: Seat, action: Action, rng: Seeded) -> Action:
    """A payload of the same kind that is in no list: another amount, another order, a way that is named."""
    match action:
        case Bid():
            return Bid(rng.below(state.players[seat].money + 1))
        case Propose():
            bought = list(zip(action.imports.types, action.imports.territories, strict=True))[::-1]
            return replace(
                action,
                fleet_produce=action.fleet_produce[::-1],
                army_produce=action.army_produce[rng.below(2) :],
                imports=Import(tuple(kind for kind, _ in bought), tuple(place for _, place in bought)),
            )
        case MoveUnit():
            return replace(action, via=tuple(rng.pick(SEAS) for _ in range(rng.below(3))))
        case _:
            return action


Forecasting: TypeAlias = Callable[[Known, Action], Forecast | None]


def forecasting(known: Known, action: Action) -> Forecast | None:
    """As the game forecasts."""
    assert IMPERIAL.forecast is not None
    forecast = IMPERIAL.forecast(known, action)
    assert forecast is None or isinstance(forecast, Forecast)
    return forecast


class Sweep:
    """Compares, and counts what it has seen: kinds of actions with what they wait for."""

    def __init__(self, rng: Seeded, forecast: Forecasting = forecasting) -> None:
        self.rng, self.forecast = rng, forecast
        self.seen: Counter[tuple[str, tuple[str, ...]]] = Counter()

    def look_at_all(self, count: int) -> None:
        """Compare forecasts in this many positions."""
        for position in positions(count, self.rng):
            self._look_at(position)

    def _look_at(self, position: Position) -> None:
        """Every action of every seat that is up, in the true State and in one that looks alike."""
        for seat in sorted(to_act(position.state)):
            known = IMPERIAL.knows(position.state, seat)
            other = IMPERIAL.imagine(known, Chance.of_seed(self.rng.below(1 << 62)))
            is_same = replace(other, bank=0) == replace(position.state, bank=0)
            worlds = [position] if is_same else [position, Position(other, position.at)]
            for action in candidate_actions(position, seat, self.rng):
                forecasts = [self._compare(world, seat, action) for world in worlds]
                assert forecasts[0] == forecasts[-1], (seat, action, forecasts)

    def _compare(self, position: Position, seat: Seat, action: Action) -> Forecast | str | None:
        forecast: Forecast | str | None
        try:
            forecast = self.forecast(IMPERIAL.knows(position.state, seat), action)
        except Refusal as refusal:
            forecast = str(refusal)
        if isinstance(forecast, str):
            assert forecast == _refusal(position, seat, action), (seat, action)
            self.seen["REFUSED", ()] += 1
            return forecast
        if forecast is None:
            assert isinstance(action, PauseClock | ResumeClock), action
            return None
        self.seen[tag_of(type(action)), forecast.waits_for] += 1
        found = _Truth(position, seat, action, self.rng).differences(forecast)
        if isinstance(action, MoveUnit):
            found |= _of_way(position, seat, action, forecast, self.rng)
            self.seen["WAYS", ()] += forecast.ways is not UNSET
            self.seen["ASKS", ()] += forecast.asks is not UNSET
            self.seen["REJECTED_BY", ()] += forecast.rejected_by is not UNSET
        assert not found, (seat, action, found, position.state)
        return forecast


def _refusal(position: Position, seat: Seat, action: Action) -> str | None:
    try:
        take_turn(IMPERIAL, position.state, seat, action, Chance.of_seed(""), position.at)
    except Refusal as refusal:
        return str(refusal)
    return None


def _of_way(
    position: Position, seat: Seat, action: MoveUnit, forecast: Forecast, rng: Seeded
) -> dict[str, Any]:
    """8.7, 9.2 What was said of the way and is not so: each way is gone, and all who are asked agree."""
    found: dict[str, Any] = {}
    ways = () if forecast.ways is UNSET else forecast.ways
    for via in ways:
        taken = _Truth(position, seat, replace(action, via=via or None), rng)
        if taken.via != via:
            found["ways"] = (via, taken.via)
    by_itself = _Truth(position, seat, action, rng).via
    if ways and action.via is None and by_itself != ways[0]:
        found["ways"] = (ways[0], "is not taken by itself", by_itself)
    if missing := _convoys(position, seat, action).difference(ways or (by_itself,)):
        found["ways"] = (ways, "without", missing)
    offered = _Truth(position, seat, action, rng).all_agree()
    asks = () if forecast.asks is UNSET else forecast.asks
    rejected_by = None if forecast.rejected_by is UNSET else forecast.rejected_by
    if (asks, rejected_by) != offered:
        found["asks"] = (asks, rejected_by, offered)
    code = _Truth(position, seat, action, rng).code_if_rejected()
    if code != (None if forecast.if_rejected is UNSET else forecast.if_rejected):
        found["if_rejected"] = (forecast.if_rejected, code)
    return found


def _convoys(position: Position, seat: Seat, action: MoveUnit) -> set[tuple[str, ...]]:
    """Every chain of up to three seas that the rules accept, and none of whose parts they accept."""
    plan = position.state.current_maneuver
    assert plan is not None
    seas = sorted({move.destination for move in plan.completed_fleet_moves} & ALL_SEAS)
    found: set[tuple[str, ...]] = set()
    for via in (via for length in (1, 2, 3) for via in permutations(seas, length)):
        is_more = any(part in found for length in (1, 2) for part in combinations(via, length))
        if not is_more and _refusal(position, seat, replace(action, via=via)) is None:
            found.add(via)
    return found


class _Truth:
    """What happens: the action is played, then whatever it waits for goes its way."""

    def __init__(self, position: Position, seat: Seat, action: Action, rng: Seeded) -> None:
        self.state, self.at, self.rng = position.state, position.at, rng
        self.chance = Chance.of_seed(rng.below(1 << 62))
        self.seat, self.action = seat, action
        self.events: list[Event] = []
        self.play(seat, action)

    def play(self, seat: Seat, action: Action) -> None:
        turn = take_turn(IMPERIAL, self.state, seat, action, self.chance, self.at)
        self.state = turn.state
        self.events += turn.events

    @property
    def via(self) -> tuple[str, ...] | None:
        """The seas that the unit takes; none by land."""
        for event in self.events:
            if isinstance(event, UnitPlanned | PeaceOffered):
                return event.via
        return None

    def all_agree(self) -> tuple[tuple[str, ...], str | None]:
        """9.2 Who is asked while everybody agrees, and who had rejected before."""
        while isinstance(self.events[-1], PeaceOffered) or self.state.mode == "peace-vote":
            is_vote = self.state.mode == "peace-vote"
            self.play(to_act(self.state)[0], VotePeace(accept=True) if is_vote else AnswerPeace(accept=True))
        offered = tuple(event.target_nation for event in self.events if isinstance(event, PeaceOffered))
        rejected = [e.target_nation for e in self.events if isinstance(e, PeaceSettled) and not e.accepted]
        return offered, rejected[0] if rejected else None

    def code_if_rejected(self) -> str | None:
        """9.6 What the unit does once the first who is asked has rejected; None if nobody is or was asked."""
        if not any(
            isinstance(event, PeaceOffered) or (isinstance(event, PeaceSettled) and not event.accepted)
            for event in self.events
        ):
            return None
        while isinstance(self.events[-1], PeaceOffered) or self.state.mode == "peace-vote":
            is_vote = self.state.mode == "peace-vote"
            self.play(
                to_act(self.state)[0], VotePeace(accept=False) if is_vote else AnswerPeace(accept=False)
            )
        return next(event.move.action_code for event in self.events if isinstance(event, UnitPlanned))

    def differences(self, forecast: Forecast) -> dict[str, Any]:
        """What was said and is not so, by field."""
        if isinstance(self.action, Bid):
            return self._of_bid(forecast)
        if isinstance(self.action, Vote | VotePeace):
            if not forecast.waits_for or forecast.waits_for[0] not in ("vote", "peace"):
                assert self._is_resolved(self.action), "this vote alone was to decide"
            if not self._is_won():
                return {}  # the others went another way: nothing was said about that
        if "vote" in forecast.waits_for and not isinstance(self.action, Vote):
            self._vote_all(Vote(2))
        if "opposition" in forecast.waits_for:
            self.play(to_act(self.state)[0], Agree())
        if self.state.current_maneuver is not None:
            return self._of_plan(forecast)
        return _unlike(forecast, self._happened(forecast))

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
            self.play(self.rng.pick(to_act(self.state)), vote)

    def _is_resolved(self, vote: Vote | VotePeace) -> bool:
        return self._event(VoteResolved if isinstance(vote, Vote) else PeaceResolved) is not None

    def _happened(self, forecast: Forecast) -> Forecast:
        """The same figures, read from what a spectator sees and hears."""
        view = IMPERIAL.view(self.state, None)
        taxes = self._event(TaxesCollected)
        interest = self._event(InterestPaid)
        moved = self._event(ManeuverExecuted)
        bought = self._event(BidAccepted) or self._event(StockBought)
        return Forecast(
            waits_for=forecast.waits_for,
            cost=_cost(self.events),
            bond=UNSET if bought is None else bought.bond,
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
                for name, seen in view.nation_info.items()
            },
            buyers=view.buyers or view.bid_buy_order,
            nation_up=view.nation_up,
            ending=UNSET if view.ending is None else view.ending,
        )

    def _event(self, kind: type[E]) -> E | None:
        return next((event for event in self.events if isinstance(event, kind)), None)

    def _of_plan(self, forecast: Forecast) -> dict[str, Any]:
        """The plan goes on until it is executed; what was lost so far stays lost."""
        plan = self.state.current_maneuver
        assert plan is not None
        before = len(self.events)
        while not any(isinstance(event, ManeuverExecuted) for event in self.events[before:]):
            self._go_on(plan.proposal_number)
        (moved,) = [event for event in self.events[before:] if isinstance(event, ManeuverExecuted)]
        losses = UNSET if forecast.losses is UNSET else moved.losses[: len(forecast.losses)]
        return _unlike(
            forecast,
            Forecast(
                waits_for=forecast.waits_for,
                cost=UNSET if forecast.cost is UNSET else _cost(self.events[before:]),
                losses=losses,
            ),
        )

    def _go_on(self, slot: int) -> None:
        """The plan that is under way is planned to its end, and accepted; mostly all its other units stay."""
        seat = self.rng.pick(to_act(self.state))
        if self.state.mode == "vote":
            self.play(seat, Vote(2 if slot == 2 else 1))
        elif self.state.mode == "proposal-opp":
            self.play(seat, Agree())
        elif self.rng.below(4):
            self._let_the_house_act()
        else:
            listed = IMPERIAL.legal(self.state, seat)
            self.play(
                seat,
                self.rng.pick([each for each in listed if not isinstance(each, PauseClock | ResumeClock)]),
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

    def _of_bid(self, forecast: Forecast) -> dict[str, Any]:
        """4.7, 4.8 The others bid, the seat is asked, and takes what it is offered."""
        while self.state.mode == "bid" and not self._is_revealed:
            bidder = self.rng.pick(to_act(self.state))
            self.play(bidder, Bid(self.rng.below(self.state.players[bidder].money + 1)))
        is_first = self.state.bid_buy_order[:1] == (self.seat,)
        if self.seat not in self.state.bid_buy_order:
            return {} if forecast.bond == 0 else {"bond": forecast.bond}
        while self.state.mode == "buy-bid" and self.state.bid_buy_order[0] != self.seat:
            self.play(self.state.bid_buy_order[0], BuyBid(accept=self.rng.below(2) == 0))
            if self.seat not in self.state.bid_buy_order:
                return {}  # nothing is left that the bid could buy
        self.play(self.seat, BuyBid(accept=True))
        taken = [event for event in self.events if isinstance(event, BidAccepted)][-1]
        assert forecast.bond is not UNSET
        bond = taken.bond if is_first else max(taken.bond, forecast.bond)
        cash = tuple(
            player.money if seat == self.seat else None for seat, player in enumerate(self.state.players)
        )
        found = Forecast(waits_for=("bids",), cost=Cost(self.seat, price=taken.paid), bond=bond, cash=cash)
        return _unlike(forecast, found)

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


def _unlike(forecast: Forecast, found: Forecast) -> dict[str, Any]:
    return {
        name: (getattr(forecast, name), getattr(found, name))
        for name in Forecast.__struct_fields__
        if name not in OF_WAY and getattr(forecast, name) != getattr(found, name)
    }
