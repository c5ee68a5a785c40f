"""Liar's Dice: 2 to 6 players bid on all dice under all cups, and call the bluff."""

from typing import Annotated, Final

from msgspec import Meta

from rondel import kit
from rondel.kit import OWNER, Dice, GameEnded, Seat, Story, named_publicly, place, private_to, revealed

Die = Annotated[int, Meta(ge=1, le=6)]
DICE: Final = Dice(name="dice", faces=range(1, 7))


class Options(kit.Options):
    """How many dice each player has, and whether ones count as every face."""

    dice: Annotated[int, Meta(ge=1, le=6)] = 5
    ones_are_wild: bool = True


class Player(kit.Player):
    """A cup of dice, lifted or not."""

    cup: Annotated[tuple[Die, ...], place(DICE, seen_by=OWNER, face_up="is_lifted", kind="die")] = ()
    is_lifted: bool = False
    dice_left: int = 0


class State(kit.State):
    """The last bid: at least `count` dice show `face`."""

    options: Options
    players: tuple[Player, ...]
    count: int = 0
    face: int = 0
    bidder: Seat = 0

    def is_in(self, seat: Seat) -> bool:
        """Whether the seat has dice left."""
        return self.players[seat].dice_left > 0

    def scores(self) -> list[int]:
        """Dice left."""
        return [player.dice_left for player in self.players]


class DiceGiven(kit.Event):
    """Everybody has so many dice."""

    count: int

    def apply(self, state: State) -> State:
        """The same for all."""
        return state.replace_all(dice_left=self.count)


class RoundBegun(kit.Event):
    """All dice go back under the cups; this seat bids first."""

    first_seat: Seat

    def apply(self, state: State) -> State:
        """There is no bid yet."""
        return state.replace_all(cup=(), is_lifted=False).replace(
            phase="bidding", turn=self.first_seat, count=0, face=0
        )


class DiceRolled(kit.Event):
    """A seat looks under its cup."""

    seat: Seat
    dice: Annotated[tuple[Die, ...], private_to("seat", is_new=True)]

    def apply(self, state: State) -> State:
        """Nobody else sees them."""
        return state.replace_player(self.seat, cup=self.dice)


class BidMade(kit.Event):
    """At least so many dice show this face, says the seat."""

    seat: Seat
    count: int
    face: int

    def apply(self, state: State) -> State:
        """The next seat must bid more, or call."""
        return state.replace(count=self.count, face=self.face, bidder=self.seat, turn=state.after(self.seat))


class CupLifted(kit.Event):
    """Everybody sees these dice."""

    announced = True  # nothing of it is left to be seen when new dice are rolled
    seat: Seat
    dice: Annotated[tuple[Die, ...], revealed(but="seat")]

    def apply(self, state: State) -> State:
        """Until the next round."""
        return state.replace_player(self.seat, is_lifted=True)


class DieLost(kit.Event):
    """The seat was wrong."""

    seat: Seat

    def apply(self, state: State) -> State:
        """One die fewer from the next round on."""
        return state.replace_player(self.seat, dice_left=state.players[self.seat].dice_left - 1)


class Bid(kit.Action):
    """Claim more dice of any face, or as many of a higher face."""

    when = ("bidding",)
    count: Annotated[int, Meta(ge=1, le=36)]
    face: Annotated[Die, named_publicly()]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Bid"]:
        """Everything above the last bid, up to all dice."""
        counts = range(max(1, view.count), sum(view.scores()) + 1)
        bids = [(count, face) for count in counts for face in DICE.faces]
        return [cls(*bid) for bid in bids if bid > (view.count, view.face)]

    def do(self, story: Story, seat: Seat) -> None:
        """It is the next seat's turn."""
        story.emit(BidMade(seat, self.count, self.face))


class CallLiar(kit.Action):
    """Say that the last bid was too high."""

    when = ("bidding",)

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["CallLiar"]:
        """Once there is a bid."""
        return [cls()] if view.count else []

    def do(self, story: Story, seat: Seat) -> None:
        """All cups are lifted. The bidder loses a die if there are too few, else the caller does."""
        state: State = story.state
        for each, player in enumerate(state.players):
            if player.cup:
                story.emit(CupLifted(each, player.cup))
        counted = {state.face, 1} if state.options.ones_are_wild else {state.face}
        found = sum(die in counted for player in state.players for die in player.cup)
        loser = seat if found >= state.count else state.bidder
        story.emit(DieLost(loser))
        left = story.state.seats_in()
        if len(left) == 1:
            story.emit(GameEnded("last_one", (left[0],)))
        else:
            roll(story, loser if loser in left else story.state.after(loser))


def roll(story: Story, first: Seat) -> None:
    """New dice for everybody."""
    story.emit(RoundBegun(first))
    for seat, player in enumerate(story.state.players):
        if player.dice_left:
            dice = tuple(story.chance.pick(DICE.faces) for _ in range(player.dice_left))
            story.emit(DiceRolled(seat, dice))


def deal(story: Story) -> None:
    """Luck says who begins."""
    story.emit(DiceGiven(story.state.options.dice))
    roll(story, story.chance.below(len(story.state.players)))
