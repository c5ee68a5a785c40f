"""A table of Imperial where stock, money and units are exactly where a test wants them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.imperial.actions import Action, Bid, BuyBid, MoveUnit, Propose, StartGame
from rondel.games.imperial.events import Event
from rondel.games.imperial.game import IMPERIAL, Imperial
from rondel.games.imperial.government import government
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import Import, Stock, Unit
from rondel.games.imperial.state import Nation, Player, State, nation_of
from rondel.games.imperial.view import View
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal, Seat, SeatSpec, Viewer, observes, take_turn
from rondel.wire.tagged import tag_of

NOW: Ms = 1_000_000
Places = Mapping[str, Sequence[str]]
Holders = Mapping[Seat, Sequence[int]]


class Table:
    """A State and a clock; every play is decided at the clock's time."""

    def __init__(self, state: State, seed: str = "a test", game: Imperial = IMPERIAL) -> None:
        self.state = state
        self.at = NOW
        self.chance = Chance.of_seed(seed)
        self.game = game

    def play(self, actor: Actor | None, action: Action, after: Ms = 0) -> list[Event]:
        """What the action causes, so many milliseconds later."""
        self.at += after
        turn = take_turn(self.game, self.state, actor, action, self.chance, self.at)
        self.state = turn.state
        return list(turn.events)

    def wait(self, span_ms: Ms) -> list[Event]:
        """Let time pass, and the house do what falls due on the way."""
        end = self.at + span_ms
        events: list[Event] = []
        while (due := self.game.deadline(self.state)) is not None and due.at_ms <= end:
            self.at = max(self.at, due.at_ms)
            events += self.play(HOUSE, due.action)
        self.at = end
        return events

    def propose(self, seat: Seat, space: Any, **data: Any) -> list[Event]:
        """A proposal with its data."""
        return self.play(seat, Propose(space, **data))

    def move(
        self, seat: Seat, destination: str, code: str = "", via: tuple[str, ...] | None = None
    ) -> list[Event]:
        """One unit of a maneuver."""
        return self.play(seat, MoveUnit(destination, code, via))

    def nation(self, name: str) -> Nation:
        """A country as it is."""
        return nation_of(self.state, name)

    def player(self, seat: Seat) -> Player:
        """A seat's record."""
        return self.state.players[seat]

    def cash(self) -> list[int]:
        """What each seat has."""
        return [player.money for player in self.state.players]

    def up(self) -> list[Seat]:
        """Who is to act."""
        return sorted(self.game.to_act(self.state))

    def view(self, viewer: Viewer) -> View:
        """What the viewer sees."""
        return self.game.view(self.state, viewer)

    def legal(self, seat: Seat) -> list[Action]:
        """What the seat may do."""
        return list(self.game.legal(self.state, seat))

    def spaces(self, seat: Seat) -> list[str]:
        """The wheel spots the seat may propose."""
        return list(dict.fromkeys(each.space for each in self.legal(seat) if isinstance(each, Propose)))

    def codes(self, seat: Seat, destination: str) -> list[str]:
        """The action codes the unit may use there."""
        return [
            each.action_code
            for each in self.legal(seat)
            if isinstance(each, MoveUnit) and each.destination == destination
        ]

    def reach(self, seat: Seat) -> set[str]:
        """Where the unit may go."""
        return {each.destination for each in self.legal(seat) if isinstance(each, MoveUnit)}

    def armies(self, name: str) -> list[str]:
        """Its armies, guests in brackets."""
        return [
            unit.territory if unit.hostile else f"({unit.territory})" for unit in self.nation(name).armies
        ]

    def fleets(self, name: str) -> list[str]:
        """Its fleets."""
        return [unit.territory for unit in self.nation(name).fleets]


def started(seats: int = 3, *, seed: str = "a test", game: Imperial = IMPERIAL, **options: Any) -> Table:
    """A table just begun."""
    table = Table(game.start(Options(**options), [SeatSpec()] * seats), seed, game)
    table.play(HOUSE, StartGame())
    return table


