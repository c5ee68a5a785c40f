"""Chapter 17: memory and imagination."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from rondel.games.cambio.actions import CallCambio, DiscardCard, DrawCard, GiveCard, Snap, SwapCard, UsePower
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.imagine import choose_within
from rondel.games.cambio.options import faces_of
from rondel.games.cambio.pieces import Slot, deck
from rondel.games.cambio.state import EVERYBODY, mark
from rondel.kernel import Chance, Viewer
from tests.games.cambio.table import Table, codes, deal, slot, started

HANDS = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣"
THREE = f"{HANDS} | 6♥ 8♣ 5♦ Q♦"


def knowers(table: Table, code: str) -> int:
    return table.state.known_by.get(code, 0)


def test_17_1_a_seat_learns_its_two_initial_cards() -> None:
    table = started()

    marks = [knowers(table, code or "") for player in table.state.players for code in player.slots]

    assert marks == [0, 0, mark(0), mark(0), 0, 0, mark(1), mark(1)]


def test_17_1_a_seat_learns_what_it_draws_and_keeps_it() -> None:
    table = deal(HANDS, deck="9♠")

    table.draw_and_swap(0, 0)

    assert knowers(table, "9S") == mark(0)
    assert knowers(table, "AS") == EVERYBODY


def test_17_1_a_seat_learns_what_it_peeks_at() -> None:
    table = deal(HANDS, deck="9♠")
    table.draw_and_discard(0)

    table.play(0, UsePower("peek_opponent", (slot(1, 3),)))

    assert knowers(table, "4C") == mark(0) | mark(1)


def test_17_1_everyone_learns_discards_and_keeps_them_when_they_are_drawn() -> None:
    table = deal(HANDS, deck="9♠", discards="6♠")

    table.play(0, DrawCard("discard"))
    table.play(0, SwapCard(1))

    assert knowers(table, "6S") == knowers(table, "7D") == EVERYBODY
    assert (
        CAMBIO.knows(table.state, None).players[0].slots[1]
        == CAMBIO.knows(table.state, 1).players[0].slots[1]
    )


def test_17_1_everyone_learns_a_failed_snap_and_nobody_the_penalty() -> None:
    table = deal(HANDS, deck="6♦ 9♠", snap="first")
    table.draw_and_discard(0)

    table.play(1, Snap(2, 1, 0))

    assert knowers(table, "KH") == EVERYBODY
    assert table.hand(1).endswith("9S")
    assert knowers(table, "9S") == 0


def test_17_1_movement_keeps_the_marks() -> None:
    swapped = deal(THREE, deck="Q♠")
    swapped.draw_and_discard(0)
    given = deal(THREE, deck="5♠", snap="first", snap_others=True)
    given.draw_and_discard(0)
    given.play(1, Snap(2, 2, 2))

    swapped.play(0, UsePower("blind_swap", (slot(0, 2), slot(2, 0))))
    given.play(1, GiveCard(3))

    assert (swapped.hand(2), knowers(swapped, "2C"), knowers(swapped, "6H")) == ("2C 8C 5D QD", mark(0), 0)
    assert (given.hand(2), knowers(given, "4C")) == ("6H 8C 4C QD", mark(1))


def test_17_1_a_reshuffle_erases_the_marks_and_counts_the_batch() -> None:
    table = deal(HANDS, discards="5♠ 9♠ K♦", exact=True)

    table.play(0, DrawCard("deck"))
    table.play(0, DiscardCard())

    assert {code: table.state.batch_of[code] for code in ("5S", "9S", "KD", "AS")} == {
        "5S": 1,
        "9S": 1,
        "KD": 0,
        "AS": 0,
    }
    assert knowers(table, table.state.draw_pile[0]) == 0
    assert knowers(table, "KD") == EVERYBODY


def test_17_2_the_unknown_cards_are_permuted_and_the_known_stay() -> None:
    table = deal(HANDS, known={0: "A♠ K♥"})
    known = CAMBIO.knows(table.state, 0)

    worlds = [CAMBIO.imagine(known, Chance.of_seed(seed)) for seed in range(50)]

    assert {world.players[0].slots[0] for world in worlds} == {"AS"}
    assert {world.players[1].slots[0] for world in worlds} == {"KH"}
    assert len({world.players[0].slots[1] for world in worlds}) > 15
    assert {world.discard_pile for world in worlds} == {("6S",)}


def all_but(hands: str) -> str:
    """The rest of the deck."""
    used = codes(hands).split()
    return " ".join(code for code in deck(0) if code not in used)


def test_17_2_each_order_of_the_unknown_cards_is_equally_likely() -> None:
    """Three unknown cards on three places: six worlds, each as often as the others."""
    hands = "A♠ 7♦ | 2♣ 3♣"
    table = deal(hands, discards=all_but(hands), known={0: "7♦"})
    known = CAMBIO.knows(table.state, 0)
    chance = Chance.of_seed(1)

    worlds = Counter(
        tuple(code for player in CAMBIO.imagine(known, chance).players for code in player.slots)
        for _ in range(3000)
    )

    assert set(worlds) == {(one, "7D", two, three) for one, two, three in permutations(["AS", "2C", "3C"])}
    assert all(420 < count < 580 for count in worlds.values())


def test_17_2_only_cards_of_the_same_batch_change_places() -> None:
    hands = "A♠ 7♦ | 2♣ 3♣"
    table = deal(hands, discards=all_but(hands), known={})
    table.draw_and_swap(0, 0)
    known = CAMBIO.knows(table.state, 1)

    worlds = [CAMBIO.imagine(known, Chance.of_seed(seed)) for seed in range(60)]

    assert len({world.players[0].slots[0] for world in worlds}) > 20
    assert {world.players[0].slots[1] for world in worlds} == {"7D", "2C", "3C"}
    assert {world.players[1].slots[0] for world in worlds} == {"7D", "2C", "3C"}


def called(hands: str, **options: Any) -> Table:
    """Seat 0 has called under a limit of 12, knowing all its cards."""
    table = deal(hands, call_limit=12, **options)
    table.play(0, CallCambio())
    return table


@pytest.mark.parametrize("viewer", [1, None])
def test_17_2_the_callers_hand_is_imagined_within_the_limit(viewer: Viewer) -> None:
    table = called("A♠ 6♦ 2♣ 3♥ | K♥ 5♣ 3♣ 4♣", known={0: "A♠ 6♦ 2♣ 3♥"})
    known = CAMBIO.knows(table.state, viewer)
    assert known.call_hand == tuple(slot(0, position) for position in range(4))
    points = faces_of(table.state.options)

    for seed in range(80):
        world = CAMBIO.imagine(known, Chance.of_seed(seed))
        assert world.call_hand == world.players[0].slots
        assert sum(points[code].point_value for code in world.call_hand) <= 12
        assert CAMBIO.knows(world, viewer) == known


def test_17_2_the_limit_follows_the_cards_that_have_moved_since() -> None:
    """Rules 17.2, 17.4: one swapped away and seen, one blindly swapped to another hand."""
    table = called("A♠ 6♦ 2♣ 3♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦", deck="Q♠ J♠", known={0: "A♠ 6♦ 2♣ 3♥"})
    table.draw_and_discard(1)
    table.play(1, UsePower("blind_swap", (slot(1, 0), slot(0, 1))))
    known = CAMBIO.knows(table.state, 2)
    assert known.call_hand == (slot(0, 0), slot(1, 0), slot(0, 2), slot(0, 3))
    points = faces_of(table.state.options)

    for seed in range(60):
        world = CAMBIO.imagine(known, Chance.of_seed(seed))
        assert sum(points[code].point_value for code in world.call_hand) <= 12
        assert world.call_hand[1] == world.players[1].slots[0]


def test_17_4_the_call_hand_has_cards_where_they_are_known() -> None:
    table = called("A♠ 6♦ 2♣ 3♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦", deck="9♠", known={0: "A♠ 6♦ 2♣ 3♥"})
    table.draw_and_discard(1)

    table.play(1, UsePower("peek_opponent", (slot(0, 1),)))

    assert CAMBIO.knows(table.state, 0).call_hand == ("AS", "6D", "2C", "3H")
    assert CAMBIO.knows(table.state, 1).call_hand == (slot(0, 0), "6D", slot(0, 2), slot(0, 3))
    assert isinstance(CAMBIO.knows(table.state, 2).call_hand[1], Slot)


def test_17_2_choices_within_a_limit_are_counted_and_equally_likely() -> None:
    pool = ["a", "b", "c", "d", "e"]
    points = [1, 2, 3, 4, 9]
    chance = Chance.of_seed(7)

    chosen = Counter("".join(choose_within([(2, pool)], [points], 6, chance)[0]) for _ in range(5000))

    assert set(chosen) == {"ab", "ac", "ad", "bc", "bd"}
    assert all(880 < count < 1120 for count in chosen.values())


def test_17_2_choices_reach_over_several_batches() -> None:
    chance = Chance.of_seed(8)

    seen = Counter(
        tuple(map(tuple, choose_within([(1, ["a", "b"]), (1, ["c", "d"])], [[0, 5], [1, 4]], 5, chance)))
        for _ in range(600)
    )

    assert set(seen) == {(("a",), ("c",)), (("a",), ("d",))}


def test_17_2_the_marks_of_others_stay_with_the_place() -> None:
    table = deal(HANDS, known={1: "3♣"})
    known = CAMBIO.knows(table.state, 0)

    world = CAMBIO.imagine(known, Chance.of_seed(3))

    assert world.known_by[world.players[1].slots[2] or ""] == mark(1)


def test_17_3_nobody_can_tell_the_jokers_apart() -> None:
    table = deal("X1 7♦ 2♣ 5♥ | X2 5♣ 3♣ 4♣", jokers=2, known={0: "X1 X2"})
    other = deal("X2 7♦ 2♣ 5♥ | X1 5♣ 3♣ 4♣", jokers=2, known={0: "X1 X2"})

    known = CAMBIO.knows(table.state, 0)

    assert known == CAMBIO.knows(other.state, 0)
    assert CAMBIO.knows(CAMBIO.imagine(known, Chance.of_seed(1)), 0) == known


def test_17_3_a_joker_of_the_callers_hand_stays_one_that_is_known() -> None:
    table = called("X2 6♦ 2♣ 3♥ | X1 5♣ 3♣ 4♣", jokers=2, deck="9♠", known={0: "X2 6♦ 2♣ 3♥"})
    known = CAMBIO.knows(table.state, 0)
    assert known.call_hand == ("X", "6D", "2C", "3H")

    for seed in range(10):
        world = CAMBIO.imagine(known, Chance.of_seed(seed))
        assert CAMBIO.knows(world, 0) == known


def test_17_4_known_has_the_public_fields_the_view_leaves_out() -> None:
    table = deal(THREE, discards="9♠ 6♠", deck="5♠")
    table.draw_and_discard(0)

    known = CAMBIO.knows(table.state, 1)

    assert known.discard_pile == ("9S", "6S", "5S")
    assert [player.completed_turns for player in known.players] == [1, 0, 0]
    assert (known.first_seat, known.batch, known.turn_discard_version) == (0, 0, 3)
    assert known.batches == (tuple(table.state.batch_of),)
    places = known.players[1].slots
    assert [place.card for place in places if place is not None] == [None, None, "3C", "4C"]
    assert [place.known_by for place in places if place is not None] == [0, 0, mark(1), mark(1)]


def test_17_4_another_seats_held_card_is_a_place_of_its_batch() -> None:
    table = deal(THREE, deck="5♠")
    table.play(0, DrawCard("deck"))

    own, other = CAMBIO.knows(table.state, 0).held, CAMBIO.knows(table.state, 1).held

    assert own is not None
    assert other is not None
    assert (own.card, own.known_by, own.batch) == ("5S", mark(0), 0)
    assert (other.card, other.known_by, other.batch) == (None, mark(0), 0)
    assert len({CAMBIO.imagine(CAMBIO.knows(table.state, 1), Chance.of_seed(n)).held for n in range(20)}) > 8
