"""Imperial, chapters 17, 19 and 21: what is shown, what is known, what is imagined."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from rondel.games.imperial.actions import (
    Abandon,
    Action,
    Agree,
    AnswerPeace,
    Bid,
    BuyBid,
    MoveUnit,
    PuntBuy,
    Vote,
    VotePeace,
)
from rondel.games.imperial.events import BidsRevealed, PeaceResolved, VoteResolved, VoteSealed
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.government import leaders
from rondel.games.imperial.ledger import with_player
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import PeaceBallot, Stock, Tally
from rondel.kernel import HOUSE, Chance, Refusal, SeatSpec, Summary
from rondel.wire.codec import codec_of
from tests.games.imperial.table import Table, imports, only, playing, seen, started, tags

DEMOCRACY: dict[str, Any] = {"Austria": {0: [4], 1: [3], 2: [2]}}


def voting(holders: Any = None, **options: Any) -> Table:
    """A vote, sealed unless the options say otherwise."""
    options = {"open_ballots": False, **options}
    table = playing({"Austria": holders or {0: [4], 1: [3], 2: [2], 3: [1]}}, **options)
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    return table


def peace_voting(**options: Any) -> Table:
    """A vote on peace, sealed unless the options say otherwise."""
    options = {"open_ballots": False, **options}
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4], 2: [3], 3: [2]}},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
        **options,
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    return table


def test_17_1_a_view_is_built_up_with_the_fields_of_the_book() -> None:
    table = playing(DEMOCRACY, points={"Austria": 10}, money={"Austria": 70})
    view = msgspec.json.decode(msgspec.json.encode(table.view(1)))
    assert view["you"] == 1
    assert "bank" not in view
    assert "legal" not in view
    assert view["playerInfo"][0]["score"] == 2 * 4 * 100 + 1000
    assert view["playerInfo"][0]["cashValue"] == 200 * 4 + 1000
    assert view["playerInfo"][0]["holdings"] == {"Austria": 4}
    assert view["countryInfo"]["Austria"]["openFactories"] == ["Budapest", "Vienna"]
    assert list(view["countryInfo"]["Austria"])[:2] == ["money", "points"]
    assert table.view(None).you is None


def test_17_1_a_view_tells_the_wheel_the_prices_and_the_way_there() -> None:
    """Rules 3.2, 5.3, 7.7, 17.1: what a page draws, so that it need not know the rules."""
    table = playing(DEMOCRACY, chips={"Austria": ["Romania"]}, spaces={"Austria": "Factory"})
    shown = table.view(None)
    assert shown.rondel[:2] == ("Factory", "L-Produce")
    assert shown.prices == (0, 200, 400, 600, 900, 1200, 1600, 2100, 2700)
    assert list(shown.fees.items()) == list(zip(shown.rondel[1:7], (0, 0, 0, 200, 400, 600), strict=True))
    assert shown.nation_info["Austria"].revenue == 5
    assert shown.offered is None
    assert voting().view(None).fees == {}


def test_17_1_a_view_tells_the_stock_that_is_offered_and_what_counts_how_often() -> None:
    """Rules 4.8, 11.2, 17.1, E1, E2: nothing is offered while bids are sealed."""
    table = started(3)
    for seat, bid in enumerate((950, 950, 300)):
        assert table.view(2).offered is None
        table.play(seat, Bid(bid))

    first = table.view(2).offered
    table.play(table.up()[0], BuyBid(accept=True))

    assert first == 4
    assert table.view(2).offered == 3
    factors = [playing(DEMOCRACY, points={"Austria": points}).view(1) for points in (4, 5, 24, 25)]
    assert [view.nation_info["Austria"].factor for view in factors] == [0, 1, 4, 5]


def test_17_1_a_view_tells_what_units_cost() -> None:
    """Rules 7.7, 17.1: as Taxation charges it."""
    table = playing(
        DEMOCRACY,
        armies={"Austria": ["Vienna", "Prague"]},
        fleets={"Austria": ["Trieste"]},
        money={"Austria": 900},
    )
    upkeep = table.view(None).nation_info["Austria"].upkeep

    table.propose(0, "Taxation")
    table.play(1, Agree())

    assert upkeep == 300
    assert table.nation("Austria").money == 900 + 400 - upkeep


def test_17_1_a_view_tells_the_holding_that_takes_the_lead() -> None:
    """Rules 6.3, 17.1: with one less the leader stays."""
    table = playing({"Austria": {0: [4], 1: [3]}})
    shown = table.view(2).nation_info

    def leader_if_they_hold(*bonds: int) -> int:
        held = tuple(Stock("Austria", each) for each in bonds)
        return leaders(with_player(table.state, 1, bonds=held), "Austria")[0]

    assert (leader_if_they_hold(3, 1), leader_if_they_hold(3, 2)) == (0, 1)
    assert shown["Austria"].lead_at == 5
    assert shown["Italy"].lead_at == 1


def test_17_2_my_turn_in_every_mode() -> None:
    """Rules 17.2, 25.12: computed, never stored."""
    table = started(3)
    assert table.up() == [0, 1, 2]
    table.play(1, Bid(900))
    assert table.up() == [0, 2]
    table.play(0, Bid(0))
    table.play(2, Bid(0))
    assert (table.state.mode, table.up()) == ("buy-bid", [1])
    table = playing(DEMOCRACY, spaces={"Austria": "R-Produce"}, card=2)
    assert (table.state.mode, table.up()) == ("proposal", [0])
    table.propose(0, "R-Maneuver")
    assert (table.state.mode, table.up()) == ("proposal-opp", [1])
    table.play(1, Agree())
    assert (table.state.mode, table.up()) == ("buy", [2])
    table = voting()
    table.play(1, Vote(2))
    assert (table.state.mode, table.up()) == ("vote", [0, 2, 3])
    table = peace_voting()
    table.play(2, VotePeace(accept=True))
    assert (table.state.mode, table.up()) == ("peace-vote", [1, 3])
    table.play(HOUSE, Abandon())
    assert (table.state.mode, table.up()) == ("game-over", [])


def test_17_3_swiss_are_those_still_waiting_and_later_those_who_punted() -> None:
    table = playing({"Austria": {0: [4]}}, seats=3, spaces={"Austria": "R-Produce"}, card=0)
    table.propose(0, "R-Maneuver")
    assert [info.swiss for info in table.view(None).player_info] == [False, True, True]
    table.play(0, PuntBuy())
    table.play(2, PuntBuy())
    assert [info.swiss for info in table.view(None).player_info] == [False, True, False]
    table.play(1, IMPERIAL.legal(table.state, 1)[0])
    assert [info.swiss for info in table.view(None).player_info] == [True, False, True]


def test_17_4_plans_are_public() -> None:
    table = playing(DEMOCRACY, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    for viewer in (0, 1, 2, None):
        assert table.view(viewer).current_maneuver is not None
    table.move(0, "Prague")
    assert table.view(None).proposal1 == table.view(2).proposal1 is not None


def bids_seen(table: Table, viewer: int | None) -> list[int | None]:
    return [None if info.bid is UNSET else info.bid for info in table.view(viewer).player_info]


def test_17_5_bids_are_sealed_until_they_are_revealed() -> None:
    """Rules 17.5, 17.8: then everyone sees them until the auction closes."""
    table = started(3)
    table.play(1, Bid(900))
    assert bids_seen(table, 1) == [None, 900, None]
    for viewer in (0, 2, None):
        assert bids_seen(table, viewer) == [None, None, None]
        assert [info.my_turn for info in table.view(viewer).player_info] == [True, False, True]
    assert b'"bid":' not in codec_of(IMPERIAL).noun_bytes(table.view(0))
    table.play(0, Bid(400))
    events = table.play(2, Bid(0))
    for viewer in (0, 1, 2, None):
        assert only(seen(events, viewer), BidsRevealed)
        assert bids_seen(table, viewer) == [400, 900, 0]
    table.play(1, BuyBid(accept=True))
    assert bids_seen(table, 0) == [400, 900, 0]
    table.play(0, BuyBid(accept=True))
    assert bids_seen(table, 0) == [None, None, None]


def test_17_6_votes_are_sealed_until_one_side_has_won() -> None:
    """Rules 17.6, 17.8, 16.6: a vote never cast is never known."""
    table = voting()
    events = table.play(1, Vote(2))
    assert tags(seen(events, 1)) == ["SUBMITTED", "VOTE_CAST", "VOTE_SEALED"]
    assert tags(seen(events, 0)) == tags(seen(events, None)) == ["SUBMITTED", "VOTE_CAST"]
    for viewer in (0, 1, None):
        vote = table.view(viewer).voting
        assert vote is not None
        assert (vote.nation, vote.voted) == ("Austria", (1,))
        assert (vote.proposal1.votes, vote.proposal1.voters, vote.proposal2.votes) == (None, None, None)
    assert [IMPERIAL.knows(table.state, seat).vote for seat in (0, 1, None)] == [None, 2, None]
    table.play(2, Vote(2))
    resolved = only(seen(table.play(3, Vote(2)), None), VoteResolved)
    assert (resolved.proposal2.voters, resolved.proposal1.voters) == ((1, 2, 3), ())
    assert table.view(None).voting is None


def test_17_6_with_open_ballots_everybody_hears_and_sees_each_vote() -> None:
    """Rules 5.9, 17.6, 17.8, 25.15: sides, tallies and voters while the vote runs."""
    table = voting(open_ballots=True)
    events = table.play(1, Vote(2))
    assert tags(events) == ["SUBMITTED", "VOTE_CAST", "VOTE_SHOWN"]
    table.play(3, Vote(1))
    for viewer in (0, 1, 3, None):
        assert tags(seen(events, viewer)) == tags(events)
        vote = table.view(viewer).voting
        assert vote is not None
        assert (vote.voted, vote.proposal1, vote.proposal2) == ((1, 3), Tally(1, (3,)), Tally(3, (1,)))
    assert [IMPERIAL.knows(table.state, seat).vote for seat in (0, 1, 3, None)] == [None, 2, 1, None]
    deciding = table.play(0, Vote(1))
    assert tags(deciding)[:4] == ["SUBMITTED", "VOTE_CAST", "VOTE_SHOWN", "VOTE_RESOLVED"]
    assert only(deciding, VoteResolved).proposal1 == Tally(5, (3, 0))
    assert table.view(None).voting is None


def test_17_7_with_open_ballots_votes_on_peace_are_open_too() -> None:
    """Rules 9.5, 16.7, 17.7: the seed's acceptVotes, rejectVotes and voters."""
    table = peace_voting(open_ballots=True)
    events = table.play(3, VotePeace(accept=True))
    assert tags(events) == ["SUBMITTED", "PEACE_VOTE_CAST", "PEACE_VOTE_SHOWN"]
    table.play(2, VotePeace(accept=False))
    for viewer in (0, 1, 3, None):
        assert tags(seen(events, viewer)) == tags(events)
        vote = table.view(viewer).peace_vote
        assert vote is not None
        assert (vote.voters, vote.accept_votes, vote.reject_votes) == ((3, 2), 2, 3)
        assert vote.votes == (PeaceBallot(3, accept=True), PeaceBallot(2, accept=False))
    deciding = table.play(1, VotePeace(accept=True))
    assert tags(deciding)[1:4] == ["PEACE_VOTE_CAST", "PEACE_VOTE_SHOWN", "PEACE_RESOLVED"]
    assert only(deciding, PeaceResolved).accept_votes == 6


