"""The face that a game has without one of its own: places, facts, whose turn it is, what can be pressed."""

from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from rondel import kit
from rondel.kernel import Area, Face, Fact, Piece, Scene, Zone
from rondel.kit import (
    EVERYBODY,
    OWNER,
    Dice,
    GameEnded,
    Pool,
    Seat,
    Story,
    named_publicly,
    place,
    private_to,
    revealed,
    sealed,
    without,
)
from rondel.laws import run
from rondel.laws.consistency import CONSISTENCY
from rondel.laws.face import FACE
from rondel.laws.secrecy import SECRECY
from tests.kit.auction import AUCTION, Bid
from tests.kit.countdown import COUNTDOWN
from tests.kit.partners import PARTNERS
from tests.kit.table import Table

Suit = Literal["coin", "cup", "sword", "wand"]
CARDS: Final = Pool(name="cards", pieces=("coin", "cup", "sword", "wand"), per_seat=True)


Die = Annotated[int, Meta(ge=1, le=6, title="Die")]
DICE: Final = Dice(name="dice", faces=range(1, 7))


class Gem(kit.Struct):
    colour: Literal["red", "blue"]
    size: int


GEMS: Final = Pool(name="gems", pieces=(Gem("red", 1), Gem("blue", 2)))


def is_top(me: "Player", at: int, viewer: Seat | None) -> bool:
    return at == len(me.pile) - 1


class Player(kit.Player):
    hand: Annotated[tuple[Suit, ...], place(CARDS, seen_by=OWNER, layout="fan", is_sorted=True)] = (
        CARDS.pieces
    )
    pile: Annotated[
        tuple[Suit, ...], place(CARDS, seen_by=OWNER, face_up=is_top, layout="pile", label="Played")
    ] = ()
    gift: Annotated[tuple[Suit, ...], place(CARDS, seen_by=OWNER, layout="stack")] = ()
    die: Annotated[Die, place(DICE, kind="die")] = 3
    nick: str = ""
    is_keen: bool = False


class State(kit.State):
    players: tuple[Player, ...]
    gems: Annotated[tuple[Gem, ...], place(GEMS, seen_by=EVERYBODY, kind="token")] = GEMS.pieces
    first: Annotated[Gem | None, place(GEMS, seen_by=EVERYBODY)] = None
    dealer: Seat | None = None
    last: Seat = 0
    is_late: bool = False


class Begun(kit.Event):
    def apply(self, state: State) -> State:
        return state.replace(phase="playing", dealer=1).replace_player(0, is_keen=True, nick="Ann")


class Played(kit.Event):
    seat: Seat
    cards: Annotated[tuple[Suit, ...], private_to("seat")]
    top: Annotated[Suit, revealed(but="seat")]

    def apply(self, state: State) -> State:
        me = state.players[self.seat]
        state = state.replace_player(
            self.seat, hand=without(me.hand, *self.cards), pile=(*me.pile, *self.cards)
        )
        return state.replace(turn=state.after(self.seat), last=self.seat)


class CardPassed(kit.Event):
    seat: Seat
    card: Annotated[Suit, private_to("seat")]

    def apply(self, state: State) -> State:
        me = state.players[self.seat]
        state = state.replace_player(self.seat, hand=without(me.hand, self.card), gift=(*me.gift, self.card))
        return state.replace(turn=state.after(self.seat))


class GemTaken(kit.Event):
    gem: Gem

    def apply(self, state: State) -> State:
        return state.replace(gems=without(state.gems, self.gem), first=self.gem, is_late=True)


def end(story: Story, seat: Seat) -> None:
    if not story.state.players[seat].hand:
        story.emit(GameEnded("out", (0, 1)))


class Play(kit.Action):
    when = ("playing",)
    cards: Annotated[tuple[Suit, ...], named_publicly()]

    @classmethod
    def choices(cls, view: Any, seat: Seat) -> list["Play"]:
        hand = view.players[seat].hand
        return [cls((one, other)) for one in hand for other in hand if one < other]

    def do(self, story: Story, seat: Seat) -> None:
        story.emit(Played(seat, self.cards, self.cards[-1]))
        end(story, seat)


class Greet(kit.Action):
    when = ("playing",)
    whom: Seat
    card: Annotated[Suit | None, sealed()] = None

    @classmethod
    def choices(cls, view: Any, seat: Seat) -> list["Greet"]:
        return [cls(other) for other in range(len(view.players)) if other != seat]

    def do(self, story: Story, seat: Seat) -> None:
        story.emit(CardPassed(seat, story.state.players[seat].hand[0]))
        end(story, seat)


