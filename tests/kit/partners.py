"""Partners: two against two. Partners see each other's card; round by round the highest card wins a point."""

from typing import Annotated, Final

from msgspec import Meta

from rondel import kit
from rondel.kit import HOUSE, NOBODY, TEAM, GameEnded, Pool, Seat, Story, place, private_to, revealed, sealed

Card = Annotated[int, Meta(ge=1, le=16, title="Card")]


class Options(kit.Options):
    rounds: Annotated[int, Meta(ge=1, le=3)] = 2


DECK: Final = Pool(name="deck", made=lambda view: range(1, 5 + 4 * view.options.rounds))


class Stock(kit.Struct):
    """Cards face down, and those that are gone."""

    cards: Annotated[tuple[Card, ...], place(DECK, seen_by=NOBODY, layout="pile")] = ()
    gone: Annotated[tuple[Card, ...], place(DECK, layout="pile")] = ()


Mood = Annotated[bool, Meta(title="Mood")]


def moods(player: "Player") -> tuple[Mood, ...]:
    """Nobody is eager without a card."""
    return (False,) if player.card is None else (False, True)


class Player(kit.Player):
    card: Annotated[Card | None, place(DECK, seen_by=TEAM)] = None
    is_eager: Annotated[Mood, sealed(seen_by=TEAM, has_trace=False, among=moods)] = False


class State(kit.State):
    options: Options
    players: tuple[Player, ...]
    stock: Stock = Stock()
    trick: Annotated[tuple[Card, ...], place(DECK)] = ()
    points: tuple[int, int] = (0, 0)

    def team(self, seat: Seat) -> int:
        return seat % 2

    def scores(self) -> list[int]:
        return [self.points[self.team(seat)] for seat in range(len(self.players))]


class DeckShuffled(kit.Event):
    order: Annotated[tuple[Card, ...], private_to(HOUSE)]

    def apply(self, state: State) -> State:
        return state.replace(stock=Stock(cards=self.order), phase="playing")


class CardDrawn(kit.Event):
    seat: Seat
    card: Annotated[Card, private_to("seat", is_new=True, with_team=True)]
    is_eager: Annotated[Mood, private_to("seat", is_new=True, with_team=True)]

    def apply(self, state: State) -> State:
        stock = Stock(cards=state.stock.cards[1:], gone=state.stock.gone)
        return state.replace_player(self.seat, card=self.card, is_eager=self.is_eager).replace(stock=stock)


class CardPlayed(kit.Event):
    announced = True
    seat: Seat
    card: Annotated[Card, revealed(but="seat")]

    def apply(self, state: State) -> State:
        trick = (*state.trick, self.card)
        return state.replace_player(self.seat, card=None, is_eager=False).replace(
            trick=trick, turn=(self.seat + 1) % 4
        )


class TrickTaken(kit.Event):
    team: int

    def apply(self, state: State) -> State:
        one, other = state.points
        gone = state.stock.gone + state.trick
        stock = Stock(cards=state.stock.cards, gone=gone)
        points = (one + (self.team == 0), other + (self.team == 1))
        return state.replace(points=points, trick=(), stock=stock)


class PlayCard(kit.Action):
    when = ("playing",)

    def do(self, story: Story, seat: Seat) -> None:
        story.emit(CardPlayed(seat, story.state.players[seat].card))
        trick = story.state.trick
        if len(trick) < 4:
            return
        story.emit(TrickTaken(trick.index(max(trick)) % 2))
        if len(story.state.stock.cards) >= 4 and sum(story.state.points) < story.state.options.rounds:
            draw(story)
        else:
            points = story.state.scores()
            story.emit(GameEnded("played", tuple(s for s in range(4) if points[s] == max(points))))


def draw(story: Story) -> None:
    for seat, card in enumerate(story.state.stock.cards[:4]):
        story.emit(CardDrawn(seat, card, bool(story.chance.below(2))))


def deal(story: Story) -> None:
    story.emit(DeckShuffled(story.chance.shuffled(DECK.all_of(story.state))))
    draw(story)


PARTNERS: Final = kit.game(
    name="partners",
    title="Partners",
    seats=range(4, 5),
    state=State,
    actions=[PlayCard],
    events=[DeckShuffled, CardDrawn, CardPlayed, TrickTaken],
    deal=deal,
    endings={"played"},
)
