"""Imperial, chapters 5 and 6: proposals, votes and government."""

from typing import Any

import pytest

from rondel.games.imperial.actions import Agree, BuyStock, MoveUnit, Propose, PuntBuy, Vote
from rondel.games.imperial.events import (
    LeadershipChanged,
    ProposalExecuted,
    ProposalMade,
    VoteResolved,
    WheelMoved,
)
from tests.games.imperial.table import Table, imports, only, playing, refused, tags

DEMOCRACY: dict[str, Any] = {"Austria": {0: [4], 1: [3], 2: [2]}}


def test_5_1_countries_without_holders_are_skipped() -> None:
    table = playing({"Austria": {0: [4]}, "Germany": {1: [4]}})
    table.propose(0, "L-Produce")
    assert (table.state.nation_up, table.state.round) == ("Germany", 1)
    table.propose(1, "L-Produce")
    assert (table.state.nation_up, table.state.round) == ("Austria", 2)


def test_5_2_the_leader_alone_proposes() -> None:
    table = playing(DEMOCRACY)
    assert table.up() == [0]
    with refused("NOT_YOUR_TURN"):
        table.propose(1, "Taxation")


@pytest.mark.parametrize(
    ("setup", "here", "to", "steps", "fee"),
    [
        ("standard", "Taxation", "Investor", 2, 0),
        ("standard", "R-Produce", "L-Produce", 4, 200),
        ("standard", "Factory", "Investor", 6, 600),
        ("standard", "Investor", "Factory", 2, 0),
        ("classic", "Taxation", "Investor", 4, 200),
        ("classic", "L-Maneuver", "Import", 6, 600),
        ("classic", "Investor", "Import", 1, 0),
    ],
)
def test_e5_steps_and_fees(setup: str, here: str, to: str, steps: int, fee: int) -> None:
    """Rules 5.3, E5, E6, E7: three steps are free, each more costs 200."""
    table = playing({"Austria": {0: [1]}}, spaces={"Austria": here}, setup=setup, cash=2000)
    data = {"factory_loc": "Prague"} if to == "Factory" else {}
    moved = only(table.propose(0, to, **data), WheelMoved)
    assert (moved.origin, moved.to, moved.steps, moved.fee) == (here, to, steps, fee)


@pytest.mark.parametrize("to", ["L-Maneuver", "Import"])
def test_5_3_standing_still_and_seven_steps_are_never_legal(to: str) -> None:
    """Rules 5.3, E6: L-Maneuver to Import would be seven."""
    table = playing({"Austria": {0: [1]}}, spaces={"Austria": "L-Maneuver"}, cash=5000)
    with refused("WHEEL_UNREACHABLE"):
        table.propose(0, to)
    assert to not in table.spaces(0)


def test_5_3_from_the_center_every_spot_is_free() -> None:
    table = playing({"Austria": {0: [1]}}, cash=0, money={"Austria": 500})
    assert len(table.spaces(0)) == 8
    moved = only(table.propose(0, "Taxation"), WheelMoved)
    assert (moved.origin, moved.steps, moved.fee) == ("center", 0, 0)


def test_5_4_the_author_must_afford_fee_and_shortfall() -> None:
    table = playing(
        {"Austria": {0: [4]}},
        spaces={"Austria": "R-Produce"},
        cash=399,
        money={"Austria": 300},
        seats=2,
        card=1,
    )
    with refused("CANNOT_AFFORD"):
        table.propose(0, "Import", imports=imports("army Vienna", "army Vienna", "army Vienna"))
    # R-Produce to Factory: three steps, free; the factory costs 500, the treasury has 300
    table.propose(0, "Factory", factory_loc="Prague")
    assert table.cash() == [199, 599]  # and the card's 200 for passing Investor
    assert table.nation("Austria").money == 0


def test_5_4_there_is_always_a_free_choice() -> None:
    for setup in ("standard", "classic"):
        for space in ("Factory", "L-Produce", "Import", "L-Maneuver", "Taxation", "Investor"):
            table = playing({"Austria": {0: [4]}}, spaces={"Austria": space}, cash=0, setup=setup)
            assert table.legal(0)