class Take(kit.Action):
    when = ("playing",)
    gem: Gem

    @classmethod
    def choices(cls, view: Any, seat: Seat) -> list["Take"]:
        return [] if view.first else [cls(gem) for gem in view.gems]

    def do(self, story: Story, seat: Seat) -> None:
        story.emit(GemTaken(self.gem))


TRADE: Final = kit.game(
    name="trade",
    title="Trade",
    seats=range(2, 4),
    state=State,
    actions=[Play, Greet, Take],
    events=[Begun, Played, CardPassed, GemTaken],
    deal=lambda story: story.emit(Begun()),
    endings={"out"},
)


def scene(table: Table, viewer: int | None) -> Scene:
    assert table.game.face is not None
    return table.game.face.scene(table.view(viewer))


def zones(area: Area) -> dict[str, Zone]:
    return {zone.id: zone for zone in area.zones}


def test_places_are_zones_with_their_layout_kind_and_label() -> None:
    table = Table(TRADE, 2)
    table.play(0, Play(("coin", "wand")))

    seen = scene(table, 0)

    own, middle = zones(seen.seats[0]), zones(seen.middle)
    assert list(own) == ["0.hand", "0.pile", "0.gift", "0.die"]
    assert own["0.die"] == Zone("0.die", "Die", "row", (Piece("3"),), "die")
    assert (own["0.hand"].layout, own["0.pile"].label, own["0.gift"].layout) == ("fan", "Played", "stack")
    assert (middle["gems"].kind, middle["gems"].label) == ("token", "Gems")
    assert middle["gems"].pieces[0].face == "red 1"
    assert middle["first"].pieces == ()


def test_a_piece_has_a_face_where_it_is_seen_and_lies_face_down_where_others_see_its_back() -> None:
    table = Table(TRADE, 2)
    table.play(0, Play(("coin", "wand")))
    table.play(1, Take(Gem("red", 1)))
    table.play(1, Greet(0))

    own, others = (zones(scene(table, viewer).seats[0])["0.pile"].pieces for viewer in (0, 1))

    assert [(piece.face, piece.is_down) for piece in own] == [("coin", True), ("wand", False)]
    assert [(piece.face, piece.is_down) for piece in others] == [(None, False), ("wand", False)]
    assert zones(scene(table, 1).seats[1])["1.gift"].pieces[0].is_down
    assert zones(scene(table, 0).seats[1])["1.gift"].pieces == (Piece(),)
    assert not any(piece.is_down for piece in zones(scene(table, 0).seats[0])["0.hand"].pieces)


def test_a_piece_has_a_key_where_it_is_seen_and_there_is_no_other_like_it() -> None:
    table = Table(TRADE, 2)

    hand = zones(scene(table, 0).seats[0])["0.hand"].pieces
    others = zones(scene(table, 1).seats[0])["0.hand"].pieces

    assert [piece.key for piece in hand] == ["cards.0.coin", "cards.0.cup", "cards.0.sword", "cards.0.wand"]
    assert {piece.key for piece in others} == {None}
    card = scene(Table(PARTNERS, 4), 0).seats[0].zones[0].pieces[0]
    assert card.key == f"deck.{card.face}"


def test_numbers_and_words_are_facts_and_claims_are_marks() -> None:
    table = Table(TRADE, 2)

    seen = scene(table, None)

    assert seen.seats[0].facts == (Fact("Nick", "Ann"),)
    assert (seen.seats[0].marks, seen.seats[1].marks) == (("is keen",), ("dealer",))
    assert seen.middle.facts == ()  # a seat is not a number
    assert scene(Table(COUNTDOWN, 2), None).middle.facts == (Fact("Count", 0),)


def test_a_sealed_choice_is_a_fact_as_far_as_it_is_seen() -> None:
    table = Table(AUCTION, 2)
    table.play(0, Bid(4))

    assert Fact("Bid", 4) in scene(table, 0).seats[0].facts
    assert Fact("Bid", "?") in scene(table, 1).seats[0].facts
    assert "Bid" not in {fact.label for fact in scene(table, 0).seats[1].facts}
    assert scene(Table(PARTNERS, 4), 1).seats[0].facts == ()  # not even that there is a choice
    assert scene(Table(PARTNERS, 4), 0).seats[0].facts[0].value in ("True", "False")


