"""Two worlds that an observer cannot tell apart, made without `imagine` and judged without `knows`."""

import pytest

from rondel.games.cambio.actions import DrawCard
from rondel.games.cambio.events import CardRevealed, DrawnCardSeen, Seen
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options, deck_of, faces_of
from rondel.games.cambio.pieces import SLOTS, Card, PowerType
from rondel.kernel import HOUSE, SeatSpec
from rondel.wire.codec import codec_of
from tests.games.cambio.table import deal
from tests.secrecy.imagination import calls_vary, imagine_fairly, is_uniform
from tests.secrecy.permuter import another_world, hidden_codes, named, padded, permute, same_shuffle, sight
from tests.secrecy.play import Play

FIRST = 2000


@pytest.mark.parametrize("games", [6, pytest.param(20, marks=pytest.mark.long)])
def test_17_3_nobody_can_tell_a_permuted_world_from_the_true_one(games: int) -> None:
    """Rules 13.3, 15.3, 17.3: at once and along the same script, by every class of observer."""
    tally = permute(games=games, versions=70, first=FIRST)

    assert min(tally.pairs[observer] for observer in ("seat", "bot", "spectator")) >= games, tally.pairs
    assert tally.share >= 0.8, f"only {tally.share:.0%} of {tally.near} near pairs ran 20 further actions"


@pytest.mark.parametrize("seats", range(2, 7))
def test_3_3_nobody_can_tell_where_the_deal_laid_a_card_it_is_not_shown(seats: int) -> None:
    table = CAMBIO.start(Options(seats=seats), [SeatSpec()] * seats)

    assert same_shuffle(table, HOUSE, CAMBIO.begin, 1000, seats) > 0


def test_4_10_nobody_can_tell_where_a_reshuffle_laid_a_card() -> None:
    spent = deal("A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣", discards="5♠ 9♠ 10♦ J♦ Q♣ 8♥ K♦", exact=True)

    assert same_shuffle(spent.state, 0, DrawCard("deck"), spent.at, 1) > 0


def test_17_2_every_imagined_world_could_be() -> None:
    assert imagine_fairly(games=10, versions=60, first=FIRST) > 300


@pytest.mark.parametrize("seed", range(4))
def test_17_2_every_hidden_card_is_imagined_as_often_as_another(seed: int) -> None:
    is_uniform(seed)


def test_17_2_a_caller_is_imagined_with_many_hands() -> None:
    calls_vary()


def test_17_1_the_permuter_moves_only_what_the_observer_has_not_seen() -> None:
    play = Play(7)
    play.emit(play.begin())
    clerk = play.clerks[0]

    pools = hidden_codes(play.state, clerk)

    own = play.state.players[0].slots
    assert own[0] in pools[0]
    assert own[1] in pools[0]
    assert own[2] not in pools[0]
    assert own[3] not in pools[0]
    assert play.state.discard_pile[-1] not in pools[0]
    assert len(pools[0]) == len(deck_of(play.state.options)) - 3


def test_the_permuter_notices_a_card_that_the_observer_has_seen() -> None:
    play = Play(7)
    play.emit(play.begin())
    own = play.state.players[0].slots

    swapped = named(play.state, {own[0] or "": own[2] or "", own[2] or "": own[0] or ""})

    assert sight(swapped, 0) != sight(play.state, 0)
    assert sight(swapped, None) == sight(play.state, None)


def test_another_world_is_another_and_conserves_the_deck() -> None:
    play = Play(7)
    play.emit(play.begin())

    for is_near in (True, False):
        world = another_world(play.state, play.clerks[1], play.rng, is_near=is_near)
        assert world is not None
        assert world != play.state
        assert CAMBIO.conserved(world) == CAMBIO.conserved(play.state)


def test_frames_are_padded_to_steps() -> None:
    assert [padded(size) for size in (1, 256, 257, 1000, 2048, 2049, 4097)] == [
        *(256, 256, 512, 1024, 2048, 4096, 6144)
    ]


def test_13_3_the_size_of_a_frame_for_one_seat_does_not_tell_the_card_in_it() -> None:
    """Two cards shown at once, or one drawn: the same padded size, whichever they are."""
    options = Options(seats=6, jokers=2, joker_value=-1, black_king=20)
    faces = [faces_of(options)[code] for code in deck_of(options)]
    at = 1_700_000_000_000
    reason: PowerType = "peek_opponent"

    drawn = {padded(len(codec_of(CAMBIO).observation(DrawnCardSeen(5, face), 999, at))) for face in faces}
    shown = {
        padded(len(codec_of(CAMBIO).observation(CardRevealed(5, _seen(one, other), at, reason), 999, at)))
        for one in faces
        for other in faces
    }

    assert (drawn, shown) == ({256}, {512})


def _seen(one: Card, other: Card) -> tuple[Seen, ...]:
    return (Seen(SLOTS[5][2], one), Seen(SLOTS[4][3], other))