def test_5_5_nothing_moves_before_execution() -> None:
    table = playing(DEMOCRACY, spaces={"Austria": "R-Produce"}, money={"Austria": 300}, card=2)
    table.propose(0, "Import", imports=imports("army Vienna"))
    austria = table.nation("Austria")
    assert (austria.space, austria.money, austria.armies) == ("R-Produce", 300, ())
    assert table.cash() == [1000, 1000, 1000]
    table.play(1, Agree())
    austria = table.nation("Austria")
    assert (austria.space, austria.money, len(austria.armies)) == ("Import", 200, 1)
    assert table.cash() == [600, 1000, 1200]  # five steps cost 400, and the card pays 200


def test_5_6_a_maneuver_without_units_is_complete_at_once() -> None:
    table = playing({"Austria": {0: [4]}})
    assert "MANEUVER_STARTED" not in tags(table.propose(0, "L-Maneuver"))
    assert table.nation("Austria").space == "L-Maneuver"
    table = playing({"Austria": {0: [4]}}, armies={"Austria": ["Vienna"]})
    assert tags(table.propose(0, "L-Maneuver")) == ["SUBMITTED", "MANEUVER_STARTED"]
    assert table.state.mode == "continue-man"


def test_5_7_a_dictator_is_obeyed_at_once() -> None:
    table = playing({"Austria": {0: [4], 1: [3]}})
    events = table.propose(0, "Taxation")
    assert only(events, ProposalExecuted).number == 0
    assert "PROPOSAL_MADE" not in tags(events)


def test_5_8_the_opposition_may_agree() -> None:
    table = playing(DEMOCRACY)
    made = only(table.propose(0, "Taxation"), ProposalMade)
    assert (made.number, table.state.mode, table.up()) == (1, "proposal-opp", [1])
    with refused("NOT_YOUR_TURN"):
        table.play(2, Agree())
    events = table.play(1, Agree())
    assert tags(events)[:3] == ["SUBMITTED", "PROPOSAL_AGREED", "PROPOSAL_EXECUTED"]
    assert only(events, ProposalExecuted).number == 1


def test_5_8_a_counter_proposal_goes_to_the_vote_and_is_paid_by_its_author() -> None:
    table = playing(DEMOCRACY, spaces={"Austria": "R-Produce"})
    table.propose(0, "Factory", factory_loc="Prague")
    table.propose(1, "L-Produce", army_produce=("Vienna",))
    assert table.state.mode == "vote"
    assert table.up() == [0, 1, 2]
    table.play(1, Vote(2))
    events = table.play(2, Vote(2))
    moved = only(events, WheelMoved)
    assert (moved.payer, moved.fee) == (1, 200)
    assert table.armies("Austria") == ["Vienna"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            {"space": "L-Produce", "army_produce": ("Vienna", "Budapest")},
            {"space": "L-Produce", "army_produce": ("Budapest", "Vienna")},
        ),
        (
            {"space": "Import", "imports": imports("army Vienna", "fleet Trieste")},
            {"space": "Import", "imports": imports("fleet Trieste", "army Vienna")},
        ),
        ({"space": "Taxation"}, {"space": "Taxation"}),
    ],
)
def test_5_8_the_same_in_another_order_counts_as_agreement(one: Any, other: Any) -> None:
    table = playing(DEMOCRACY)
    table.play(0, Propose(**one))
    events = table.play(1, Propose(**other))
    assert "PROPOSAL_AGREED" in tags(events)
    assert only(events, ProposalExecuted).seat == 0