def test_whose_turn_it_is_and_what_is_asked() -> None:
    table = Table(TRADE, 2)

    assert [area.is_turn for area in scene(table, None).seats] == [True, False]
    assert scene(table, 1).prompt == "{0} [is|are] to act"
    assert scene(Table(AUCTION, 3), 1).prompt == "3 players are to act"
    assert scene(Table(TRADE, 2, is_begun=False), 0).prompt is None
    for seat in (0, 1, 0):
        table.play(seat, TRADE.legal(table.state, seat)[0])
    assert scene(table, 0).prompt == "{0} and {1} win"
    alone = replaced_winners(table, (1,))
    assert scene(alone, 0).prompt == "{1} [wins|win]"
    assert scene(replaced_winners(table, ()), 0).prompt is None


def replaced_winners(table: Table, winners: tuple[int, ...]) -> Table:
    table.state = table.state.replace(winners=winners)
    return table


def test_what_an_action_names_can_be_pressed() -> None:
    table = Table(TRADE, 3)

    seen = scene(table, 0)

    hand = {piece.face: piece.picks for piece in zones(seen.seats[0])["0.hand"].pieces}
    assert hand["cup"] == ({"type": "PLAY", "cards[]": "cup"},)
    assert [area.picks for area in seen.seats] == [
        (),
        ({"type": "GREET", "whom": 1},),
        ({"type": "GREET", "whom": 2},),
    ]
    assert zones(seen.middle)["gems"].pieces[0].picks == (
        {"type": "TAKE", "gem": {"colour": "red", "size": 1}},
    )
    for other in (1, None):
        assert not any(area.picks for area in scene(table, other).seats)
        assert not any(piece.picks for zone in scene(table, other).middle.zones for piece in zone.pieces)


class Pass(kit.Action):
    when = ("playing",)
    card: Annotated[Suit, sealed()]
    whom: Seat

    @classmethod
    def choices(cls, view: Any, seat: Seat) -> list["Pass"]:
        others = [other for other in range(len(view.players)) if other != seat]
        return [cls(card, whom) for card in view.players[seat].hand for whom in others]


def test_the_only_card_can_be_pressed_though_every_action_names_it() -> None:
    table = Table(_trade(actions=[Pass]), 3)
    table.state = table.state.replace_player(0, hand=("coin",))

    [coin] = zones(scene(table, 0).seats[0])["0.hand"].pieces

    assert coin.picks == ({"type": "PASS", "card": "coin"},)


def test_only_what_an_action_names_now_can_be_pressed() -> None:
    table = Table(TRADE, 2)
    table.state = table.state.replace(first=Gem("blue", 2)).replace_player(0, hand=("coin", "wand"))

    hand = zones(scene(table, 0).seats[0])["0.hand"].pieces

    assert [piece.picks for piece in hand] == [
        ({"type": "PLAY", "cards[]": "coin"},),
        ({"type": "PLAY", "cards[]": "wand"},),
    ]
    table.state = table.state.replace_player(0, hand=("coin",))  # what is left is to greet the other
    assert scene(table, 0).seats[1].picks == ({"type": "GREET", "whom": 1},)


def test_a_game_may_bring_a_face_or_build_on_the_guessed_one() -> None:
    own: Face[Any, Any] = Face(scene=lambda view: Scene())
    words = {"en": {"PLAY": "Play {cards}"}}

    assert _trade(face=own).face is own
    built = _trade(face=lambda guessed: replace(guessed, words=words)).face
    assert built is not None
    assert built.words == words
    assert built.scene(Table(TRADE, 2).view(0)) == scene(Table(TRADE, 2), 0)


def _trade(actions: Any = (Play, Greet, Take), **more: Any) -> Any:
    return kit.game(
        name="trade",
        title="Trade",
        seats=range(2, 4),
        state=State,
        actions=actions,
        events=[Begun, Played, CardPassed, GemTaken],
        deal=lambda story: story.emit(Begun()),
        **more,
    )


def test_a_guessed_face_obeys_the_laws() -> None:
    for game in (AUCTION, COUNTDOWN, PARTNERS):
        assert run(game, laws=(FACE, CONSISTENCY, SECRECY), steps=80).violations == ()
    assert run(TRADE, laws=(FACE,), steps=120).violations == ()
