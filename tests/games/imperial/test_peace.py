"""Imperial, chapter 9: peace."""

from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.imperial.actions import AnswerPeace, MoveUnit, VotePeace
from rondel.games.imperial.events import PeaceOffered, PeaceResolved, PeaceSettled, UnitPlanned
from rondel.games.imperial.history import sentence
from rondel.games.imperial.state import PeaceVote
from tests.games.imperial.table import Table, only, playing, refused, tags

FRANCE: dict[str, Any] = {"France": {0: [4]}, "Germany": {1: [4]}}


def offer(bonds: Any = None, *, to: str = "Belgium", **where: Any) -> tuple[Table, list[Any]]:
    units: dict[str, Any] = {"armies": {"France": ["Paris", "Paris"], "Germany": ["Belgium"]}, **where}
    table = playing(bonds or FRANCE, up="France", **units)
    table.propose(0, "L-Maneuver")
    return table, table.move(0, to, "peace")


def test_9_1_every_country_with_a_resisting_unit_is_asked() -> None:
    table, events = offer()
    offered = only(events, PeaceOffered)
    assert (offered.moving_nation, offered.target_nation, offered.unit_type) == (
        "France",
        "Germany",
        "army",
    )
    assert (offered.answered_by, offered.electorate, offered.total_bonds) == ("leader", (1,), 4)
    assert table.up() == [1]


def test_9_1_peace_at_sea_is_asked_for_alike() -> None:
    _, events = offer(
        to="English Channel",
        fleets={"France": ["Brest"], "Germany": ["English Channel"]},
        armies={},
    )
    assert only(events, PeaceOffered).unit_type == "fleet"


def test_9_1_whoever_has_a_unit_there_asks_nobody() -> None:
    _, events = offer(armies={"France": ["Paris", "Belgium"], "Germany": ["Belgium"]})
    assert tags(events) == ["SUBMITTED", "UNIT_PLANNED"]


def test_9_2_one_after_the_other_in_country_order() -> None:
    bonds = {**FRANCE, "Austria": {2: [4]}}
    table, events = offer(bonds, armies={"France": ["Paris"], "Germany": ["Belgium"], "Austria": ["Belgium"]})
    offered = only(events, PeaceOffered)
    assert (offered.target_nation, offered.waiting_targets) == ("Austria", ("Germany",))
    assert table.up() == [2]
    events = table.play(2, AnswerPeace(accept=True))
    assert only(events, PeaceOffered).target_nation == "Germany"
    events = table.play(1, AnswerPeace(accept=True))
    assert only(events, UnitPlanned).move.action_code == "peace"


def test_9_1_the_owner_of_a_home_alone_is_asked() -> None:
    """Rules 9.1, 25.19: an Austrian army occupies Danzig, Germany has come back, France comes too."""
    bonds = {**FRANCE, "Austria": {2: [4]}}
    armies = {"France": ["Berlin"], "Germany": ["Danzig"], "Austria": ["Danzig"]}
    table, events = offer(bonds, to="Danzig", armies=armies)
    offered = only(events, PeaceOffered)
    assert (offered.target_nation, offered.waiting_targets) == ("Germany", ())

    events = table.play(1, AnswerPeace(accept=False))

    assert only(events, UnitPlanned).move.action_code == "war Germany army"
    assert "PEACE_OFFERED" not in tags(events)


