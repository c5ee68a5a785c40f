"""Rule 16.9: a View in the words of the seed's schema: players by name, amounts in dollars."""

import json
from typing import Any

import pytest

from rondel.games.imperial.actions import Bid, Vote
from rondel.games.imperial.documented import turn
from rondel.games.imperial.events import BidPlaced, Submitted
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.history import named
from rondel.kernel import Viewer
from rondel.wire.codec import codec_of
from tests.games.imperial.table import Table, imports, playing, started

CODEC = codec_of(IMPERIAL)
PLAYERS = ("ann", "ben", "cyd")


def read_view(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The View as a client would read it."""
    assert IMPERIAL.documented is not None
    shown = IMPERIAL.documented.view(json.loads(CODEC.noun_bytes(table.view(viewer))), PLAYERS)
    answer: dict[str, Any] = json.loads(CODEC.noun_bytes(shown))
    return answer


def test_16_9_players_are_a_record_and_amounts_are_dollars() -> None:
    table = started(3)
    table.play(1, Bid(950))

    own, other = read_view(table, 1), read_view(table, 0)

    assert list(own["playerInfo"]) == list(PLAYERS)
    assert (own["you"], own["bidders"], own["undo"]) == ("ben", ["ann", "ben", "cyd"], None)
    assert (own["playerInfo"]["ben"]["money"], own["playerInfo"]["ben"]["bid"]) == (20.33, 9.5)
    assert "bid" not in other["playerInfo"]["ben"]
    assert own["stockCosts"] == [0, 2, 4, 6, 9, 12, 16, 21, 27]


def test_16_9_proposals_ballots_and_leaders_name_players() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}}, money={"Austria": 1234}, open_ballots=False)
    table.propose(0, "Taxation")
    table.propose(1, "Investor")
    table.play(2, Vote(1))

    shown = read_view(table, None)

    assert (shown["proposal 1"]["name"], shown["proposal 2"]["name"]) == ("ann", "ben")
    assert (shown["proposal 1"]["wheelSpot"], shown["proposal 1"]["fee"]) == ("Taxation", 0)
    assert (shown["voting"]["voted"], shown["voting"]["proposal 1"]["votes"]) == (["cyd"], None)
    assert shown["countryInfo"]["Austria"]["leadership"] == ["ann", "ben", "cyd"]
    assert shown["countryInfo"]["Austria"]["money"] == 12.34


def test_16_9_a_maneuver_names_its_planner_and_events_stay_as_they_are() -> None:
    table = playing({"Austria": {0: [4]}}, seats=3, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    event = {"type": "SUBMITTED", "version": 1, "at": 0, "payload": {"seat": 0}}

    assert read_view(table, 2)["currentManeuver"]["player"] == "ann"
    assert IMPERIAL.documented is not None
    assert IMPERIAL.documented.event(event, PLAYERS) == event


def test_16_9_a_proposal_has_the_fields_of_the_seed() -> None:
    table = playing({"Italy": {0: [4], 1: [3], 2: [2]}}, up="Italy", money={"Italy": 500})
    table.propose(0, "Import", imports=imports("army Rome", "fleet Naples"))
    table.propose(1, "L-Produce", fleet_produce=("Naples",), army_produce=("Rome",))

    first, second = read_view(table, None)["proposal 1"], read_view(table, None)["proposal 2"]

    assert first["import"] == {"types": ["army", "fleet"], "territories": ["Rome", "Naples"]}
    assert (second["fleetProduce"], second["armyProduce"]) == (["Naples"], ["Rome"])
    assert {"name", "wheelSpot", "factoryLoc", "fleetMan", "armyMan"} <= set(first)


def test_16_9_a_pending_peace_has_the_fields_of_the_seed() -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4]}},
        up="France",
        seats=3,
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")

    assert read_view(table, None)["currentManeuver"]["pendingPeace"] == {
        "origin": "Paris",
        "destination": "Belgium",
        "targetCountry": "Germany",
        "unitType": "army",
        "tuple": ["Paris", "Belgium", "peace"],
        "via": [],
    }


def test_16_9_a_vote_has_the_texts_of_its_proposals() -> None:
    """Rules 16.9, 16.8: and their tallies and voters, for ballots are open."""
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}})
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce", army_produce=("Vienna",))
    table.play(1, Vote(2))

    voting = read_view(table, None)["voting"]

    assert voting["proposal 1"] == {"proposal": "Taxation", "votes": 0, "voters": []}
    assert voting["proposal 2"] == {"proposal": "L-Produce, an army in Vienna", "votes": 3, "voters": ["ben"]}


def test_16_9_a_state_has_its_history_by_name_and_proposals_name_their_game() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}})
    events = table.propose(0, "Taxation")
    assert IMPERIAL.documented is not None
    assert IMPERIAL.documented.state is not None

    state = IMPERIAL.documented.state(read_view(table, None), "a-game", events, PLAYERS)

    assert state["history"] == ["ann proposes: Taxation."]
    assert (state["proposal 1"]["game"], state["proposal 2"]) == ("a-game", None)


def test_16_9_a_submission_names_the_turn_before_it() -> None:
    assert [turn(event) for event in (Submitted(0, 7), BidPlaced(0))] == [6, None]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Seat 1 agrees.", "ben agrees."),
        ("The game begins with 2 seats and $30.50 each.", "The game begins with 2 seats and $30.50 each."),
        (
            "The order of the seats is 2, 0, 1; seat 2 takes the card.",
            "The order of the seats is cyd, ann, ben; cyd takes the card.",
        ),
        ("Seats 0, 1 and 2 bought nothing.", "ann, ben and cyd bought nothing."),
        ("Bids: seat 0 $12.00 and seat 1 $3.00.", "Bids: ann $12.00 and ben $3.00."),
    ],
)
def test_16_9_players_are_named_where_sentences_have_seats(line: str, expected: str) -> None:
    assert named([line], PLAYERS) == [expected]