def test_5_8_a_counter_maneuver_with_the_same_tuples_counts_as_agreement() -> None:
    table = playing(DEMOCRACY, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    table.move(0, "Prague")
    table.propose(1, "L-Maneuver")
    assert "PROPOSAL_AGREED" in tags(table.move(1, "Prague"))
    assert table.armies("Austria") == ["Prague"]


def test_5_8_other_tuples_are_another_proposal() -> None:
    table = playing(DEMOCRACY, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    table.move(0, "Prague")
    table.propose(1, "L-Maneuver")
    table.move(1, "Budapest")
    assert table.state.mode == "vote"


def voted(holders: Any, votes: dict[int, int], **options: Any) -> tuple[Table, Any]:
    table = playing({"Austria": holders}, **options)
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    events = []
    for seat, choice in votes.items():
        events = table.play(seat, Vote(1 if choice == 1 else 2))
    return table, events


def test_e4_half_of_the_votes_with_the_leader_win() -> None:
    """Rules 5.9, E4, 25.3: 5 to 5."""
    _, events = voted({0: [4], 1: [3], 2: [2], 3: [1]}, {1: 2, 3: 1, 2: 2, 0: 1})
    resolved = only(events, VoteResolved)
    assert resolved.winner == 1
    assert (resolved.proposal1.votes, resolved.proposal1.voters) == (5, (3, 0))
    assert (resolved.proposal2.votes, resolved.proposal2.voters) == (5, (1, 2))


def test_5_9_half_without_the_leader_waits_for_it() -> None:
    table, events = voted({0: [4], 1: [3], 2: [2], 3: [1]}, {1: 2, 2: 2})
    assert "VOTE_RESOLVED" not in tags(events)
    assert only(table.play(0, Vote(2)), VoteResolved).winner == 2


def test_5_9_more_than_half_wins_at_once() -> None:
    """Rules 5.9, 5.10: seats that have not voted lose their vote."""
    table, events = voted({0: [4], 1: [3], 2: [2]}, {1: 2, 2: 2})
    resolved = only(events, VoteResolved)
    assert (resolved.winner, resolved.proposal1.voters) == (2, ())
    with refused("WRONG_MODE"):
        table.play(0, Vote(1))


def test_5_10_the_winner_is_executed_and_the_votes_are_open() -> None:
    _, events = voted({0: [4], 1: [3], 2: [2]}, {0: 1, 2: 1}, open_ballots=False)
    assert tags(events)[:4] == ["SUBMITTED", "VOTE_CAST", "VOTE_RESOLVED", "PROPOSAL_EXECUTED"]


@pytest.mark.parametrize(
    ("votes", "winner"),
    [({}, 1), ({2: 2}, 2), ({1: 2}, 2), ({0: 1}, 1), ({0: 2}, 2)],
)
def test_5_11_a_deadline_counts_the_cast_votes(votes: dict[int, int], winner: int) -> None:
    table = playing(DEMOCRACY, auto_action_seconds=60)
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    for seat, choice in votes.items():
        table.play(seat, Vote(1 if choice == 1 else 2))
    resolved = only(table.wait(60_000), VoteResolved)
    assert resolved.winner == winner


@pytest.mark.parametrize(
    ("votes", "winner"), [({1: 2, 2: 1}, 1), ({0: 2, 1: 1, 2: 1}, 2), ({0: 1, 1: 2, 2: 2}, 1)]
)
def test_5_11_equal_votes_go_to_the_leaders_side(votes: dict[int, int], winner: int) -> None:
    """Rules 5.11: and to proposal 1 if the leader is absent."""
    table = playing({"Austria": {0: [4], 1: [2], 2: [2], 3: [1]}}, auto_action_seconds=60)
    assert table.nation("Austria").gov == "democracy"
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    for seat, choice in votes.items():
        table.play(seat, Vote(1 if choice == 1 else 2))
    assert only(table.wait(60_000), VoteResolved).winner == winner


@pytest.mark.parametrize(("auto_pass", "mode"), [(True, "game-over"), (False, "proposal-opp")])
def test_5_12_a_taxation_that_ends_the_game_may_pass_at_once(auto_pass: bool, mode: str) -> None:
    table = playing(
        DEMOCRACY,
        points={"Austria": 24},
        chips={"Austria": ["Romania", "Greece"]},
        endgame_auto_pass=auto_pass,
    )
    table.propose(0, "Taxation")
    assert table.state.mode == mode


def test_5_12_another_taxation_is_debated_all_the_same() -> None:
    table = playing(DEMOCRACY, points={"Austria": 20}, endgame_auto_pass=True)
    table.propose(0, "Taxation")
    assert table.state.mode == "proposal-opp"


def test_5_13_execution_goes_in_order() -> None:
    table = playing({"Austria": {0: [4]}, "Italy": {1: [4]}}, spaces={"Austria": "Taxation"}, cash=2000)
    events = table.propose(0, "Investor")
    assert tags(events) == [
        "SUBMITTED",
        "PROPOSAL_EXECUTED",
        "WHEEL_MOVED",
        "INTEREST_PAID",
        "INVESTOR_STARTED",
    ]
    table.play(0, PuntBuy())
    assert table.state.nation_up == "Italy"
    assert table.state.proposal1 is None
    assert table.state.peace_answers == ()


def test_5_13_after_the_last_round_the_game_ends() -> None:
    """Rules 5.13, 20.3: round maxRounds is over."""
    table = playing({"Austria": {0: [4]}}, seats=2, max_rounds=2, round=2)
    table.propose(0, "L-Produce")
    assert (table.state.mode, table.state.ending) == ("game-over", "round_limit")


@pytest.mark.parametrize(
    ("holders", "gov", "leader"),
    [
        ({1: [4], 0: [3, 1]}, "dictatorship", 1),
        ({0: [4], 1: [3], 2: [2]}, "democracy", 0),
        ({0: [5], 1: [3], 2: [2]}, "dictatorship", 0),
    ],
)
def test_e3_half_of_the_stock_makes_a_dictator(holders: Any, gov: str, leader: int) -> None:
    """Rules 6.4, E3: 4 and 4; 4, 3, 2; 5, 3, 2."""
    table = playing({"Austria": holders})
    assert (table.nation("Austria").gov, table.nation("Austria").leadership[0]) == (gov, leader)


def test_6_1_each_denomination_is_there_once() -> None:
    table = playing({"Austria": {0: [4, 8]}}, setup="classic", ninth_bond=True)
    assert table.nation("Austria").available_bonds == (1, 2, 3, 5, 6, 7, 9)


def test_6_2_a_holding_is_the_sum_of_denominations() -> None:
    table = playing({"Austria": {0: [4, 3], 1: [5]}, "Italy": {0: [1]}})
    assert table.view(1).player_info[0].holdings == {"Austria": 7, "Italy": 1}


def buying(bonds: Any, cash: int = 3000, **options: Any) -> Table:
    table = playing(bonds, spaces={"Austria": "Taxation"}, cash=cash, **options)
    table.propose(table.up()[0], "Investor")
    return table


def test_6_3_equal_holdings_keep_their_order_and_newcomers_come_after() -> None:
    """Rules 6.3, 6.5: computed anew when stock changes hands."""
    table = buying({"Austria": {1: [4], 2: [3]}, "Italy": {0: [1]}}, card=0)
    events = table.play(0, BuyStock("Austria", 2))
    assert only(events, LeadershipChanged).leadership == (1, 2, 0)
    table = buying({"Austria": {1: [4], 0: [3]}, "Italy": {2: [8]}}, card=0)
    table.play(0, BuyStock("Austria", 1))
    assert table.nation("Austria").leadership == (1, 0)


def test_6_4_with_dictators_the_leader_always_decides_alone() -> None:
    table = playing(DEMOCRACY, governance="dictator")
    assert table.nation("Austria").gov == "dictatorship"
    assert "PROPOSAL_EXECUTED" in tags(table.propose(0, "Taxation"))


def test_6_5_a_purchase_may_turn_a_dictatorship_into_a_democracy() -> None:
    table = buying({"Austria": {1: [4], 2: [3]}, "Italy": {0: [1]}}, card=0)
    assert table.nation("Austria").gov == "dictatorship"
    table.play(0, BuyStock("Austria", 2))
    assert table.nation("Austria").gov == "democracy"


def test_6_5_a_purchase_that_changes_nobodys_place_is_told_without_it() -> None:
    table = buying({"Austria": {0: [4]}, "Italy": {1: [1]}}, card=0)
    assert "LEADERSHIP_CHANGED" not in tags(table.play(0, BuyStock("Austria", 2)))


def test_5_6_moves_are_refused_while_nobody_maneuvers() -> None:
    table = playing(DEMOCRACY)
    with refused("WRONG_MODE"):
        table.play(0, MoveUnit("Vienna", ""))
