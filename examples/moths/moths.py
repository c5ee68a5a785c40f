"""Moths: six nights, six lanterns each. The brightest lantern that shines alone catches the moth."""

from typing import Annotated, Any, Final

from msgspec import Meta, structs

from rondel import kit
from rondel.kernel import About, AnyGame, Area, Face, Fact, Named, Piece, Scene, Zone
from rondel.kit import OWNER, GameEnded, Pool, Seat, Story, place, private_to, revealed, sealed, without

Moth = Annotated[int, Meta(ge=1, le=6, title="A moth")]
Lantern = Annotated[int, Meta(ge=1, le=6, title="A lantern")]
LANTERNS: Final = Pool(name="lanterns", pieces=(1, 2, 3, 4, 5, 6), per_seat=True)
MOTHS: Final = Pool(name="moths", pieces=(1, 2, 3, 4, 5, 6))
WISHES: Final = Pool(name="wishes", pieces=(1, 2, 3, 4, 5, 6))
Wish = Annotated[int, Meta(ge=1, le=6, title="A wish")]


class Player(kit.Player):
    """What lies in front of one player."""

    hand: Annotated[tuple[Lantern, ...], place(LANTERNS, layout="fan", kind="token")] = LANTERNS.pieces
    lit: Annotated[Lantern | None, sealed(among=lambda me: me.hand)] = None
    burnt: Annotated[tuple[Lantern, ...], place(LANTERNS, kind="token")] = ()
    caught: Annotated[tuple[Moth, ...], place(MOTHS)] = ()
    wish: Annotated[Wish | None, place(WISHES, seen_by=OWNER, face_up=lambda me, *_: me.is_revealed)] = None
    is_revealed: bool = False

    @property
    def points(self) -> int:
        """What its moths are worth; the one it wished for counts twice."""
        return sum(self.caught) + sum(moth for moth in self.caught if moth == self.wish)

    def burn(self) -> "Player":
        """The same after a night: the lit lantern has burnt."""
        return self.replace(hand=without(self.hand, self.lit), burnt=(*self.burnt, self.lit), lit=None)


class State(kit.State):
    """The table: the moth of this night, and those still in the sky."""

    players: tuple[Player, ...]
    sky: Annotated[tuple[Moth, ...], place(MOTHS)] = MOTHS.pieces
    moth: Annotated[Moth | None, place(MOTHS)] = None

    def to_act(self) -> list[Seat]:
        """Everybody who has not lit a lantern yet."""
        return [seat for seat, player in enumerate(self.players) if player.lit is None]

    def scores(self) -> list[int]:
        """Points, seat by seat."""
        return [player.points for player in self.players]


class MothCame(kit.Event):
    """A night begins."""

    moth: Moth

    def apply(self, state: State) -> State:
        """The moth leaves the sky."""
        return state.replace(phase="night", moth=self.moth, sky=without(state.sky, self.moth))


class LanternLit(kit.Event):
    """A seat has lit a lantern behind its hand."""

    seat: Seat
    lantern: Annotated[Lantern, private_to("seat")]

    def apply(self, state: State) -> State:
        """Others see that it is lit."""
        return state.replace_player(self.seat, lit=self.lantern)


class LanternsBurnt(kit.Event):
    """All lanterns of the night, seat by seat."""

    lanterns: Annotated[tuple[Lantern, ...], revealed()]

    def apply(self, state: State) -> State:
        """They burn out."""
        return state.replace(players=tuple(player.burn() for player in state.players))


class MothCaught(kit.Event):
    """The moth flew to this seat."""

    seat: Seat
    moth: Moth

    def apply(self, state: State) -> State:
        """It is the seat's."""
        return state.replace_player(self.seat, caught=(*state.players[self.seat].caught, self.moth)).replace(
            moth=None
        )


class MothEscaped(kit.Event):
    """No lantern shone alone."""

    moth: Moth

    def apply(self, state: State) -> State:
        """The moth may come again."""
        return state.replace(moth=None, sky=tuple(sorted((*state.sky, self.moth))))


class Light(kit.Action):
    """Light one of your lanterns."""

    when = ("night",)
    lantern: Annotated[Lantern, sealed()]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Light"]:
        """Every lantern that has not burnt."""
        return [cls(lantern) for lantern in view.players[seat].hand]

    def do(self, story: Story, seat: Seat) -> None:
        """When all are lit, the night ends."""
        story.emit(LanternLit(seat, self.lantern))
        if not story.state.to_act():
            end_night(story)