@pytest.mark.parametrize(
    ("opened", "seat", "action"), [(voting, 1, Vote(2)), (peace_voting, 2, VotePeace(accept=False))]
)
def test_21_1_with_open_ballots_no_vote_is_imagined(
    opened: Callable[..., Table], seat: int, action: Action
) -> None:
    table = opened(open_ballots=True)
    table.play(seat, action)
    for viewer in (0, 1, 2, None):
        known = IMPERIAL.knows(table.state, viewer)
        for seed in range(5):
            world = IMPERIAL.imagine(known, Chance.of_seed(seed))
            assert (world.voting, world.peace_vote) == (table.state.voting, table.state.peace_vote)
            assert IMPERIAL.knows(world, viewer) == known


def test_17_6_only_what_lays_open_is_a_reveal() -> None:
    """Rules 17.5, 17.6, 17.7, 17.4: plans are announced."""
    sealed = VoteSealed(1, 2)
    assert [IMPERIAL.reveals(sealed, viewer) for viewer in (0, 1, None)] == [False, True, False]
    table = voting()
    table.play(1, Vote(2))
    table.play(2, Vote(2))
    events = table.play(0, Vote(2))
    revealed = [tag for event, tag in zip(events, tags(events), strict=True) if IMPERIAL.reveals(event, 3)]
    assert revealed == ["VOTE_RESOLVED"]
    open_plans = [tag for event, tag in zip(events, tags(events), strict=True) if IMPERIAL.announces(event)]
    assert open_plans == ["PROPOSAL_EXECUTED"]


