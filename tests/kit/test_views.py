"""What each viewer sees, what it may imagine, and who receives which event."""

from collections import Counter
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from rondel import kit
from rondel.kernel import EVERYONE, HOUSE, Chance
from rondel.kit import HIDDEN, NOBODY, OWNER, TEAM, Dice, Pool, place, sealed
from tests.kit.auction import AUCTION, Bid
from tests.kit.partners import PARTNERS, PlayCard
from tests.kit.table import Table

RANDOMNESS = Chance.of_seed(5)


def test_others_see_that_a_choice_was_made_and_not_which() -> None:
    table = Table(AUCTION, 3)
    table.play(0, Bid(4))

    assert [table.view(viewer).players[0].bid for viewer in (0, 1, None)] == [4, HIDDEN, HIDDEN]
    assert table.view(0).players[1].bid is None


def test_a_view_is_a_state_with_holes() -> None:
    table = Table(AUCTION, 2)
    table.play(0, Bid(4))
    view = table.view(1)

    assert isinstance(view, AUCTION.types.state)
    assert view.you == 1
    assert list(view.to_act()) == [1]


def test_the_event_of_a_choice_is_whole_for_its_seat_and_in_part_for_all() -> None:
    table = Table(AUCTION, 2)
    table.play(0, Bid(4))
    whole, public = table.events

    assert table.names() == ["BidSealedToYou", "BidSealed"]
    assert (AUCTION.audience(whole), AUCTION.audience(public)) == (0, EVERYONE)
    assert public.__struct_fields__ == ("seat",)
    assert not AUCTION.reveals(whole, 0)


def test_a_sealed_field_of_an_action_is_named() -> None:
    table = Table(AUCTION, 2)

    assert AUCTION.sealed(table.state, Bid(1)) == {"bid"}
    assert AUCTION.sealed(table.state, AUCTION.begin) == frozenset()


def test_partners_see_each_others_cards_and_nobody_sees_the_stock() -> None:
    table = Table(PARTNERS, 4)
    players = [player.card for player in table.state.players]

    assert [player.card for player in table.view(2).players] == [players[0], HIDDEN, players[2], HIDDEN]
    assert [player.card for player in table.view(None).players] == [HIDDEN] * 4
    assert [player.is_eager for player in table.view(None).players] == [HIDDEN] * 4
    assert table.view(0).stock.cards == (HIDDEN,) * 8
    assert table.view(0).stock.gone == ()


def test_a_team_receives_one_event_for_all_of_it() -> None:
    table = Table(PARTNERS, 4)
    drawn = [event for event in table.events if type(event).__name__ == "CardDrawnToTeam"]
    public = table.event("CardDrawn")

    assert [PARTNERS.audience(event) for event in drawn] == [frozenset(team) for team in ((0, 2), (1, 3)) * 2]
    assert [PARTNERS.reveals(drawn[0], viewer) for viewer in (0, 1, 2, 3, None)] == [1, 0, 1, 0, 0]
    assert PARTNERS.audience(public) is EVERYONE
    assert not PARTNERS.reveals(public, 0)


def test_what_is_for_the_house_alone_reveals_nothing() -> None:
    table = Table(PARTNERS, 4)
    order = table.event("DeckShuffledToHouse")

    assert PARTNERS.audience(order) is HOUSE
    assert not PARTNERS.reveals(order, 0)
    assert table.event("DeckShuffled").__struct_fields__ == ()


def test_a_shown_card_is_new_to_all_but_its_seat() -> None:
    table = Table(PARTNERS, 4)
    table.play(0, PlayCard())
    (played,) = table.events

    assert [PARTNERS.reveals(played, viewer) for viewer in (0, 1, None)] == [False, True, True]
    assert PARTNERS.announces(played)


def test_a_replay_shows_every_secret() -> None:
    table = Table(PARTNERS, 4)
    assert PARTNERS.opened is not None

    opened = PARTNERS.opened(table.state, table.view(None))

    assert opened.you is None
    assert [player.card for player in opened.players] == [player.card for player in table.state.players]
    assert opened.stock.cards == table.state.stock.cards


def test_pieces_are_counted_pool_by_pool() -> None:
    table = Table(PARTNERS, 4)

    assert PARTNERS.conserved(table.state) == {f"deck: {card}": 1 for card in range(1, 13)}


def test_a_view_tells_a_client_where_pieces_lie() -> None:
    schema = msgspec.json.schema(PARTNERS.types.view)["$defs"]

    assert schema["SeenPlayer"]["properties"]["card"]["x-place"] == {
        "seenBy": "team",
        "layout": "row",
        "kind": "card",
    }
    assert schema["SeenPlayer"]["properties"]["isEager"]["x-place"] == {"seenBy": "team"}
    assert schema["View"]["properties"]["trick"]["title"] == "Trick"


