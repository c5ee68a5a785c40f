"""What no law finds, as docs/laws.md says, and what the kit forgets, as docs/concepts/known.md says."""

from itertools import permutations
from pathlib import Path
from typing import Annotated, Final, Literal

from rondel import kit
from rondel.kit import HOUSE, OWNER, Chance, GameEnded, Pool, Seat, Story, place, private_to
from rondel.laws import run

Card = Literal["sun", "moon", "star", "rain"]
DECK: Final = Pool(name="deck", pieces=("sun", "moon", "star", "rain"))


class Player(kit.Player):
    card: Annotated[Card | None, place(DECK, seen_by=OWNER)] = None


class State(kit.State):
    players: tuple[Player, ...]
    rest: Annotated[tuple[Card, ...], place(DECK, seen_by=kit.NOBODY)] = DECK.pieces
    seed: int = 0


class SeedShown(kit.Event):
    """Everybody can compute all cards from it: a leak."""

    seed: int

    def apply(self, state: State) -> State:
        return state.replace(seed=self.seed, phase="on")


class DeckShuffled(kit.Event):
    order: Annotated[tuple[Card, ...], private_to(HOUSE)]

    def apply(self, state: State) -> State:
        return state.replace(rest=self.order)


class CardDealt(kit.Event):
    seat: Seat
    card: Annotated[Card, private_to("seat", is_new=True)]

    def apply(self, state: State) -> State:
        return state.replace_player(self.seat, card=self.card).replace(rest=state.rest[1:])


class Stop(kit.Action):
    when = ("on",)

    def do(self, story: Story, seat: Seat) -> None:
        story.emit(GameEnded("won", ()))


def deal(story: Story) -> None:
    seed = story.chance.below(2400)
    order = list(permutations(DECK.pieces))[seed % 24]
    story.emit(DeckShuffled(order))
    for seat in range(len(story.state.players)):
        story.emit(CardDealt(seat, order[seat]))
    story.emit(SeedShown(seed))


class Shown(kit.State):
    """One card in the middle, which may lie face up."""

    players: tuple[kit.Player, ...]
    card: Annotated[Card, place(DECK, seen_by=kit.NOBODY, face_up="is_up")] = "sun"
    is_up: bool = True


def test_a_piece_that_lies_hidden_again_is_imagined_anew_as_the_page_of_known_says() -> None:
    game = kit.game(
        name="shown",
        title="Shown",
        seats=range(2, 3),
        state=Shown,
        actions=[],
        events=[],
        deal=lambda _: None,
    )
    state = Shown(players=(kit.Player(), kit.Player()))

    def imagined(state: Shown) -> set[str]:
        known = game.knows(state, 0)
        return {game.imagine(known, Chance.of_seed(seed)).card for seed in range(40)}

    assert imagined(state) == {"sun"}
    assert imagined(state.replace(is_up=False)) == set(DECK.pieces)


def test_a_seed_that_is_shown_to_all_is_not_found_and_the_page_says_so() -> None:
    seeded = kit.game(
        name="seeded",
        title="Seeded",
        seats=range(2, 3),
        state=State,
        actions=[Stop],
        events=[DeckShuffled, CardDealt, SeedShown],
        deal=deal,
    )
    page = (Path(__file__).parents[2] / "docs" / "laws.md").read_text()

    assert run(seeded, steps=300, seed=1).violations == ()
    assert (
        "**A public value from which a secret can be computed.**" in page.partition("## What no law finds")[2]
    )
