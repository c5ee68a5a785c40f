from collections.abc import Iterator, Sequence
from statistics import fmean, pvariance
from typing import Any

import pytest

from rondel.arena.play import play_out
from rondel.bots.bot import Bot
from rondel.bots.cambio import EASY, HARD, MEDIUM, NEVER, CambioEvaluator, Style, easy, hard, medium
from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    GiveCard,
    PassSnap,
    SkipPower,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.knows import Known
from rondel.games.cambio.options import Options
from rondel.games.cambio.view import View
from rondel.kernel import Chance
from rondel.laws.draw import draw_options
from tests.games.cambio.table import Table, deal, slot, started

LEVELS = {"easy": easy, "medium": medium, "hard": hard}


def chosen(bot: Bot, table: Table, seat: int = 0, rng: str = "bot") -> Action:
    legal = table.legal(seat)
    action: Action = bot(CAMBIO.knows(table.state, seat), table.view(seat), legal, Chance.of_seed(rng))
    assert action in legal
    return action


def mind(table: Table, seat: int = 0, style: Style = HARD) -> CambioEvaluator:
    return CambioEvaluator(style, CAMBIO.knows(table.state, seat))


class Watched:
    """A bot that may only choose what is listed, and is asked again in an imagined world."""

    def __init__(self, bot: Bot, *, is_twin: bool = False) -> None:
        self.bot, self.is_twin, self.calls = bot, is_twin, 0

    def __call__(self, known: Known, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        self.calls += 1
        rng = f"{self.calls}"
        action: Action = self.bot(known, view, legal, Chance.of_seed(rng))
        assert action in legal
        if self.is_twin:
            assert view.you is not None
            imagined = CAMBIO.imagine(known, chance)
            twin = self.bot(
                CAMBIO.knows(imagined, view.you),
                CAMBIO.view(imagined, view.you),
                CAMBIO.legal(imagined, view.you),
                Chance.of_seed(rng),
            )
            assert twin == action
        return action


def any_options(count: int) -> Iterator[Any]:
    rng = Chance.of_seed("any options")
    for _ in range(count):
        yield draw_options(CAMBIO, rng)


@pytest.mark.untraced
@pytest.mark.parametrize("level", LEVELS)
def test_only_listed_actions_are_chosen_whatever_the_house_rules(level: str) -> None:
    for number, options in enumerate(any_options(16)):
        bots = [Watched(LEVELS[level]) for _ in range(options.seats)]

        play_out(CAMBIO, options, bots, seed=f"{level} {number}", max_steps=100)

        assert all(bot.calls for bot in bots)


@pytest.mark.untraced
@pytest.mark.parametrize("level", LEVELS)
def test_9_9_a_bot_chooses_alike_in_every_world_its_seat_cannot_tell_apart(level: str) -> None:
    for number, options in enumerate(any_options(6)):
        bots = [Watched(LEVELS[level], is_twin=True) for _ in range(options.seats)]

        play_out(CAMBIO, options, bots, seed=f"twin {number}", max_steps=80)

        assert all(bot.calls for bot in bots)


@pytest.mark.parametrize("level", LEVELS)
def test_equal_seeds_play_equal_games(level: str) -> None:
    one, again = (
        play_out(CAMBIO, Options(seats=3), [LEVELS[level]] * 3, seed="same", max_steps=2000) for _ in range(2)
    )

    assert one == again
    assert one.outcome is not None


def test_the_initial_view_is_confirmed() -> None:
    assert chosen(hard, started()) == ConfirmInitialView()


def test_what_is_unseen_is_expected_to_be_like_the_cards_still_unseen() -> None:
    table = deal("A♠ 2♠ 3♠ 4♠ | 5♠ 6♠ 7♠ 8♠", discards="K♠", turn_ms=0)
    unseen = [card for card in CAMBIO.knows(table.state, 0).batches[0] if card not in ("3S", "4S", "KS")]
    points = [mind(table).points(card) for card in unseen]

    expected = mind(table).expected

    assert expected[slot(0, 2)] == (3, 0)
    assert expected[slot(0, 0)] == (fmean(points), pvariance(points))
    assert expected[slot(1, 0)] == expected[slot(1, 2)] == expected[slot(0, 0)]  # nobody has had a turn yet


def test_a_level_that_does_not_count_expects_any_card_of_the_deck() -> None:
    table = deal("A♠ 2♠ 3♠ 4♠ | 5♠ 6♠ 7♠ 8♠", discards="K♠")

    assert mind(table, style=MEDIUM).expected[slot(0, 0)].mean == 75 / 13


def test_others_are_expected_to_keep_low_cards_the_longer_they_play_and_most_of_all_a_caller() -> None:
    table = deal("A♠ 2♠ 3♠ 4♠ | 5♠ 6♠ 7♠ 8♠", discards="10♠", turn=1)
    at_first = mind(table).expected[slot(1, 2)].mean
    table.play(1, DrawCard("deck"))
    table.play(1, SwapCard(0))

    later = mind(table).expected

    assert later[slot(1, 2)].mean < at_first
    assert later[slot(1, 2)].mean < later[slot(1, 1)].mean
    assert mind(table, style=MEDIUM).expected[slot(1, 2)].mean == 75 / 13

    table.play(0, CallCambio())
    assert mind(table, 1).expected[slot(0, 2)].mean < mind(table, 1).expected[slot(0, 1)].mean / 1.9


def test_a_low_discard_is_taken_and_a_high_one_left() -> None:
    assert chosen(hard, deal("5♣ 5♦ 10♠ 10♥ | 6♣ 6♦ 7♠ 7♥", discards="A♠")) == DrawCard("discard")
    assert chosen(hard, deal("5♣ 5♦ 10♠ 10♥ | 6♣ 6♦ 7♠ 7♥", discards="9♠")) == DrawCard("deck")


def test_a_drawn_card_replaces_the_worst() -> None:
    table = deal("5♣ 5♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 7♥", deck="A♠")
    table.play(0, DrawCard("deck"))

    assert [chosen(bot, table, rng="no whim") for bot in LEVELS.values()] == [SwapCard(3)] * 3


def test_a_card_worse_than_all_is_discarded() -> None:
    table = deal("A♣ A♦ 2♠ 2♥ | 6♣ 6♦ 7♠ 7♥", deck="10♠", known={0: "A♣ A♦ 2♠ 2♥"})
    table.play(0, DrawCard("deck"))

    assert chosen(hard, table) == DiscardCard()


def test_with_nothing_left_to_draw_but_the_discards_these_are_what_is_expected() -> None:
    table = deal("5♣ 5♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 7♥", discards="3♠ 4♠ 9♠", exact=True)

    assert mind(table).next_draws == ("3S", "4S")
    assert mind(deal("5♣ 5♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 7♥", discards="9♠", exact=True)).worth(DrawCard("deck")) == 0


def test_a_seat_without_cards_draws_and_discards() -> None:
    table = deal("- - - - | 6♣ 6♦ 7♠ 7♥", deck="K♠", snap="first", min_turns_before_call=9)
    assert chosen(hard, table) == DrawCard("deck")
    table.play(0, DrawCard("deck"))

    assert chosen(hard, table) == DiscardCard()
    assert mind(table).power_gains["look_own"] == 0


def test_5_6_an_unknown_card_of_ones_own_is_peeked_at() -> None:
    table = deal("A♣ A♦ 2♠ 2♥ | 6♣ 6♦ 7♠ 7♥", deck="8♠", known={0: "A♣ 2♠ 2♥"})
    table.play(0, DrawCard("deck"))
    assert chosen(hard, table) == DiscardCard()
    table.play(0, DiscardCard())

    assert chosen(hard, table) == UsePower("peek_own", (slot(0, 1),))


def test_5_7_a_card_of_another_seat_is_looked_at() -> None:
    table = deal("A♣ A♦ 2♠ 2♥ | 6♣ 6♦ 7♠ 7♥", deck="9♠", known={0: "A♣ A♦ 2♠ 2♥ 6♣"})
    table.draw_and_discard(0)

    assert chosen(hard, table) == UsePower("peek_opponent", (slot(1, 1),))


def test_5_8_the_worst_is_swapped_for_the_lowest_of_another_seat() -> None:
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥", deck="J♠", known={0: "A♣ A♦ 2♠ 10♥ 3♥"})
    table.draw_and_discard(0)

    assert chosen(hard, table) == UsePower("blind_swap", (slot(0, 3), slot(1, 3)))


def test_5_8_a_blind_swap_that_promises_nothing_is_skipped_unless_it_is_compulsory() -> None:
    hand = "A♣ A♦ 2♠ 2♥ | 6♣ 6♦ 7♠ 7♥"
    free, bound = (
        deal(hand, deck="J♠", known={0: hand[:11]}, compulsory_powers=must) for must in (False, True)
    )
    for table in (free, bound):
        table.draw_and_discard(0)

    assert chosen(hard, free) == SkipPower()
    assert isinstance(chosen(hard, bound), UsePower)
    assert mind(bound).power_gains["blind_swap"] < 0 == mind(free).power_gains["blind_swap"]


def test_5_8_two_cards_of_others_are_nothing_to_us() -> None:
    table = deal("A♣ A♦ 2♠ 2♥ | 6♣ 6♦ 7♠ 7♥ | 8♣ 8♦ 9♠ 9♥", blind_swap_any_two=True)

    assert mind(table).exchange_gain(slot(1, 0), slot(2, 0)) == 0


def test_9_9_easy_skips_every_power_it_may_skip() -> None:
    free, bound = (
        deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 3♥", deck="J♠", compulsory_powers=must) for must in (False, True)
    )
    for table in (free, bound):
        table.draw_and_discard(0)

    assert {chosen(easy, free, rng=str(rng)) for rng in range(50)} == {SkipPower()}
    assert isinstance(chosen(easy, bound), UsePower)
    assert mind(free, style=EASY).power_gain("JS") == 0


def test_5_9_a_king_that_looks_at_random_is_worth_as_much_as_is_unknown() -> None:
    table = deal("A♣ A♦ 2♠ 2♥ | 6♣ 6♦ 7♠ 7♥", deck="K♠", black_king=20)
    table.draw_and_discard(0)

    assert chosen(hard, table) == UsePower("look_own")
    assert mind(table).power_gains["look_own"] == mind(table).power_gains["peek_own"] / 2


def test_5_10_a_king_that_may_choose_looks_at_an_unknown_card() -> None:
    table = deal("A♣ A♦ 2♠ 2♥ | 6♣ 6♦ 7♠ 7♥", deck="K♠", black_king=20, king_power="look_choose")
    table.draw_and_discard(0)

    assert chosen(hard, table) == UsePower("look_own", (slot(0, 0),))


@pytest.mark.parametrize(("theirs", "swap"), [("3♥", True), ("Q♥", False)])
def test_5_11_a_king_swaps_where_what_it_shows_is_better(theirs: str, swap: bool) -> None:
    table = deal(
        f"A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ {theirs}",
        deck="K♠",
        black_king=20,
        king_power="look_and_swap",
        known={0: "10♥"},
    )
    table.draw_and_discard(0)
    assert isinstance(chosen(hard, table), UsePower)
    table.play(0, UsePower("look_own", (slot(0, 3), slot(1, 3))))

    assert chosen(hard, table) == AcknowledgeReveal(swap)


def test_5_1_a_power_card_in_the_hand_is_worth_more_where_any_discard_opens_it() -> None:
    hand = "A♣ A♦ 8♠ 2♥ | 6♣ 6♦ 7♠ 7♥"
    plain, opening = (deal(hand, power_trigger=trigger) for trigger in ("drawn_from_deck", "any_discard"))

    assert mind(opening).swap_gain(slot(0, 2), "4C") > mind(plain).swap_gain(slot(0, 2), "4C")


def test_low_cards_are_not_given_away_on_the_discard_pile() -> None:
    table = deal("A♣ A♦ 8♠ 2♥ | 6♣ 6♦ 7♠ 7♥")
    closed = deal("A♣ A♦ 8♠ 2♥ | 6♣ 6♦ 7♠ 7♥", discard_draw=False)

    assert mind(table).gift("2H") > mind(table).gift("9H") == 0
    assert mind(closed).gift("2H") == mind(table, style=MEDIUM).gift("2H") == 0


def test_6_1_a_low_hand_is_called_and_a_high_one_is_not() -> None:
    low = deal("A♣ A♦ 2♠ K♥ | 6♣ 6♦ 7♠ 7♥", known={0: "A♣ A♦ 2♠ K♥"})
    high = deal("9♣ 9♦ 8♠ 8♥ | 6♣ 6♦ 7♠ 7♥", known={0: "9♣ 9♦ 8♠ 8♥"})

    for bot in LEVELS.values():
        assert chosen(bot, low, rng="no whim") == CallCambio()
        assert chosen(bot, high, rng="no whim") != CallCambio()


def test_7_6_a_rule_for_ties_that_favours_the_caller_makes_a_call_more_likely_to_win() -> None:
    hand = "A♣ A♦ 2♠ K♥ | 6♣ 6♦ 7♠ 7♥"
    odds = [mind(deal(hand, tie_rule=rule)).odds() for rule in ("others", "shared", "caller")]

    assert odds == sorted(odds)
    assert len(set(odds)) == 3


def test_6_6_in_the_final_round_only_points_count() -> None:
    table = deal("A♣ A♦ 2♠ 10♥ | 6♣ 6♦ 7♠ 7♥", turn=1, deck="8♠")
    table.play(1, CallCambio())

    assert mind(table).look_gain(slot(0, 0)) == mind(table).gift("2S") == 0
    assert mind(table).swap_gain(slot(0, 0), "4S") == pytest.approx(mind(table).expected[slot(0, 0)].mean - 4)


def test_8_5_a_card_that_is_known_to_match_is_snapped() -> None:
    table = deal("A♣ 9♥ 9♦ 10♥ | 9♣ 5♦ 7♠ 7♥", snap="first", deck="9♠")
    table.play(0, DrawCard("deck"))
    table.play(0, DiscardCard())
    table.play(0, SkipPower())

    assert chosen(hard, table) == Snap(table.state.discard_version, 0, 2)
    assert mind(table).snap_gain(slot(0, 1)) == NEVER
    assert chosen(hard, table, seat=1) == PassSnap(table.state.discard_version)


def test_8_6_a_known_card_of_another_seat_is_snapped_and_the_worst_given() -> None:
    hands = "A♣ 5♥ 2♦ 10♥ | 4♣ 5♦ 7♠ 7♥"
    table = deal(hands, snap="first", snap_others=True, deck="4♠", known={0: "A♣ 5♥ 2♦ 10♥ 4♣"})
    table.draw_and_discard(0)
    assert chosen(hard, table) == Snap(table.state.discard_version, 1, 0)
    table.play(0, Snap(table.state.discard_version, 1, 0))

    assert chosen(hard, table) == GiveCard(3)


def test_8_6_a_seat_without_cards_has_none_to_give() -> None:
    table = deal("- - - - | 4♣ 5♦ 7♠ 7♥", snap="first", snap_others=True, deck="4♠", known={0: "4♣"})
    table.draw_and_discard(0)

    assert mind(table).snap_gain(slot(1, 0)) == -4
