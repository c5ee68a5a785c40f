"""A card that a viewer has not seen is in nothing it is sent."""

import traceback

import pytest

from rondel.games.cambio.actions import DrawCard, SwapCard
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.pieces import Card
from rondel.kernel import Chance, Refusal
from rondel.kernel.outage import TimeReturned
from rondel.wire.codec import codec_of
from tests.games.cambio.table import deal
from tests.secrecy.canary import spelt, watch
from tests.secrecy.clerk import Clerk, Leak
from tests.secrecy.play import Play
from tests.secrecy.seating import luck_is_secret, seat_spies

NINE = ("9", "hearts")


@pytest.mark.parametrize("games", [5, pytest.param(14, marks=pytest.mark.long)])
def test_13_3_no_byte_sent_to_anybody_has_a_card_it_has_not_seen(games: int) -> None:
    """Rules 13.1, 13.2, 13.3, 15.3, 16.4, 17.1, 17.4: over random games, for every seat and a spectator."""
    assert watch(games=games, versions=80, first=1000) > 40 * games


def test_9_9_a_bot_is_handed_what_its_seat_knows_and_luck_of_its_own() -> None:
    assert seat_spies(3) > 20


def test_16_4_the_deal_cannot_be_worked_out_without_the_secret() -> None:
    luck_is_secret()


@pytest.mark.parametrize(
    "text",
    [
        '{"card":{"rank":"9","suit":"hearts","pointValue":9}}',
        "Seat 0 may not swap 9H.",
        "('AS', '9H')",
        repr(Card("9", "hearts", 9)),
        "{'rank': '9', 'suit': 'hearts'}",
    ],
)
def test_a_card_is_found_in_each_of_its_spellings(text: str) -> None:
    assert NINE in spelt(text)


def test_words_and_numbers_are_not_taken_for_cards() -> None:
    text = 'STALE_DISCARD: Discard 9 is not the present one; {"seat":2,"options":{"jokers":2}} HOUSE X-ray'

    assert spelt(text) == set()


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_every_clerk_hears_that_time_came_back(viewer: int | None) -> None:
    """It is told at the tables of every game, whenever no node served for a while."""
    Clerk(viewer).hear(codec_of(CAMBIO).observation(TimeReturned(13_000), 3, 1))


def test_4_2_the_clerk_of_another_seat_does_not_learn_a_drawn_card() -> None:
    play = Play(5)
    play.emit(play.begin())
    while play.state.held is None or play.state.held.source != "deck":
        play.emit(play.next())
    holder = play.state.held.seat
    codes = {clerk.viewer: clerk.held and clerk.held.face for clerk in play.clerks}

    assert {viewer for viewer, face in codes.items() if face is not None} == {holder}


def test_the_clerk_takes_a_face_in_the_wrong_event_for_a_leak() -> None:
    clerk = Clerk(0)
    card = b'{"rank":"9","suit":"hearts","pointValue":9}'

    with pytest.raises(Leak, match="is told 9H by TURN_STARTED"):
        clerk.hear(b'{"type":"TURN_STARTED","version":1,"at":1,"payload":{"seat":1,"card":' + card + b"}}")


def test_the_clerk_takes_an_event_for_another_for_a_leak() -> None:
    clerk = Clerk(0)

    with pytest.raises(Leak, match="hears POWER_AVAILABLE"):
        clerk.hear(b'{"type":"POWER_AVAILABLE","version":1,"at":1,"payload":{"seat":1}}')


def test_15_3_the_traceback_of_a_refusal_names_no_card() -> None:
    table = deal("9♥ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣", deck="Q♠")
    table.play(0, DrawCard("deck"))

    with pytest.raises(Refusal) as refusal:
        CAMBIO.decide(table.state, 0, SwapCard(5), Chance.of_seed(1), table.at)

    assert spelt("".join(traceback.format_exception(refusal.value)) + repr(refusal.value)) == set()