@pytest.mark.parametrize(
    ("accept", "to", "factories", "others", "code"),
    [
        (True, "Danzig", [], [], "peace"),
        (False, "Danzig", [], [], "hostile"),
        (False, "Danzig", [], ["Danzig"], "stays"),
        (False, "Danzig", ["Danzig"], [], "stays"),
        (False, "Danzig", ["Danzig", "Hamburg"], [], "hostile"),
    ],
)
def test_9_6_an_owner_without_a_unit_there_is_asked_and_cannot_fight(
    accept: bool, to: str, factories: list[str], others: list[str], code: str
) -> None:
    """Rules 9.1, 9.6, 8.10, 25.19: refused, the army enters hostilely; where it may not, it stays."""
    table, events = offer(
        {**FRANCE, "Austria": {2: [4]}},
        to=to,
        armies={"France": ["Berlin"], "Austria": others},
        factories={"Germany": factories},
    )
    assert only(events, PeaceOffered).target_nation == "Germany"

    planned = only(table.play(1, AnswerPeace(accept=accept)), UnitPlanned)

    stays = ("Berlin", "Berlin", "")
    assert tuple(planned.move) == (stays if code == "stays" else ("Berlin", "Danzig", code))
    assert planned.via == ()


def test_9_1_in_ones_own_home_whoever_resists_is_asked() -> None:
    bonds = {**FRANCE, "Austria": {2: [4]}}
    _, events = offer(
        bonds, to="Brest", armies={"France": ["Paris"], "Germany": ["Brest"], "Austria": ["Brest"]}
    )
    offered = only(events, PeaceOffered)
    assert (offered.target_nation, offered.waiting_targets) == ("Austria", ("Germany",))


def test_9_5_the_players_of_the_moving_country_do_not_vote() -> None:
    """Rules 9.5, 25.4: seats 0 and 1 hold France, too."""
    bonds = {"France": {0: [4], 1: [2]}, "Germany": {1: [4], 2: [3], 3: [2]}}
    table, events = offer(bonds)
    offered = only(events, PeaceOffered)
    assert (offered.electorate, offered.total_bonds, offered.movers_vote) == ((2, 3), 5, False)
    with refused("NOT_YOUR_TURN"):
        table.play(1, VotePeace(accept=True))


def test_9_5_if_nobody_else_is_left_all_but_the_planner_vote() -> None:
    """Rules 9.5, 25.4: everybody who holds Germany holds France, and the offer says so."""
    holders: dict[int, list[int]] = {0: [5], 1: [2], 2: [1]}
    _, events = offer({"France": holders, "Germany": {1: [4], 2: [3], 0: [2]}})
    offered = only(events, PeaceOffered)
    assert (offered.electorate, offered.total_bonds, offered.movers_vote) == ((1, 2), 7, True)
    assert sentence(offered) == (
        "France offers Germany peace in Belgium. All other holders of Germany hold France, too, so they vote."
    )


def test_9_1_a_chip_makes_no_owner() -> None:
    """Rules 9.1, 25.19: neutral land and seas belong to nobody, so units alone count there."""
    bonds = {**FRANCE, "Austria": {2: [4]}}
    _, events = offer(bonds, chips={"Austria": ["Belgium"]})
    assert only(events, PeaceOffered).target_nation == "Germany"


def test_9_2_the_first_rejection_ends_the_asking() -> None:
    bonds = {**FRANCE, "Austria": {2: [4]}}
    table, _ = offer(bonds, armies={"France": ["Paris"], "Germany": ["Belgium"], "Austria": ["Belgium"]})
    events = table.play(2, AnswerPeace(accept=False))
    assert only(events, UnitPlanned).move.action_code == "war Austria army"
    assert "PEACE_OFFERED" not in tags(events)
    assert table.armies("Germany") == ["Belgium"]
    assert table.armies("Austria") == []


@pytest.mark.parametrize(
    ("bonds", "why"),
    [
        ({"France": {0: [4]}, "Austria": {1: [4]}}, "no_holders"),
        ({"France": {0: [4]}, "Germany": {0: [4], 1: [3]}}, "same_player"),
    ],
)
def test_9_3_consent_without_asking(bonds: Any, why: str) -> None:
    _, events = offer(bonds)
    settled = only(events, PeaceSettled)
    assert (settled.accepted, settled.why) == (True, why)
    assert only(events, UnitPlanned).move.action_code == "peace"