def test_16_6_a_vote_has_the_fields_of_the_book() -> None:
    shown = msgspec.json.decode(msgspec.json.encode(voting().view(0).voting))
    nothing = {"votes": None, "voters": None}
    assert shown == {"country": "Austria", "voted": [], "proposal1": nothing, "proposal2": nothing}


def test_17_7_peace_votes_are_sealed_alike() -> None:
    """Rules 17.7, 17.8, 16.7: a leader's answer is public at once."""
    table = peace_voting()
    assert table.legal(2) == [VotePeace(accept=True), VotePeace(accept=False)]
    events = table.play(2, VotePeace(accept=False))
    assert tags(seen(events, 2))[-1] == "PEACE_VOTE_SEALED"
    assert tags(seen(events, 1))[-1] == "PEACE_VOTE_CAST"
    shown = msgspec.json.decode(msgspec.json.encode(table.view(1).peace_vote))
    assert shown == {
        "movingCountry": "France",
        "targetCountry": "Germany",
        "unitType": "army",
        "origin": "Paris",
        "destination": "Belgium",
        "acceptVotes": None,
        "rejectVotes": None,
        "voters": [2],
        "totalStock": 9,
        "electorate": [1, 2, 3],
        "tuple": ["Paris", "Belgium", "peace"],
        "via": [],
        "votes": None,
    }
    assert IMPERIAL.knows(table.state, 2).peace_vote is False
    resolved = only(seen(table.play(3, VotePeace(accept=False)), None), PeaceResolved)
    assert [(ballot.seat, ballot.accept) for ballot in resolved.votes] == [(2, False), (3, False)]