# A State with every kind of place, for what the small games do not have.

Face = Annotated[int, Meta(ge=1, le=6, title="Face")]
Suit = Literal["C", "D"]
Vote = Literal["yes", "no"]
Guess = Annotated[int, Meta(ge=1, le=3, title="Guess")]
Word = Annotated[str, Meta(pattern="^[a-z]$")]


class Tile(kit.Struct):
    """A piece that is a Noun."""

    row: int
    column: int


TILES = Pool(name="tiles", pieces=tuple(Tile(row, column) for row in range(2) for column in range(2)))
SUITS = Pool(name="suits", pieces=("C",) * 3 + ("D",) * 3)
MARKS = Pool(name="marks", pieces=("C", "D"), per_seat=True)
WORDS = Pool(name="words", pieces=("a", "b"))
DICE = Dice(name="dice", faces=range(1, 7))


def is_even(me: Any, face: int) -> bool:
    return face % 2 == 0


def is_not_void(me: Any, suit: str) -> bool:
    return bool(suit != me.void)


def is_up(me: Any, at: int, viewer: int | None) -> bool:
    return bool(me.is_up)


class Everything(kit.Player):
    dice: Annotated[tuple[Face, ...], place(DICE, seen_by=OWNER, may_hold=is_even, face_up=is_up)] = ()
    suits: Annotated[tuple[Suit, ...], place(SUITS, seen_by=OWNER, may_hold=is_not_void, is_sorted=True)] = ()
    mark: Annotated[Suit | None, place(MARKS, seen_by=OWNER, face_up=is_up)] = None
    tile: Annotated[Tile | None, place(TILES, seen_by=NOBODY)] = None
    vote: Annotated[Vote | None, sealed(has_trace=False)] = None
    guess: Annotated[Guess, sealed()] = 1
    void: str = ""
    is_up: bool = False


class Board(kit.State):
    options: kit.Options
    players: tuple[Everything, ...]
    words: Annotated[tuple[Word, ...], place(WORDS, seen_by=NOBODY)] = ()


class Wait(kit.Action):
    when = ("on",)


def board(**more: Any) -> Any:
    return kit.game(
        name="board",
        title="Board",
        seats=range(2, 3),
        actions=[Wait],
        events=[],
        deal=lambda _: None,
        **{"state": Board, **more},
    )


def state(**changes: Any) -> Board:
    me = Everything(dice=(2, 4), suits=("C", "C", "D"), mark="C", tile=Tile(0, 1), vote="yes", guess=2)
    other = Everything(dice=(6,), suits=("C", "D", "D"), mark="D", tile=Tile(1, 0)).replace(**changes)
    return Board(kit.Options(), (me, other), words=("b",))


def test_every_kind_of_place_is_hidden_from_others() -> None:
    game = board()

    seen = game.view(state(), 0).players[1]

    assert (seen.dice, seen.suits, seen.mark) == ((HIDDEN,), (HIDDEN,) * 3, HIDDEN)
    assert (seen.tile, seen.vote, seen.guess) == (HIDDEN, HIDDEN, HIDDEN)
    assert game.view(state(), 0).words == (HIDDEN,)


def test_an_owner_sees_all_of_its_own_but_what_nobody_sees() -> None:
    seen = board().view(state(), 0).players[0]

    assert (seen.dice, seen.mark, seen.vote, seen.guess) == ((2, 4), "C", "yes", 2)
    assert seen.tile == HIDDEN


def test_what_lies_face_up_is_seen_by_all() -> None:
    seen = board().view(state(is_up=True), None).players[1]

    assert (seen.dice, seen.mark) == ((6,), "D")


class Stacked(kit.Player):
    stack: Annotated[tuple[Suit, ...], place(SUITS, seen_by=OWNER, face_up="turned")] = ()
    cup: Annotated[tuple[Face, ...], place(DICE, seen_by=OWNER, face_up="is_lifted")] = (3, 4)
    mark: Annotated[Suit | None, place(MARKS, seen_by=OWNER, face_up="is_lifted")] = "C"
    turned: int = 0
    is_lifted: bool = False


class Stacks(kit.State):
    options: kit.Options
    players: tuple[Stacked, ...]


def stacked(*players: Stacked) -> Any:
    return board(state=Stacks).view(Stacks(options=kit.Options(), players=players), 0)


