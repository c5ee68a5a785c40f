"""Imperial, chapters 23 and 25: dead ends that are closed, one test for each; and readings that win."""

from typing import Any

import msgspec
import pytest

from rondel.games.imperial.actions import (
    Abandon,
    Agree,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    MoveUnit,
    Propose,
    PuntBuy,
    Vote,
    VotePeace,
)
from rondel.games.imperial.events import (
    InvestorStarted,
    LeadershipChanged,
    PeaceOffered,
    PeaceResolved,
    ProposalExecuted,
    UnitPlanned,
    VoteResolved,
)
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.history import plan
from rondel.games.imperial.pieces import Mode
from rondel.games.imperial.state import State
from rondel.kernel import HOUSE
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from tests.games.imperial.table import Table, auctioned, imports, only, playing, refused, started, tags

DEMOCRACY: dict[str, Any] = {"Austria": {0: [4], 1: [3], 2: [2]}}
DICTATORS: dict[str, Any] = {"France": {0: [4]}, "Germany": {1: [4]}}


def test_dead_end_1_nobody_buys_in_the_auction() -> None:
    """Rules 4.9: twice is enough."""
    table = started(3)
    for _ in range(36):
        table.play(table.up()[0], Bid(0))
    assert table.state.ending == "unsold"


def test_dead_end_2_the_right_country_starts() -> None:
    """Rules 4.11: the first that has a leader."""
    assert auctioned({"England": [900, 0]}, 2).state.nation_up == "England"


def test_dead_end_3_play_starts_with_round_1() -> None:
    """Rules 4.3, 4.11: the auction is no round."""
    assert auctioned({"Russia": [900, 0]}, 2).state.round == 1


def test_dead_end_4_no_country_and_no_price_is_fixed_in_code() -> None:
    """Rules 4.4, 4.5: another setup, other prices."""
    table = started(2, setup="classic", ninth_bond=True)
    assert [action.amount for action in table.legal(0) if isinstance(action, Bid)][-3:] == [2500, 3000, 3050]


def test_dead_end_5_nobody_waits_for_bidders_without_money() -> None:
    """Rules 4.5: two seats pay for Austria, the third bids alone for Italy."""
    table = auctioned({"Austria": [2033, 2033, 0]}, 3)
    assert table.state.mode == "proposal"


@pytest.mark.parametrize("payload", [b'{"amount":null}', b'{"amount":"900"}', b'{"amount":9.5}', b"{}"])
def test_dead_end_6_malformed_bids(payload: bytes) -> None:
    """Rules 4.6: they never reach the rules."""
    with pytest.raises(MalformedError):
        codec_of(IMPERIAL).parse_action(b'{"type":"BID","payload":' + payload + b"}")


def test_dead_end_7_no_undo_after_the_reveal() -> None:
    """Rules 13.3: nobody may take a bid back."""
    table = started(2)
    table.play(0, Bid(900))
    assert table.view(0).undo is None
    table.play(1, Bid(0))
    assert table.view(0).undo is None


def test_dead_end_8_somebody_holds_the_card() -> None:
    """Rules 10.2: order 1 takes it if nobody does."""
    table = playing({"Austria": {1: [4]}}, spaces={"Austria": "R-Produce"}, card=None)
    assert only(table.propose(1, "R-Maneuver"), InvestorStarted).holder == 0


def test_dead_end_9_swiss_in_the_first_phase() -> None:
    """Rules 10.3: whoever leads nothing buys already then."""
    table = playing({"Austria": {0: [4]}}, seats=3, spaces={"Austria": "R-Produce"})
    assert only(table.propose(0, "R-Maneuver"), InvestorStarted).buyers == (0, 2, 1)


def test_dead_end_10_a_buyer_without_means() -> None:
    """Rules 10.5: punts, and the phase goes on."""
    table = playing({"Austria": {0: [4]}}, seats=3, cash=[0, 0, 900], spaces={"Austria": "R-Produce"}, card=1)
    events = table.propose(0, "R-Maneuver")
    assert table.up() == [1]  # 200 cents buy the smallest stock
    table.play(1, BuyStock("Italy", 1))
    assert table.up() == [2]
    assert "INVESTOR_STARTED" in tags(events)


