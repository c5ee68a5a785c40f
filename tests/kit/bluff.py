"""A game of claims: a card is laid face down with a claim, told by one Event or by two."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from rondel import kit
from rondel.kernel import AnyGame
from rondel.kit import NOBODY, OWNER, GameEnded, Pool, Seat, Story, place, private_to, sealed, without

Rank = Annotated[int, Meta(ge=1, le=6, title="A card")]
Claim = Literal["low", "high"]
CARDS: Final = Pool(name="cards", pieces=(1, 2, 3, 4, 5, 6), per_seat=True)


class Player(kit.Player):
    hand: Annotated[tuple[Rank, ...], place(CARDS, seen_by=OWNER, is_sorted=True)] = CARDS.pieces
    laid: Annotated[tuple[Rank, ...], place(CARDS, seen_by=NOBODY)] = ()


class State(kit.State):
    players: tuple[Player, ...]
    claim: str = ""


class Begun(kit.Event):
    def apply(self, state: State) -> State:
        return state.replace(phase="claims")


class ClaimLaid(kit.Event):
    """The claim is public, the card is not: both in one."""

    seat: Seat
    claim: Claim
    card: Annotated[Rank, private_to("seat")]

    def apply(self, state: State) -> State:
        return CardLaid(self.seat, self.card).apply(state).replace(claim=self.claim)


class Claimed(kit.Event):
    seat: Seat
    claim: Claim

    def apply(self, state: State) -> State:
        return state.replace(claim=self.claim)


class CardLaid(kit.Event):
    seat: Seat
    card: Annotated[Rank, private_to("seat")]

    def apply(self, state: State) -> State:
        me = state.players[self.seat]
        laid = state.replace_player(self.seat, hand=without(me.hand, self.card), laid=(*me.laid, self.card))
        return laid.replace(turn=state.after(self.seat))


class Lay(kit.Action):
    when = ("claims",)
    claim: Claim
    card: Annotated[Rank, sealed()]

    @classmethod
    def choices(cls, view: Any, seat: Seat) -> list[Any]:
        claims: tuple[Claim, ...] = ("low", "high")
        return [cls(claim, card) for claim in claims for card in view.players[seat].hand]

    def do(self, story: Story, seat: Seat) -> None:
        self.tell(story, seat)
        if not any(player.hand for player in story.state.players):
            story.emit(GameEnded("out", ()))

    def tell(self, story: Story, seat: Seat) -> None:
        story.emit(Claimed(seat, self.claim))
        story.emit(CardLaid(seat, self.card))


class LayAtOnce(Lay):
    def tell(self, story: Story, seat: Seat) -> None:
        story.emit(ClaimLaid(seat, self.claim, self.card))


class OpenPlayer(kit.Player):
    hand: Annotated[tuple[Rank, ...], place(CARDS)] = CARDS.pieces
    laid: Annotated[tuple[Rank, ...], place(CARDS, seen_by=NOBODY)] = ()


class OpenState(kit.State):
    players: tuple[OpenPlayer, ...]
    claim: str = ""


def bluff(action: type[Lay], state: type[kit.State] = State) -> AnyGame:
    """The game with this way of laying a card."""
    return kit.game(
        name="bluff",
        title="Bluff",
        seats=range(2, 4),
        state=state,
        actions=[action],
        events=[Begun, ClaimLaid, Claimed, CardLaid],
        deal=lambda story: story.emit(Begun()),
        endings={"out"},
    )


BLUFF: Final = bluff(Lay)
AT_ONCE: Final = bluff(LayAtOnce)
OPEN_HANDS: Final = bluff(Lay, OpenState)