def begin_night(story: Story) -> None:
    """A random moth arrives."""
    story.emit(MothCame(story.chance.pick(story.state.sky)))


def end_night(story: Story) -> None:
    """The brightest lantern that shines alone catches the moth."""
    moth, lanterns = story.state.moth, [player.lit for player in story.state.players]
    story.emit(LanternsBurnt(tuple(lanterns)))
    alone = [lantern for lantern in lanterns if lanterns.count(lantern) == 1]
    story.emit(MothCaught(lanterns.index(max(alone)), moth) if alone else MothEscaped(moth))
    if story.state.players[0].hand:
        begin_night(story)
    else:
        end_game(story)


class WishesRevealed(kit.Event):
    """The wishes of all, seat by seat."""

    wishes: Annotated[tuple[Wish, ...], revealed()]

    def apply(self, state: State) -> State:
        """Everybody sees them."""
        return state.replace_all(is_revealed=True)


def end_game(story: Story) -> None:
    """The wishes are told; the most points win."""
    story.emit(WishesRevealed(tuple(player.wish for player in story.state.players)))
    scores = story.state.scores()
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    story.emit(GameEnded("last_night", tuple(winners)))


class WishDealt(kit.Event):
    """A seat is told the moth that it wishes for."""

    seat: Seat
    wish: Annotated[Wish, private_to("seat", is_new=True)]

    def apply(self, state: State) -> State:
        """It lies face down."""
        return state.replace_player(self.seat, wish=self.wish)


def deal(story: Story) -> None:
    """Everybody has a wish of its own."""
    wishes = story.chance.shuffled(WISHES.pieces)
    for seat in range(len(story.state.players)):
        story.emit(WishDealt(seat, wishes[seat]))
    begin_night(story)


ENGLISH: Final = {
    "LIGHT": "Light lantern {lantern}",
    "WISH_DEALT": "",
    "WISH_DEALT_TO_YOU": "You wish for moth {wish}",
    "MOTH_CAME": "Moth {moth} comes",
    "LANTERN_LIT": "{seat} lit a lantern",
    "LANTERN_LIT_TO_YOU": "",
    "LANTERNS_BURNT": "The lanterns shine: {lanterns}",
    "MOTH_CAUGHT": "{seat} [catches|catch] moth {moth}",
    "MOTH_ESCAPED": "No unique lantern: moth {moth} escapes",
    "WISHES_REVEALED": "The wishes were moths {wishes}",
    "GAME_ENDED": "The last night is over",
}


def area(guessed: Area, seat: Seat, player: Any) -> Area:
    """A player's area with the lit lantern and the points."""
    lit = [Piece() if player.lit == kit.HIDDEN else Piece(str(player.lit), is_down=True)]
    zone = Zone(f"{seat}.lit", "Lit", pieces=tuple(lit if player.lit else ()), kind="token")
    return Area((*guessed.zones, zone), (Fact("Points", player.points),), is_turn=guessed.is_turn)


def with_points(guessed: Face[Any, Any]) -> Face[Any, Any]:
    """The guessed face, with areas and words of our own."""

    def scene(view: Any) -> Scene:
        plain = guessed.scene(view)
        areas = [area(each, seat, view.players[seat]) for seat, each in enumerate(plain.seats)]
        return Scene(tuple(areas), plain.middle, plain.prompt)

    return Face(scene=scene, words={"en": ENGLISH})


ABOUT: Final = About(
    blurb="Light a lantern in secret; the brightest that shines alone catches the moth.",
    duration="about 5 min",
    how="""## The aim

Catch moths. Each is worth its number, and the one that you wished for counts twice.

## A night

Everybody secretly lights one of six lanterns, and each burns for one night only. The brightest lantern
that shines alone catches the moth. If none does, the moth may come again.

## The end

After six nights the most points win.
""",
    endings={"last_night": "The last night is over."},
    unit={"one": "point", "other": "points"},
)
BOTS: Final = {"bright": Named("Bright", "Lights the lantern nearest to the moth.")}
GAME: Final = kit.game(
    name="moths",
    title="Moths",
    seats=range(2, 5),
    state=State,
    actions=[Light],
    events=[WishDealt, MothCame, LanternLit, LanternsBurnt, MothCaught, MothEscaped, WishesRevealed],
    deal=deal,
    endings={"last_night"},
    face=with_points,
    about={"en": structs.replace(ABOUT, bots=BOTS)},
)


def bright(game: AnyGame) -> Any:
    """A bot that lights the lantern nearest to the moth."""
    return lambda known, view, legal, luck: min(legal, key=lambda light: abs(light.lantern - view.moth))