def test_dead_end_11_a_country_without_holders_makes_nobody_a_leader() -> None:
    """Rules 10.3: it counts for nobody."""
    table = playing({"Austria": {0: [4]}}, seats=2, spaces={"Austria": "R-Produce"})
    assert only(table.propose(0, "R-Maneuver"), InvestorStarted).swiss == (1,)


def test_dead_end_12_empty_stock_does_not_vanish() -> None:
    """Rules 10.10, 16.3: it is a list."""
    table = playing({"Austria": {0: [1, 2, 3, 4, 5, 6, 7, 8]}})
    shown = msgspec.json.decode(msgspec.json.encode(table.view(0)))
    assert shown["countryInfo"]["Austria"]["availStock"] == []


def test_dead_end_13_a_tied_vote_ends() -> None:
    """Rules 5.9: by the leader."""
    table = playing({"Austria": {0: [4], 1: [3], 2: [2], 3: [1]}})
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    for seat in (1, 2):
        table.play(seat, Vote(2))
    assert only(table.play(0, Vote(2)), VoteResolved).winner == 2


def test_dead_end_14_absent_voters() -> None:
    """Rules 5.11, 9.8, 12.8, 12.9: a deadline, or the table is given up."""
    table = playing(DEMOCRACY, auto_action_seconds=60)
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    assert only(table.wait(60_000), VoteResolved).winner == 1
    table.play(HOUSE, Abandon())
    assert table.state.ending == "abandoned"


def test_dead_end_15_whose_turn_it_is_is_never_stale() -> None:
    """Rules 17.2: it is computed."""
    assert "my_turn" not in State.__struct_fields__
    table = playing(DEMOCRACY)
    table.propose(0, "Taxation")
    assert [info.my_turn for info in table.view(0).player_info] == [False, True, False]


def test_dead_end_16_each_proposal_has_its_own_text() -> None:
    """Rules 16.4: rendered from its data."""
    table = playing(DEMOCRACY)
    table.propose(0, "Taxation")
    table.propose(1, "Import", imports=imports("army Vienna"))
    first, second = table.view(2).proposal1, table.view(2).proposal2
    assert first is not None
    assert second is not None
    assert (plan(first), plan(second)) == ("Taxation", "Import, an imported army in Vienna")


def peace_ballot(holders: Any) -> Table:
    table = playing(
        {"France": {0: [4]}, "Germany": holders},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    return table


def test_dead_end_17_every_complete_peace_ballot_decides() -> None:
    """Rules 9.5: whatever is voted."""
    for votes in range(8):
        table = peace_ballot({0: [3], 1: [4], 2: [2, 1], 3: [5]})
        for position, seat in enumerate((1, 2, 3)):
            if table.state.mode == "peace-vote":
                table.play(seat, VotePeace(accept=bool(votes >> position & 1)))
        assert table.state.mode != "peace-vote"


def test_dead_end_18_somebody_can_vote_on_peace() -> None:
    """Rules 9.3, 9.5: the planner is left out, or nobody is asked."""
    table = peace_ballot({0: [4], 1: [3], 2: [2]})
    assert table.up() == [1, 2]
    alone = peace_ballot({0: [4]})
    assert alone.state.mode != "peace-vote"


def test_dead_end_19_sea_and_neutral_land_need_no_owner() -> None:
    """Rules 9.1: whoever has a resisting unit there is asked."""
    table = playing(DICTATORS, up="France", fleets={"France": ["Brest"], "Germany": ["English Channel"]})
    table.propose(0, "L-Maneuver")
    assert only(table.move(0, "English Channel", "peace"), PeaceOffered).target_nation == "Germany"


def test_dead_end_20_no_unit_falls_twice() -> None:
    """Rules 8.4, 9.6: the second army finds nobody to fight."""
    table = playing(DICTATORS, up="France", armies={"France": ["Paris", "Paris"], "Germany": ["Belgium"]})
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "war Germany army")
    with refused("ACTION_CODE_NOT_ALLOWED"):
        table.move(0, "Belgium", "war Germany army")