def test_16_7_a_leaders_answer_is_open() -> None:
    """Rules 16.7, 17.7: the same fields, in the plan."""
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    plan = table.view(None).current_maneuver
    assert plan is not None
    assert plan.pending_peace is not None
    events = table.play(1, AnswerPeace(accept=True))
    assert only(seen(events, None), PeaceResolved).votes[0].accept


def test_17_8_in_open_modes_everybody_sees_the_same() -> None:
    table = playing(DEMOCRACY, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    views = [msgspec.structs.replace(table.view(viewer), you=None) for viewer in (0, 1, 2, None)]
    assert all(view == views[0] for view in views)


def test_19_2_a_refusal_never_depends_on_what_is_sealed() -> None:
    for amount in (0, 900):
        table = started(3)
        table.play(0, Bid(amount))
        with pytest.raises(Refusal) as refusal:
            table.play(0, Bid(400))
        assert str(refusal.value) == "ALREADY_SUBMITTED: Seat 0 has answered already; others have not."
        with pytest.raises(Refusal) as refusal:
            table.play(1, Bid(5000))
        assert str(refusal.value) == "INVALID_AMOUNT: Seat 1 cannot bid 5000 cents; it has 2033."


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_21_1_hidden_bids_are_drawn_from_all_the_cash(viewer: int | None) -> None:
    """Rules 21.1, 21.2, 21.3: and the viewer cannot tell."""
    table = started(3)
    table.play(0, Bid(500))
    table.play(1, Bid(0))
    known = IMPERIAL.knows(table.state, viewer)
    worlds = [IMPERIAL.imagine(known, Chance.of_seed(seed)) for seed in range(40)]
    for world in worlds:
        assert IMPERIAL.knows(world, viewer) == known
        assert IMPERIAL.legal(world, 2) == table.legal(2)
        assert world.bank == table.state.bank
    hidden = {0, 1} - {viewer}
    for seat in hidden:
        drawn = {world.players[seat].bid for world in worlds}
        assert len(drawn) > 20
        assert max(bid for bid in drawn if bid is not None) <= 2033
    if viewer == 0:
        assert {world.players[0].bid for world in worlds} == {500}
        assert known.bid == 500


def test_21_1_hidden_votes_leave_the_ballot_open() -> None:
    table = voting()
    table.play(1, Vote(2))
    table.play(2, Vote(2))
    known = IMPERIAL.knows(table.state, 1)
    drawn = set()
    for seed in range(40):
        world = IMPERIAL.imagine(known, Chance.of_seed(seed))
        assert IMPERIAL.knows(world, 1) == known
        assert world.voting is not None
        drawn.add(tuple((ballot.seat, ballot.proposal) for ballot in world.voting.ballots))
    assert drawn == {((1, 2), (2, 1)), ((1, 2), (2, 2))}
    spectators = {
        IMPERIAL.imagine(IMPERIAL.knows(table.state, None), Chance.of_seed(seed)).voting for seed in range(40)
    }
    assert len(spectators) == 4


def test_21_1_hidden_peace_votes_leave_the_ballot_open() -> None:
    table = peace_voting()
    table.play(1, VotePeace(accept=False))
    for viewer in (0, 1, None):
        known = IMPERIAL.knows(table.state, viewer)
        worlds = [IMPERIAL.imagine(known, Chance.of_seed(seed)) for seed in range(20)]
        assert all(IMPERIAL.knows(world, viewer) == known for world in worlds)
        answers = {world.peace_vote.ballots[0].accept for world in worlds if world.peace_vote is not None}
        assert answers == ({False} if viewer == 1 else {False, True})


def test_21_2_known_is_the_view_and_what_one_has_sealed() -> None:
    table = started(2)
    table.play(0, Bid(300))
    known = IMPERIAL.knows(table.state, 0)
    assert (known.view, known.bid, known.vote, known.peace_vote) == (table.view(0), 300, None, None)
    assert IMPERIAL.knows(table.state, None).view == table.view(None)


def test_21_3_what_is_known_survives_the_wire() -> None:
    table = playing(DEMOCRACY, start="fixed")
    codec = codec_of(IMPERIAL)
    known = codec.known(codec.noun_bytes(IMPERIAL.knows(table.state, 1)))
    world = IMPERIAL.imagine(known, Chance.of_seed(1))
    assert [nation.name for nation in world.nations] == [nation.name for nation in table.state.nations]
    assert IMPERIAL.view(world, 1) == table.view(1)
    assert world.bank != 0  # told from what there was at the start


def test_21_3_before_the_start_nothing_is_hidden() -> None:
    state = IMPERIAL.start(Options(), [SeatSpec()] * 2)
    assert IMPERIAL.imagine(IMPERIAL.knows(state, 0), Chance.of_seed(1)) == state


def test_17_1_views_stay_below_20_kilobytes() -> None:
    sea = ["Ionian Sea", "Western Med", "Eastern Med", "Black Sea", "North Sea"]
    table = playing(
        {
            name: {0: [1, 8], 1: [2], 2: [3], 3: [4], 4: [5], 5: [6]}
            for name in ("Austria", "Italy", "France", "England", "Germany", "Russia")
        },
        fleets=dict.fromkeys(("Austria", "Italy", "France", "England", "Germany", "Russia"), sea),
        armies={
            name: ["Western Balkans"] * 6
            for name in ("Austria", "Italy", "France", "England", "Germany", "Russia")
        },
        chips={"Austria": sea, "Italy": ["Romania", "Greece", "Turkey", "Bulgaria", "Tunis"]},
    )
    table.propose(0, "L-Maneuver")
    while table.state.mode == "continue-man":
        listed = [action for action in table.legal(table.up()[0]) if isinstance(action, MoveUnit)]
        staying = next(action for action in listed if action.action_code == "")
        table.play(table.up()[0], staying)
    table.propose(table.up()[0], "Import", imports=imports("army Vienna"))
    assert table.view(0).mode == "vote"
    assert len(codec_of(IMPERIAL).noun_bytes(table.view(0))) < 20_000


def test_17_14_a_summary_says_what_is_asked_of_which_country_in_which_round() -> None:
    table = playing(DEMOCRACY, round=3, up="Austria")
    table.propose(0, "Taxation")

    assert summary_of(table) == Summary("proposal-opp", "Austria", 3)
    assert summary_of(peace_voting()) == Summary("peace-vote", "France", 1)
    assert summary_of(started(3)) == Summary("bid", "Austria", 1)


def test_17_14_a_summary_tells_planning_from_an_offer_that_waits() -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
    )
    table.propose(0, "L-Maneuver")
    planning = summary_of(table)
    table.move(0, "Belgium", "peace")

    assert planning == Summary("continue-man", "France", 1)
    assert summary_of(table) == Summary("peace", "France", 1)


