"""Rule 20.9: Views and events in the words of the documents tell what the viewer knows, by player."""

import json
from typing import Any

import pytest

from rondel.games.cambio.actions import CallCambio, DrawCard, SwapCard, UsePower
from rondel.games.cambio.events import Event
from rondel.games.cambio.game import CAMBIO
from rondel.kernel import Viewer
from rondel.wire.codec import codec_of
from tests.games.cambio.table import Table, deal, seen, slot
from tests.games.cambio.test_calls import PLAYERS, TWO, with_power
from tests.games.cambio.walker import Walk

CODEC = codec_of(CAMBIO)
SEATS = ("seat", "targetSeat", "currentTurnSeat", "cambioCallerSeat", "winnerSeat", "firstSeat", "slots")


def view_of(table: Table, viewer: Viewer, players: tuple[str, ...] = PLAYERS[:2]) -> dict[str, Any]:
    assert CAMBIO.documented is not None
    return CAMBIO.documented.view(json.loads(CODEC.noun_bytes(table.view(viewer))), players)


def event_of(event: Event, players: tuple[str, ...] = PLAYERS[:2]) -> dict[str, Any]:
    assert CAMBIO.documented is not None
    return CAMBIO.documented.event(json.loads(CODEC.observation(event, 7, 1000)), players)


def test_20_9_the_state_names_players_and_their_cards() -> None:
    table = deal("A♠ 7♦ 2♣ 5♥ | K♥ - 3♣ 4♣", turn=1)

    view = view_of(table, 1)

    assert (view["you"], view["currentTurnPlayerId"], view["winners"]) == ("ben", "ben", [])
    assert [(player["id"], player["seat"]) for player in view["players"]] == [("ann", 0), ("ben", 1)]
    assert [card["position"] for card in view["players"][1]["cards"]] == [0, 2, 3]
    assert view["players"][0]["cards"][0] == {"position": 0, "location": "hand", "visibility": "hidden"}


def test_20_9_a_peek_is_in_the_state_of_its_player_alone() -> None:
    table = with_power("8♠")
    table.play(0, UsePower("peek_own", (slot(0, 1),)))

    own, other = (view_of(table, viewer, PLAYERS[:3]) for viewer in (0, 1))

    shown = {"position": 1, "location": "hand", "visibility": "peeking"}
    assert own["players"][0]["cards"][1] == {**shown, "rank": "7", "suit": "diamonds", "pointValue": 7}
    assert own["reveal"]["slots"] == [{"playerId": "ann", "position": 1}]
    assert other["players"][0]["cards"][1] == {**shown, "visibility": "hidden"}


def test_20_9_a_call_names_its_caller_and_the_end_its_winner() -> None:
    table = deal(TWO, deck="2♠")

    (called,) = [event for event in table.play(0, CallCambio()) if type(event).__name__ == "CambioCalled"]
    table.play(1, DrawCard("deck"))
    ended = table.play(1, SwapCard(0))[-1]

    assert event_of(called)["payload"] == {"playerId": "ann", "automatic": False, "cambioCallerId": "ann"}
    completed = event_of(ended)["payload"]
    assert (completed["winnerId"], completed["winners"]) == ("ben", ["ben"])
    assert [score["playerId"] for score in completed["scores"]] == ["ann", "ben"]
    assert completed["scores"][0]["cardsSummary"][0]["rank"] == "A"
    assert view_of(table, None)["scores"] == completed["scores"]


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(6))
def test_20_9_every_view_and_event_of_a_game_can_be_told_so(seed: int) -> None:
    walk = Walk(seed)
    players = PLAYERS[: walk.options.seats]
    table = Table(walk.state)

    for _, _, _, turn in walk.moves():
        table.state = turn.state
        for viewer in (None, 0, 1):
            view_of(table, viewer, players)
            for event in seen(turn.events, viewer):
                payload = event_of(event, players)["payload"]
                assert not {name for name in SEATS if name in payload and name != "slots"}