def auctioned(bids: Mapping[str, Sequence[int]], seats: int, **options: Any) -> Table:
    """A table after the auction: bids by country and seat, all accepted; nobody else bids anything."""
    table = started(seats, **options)
    while table.state.mode in ("bid", "buy-bid"):
        nation = table.state.nation_up
        assert nation is not None
        wanted = bids.get(nation, [0] * seats)
        seat = table.up()[0]
        action: Action = Bid(wanted[seat]) if table.state.mode == "bid" else BuyBid(accept=True)
        table.play(seat, action)
    return table


def playing(
    bonds: Mapping[str, Holders],
    *,
    up: str = "Austria",
    seats: int | None = None,
    cash: int | Sequence[int] = 1000,
    money: Mapping[str, int] | None = None,
    points: Mapping[str, int] | None = None,
    spaces: Mapping[str, Any] | None = None,
    factories: Places | None = None,
    chips: Places | None = None,
    fleets: Places | None = None,
    armies: Places | None = None,
    last_tax: Mapping[str, int] | None = None,
    card: Seat | None = 0,
    round: int = 1,  # noqa: A002 - as the rulebook has it
    game: Imperial = IMPERIAL,
    **options: Any,
) -> Table:
    """A table in mode proposal. Stock by country and seat, earlier holders first; a guest is in brackets."""
    chosen = Options(**options)
    count = seats or 1 + max(seat for holders in bonds.values() for seat in holders)
    state = game.start(chosen, [SeatSpec()] * count)
    purse = [cash] * count if isinstance(cash, int) else list(cash)
    state = replace(
        state,
        players=tuple(
            replace(
                player,
                money=purse[seat],
                order=seat + 1,
                investor=seat == card and chosen.investor_card,
                bonds=_bonds(bonds, seat),
            )
            for seat, player in enumerate(state.players)
        ),
        mode="proposal",
        nation_up=up,
        round=round,
        timer=replace(state.timer, last_move=NOW),
    )
    made = []
    for nation in state.nations:
        name = nation.name
        holders = bonds.get(name, {})
        leadership = tuple(sorted(holders, key=lambda seat: -sum(holders[seat])))
        sold = [each for owned in holders.values() for each in owned]
        made.append(
            replace(
                nation,
                leadership=leadership,
                gov=government(state, name, leadership),
                available_bonds=tuple(each for each in nation.available_bonds if each not in sold),
                money=(money or {}).get(name, 0),
                points=(points or {}).get(name, 0),
                space=(spaces or {}).get(name, "center"),
                factories=tuple((factories or {}).get(name, nation.factories)),
                tax_chips=tuple((chips or {}).get(name, ())),
                fleets=tuple(Unit(place) for place in (fleets or {}).get(name, ())),
                armies=tuple(_army(place) for place in (armies or {}).get(name, ())),
                last_tax=(last_tax or {}).get(name, 5),
            )
        )
    return Table(replace(state, nations=tuple(made)), game=game)


def _bonds(bonds: Mapping[str, Holders], seat: Seat) -> tuple[Stock, ...]:
    return tuple(Stock(nation, each) for nation, holders in bonds.items() for each in holders.get(seat, ()))


def _army(place: str) -> Unit:
    return Unit(place.strip("()"), not place.startswith("("))


def imports(*wanted: str) -> Import:
    """`army Vienna`, `fleet Trieste`: units to buy."""
    pairs: list[Any] = [each.split(" ", 1) for each in wanted]
    return Import(tuple(kind for kind, _ in pairs), tuple(place for _, place in pairs))


def tags(events: Sequence[Event]) -> list[str]:
    """The events by name."""
    return [tag_of(type(event)) for event in events]


def seen(events: Sequence[Event], viewer: Viewer) -> list[Event]:
    """The events as far as the viewer is told."""
    return [event for event in events if observes(viewer, IMPERIAL.audience(event))]


def only(events: Sequence[Event], kind: type[Any]) -> Any:
    """The one event of this kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


@contextmanager
def refused(code: str) -> Iterator[None]:
    """The rules say no, with this code and a sentence."""
    with pytest.raises(Refusal) as refusal:
        yield
    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")
