"""Sample Game by its rules, and by the laws that every game must obey."""

from rondel.kernel import HOUSE, Chance, SeatSpec, take_turn
from rondel.kit import HIDDEN
from rondel.laws import obey

from sample_game.bot import choose
from sample_game.game import GAME, Options, Play, State

SEATS = GAME.seats[0]


def dealt() -> State:
    """A table with the fewest players where the first seat is to play."""
    state: State = GAME.start(Options(cards=2), [SeatSpec()] * SEATS)
    state = take_turn(GAME, state, HOUSE, GAME.begin, Chance.of_seed(1), 0).state
    for seat in range(SEATS):
        state = state.replace_player(seat, hand=(seat + 1, seat + 11))
    return state.replace(turn=0, deck=())


def test_the_highest_card_takes_the_trick_and_its_seat_begins_the_next() -> None:
    state = dealt()

    for seat in range(SEATS):
        state = take_turn(GAME, state, seat, Play(seat + 1), Chance.of_seed(2), 0).state

    assert state.scores() == [0] * (SEATS - 1) + [1]
    assert state.turn == SEATS - 1


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    state = dealt()

    assert GAME.view(state, 0).players[0].hand == (1, 11)
    assert GAME.view(state, 1).players[0].hand == (HIDDEN, HIDDEN)


def test_the_bot_wins_as_cheaply_as_it_can() -> None:
    view = GAME.view(dealt(), 0)

    assert choose(view, view, [Play(11), Play(1)], Chance.of_seed(3)) == Play(1)


def test_the_laws_are_obeyed() -> None:
    obey(GAME, steps=300)