@pytest.mark.parametrize(
    ("turned", "stack"),
    [(0, (HIDDEN,) * 3), (1, (HIDDEN, HIDDEN, "D")), (3, ("C", "C", "D")), (4, ("C", "C", "D"))],
)
def test_the_top_of_a_stack_lies_face_up_by_a_number(turned: int, stack: Any) -> None:
    view = stacked(Stacked(("D",)), Stacked(("C", "C", "D"), turned=turned))

    assert view.players[1].stack == stack
    assert view.players[0].stack == ("D",)


@pytest.mark.parametrize(("is_lifted", "seen"), [(False, ((HIDDEN,) * 2, HIDDEN)), (True, ((3, 4), "C"))])
def test_a_whole_place_lies_face_up_by_a_bool(is_lifted: bool, seen: Any) -> None:
    it = stacked(Stacked(), Stacked(is_lifted=is_lifted)).players[1]

    assert (it.cup, it.mark) == seen


class Box(kit.Struct):
    inside: Annotated[tuple[Suit, ...], place(SUITS, seen_by=OWNER)] = ("C",)


class Boxed(kit.Player):
    box: Box = Box()


class Boxes(kit.State):
    options: kit.Options
    players: tuple[Boxed, ...]


def test_what_lies_in_a_box_in_front_of_a_player_is_hidden_from_others() -> None:
    view = board(state=Boxes).view(Boxes(options=kit.Options(), players=(Boxed(), Boxed())), 0)

    assert [each.box.inside for each in view.players] == [("C",), (HIDDEN,)]


def test_what_was_made_for_one_state_is_not_shown_of_another() -> None:
    """Players that did not change are made once; changed ones, other viewers and other tables are not."""
    view = board(state=Stacks).view
    row = tuple(Stacked(("C", "D"), turned=seat) for seat in range(3))
    before = Stacks(options=kit.Options(), players=row)
    after = before.replace_player(1, turned=2)
    fewer = Stacks(options=kit.Options(), players=row[:2])

    stacks = [[each.stack for each in view(state, 0).players] for state in (before, after, fewer, before)]

    own, none, one, both = ("C", "D"), (HIDDEN, HIDDEN), (HIDDEN, "D"), ("C", "D")
    assert stacks == [[own, one, both], [own, both, both], [own, one], [own, one, both]]
    assert [each.stack for each in view(before, 1).players] == [none, own, both]
    assert view(before, 0).players[2] is view(after, 1).players[2]


def is_for_friend(me: Any, at: int, viewer: int | None) -> bool:
    return bool(viewer == me.friend)


def opens_for_friend(me: Any, viewer: int | None) -> bool:
    return bool(viewer == me.friend)


class Whisperer(kit.Player):
    """Shows one other player what it hides from all others."""

    suits: Annotated[tuple[Suit, ...], place(SUITS, seen_by=OWNER, face_up=is_for_friend)] = ("C",)
    friend: int = 0


class Whispered(kit.Player):
    guess: Annotated[Guess, sealed(opens=opens_for_friend)] = 2
    friend: int = 0


class Whisperers(kit.State):
    options: kit.Options
    players: tuple[Whisperer, ...]


class Whispers(kit.State):
    options: kit.Options
    players: tuple[Whispered, ...]


@pytest.mark.parametrize(
    ("state", "player", "field", "open_value"),
    [(Whisperers, Whisperer, "suits", ("C",)), (Whispers, Whispered, "guess", 2)],
)
@pytest.mark.parametrize("viewers", [(0, 1, None), (None, 1, 0), (1, 0, None)])
def test_what_one_other_player_may_see_is_shown_to_that_one_alone(
    state: Any, player: Any, field: str, open_value: Any, viewers: tuple[int | None, ...]
) -> None:
    """Nothing is made once for all of them, whoever looks first."""
    view = board(state=state).view
    table = state(options=kit.Options(), players=(player(friend=2), player(friend=2), player(friend=0)))

    shown = {viewer: getattr(view(table, viewer).players[2], field) for viewer in viewers}

    hidden = (HIDDEN,) if field == "suits" else HIDDEN
    assert shown == {0: open_value, 1: hidden, None: hidden}
    assert getattr(view(table, 2).players[2], field) == open_value


class Teammate(kit.Player):
    mine: Annotated[tuple[Suit, ...], place(SUITS, seen_by=OWNER)] = ("C",)
    ours: Annotated[tuple[Suit, ...], place(SUITS, seen_by=TEAM)] = ("D",)
    plan: Annotated[Guess, sealed()] = 2


class Teams(kit.State):
    options: kit.Options
    players: tuple[Teammate, ...]

    def team(self, seat: int) -> int:
        return seat % 2