def test_9_3_nobody_left_to_vote_is_consent() -> None:
    """Rules 9.3, 9.5: an electorate may be empty only in theory."""
    table = playing(
        {"France": {0: [4]}, "Germany": {0: [4]}},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
    )
    germany = replace(table.nation("Germany"), gov="democracy")
    nations = tuple(germany if each.name == "Germany" else each for each in table.state.nations)
    table.state = replace(table.state, nations=nations)
    table.propose(0, "L-Maneuver")
    assert only(table.move(0, "Belgium", "peace"), PeaceSettled).why == "no_electorate"


@pytest.mark.parametrize(("answer", "code"), [(True, "peace"), (False, "war Germany army")])
def test_9_3_an_answer_holds_for_the_whole_country_turn(answer: bool, code: str) -> None:
    """Rules 9.3, 5.13: in both proposals; the next turn asks anew."""
    bonds = {"France": {0: [4], 1: [3], 2: [2]}, "Germany": {3: [4]}}
    table, _ = offer(bonds, armies={"France": ["Paris"], "Germany": ["Belgium", "Belgium"]})
    table.play(3, AnswerPeace(accept=answer))
    assert table.state.mode == "proposal-opp"
    table.propose(1, "R-Maneuver")
    events = table.move(1, "Belgium", "peace")
    settled = only(events, PeaceSettled)
    assert (settled.accepted, settled.why) == (answer, "answered_before")
    assert only(events, UnitPlanned).move.action_code == code


def test_9_4_a_dictator_answers_in_continue_man() -> None:
    table, _ = offer()
    plan = table.state.current_maneuver
    assert plan is not None
    assert plan.pending_peace is not None
    assert (table.state.mode, plan.pending_peace.target_nation) == ("continue-man", "Germany")
    with refused("WRONG_MODE"):
        table.play(1, MoveUnit("Paris", ""))
    with refused("NOT_YOUR_TURN"):
        table.play(0, AnswerPeace(accept=True))
    resolved = only(table.play(1, AnswerPeace(accept=True)), PeaceResolved)
    assert (resolved.accepted, resolved.accept_votes, resolved.reject_votes) == (True, 4, 0)


def democratic(holders: Any, **options: Any) -> tuple[Table, list[Any]]:
    return offer({"France": {0: [4]}, "Germany": holders}, **options)


def test_e16_the_planner_does_not_vote() -> None:
    """Rules 9.5, E16, 25.4: electorate 3, 2; total 5; the 3 alone decides."""
    table, events = democratic({0: [4], 1: [3], 2: [2]})
    offered = only(events, PeaceOffered)
    assert (offered.answered_by, offered.electorate, offered.total_bonds) == ("vote", (1, 2), 5)
    assert (table.state.mode, table.up()) == ("peace-vote", [1, 2])
    with refused("NOT_YOUR_TURN"):
        table.play(0, VotePeace(accept=True))
    assert only(table.play(1, VotePeace(accept=True)), PeaceResolved).accepted
    assert table.state.mode == "continue-man"


def test_9_5_half_decides_with_the_first_seat_of_the_electorate() -> None:
    table, _ = democratic({1: [4], 2: [3], 3: [1], 0: [2]}, open_ballots=False)
    assert tags(table.play(2, VotePeace(accept=False)))[-1] == "PEACE_VOTE_SEALED"
    with refused("ALREADY_SUBMITTED"):
        table.play(2, VotePeace(accept=True))
    assert tags(table.play(3, VotePeace(accept=False)))[-1] == "PEACE_VOTE_SEALED"
    resolved = only(table.play(1, VotePeace(accept=True)), PeaceResolved)
    assert (resolved.accepted, resolved.accept_votes, resolved.reject_votes) == (True, 4, 4)


