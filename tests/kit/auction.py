"""Auction: everybody bids in secret for one lot after another; the last bid opens all."""

from typing import Annotated, Final

from msgspec import Meta

from rondel import kit
from rondel.kit import GameEnded, Seat, Story, TimeControl, Viewer, private_to, revealed, sealed

Coins = Annotated[int, Meta(ge=0, le=12, title="Coins")]


class Options(kit.Options):
    lots: Annotated[int, Meta(ge=1, le=4)] = 3
    coins: Annotated[int, Meta(ge=0, le=12)] = 6
    is_timed: bool = False


def is_open(me: "Player", viewer: Viewer) -> bool:
    return me.is_open


def affordable(me: "Player") -> range:
    return range(me.coins + 1)


class Player(kit.Player):
    bid: Annotated[Coins | None, sealed(opens=is_open, among=affordable, label="Bid")] = None
    is_open: bool = False
    coins: int = 0
    lots: int = 0


class State(kit.State):
    options: Options
    players: tuple[Player, ...]
    lot: int = 0

    def to_act(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self.players) if player.bid is None]

    def scores(self) -> list[int]:
        return [player.lots for player in self.players]


class LotOffered(kit.Event):
    lot: int

    def apply(self, state: State) -> State:
        coins = [state.options.coins if self.lot == 1 else player.coins for player in state.players]
        players = [
            player.replace(bid=None, is_open=False, coins=left)
            for player, left in zip(state.players, coins, strict=True)
        ]
        return state.replace(lot=self.lot, phase="bidding", players=tuple(players))


class BidSealed(kit.Event):
    seat: Seat
    bid: Annotated[Coins, private_to("seat")]

    def apply(self, state: State) -> State:
        return state.replace_player(self.seat, bid=self.bid)


class BidsOpened(kit.Event):
    announced = True
    bids: Annotated[tuple[Coins, ...], revealed()]

    def apply(self, state: State) -> State:
        return state.replace_all(is_open=True)


class LotSold(kit.Event):
    seat: Seat
    price: int

    def apply(self, state: State) -> State:
        player = state.players[self.seat]
        return state.replace_player(self.seat, coins=player.coins - self.price, lots=player.lots + 1)


class Bid(kit.Action):
    when = ("bidding",)
    bid: Annotated[Coins, sealed()]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Bid"]:
        return [cls(bid) for bid in range(view.players[seat].coins + 1)]

    def do(self, story: Story, seat: Seat) -> None:
        story.emit(BidSealed(seat, self.bid))
        if story.state.to_act():
            return
        bids = tuple(player.bid for player in story.state.players)
        story.emit(BidsOpened(bids))
        story.emit(LotSold(bids.index(max(bids)), max(bids)))
        if story.state.lot < story.state.options.lots:
            story.emit(LotOffered(story.state.lot + 1))
        else:
            lots = story.state.scores()
            winners = [seat for seat, won in enumerate(lots) if won == max(lots)]
            story.emit(GameEnded("sold", tuple(winners)))


def control(options: Options) -> TimeControl | None:
    return TimeControl(bank_ms=60_000, allowance_ms=5_000) if options.is_timed else None


AUCTION: Final = kit.game(
    name="auction",
    title="Auction",
    seats=range(2, 5),
    state=State,
    actions=[Bid],
    events=[LotOffered, BidSealed, BidsOpened, LotSold],
    deal=lambda story: story.emit(LotOffered(1)),
    endings={"sold"},
    control=control,
    undo=[LotSold],
)
