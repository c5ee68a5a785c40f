"""The ladder of refusals, the deal, the standings."""

from typing import Any

import pytest

from rondel import kit
from rondel.kernel import HOUSE, Chance, Outcome, SeatSpec, Standing
from tests.kit.auction import AUCTION, Bid
from tests.kit.countdown import COUNTDOWN, Count, ReportSeat, TimeUp
from tests.kit.table import Table, refused


@pytest.mark.parametrize("actor", [None, -1, 2])
def test_only_a_seat_at_the_table_may_act(actor: int | None) -> None:
    table = Table(COUNTDOWN, 2)

    with refused("NOT_SEATED"):
        table.play(actor, Count(1))


def test_the_house_may_not_play_for_a_seat() -> None:
    table = Table(COUNTDOWN, 2)

    with refused("NOT_SEATED"):
        table.play(HOUSE, Count(1))


@pytest.mark.parametrize("action", [kit.Begin(), TimeUp(), ReportSeat(0, is_away=True)])
def test_a_seat_may_not_do_what_is_for_the_house(action: Any) -> None:
    table = Table(COUNTDOWN, 2)

    with refused("HOUSE_ONLY"):
        table.play(0, action)


def test_nobody_may_act_before_the_deal() -> None:
    table = Table(COUNTDOWN, 2, is_begun=False)

    assert table.game.to_act(table.state) == frozenset()
    assert table.game.legal(table.state, 0) == ()
    assert table.game.deadline(table.state) is None
    with refused("WRONG_PHASE"):
        table.play(0, Count(1))


def test_a_table_is_opened_once() -> None:
    table = Table(COUNTDOWN, 2)

    with refused("STARTED"):
        table.play(HOUSE, kit.Begin())


def test_only_a_seat_that_owes_an_action_may_act() -> None:
    table = Table(COUNTDOWN, 2)

    assert table.game.to_act(table.state) == {0}
    assert table.game.legal(table.state, 1) == ()
    with refused("NOT_YOUR_TURN"):
        table.play(1, Count(1))


def test_what_is_not_among_the_choices_is_refused() -> None:
    table = Table(AUCTION, 2, coins=3)

    assert table.game.legal(table.state, 0) == [Bid(0), Bid(1), Bid(2), Bid(3)]
    with refused("NOT_LEGAL"):
        table.play(0, Bid(4))


def test_choices_of_an_open_action_are_samples() -> None:
    table = Table(COUNTDOWN, 2)

    table.play(0, Count(3))

    assert table.state.count == 3
    assert table.game.is_open_ended(Count(3))
    assert not table.game.is_open_ended(TimeUp())
    with refused("NOT_LEGAL"):
        table.play(1, Count(4))


def test_nothing_happens_after_the_end() -> None:
    table = Table(COUNTDOWN, 2, goal=4)
    table.play(0, Count(3))
    table.play(1, Count(1))

    assert table.game.outcome(table.state) == Outcome("reached", (Standing(0, 1, 1), Standing(1, 2, 0)), (0,))
    assert table.game.legal(table.state, 0) == ()
    for actor, action in ((0, Count(1)), (HOUSE, TimeUp())):
        with refused("GAME_OVER"):
            table.play(actor, action)


def test_standings_are_shared_by_equal_scores_winners_first() -> None:
    table = Table(AUCTION, 4, lots=1)
    for seat, bid in enumerate((0, 2, 1, 2)):
        table.play(seat, Bid(bid))

    outcome = table.game.outcome(table.state)

    assert outcome is not None
    assert outcome.winners == (1,)
    assert [(each.seat, each.place, each.score) for each in outcome.standings] == [
        (1, 1, 1),
        (0, 2, 0),
        (2, 2, 0),
        (3, 2, 0),
    ]


def test_scores_are_by_default_one_for_each_winner() -> None:
    state: Any = kit.State(players=(kit.Player(), kit.Player()), winners=(1,))

    assert state.scores() == [0, 1]


def test_a_running_score_goes_on_from_round_to_round() -> None:
    table = Table(AUCTION, 2, lots=2)
    for seat, bid in ((0, 4), (1, 0), (1, 3), (0, 2)):
        table.play(seat, Bid(bid))

    assert table.state.scores() == [1, 1]
    assert [player.coins for player in table.state.players] == [2, 3]
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_what_only_a_host_asks_goes_to_the_kernel() -> None:
    assert AUCTION.error_blame == {"NOT_SEATED": "asker", "HOUSE_ONLY": "asker"}
    assert COUNTDOWN.error_blame["NOT_LEGAL"] == "request"


def test_a_seat_is_followed_by_the_next_one_that_is_in() -> None:
    class Only(kit.State):
        def is_in(self, seat: int) -> bool:
            return seat == 1

    state: Any = Only(players=(kit.Player(),) * 3)

    assert state.after(0) == 1
    assert state.after(1) == 1
    assert state.seats_in() == [1]
    assert kit.State(players=(kit.Player(),) * 2).after(1) == 0


def test_without_takes_one_of_each_away() -> None:
    assert kit.without(("a", "b", "a"), "a") == ("b", "a")
    with pytest.raises(
        ValueError, match=r"'b' cannot be taken from \('a',\): it is not there, or not as often"
    ):
        kit.without(("a",), "b")


class Watch(kit.Action):
    when = ("sitting",)


class Ring(kit.HouseAction):
    when = ("sitting",)
    is_report = True


class Bench(kit.State):
    options: kit.Options
    players: tuple[kit.Player, ...]


class Sat(kit.Event):
    seat: int


class Opened(kit.Event):
    def apply(self, state: Bench) -> Bench:
        return state.replace(phase="sitting")


def bench(**more: Any) -> Any:
    given = {"deal": lambda story: story.emit(Opened()), "events": [Opened, Sat], **more}
    return kit.game(
        name="bench", title="Bench", seats=range(1, 3), state=Bench, actions=[Watch], house=[Ring], **given
    )


def test_an_event_that_the_game_does_not_name_cannot_be_told() -> None:
    game = bench(deal=lambda story: story.emit(Sat(0)), events=[Opened])

    with pytest.raises(TypeError, match="Sat is not among the events"):
        Table(game, 1)


def test_a_deal_that_leads_nowhere_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="must lead to a phase"):
        Table(bench(deal=lambda story: story.emit(Sat(0))), 1)


def test_an_action_without_a_deed_is_a_mistake() -> None:
    table = Table(bench(), 1)

    assert list(Watch.choices(table.view(0), 0)) == [Watch()]
    with pytest.raises(NotImplementedError, match="Watch has no do"):
        table.play(0, Watch())
    with pytest.raises(NotImplementedError, match="Ring has no do"):
        table.play(HOUSE, Ring())


def test_a_game_may_say_how_its_state_begins() -> None:
    game = bench(start=lambda options, seats: Bench(options, (kit.Player(),) * seats, turn=1))

    assert game.start(kit.Options(), [SeatSpec()] * 2).turn == 1
    assert game.imagine(game.view(Table(game, 2).state, 0), Chance.of_seed(1)).turn == 1


def test_a_game_without_clock_moment_or_undo_has_none_of_them() -> None:
    game = bench()

    assert game.postpone is None
    assert game.undo is None
    assert game.clock(Table(game, 1).state) is None
    assert Table(game, 1).state.time_out_ms() is None