def test_e19_rejected_peace_is_war() -> None:
    """Rules 9.6, E19: both gone; the second army enters with "" and takes the chip."""
    table, _ = offer(chips={"Germany": ["Belgium"]})
    planned = only(table.play(1, AnswerPeace(accept=False)), UnitPlanned)
    assert tuple(planned.move) == ("Paris", "Belgium", "war Germany army")
    assert table.codes(0, "Belgium") == [""]
    table.move(0, "Belgium")
    assert table.armies("France") == ["Belgium"]
    assert table.armies("Germany") == []
    assert table.nation("France").tax_chips == ("Belgium",)
    assert table.nation("Germany").tax_chips == ()


def test_9_6_war_is_against_the_movers_kind_if_it_is_there() -> None:
    """Rules 9.6, 25.5: else against the other."""
    for armies, code in ((["Hamburg"], "war Germany army"), ([], "war Germany fleet")):
        table, _ = offer(
            to="Hamburg",
            armies={"France": ["Denmark"], "Germany": armies},
            fleets={"Germany": ["Hamburg"]},
        )
        assert only(table.play(1, AnswerPeace(accept=False)), UnitPlanned).move.action_code == code


def test_9_6_whoever_has_no_unit_left_there_is_not_asked() -> None:
    table, _ = offer()
    table.play(1, AnswerPeace(accept=False))
    with refused("ACTION_CODE_NOT_ALLOWED"):
        table.move(0, "Belgium", "peace")


def test_9_7_planning_goes_on_with_the_next_unit() -> None:
    table, _ = offer()
    table.play(1, AnswerPeace(accept=True))
    plan = table.state.current_maneuver
    assert plan is not None
    assert (table.state.mode, plan.unit_index, plan.pending_peace) == ("continue-man", 1, None)
    assert table.up() == [0]


def test_9_7_a_convoy_is_remembered_over_an_offer() -> None:
    table = playing(
        {"England": {0: [4]}, "Germany": {1: [4]}},
        up="England",
        fleets={"England": ["North Sea"]},
        armies={"England": ["London", "London"], "Germany": ["Holland"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "North Sea")
    table.move(0, "Holland", "peace")
    assert only(table.play(1, AnswerPeace(accept=True)), UnitPlanned).via == ("North Sea",)
    assert table.state.current_maneuver is not None
    assert table.state.current_maneuver.carried == {"North Sea": 1}


@pytest.mark.parametrize(
    ("votes", "accepted"),
    [
        ({}, False),
        ({2: True}, True),
        ({2: False}, False),
        ({1: True, 2: False}, True),
        ({1: False, 2: True}, False),
    ],
)
def test_9_8_a_deadline_counts_the_cast_votes(votes: dict[int, bool], accepted: bool) -> None:
    table, _ = democratic({1: [3], 2: [2, 1], 3: [4]}, auto_action_seconds=60)
    vote = table.state.peace_vote
    assert isinstance(vote, PeaceVote)
    assert vote.electorate == (3, 1, 2)
    for seat, accept in votes.items():
        table.play(seat, VotePeace(accept=accept))
    if len(votes) < 2:
        assert only(table.wait(60_000)[:5], PeaceResolved).accepted == accepted


@pytest.mark.parametrize(("first", "accepted"), [(True, True), (False, False), (None, False)])
def test_9_8_equal_votes_go_to_the_first_seats_side(first: bool | None, accepted: bool) -> None:
    table, _ = democratic({1: [4], 2: [3], 3: [1], 4: [2]}, auto_action_seconds=60)
    assert table.state.peace_vote is not None
    assert table.state.peace_vote.electorate == (1, 2, 4, 3)
    if first is None:
        table.play(2, VotePeace(accept=True))
        table.play(4, VotePeace(accept=False))
        table.play(3, VotePeace(accept=False))
    else:
        table.play(1, VotePeace(accept=first))
        table.play(2, VotePeace(accept=not first))
        table.play(3, VotePeace(accept=not first))
    events = table.wait(60_000)
    resolved = next(event for event in events if isinstance(event, PeaceResolved))
    assert resolved.accepted == accepted
    assert resolved.accept_votes == resolved.reject_votes