def test_17_14_there_is_no_summary_before_and_after_play() -> None:
    unbegun = Table(IMPERIAL.start(Options(), [SeatSpec()] * 3))
    over = started(3)
    over.play(HOUSE, Abandon())

    assert summary_of(unbegun) is None
    assert summary_of(over) is None


def test_17_14_a_summary_is_the_same_whatever_is_sealed() -> None:
    """Rules 17.5, 17.6, 17.14: bids and votes that are hidden change nothing."""
    bids = [started(3), started(3)]
    for table, amount in zip(bids, (0, 900), strict=True):
        table.play(1, Bid(amount))
    votes = [voting(), voting()]
    for table, vote in zip(votes, (Vote(1), Vote(2)), strict=True):
        table.play(2, vote)

    assert summary_of(bids[0]) == summary_of(bids[1])
    assert summary_of(votes[0]) == summary_of(votes[1])


def summary_of(table: Table) -> Summary | None:
    """What a list of tables says of it."""
    assert IMPERIAL.summary is not None
    return IMPERIAL.summary(table.view(None))


def planned(table: Table, plan: str = "maneuver") -> dict[str, Any]:
    """What a plan leaves, by country, in the words of the JSON."""
    view = msgspec.json.decode(msgspec.json.encode(table.view(2)), type=dict[str, Any])
    return dict(view["planned"][plan]) if view["planned"] else {}