def test_partners_do_not_see_what_its_owner_alone_may_see() -> None:
    view = board(state=Teams).view(Teams(options=kit.Options(), players=(Teammate(),) * 4), 0)

    shown = [(player.mine, player.ours, player.plan) for player in view.players]

    hidden = ((HIDDEN,), (HIDDEN,), HIDDEN)
    assert shown == [(("C",), ("D",), 2), hidden, ((HIDDEN,), ("D",), HIDDEN), hidden]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("void", ["", "C", "D"])
def test_an_imagined_state_looks_the_same(viewer: int | None, void: str) -> None:
    game = board()
    one, other = {"C": ("CCC", "DDD"), "D": ("DDD", "CCC")}.get(void, ("CCD", "CDD"))
    true = state(void=void, suits=tuple(other)).replace_player(0, suits=tuple(one))
    view = game.view(true, viewer)
    assert msgspec.json.decode(msgspec.json.encode(view), type=game.types.view) == view

    for _ in range(20):
        imagined = game.imagine(view, RANDOMNESS)
        assert game.view(imagined, viewer) == view
        assert void not in imagined.players[1].suits
        assert list(imagined.players[1].suits) == sorted(imagined.players[1].suits)


def test_hidden_dice_show_what_they_may_show() -> None:
    game = board()
    view = game.view(state(), 0)

    faces = Counter(game.imagine(view, RANDOMNESS).players[1].dice[0] for _ in range(60))

    assert set(faces) == {2, 4, 6}


def test_a_choice_without_a_trace_may_not_have_been_made() -> None:
    game = board()
    view = game.view(state(), 0)

    votes = {game.imagine(view, RANDOMNESS).players[1].vote for _ in range(60)}

    assert votes == {None, "yes", "no"}
    assert {game.imagine(view, RANDOMNESS).players[1].guess for _ in range(60)} == {1, 2, 3}


CARDS = tuple(f"{suit}{rank}" for suit in "CDHS" for rank in range(10))
CARD_POOL = Pool(name="cards", pieces=CARDS)
Card = Annotated[str, Meta(pattern="^[CDHS][0-9]$")]


def is_of_its_suits(me: Any, card: str) -> bool:
    return bool(card[0] in me.suits)


class Hand(kit.Player):
    hand: Annotated[tuple[Card, ...], place(CARD_POOL, seen_by=OWNER, may_hold=is_of_its_suits)] = ()
    suits: str = ""


class Hands(kit.State):
    options: kit.Options
    players: tuple[Hand, ...]


def test_pieces_are_put_where_they_may_lie_if_a_deal_seldom_fits() -> None:
    game = kit.game(
        name="h", title="H", seats=range(4, 5), state=Hands, actions=[Wait], events=[], deal=lambda _: None
    )
    suits = ("C", "CD", "DHS", "HS")
    players = tuple(Hand(CARDS[10 * seat : 10 * seat + 10], suits[seat]) for seat in range(4))

    imagined = game.imagine(game.view(Hands(kit.Options(), players), None), RANDOMNESS)

    assert sorted(card for player in imagined.players for card in player.hand) == sorted(CARDS)
    assert all(card[0] in player.suits for player in imagined.players for card in player.hand)


def test_a_game_may_refuse_what_it_is_asked_to_imagine() -> None:
    game = board(fits=lambda state, viewer: viewer != 0 or state.players[1].guess == 3)
    view = game.view(state(), 0)

    assert {game.imagine(view, RANDOMNESS).players[1].guess for _ in range(20)} == {3}


def test_a_game_that_fits_nothing_still_imagines_something() -> None:
    game = board(fits=lambda state, viewer: False)

    assert game.imagine(game.view(state(), 0), RANDOMNESS).players[0].guess == 2


def test_an_imagined_state_of_partners_looks_the_same() -> None:
    table = Table(PARTNERS, 4)
    view = table.view(1)

    for _ in range(10):
        assert PARTNERS.view(PARTNERS.imagine(view, RANDOMNESS), 1) == view


def test_a_sealed_bid_is_imagined_among_those_that_can_be_paid() -> None:
    table = Table(AUCTION, 2, coins=2)
    table.play(0, Bid(1))
    view = table.view(1)

    assert {AUCTION.imagine(view, RANDOMNESS).players[0].bid for _ in range(40)} == {0, 1, 2}


class Alone(kit.Player):
    suit: Annotated[Suit | None, place(MARKS, seen_by=OWNER)] = None


class Loners(kit.State):
    options: kit.Options
    players: tuple[Alone, ...]


def test_a_player_may_have_one_field() -> None:
    game = kit.game(
        name="l", title="L", seats=range(2, 3), state=Loners, actions=[Wait], events=[], deal=lambda _: None
    )
    state = Loners(kit.Options(), (Alone("C"), Alone("D")))

    assert [player.suit for player in game.view(state, 1).players] == [HIDDEN, "D"]
    assert state.team(1) == 1