def test_dead_end_21_nothing_is_paid_before_execution() -> None:
    """Rules 5.5, 5.8: the counter-proposal starts from the same spot."""
    table = playing(DEMOCRACY, spaces={"Austria": "Import"}, money={"Austria": 900})
    table.propose(0, "Investor")
    assert (table.nation("Austria").space, table.cash()) == ("Import", [1000, 1000, 1000])
    table.propose(1, "L-Maneuver")
    second = table.state.proposal2
    assert second is not None
    assert (second.steps, second.fee) == (1, 0)


def test_dead_end_22_a_maneuver_without_units() -> None:
    """Rules 5.6: is over at once."""
    table = playing({"Austria": {0: [4]}})
    assert "PROPOSAL_EXECUTED" in tags(table.propose(0, "R-Maneuver"))


def test_dead_end_23_every_unit_has_one_tuple() -> None:
    """Rules 8.3: no more, no less."""
    table = playing(
        {"Austria": {0: [4]}}, armies={"Austria": ["Vienna"] * 3}, fleets={"Austria": ["Trieste"]}
    )
    table.propose(0, "L-Maneuver")
    for destination in ("Trieste", "Vienna", "Prague"):
        table.move(0, destination)
    executed = only(table.move(0, "Budapest"), ProposalExecuted).proposal
    assert (len(executed.fleet_man), len(executed.army_man)) == (1, 3)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (MoveUnit("Moscow", ""), "UNREACHABLE"),
        (MoveUnit("Ionian Sea", ""), "UNREACHABLE"),
        (MoveUnit("Munich", ""), "ACTION_CODE_NOT_ALLOWED"),
        (MoveUnit("Prague", "war Germany army"), "ACTION_CODE_NOT_ALLOWED"),
    ],
)
def test_dead_end_24_moves_are_checked(move: MoveUnit, code: str) -> None:
    """Rules 8.5, 8.6, 8.7, 8.8, 8.9, 8.10, 8.11, 8.12, 8.13: against the virtual board."""
    table = playing({"Austria": {0: [4]}}, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    with refused(code):
        table.play(0, move)


def test_dead_end_25_neither_standing_still_nor_seven_steps() -> None:
    """Rules 5.3: one to six."""
    table = playing({"Austria": {0: [1]}}, spaces={"Austria": "Taxation"}, cash=9000)
    assert len(table.spaces(0)) == 6
    assert not {"Taxation", "L-Maneuver"} & set(table.spaces(0))


def test_dead_end_26_no_cash_is_negative() -> None:
    """Rules 1.8, 5.4: what cannot be paid cannot be proposed."""
    table = playing({"Austria": {0: [4]}}, spaces={"Austria": "R-Produce"}, cash=199)
    with refused("CANNOT_AFFORD"):
        table.propose(0, "L-Produce")


def test_dead_end_27_no_counter_plan_over_an_unfinished_plan() -> None:
    """Rules 8.1, 8.2: the opposition waits until the plan is complete."""
    table = playing(DEMOCRACY, armies={"Austria": ["Vienna", "Vienna"]})
    table.propose(0, "L-Maneuver")
    table.move(0, "Prague")
    with refused("WRONG_MODE"):
        table.propose(1, "Taxation")
    with refused("WRONG_MODE"):
        table.play(1, Agree())


def test_dead_end_28_a_game_that_is_over_stays_over() -> None:
    """Rules 5.13, 20.5: nothing overwrites it."""
    table = playing(
        {"Austria": {0: [4]}, "Italy": {1: [1]}},
        spaces={"Austria": "Import"},
        points={"Austria": 24},
        chips={"Austria": ["Romania", "Greece"]},
    )
    table.propose(0, "Taxation")
    assert table.state.mode == "game-over"
    for seat, action in ((0, Propose("Investor")), (1, PuntBuy())):
        with refused("GAME_OVER"):
            table.play(seat, action)
    with refused("GAME_OVER"):
        table.play(HOUSE, Abandon())


def test_dead_end_29_no_undo_over_answered_peace() -> None:
    """Rules 13.3: neither by the asker nor by the asked."""
    table = playing(DICTATORS, up="France", armies={"France": ["Paris", "Paris"], "Germany": ["Belgium"]})
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    table.play(1, AnswerPeace(accept=False))
    assert table.state.undo is None


def test_dead_end_30_every_mode_is_reached() -> None:
    """Rules 22.9: and no other."""
    modes = {started(2).state.mode, peace_ballot({0: [4], 1: [3], 2: [2]}).state.mode}
    table = playing(DEMOCRACY, armies={"Austria": ["Vienna"]}, spaces={"Austria": "R-Produce"})
    modes.add(table.state.mode)
    table.propose(0, "R-Maneuver")
    modes.add(table.state.mode)
    table.move(0, "Prague")
    modes.add(table.state.mode)
    table.propose(1, "Factory", factory_loc="Prague")
    modes.add(table.state.mode)
    table.play(0, Vote(1))
    table.play(2, Vote(1))
    modes.add(table.state.mode)
    bidding = started(2)
    bidding.play(0, Bid(900))
    bidding.play(1, Bid(0))
    modes.add(bidding.state.mode)
    bidding.play(HOUSE, Abandon())
    modes.add(bidding.state.mode)
    assert modes == set(Mode.__args__)  # type: ignore[attr-defined]


# Readings.


def test_25_6_only_seats_act() -> None:
    table = started(2)
    with refused("NOT_SEATED"):
        table.play(None, Bid(0))


def test_25_4_the_planner_is_left_out_even_as_the_targets_leader() -> None:
    table = peace_ballot({0: [4], 1: [3], 2: [2]})
    with refused("NOT_YOUR_TURN"):
        table.play(0, VotePeace(accept=True))
    assert only(table.play(1, VotePeace(accept=False)), PeaceResolved).accepted is False


def test_25_5_a_rejected_peace_becomes_war_against_a_unit_that_is_there() -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        armies={"France": ["Denmark"]},
        fleets={"Germany": ["Hamburg"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Hamburg", "peace")
    planned = only(table.play(1, AnswerPeace(accept=False)), UnitPlanned)
    assert planned.move.action_code == "war Germany fleet"


def test_25_11_defaults() -> None:
    table = started(2)
    assert {nation.last_tax for nation in table.state.nations} == {5}
    assert (table.state.turn_id, table.state.mode) == (0, "bid")
    assert started(2, start="fixed").state.mode == "proposal"


def test_25_13_a_punt_counts_in_the_next_phase() -> None:
    bonds = {"Austria": {0: [4]}, "Italy": {1: [4]}}
    table = playing(bonds, spaces={"Austria": "R-Produce", "Italy": "R-Produce"})
    table.propose(0, "R-Maneuver")
    table.play(0, PuntBuy())
    assert only(table.propose(1, "R-Maneuver"), InvestorStarted).buyers == (1, 0)


def test_25_3_votes_are_whole_numbers() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2], 3: [1]}})
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    table.play(0, Vote(1))
    resolved = only(table.play(3, Vote(1)), VoteResolved)
    assert (resolved.proposal1.votes, resolved.winner) == (5, 1)


def test_20_5_every_ending_is_declared() -> None:
    """Rules 20.1, 20.2, 20.3, 20.4, 20.5: four, and all set game-over."""
    assert IMPERIAL.endings == {"power_25", "unsold", "round_limit", "abandoned"}


def test_20_4_an_abandoned_game_has_no_standings() -> None:
    table = playing(DEMOCRACY)
    table.play(HOUSE, Abandon())
    assert table.view(0).standings == ()
    assert table.view(0).mode == "game-over"


def test_4_8_leadership_follows_the_purchase() -> None:
    table = started(2)
    table.play(0, Bid(400))
    table.play(1, Bid(0))
    changed = only(table.play(0, BuyBid(accept=True)), LeadershipChanged)
    assert (changed.nation, changed.leadership, changed.gov) == ("Austria", (0,), "dictatorship")
