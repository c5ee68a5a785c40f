"""Sample Game: play a card from a secret hand in turn; the highest takes the trick."""

from typing import Annotated, Any, Final

from msgspec import Meta
from rondel import kit
from rondel.kernel import Area, Face, Fact, Piece, PieceStyle, Scene, Zone
from rondel.kit import (
    NOBODY,
    OWNER,
    GameEnded,
    Pool,
    Seat,
    Story,
    named_publicly,
    place,
    private_to,
    revealed,
    without,
)

from sample_game.about import ABOUT

Card = Annotated[int, Meta(ge=1, le=60)]
CARDS: Final = Pool(name="cards", pieces=tuple(range(1, 61)))


class Options(kit.Options):
    """How many cards each player gets."""

    cards: Annotated[int, Meta(ge=1, le=7)] = 5


class Player(kit.Player):
    """A hand that only its owner sees, the card played in this trick, and how many tricks were taken."""

    hand: Annotated[tuple[Card, ...], place(CARDS, seen_by=OWNER, is_sorted=True, layout="fan")] = ()
    played: Annotated[tuple[Card, ...], place(CARDS)] = ()
    tricks: int = 0


class State(kit.State):
    """The cards that nobody has, which nobody sees, and the cards of past tricks, which everybody saw."""

    options: Options
    players: tuple[Player, ...]
    deck: Annotated[tuple[Card, ...], place(CARDS, seen_by=NOBODY, is_sorted=True)] = CARDS.pieces
    discards: Annotated[tuple[Card, ...], place(CARDS, layout="pile")] = ()

    def scores(self) -> list[int]:
        """Tricks taken."""
        return [player.tricks for player in self.players]


class CardsDealt(kit.Event):
    """A seat gets its hand. Others are told only that it did: that is what `private_to` means."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], private_to("seat", is_new=True)]

    def apply(self, state: State) -> State:
        """The cards leave the deck."""
        return state.replace_player(self.seat, hand=self.cards).replace(deck=without(state.deck, *self.cards))


class TrickBegun(kit.Event):
    """This seat plays first."""

    first_seat: Seat

    def apply(self, state: State) -> State:
        """All played cards are put away."""
        away = tuple(card for player in state.players for card in player.played)
        state = state.replace_all(played=()).replace(discards=state.discards + away)
        return state.replace(phase="playing", turn=self.first_seat)


class CardPlayed(kit.Event):
    """A seat plays a card, which everybody sees: that is what `revealed` means."""

    seat: Seat
    card: Annotated[Card, revealed(but="seat")]

    def apply(self, state: State) -> State:
        """It is the next seat's turn."""
        hand = without(state.players[self.seat].hand, self.card)
        return state.replace_player(self.seat, hand=hand, played=(self.card,)).replace(
            turn=state.after(self.seat)
        )


class TrickTaken(kit.Event):
    """The highest card was this seat's."""

    seat: Seat

    def apply(self, state: State) -> State:
        """One trick more."""
        return state.replace_player(self.seat, tricks=state.players[self.seat].tricks + 1)


class Play(kit.Action):
    """Play a card from your hand."""

    when = ("playing",)
    card: Annotated[Card, named_publicly()]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Play"]:
        """Any card. `view` is what the seat sees, so this list cannot depend on a secret of others."""
        return [cls(card) for card in view.players[seat].hand]

    def do(self, story: Story, seat: Seat) -> None:
        """When everybody has played, the highest card takes the trick and its seat begins the next."""
        story.emit(CardPlayed(seat, self.card))
        players: tuple[Player, ...] = story.state.players
        if all(player.played for player in players):
            winner = max(range(len(players)), key=lambda each: players[each].played)
            story.emit(TrickTaken(winner))
            go_on(story, winner)


def go_on(story: Story, first: Seat) -> None:
    """The next trick; without cards the game is over, and most tricks win."""
    state: State = story.state
    if any(player.hand for player in state.players):
        story.emit(TrickBegun(first))
        return
    most = max(state.scores())
    story.emit(GameEnded("played_out", tuple(seat for seat, it in enumerate(state.scores()) if it == most)))


def deal(story: Story) -> None:
    """Luck comes from `story.chance` and nowhere else, so that every game can be proved afterwards."""
    cards = story.chance.shuffled(CARDS.pieces)
    count = story.state.options.cards
    for seat in range(len(story.state.players)):
        story.emit(CardsDealt(seat, tuple(sorted(cards[seat * count : (seat + 1) * count]))))
    go_on(story, story.chance.below(len(story.state.players)))


def piece(card: Any) -> Piece:
    """A card as it is drawn; one that this viewer does not see is kit.HIDDEN in its View."""
    return Piece() if card == kit.HIDDEN else Piece(str(card), picks=({"type": "PLAY", "card": card},))


def area(view: State, seat: Seat) -> Area:
    """What lies in front of one seat. Pressing a card in hand picks the action that plays it."""
    player = view.players[seat]
    hand = Zone(id=f"hand{seat}", label="Hand", layout="fan", pieces=tuple(map(piece, player.hand)))
    cards = tuple(Piece(face=str(card)) for card in player.played)
    played = Zone(id=f"played{seat}", label="Played", pieces=cards)
    is_turn = view.phase == "playing" and view.turn == seat
    return Area(zones=(hand, played), facts=(Fact("Tricks", player.tricks),), is_turn=is_turn)


def scene(view: State) -> Scene:
    """The board on every screen, from what one viewer sees."""
    prompt = f"{{{view.turn}}} [plays|play] a card" if view.phase == "playing" else None
    return Scene(seats=tuple(area(view, seat) for seat in range(len(view.players))), prompt=prompt)


WORDS: Final = {
    "PLAY": "Play {card}",
    "CARDS_DEALT": "{seat} [gets|get] a hand",
    "CARDS_DEALT_TO_YOU": "Your hand is dealt",
    "TRICK_BEGUN": "{firstSeat} [plays|play] first",
    "CARD_PLAYED": "{seat} [plays|play] {card}",
    "TRICK_TAKEN": "{seat} [takes|take] the trick",
    "GAME_ENDED": "The game is over",
}
LOOKS: Final = {
    str(card): PieceStyle(str(card), tone="gold" if card > 50 else "plain") for card in CARDS.pieces
}

GAME: Final = kit.game(
    name="sample_game",
    title="Sample Game",
    seats=range(2, 5),
    state=State,
    actions=[Play],
    events=[CardsDealt, TrickBegun, CardPlayed, TrickTaken],
    deal=deal,
    endings={"played_out"},
    face=Face(scene=scene, looks=LOOKS, words={"en": WORDS}),
    about={"en": ABOUT},
)