def places(units: list[dict[str, Any]]) -> list[str]:
    return [unit["territory"] for unit in units]


def test_17_1_what_a_maneuver_leaves_is_shown_while_it_is_planned() -> None:
    """Rules 8.4, 8.9, 17.1: nothing before the first tuple; then whoever moves or falls, and nobody else."""
    table = playing(
        {"Austria": {0: [4]}, "Italy": {1: [4]}},
        armies={"Austria": ["Trieste", "Vienna", "Vienna"], "Italy": ["Venice", "Rome"], "France": ["Paris"]},
    )
    table.propose(0, "L-Maneuver")
    assert planned(table) == {}
    table.move(0, "Venice", "war Italy army")
    left = planned(table)
    assert set(left) == {"Austria", "Italy"}
    assert places(left["Austria"]["armies"]) == ["Vienna", "Vienna"]
    assert places(left["Italy"]["armies"]) == ["Rome"]
    table.move(0, "Budapest")
    assert places(planned(table)["Austria"]["armies"]) == ["Budapest", "Vienna"]


def test_8_11_a_factory_that_a_plan_blows_up_is_gone_on_its_board() -> None:
    table = playing(
        {"Austria": {0: [4]}, "Italy": {1: [4]}},
        armies={"Austria": ["Venice", "Venice", "Venice", "Vienna"]},
        factories={"Italy": ["Venice", "Rome"]},
    )
    table.propose(0, "L-Maneuver")
    for code in ("", "", "blow up Italy"):
        table.move(0, "Venice", code)
    left = planned(table)
    assert left["Italy"]["factories"] == ["Rome"]
    assert places(left["Austria"]["armies"]) == ["Vienna"]


def test_17_1_what_both_proposals_leave_is_shown_until_one_is_executed() -> None:
    """Rules 8.4, 17.1, 17.4: and the board after it is what was shown."""
    table = playing(DEMOCRACY, armies={"Austria": ["Trieste"], "Italy": ["Venice"]})
    table.propose(0, "L-Maneuver")
    table.move(0, "Venice", "war Italy army")
    assert places(planned(table, "proposal1")["Italy"]["armies"]) == []
    table.propose(1, "R-Maneuver")
    table.move(1, "Vienna")
    assert planned(table) == {}
    first, second = planned(table, "proposal1"), planned(table, "proposal2")
    assert places(first["Austria"]["armies"]) == []
    assert places(second["Austria"]["armies"]) == ["Vienna"]
    for seat in (0, 1, 2):
        if table.state.mode == "vote":
            table.play(seat, Vote(1))
    assert table.armies("Italy") == places(first["Italy"]["armies"])
    assert planned(table, "proposal1") == {}
