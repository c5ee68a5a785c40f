"""The addresses and words of the documents: a game session under /api/game, players by their ids."""

import json
import random
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from rondel.server.api.context.sessions import PLAIN_CLIENT
from tests.server.api.test_http_errors import holds
from tests.server.visitors import House, Visitor, open_house, settings

RULEBOOK = "cambio"

GAME = "/api/game"


async def session(house: House, **options: Any) -> tuple[Visitor, Visitor, str]:
    """Ada opens a game session, Bob joins it, Ada starts."""
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    opened = await ada.post(GAME, {"options": {"seats": 2, "initialViewMs": 60_000, **options}})
    game = opened["gameId"]
    await bob.post(f"{GAME}/{game}/join", {})
    await ada.post(f"{GAME}/{game}/start")
    return ada, bob, game


async def looked(house: House, **options: Any) -> tuple[Visitor, Visitor, str]:
    """The same, after the first look."""
    ada, bob, game = await session(house, **options)
    for player in (ada, bob):
        await player.post(f"{GAME}/{game}/look")
    return ada, bob, game


async def until_a_power(players: tuple[Visitor, Visitor], game: str, seed: int = 1) -> tuple[Visitor, Any]:
    """Draw and discard until somebody may use a power; that player, and the answer to the discard."""
    dice = random.Random(seed)
    while True:
        for player in dice.sample(players, 2):
            drawn = await player.ask("POST", f"{GAME}/{game}/draw", {"source": "deck"})
            if drawn.status_code != 200:
                continue
            answer = await player.post(f"{GAME}/{game}/discard")
            if answer["powerType"] is not None:
                return player, answer


async def test_20_8_a_game_session_is_opened_joined_started_and_played_under_its_own_address(
    house: House,
) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")

    opened = await ada.post(GAME, {"seats": 2, "options": {"initialViewMs": 60_000}})
    game = opened["gameId"]
    joined = await bob.post(f"{GAME}/{game}/join", {})
    begun = await ada.post(f"{GAME}/{game}/start")
    looks = [await player.post(f"{GAME}/{game}/look") for player in (ada, bob)]
    drawn = await ada.post(f"{GAME}/{game}/draw", {"source": "deck"})
    swapped = await ada.post(f"{GAME}/{game}/swap", {"position": 0})

    assert (opened["phase"], opened["code"], len(opened["players"])) == ("setup", opened["code"], 1)
    assert [player["displayName"] for player in joined["players"]] == ["Ada", "Bob"]
    assert joined["you"] == joined["players"][1]["id"]
    assert (begun["phase"], begun["version"]) == ("initial_view", 1)
    assert [look["phase"] for look in looks] == ["initial_view", "playing"]
    assert (drawn["step"], drawn["source"]) == ("holding", "deck")
    assert drawn["card"]["rank"]
    assert swapped["currentTurnPlayerId"] == joined["players"][1]["id"]
    assert (swapped["card"], swapped["source"]) == (None, None)


async def test_20_9_the_state_is_the_view_with_players_by_their_ids(house: House) -> None:
    ada, bob, game = await session(house)

    own = await ada.get(f"{GAME}/{game}/state")
    view = (await ada.get(f"/api/tables/{game}/view"))["view"]
    other = await bob.get(f"{GAME}/{game}/state")

    assert own["gameId"] == game
    assert own["you"] == own["players"][0]["id"] != other["you"]
    assert own["currentTurnPlayerId"] is None
    assert [card["visibility"] for card in own["players"][0]["cards"]] == ["hidden"] * 2 + ["peeking"] * 2
    shown = [slot["card"] for slot in view["players"][0]["slots"] if slot["card"]]
    assert [card["rank"] for card in own["players"][0]["cards"] if "rank" in card] == [
        card["rank"] for card in shown
    ]
    assert all("rank" not in card for card in other["players"][0]["cards"])


async def test_20_9_the_answer_to_a_move_has_its_events_by_player(house: House) -> None:
    ada, bob, game = await looked(house, turnMs=0, powerDecisionMs=0)
    player, answer = await until_a_power((ada, bob), game)
    other = bob if player is ada else ada

    payloads = {event["type"]: event["payload"] for event in answer["events"]}
    mine = (await player.get(f"{GAME}/{game}/state"))["you"]

    assert payloads["POWER_AVAILABLE"]["playerId"] == mine
    assert payloads["POWER_AVAILABLE"]["powerType"] == answer["powerType"]
    assert "seat" not in json.dumps(answer["events"])
    holds(await other.ask("POST", f"{GAME}/{game}/power", {"skip": True}), 403, "NOT_YOUR_TURN")


async def test_13_4_a_repeated_request_is_not_told_again_what_was_for_its_seat_alone(house: House) -> None:
    ada, _, game = await looked(house, turnMs=0, powerDecisionMs=0)
    body = {"source": "deck", "id": "00000000-0000-4000-8000-000000000001"}

    first = await ada.post(f"{GAME}/{game}/draw", body)
    again = await ada.post(f"{GAME}/{game}/draw", body)

    assert [event["type"] for event in first["events"]] == ["CARD_DRAWN", "DRAWN_CARD_SEEN"]
    assert (again["duplicate"], [event["type"] for event in again["events"]]) == (True, ["CARD_DRAWN"])


async def test_20_9_events_are_the_log_by_player(house: House) -> None:
    ada, bob, game = await looked(house)
    await ada.post(f"{GAME}/{game}/draw", {"source": "deck"})
    await ada.post(f"{GAME}/{game}/discard")
    me = (await ada.get(f"{GAME}/{game}/state"))["you"]

    events = await bob.get(f"{GAME}/{game}/events?after=3")
    log = await bob.get(f"/api/tables/{game}/log?after=3")

    assert [event["type"] for event in events] == [event["type"] for event in log]
    assert events[0] == {**log[0], "payload": {"playerId": me, "source": "deck", "card": None}}
    assert {"DRAWN_CARD_SEEN", "POWER_AVAILABLE"}.isdisjoint(event["type"] for event in events)


async def test_20_9_a_call_and_the_scores_name_players_as_the_documents_do(house: House) -> None:
    ada, bob, game = await looked(house)
    called = await ada.post(f"{GAME}/{game}/cambio")
    await bob.post(f"{GAME}/{game}/draw", {"source": "deck"})
    ended = await bob.post(f"{GAME}/{game}/swap", {"position": 0})
    scores = await ada.get(f"{GAME}/{game}/scores")
    state = await ada.get(f"{GAME}/{game}/state")

    (call,) = [event for event in called["events"] if event["type"] == "CAMBIO_CALLED"]
    (completed,) = [event for event in ended["events"] if event["type"] == "GAME_COMPLETED"]
    assert call["payload"]["cambioCallerId"] == called["cambioCallerId"] == scores["cambioCallerId"]
    assert completed["payload"]["winnerId"] == scores["winnerId"] == state["winnerId"]
    assert completed["payload"]["scores"][0]["cardsSummary"] == scores["scores"][0]["cardsSummary"]
    assert [score["playerId"] for score in state["scores"]] == [player["id"] for player in state["players"]]


async def test_20_9_a_socket_may_ask_for_the_words_of_the_documents(house: House) -> None:
    ada, bob, game = await looked(house)
    me = (await ada.get(f"{GAME}/{game}/state"))["you"]

    async with ada.socket() as wire, bob.socket() as plain:
        first = await wire.sit(game, form="documents")
        await plain.sit(game)
        await ada.post(f"{GAME}/{game}/draw", {"source": "deck"})
        step, same = await wire.until("step"), await plain.until("step")

    assert first["view"]["you"] == me
    assert [(event["type"], event["payload"]["playerId"]) for event in step["events"]] == [
        ("CARD_DRAWN", me),
        ("DRAWN_CARD_SEEN", me),
    ]
    assert step["view"]["held"]["playerId"] == me
    assert [event["type"] for event in same["events"]] == ["CARD_DRAWN"]
    assert same["view"]["held"]["seat"] == 0


async def test_a_socket_in_the_words_of_the_documents_waits_for_the_start(house: House) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    game = (await ada.post(GAME, {"seats": 2}))["gameId"]

    async with ada.socket() as wire:
        lobby = await wire.sit(game, form="documents")
        await bob.post(f"{GAME}/{game}/join", {})
        seats = await wire.until("seats")
        await ada.post(f"{GAME}/{game}/start")
        begun = await wire.until("view", "step")

    assert (lobby["view"], lobby["status"]) == (None, "open")
    assert len(seats["seats"]) == 2
    assert begun["view"]["players"][0]["id"] == begun["view"]["you"]


async def test_the_state_of_imperial_is_as_its_schema_writes_it(house: House) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    game = (await ada.post(GAME, {"game": "imperial", "seats": 2}))["gameId"]
    await bob.post(f"{GAME}/{game}/join", {})

    state = await ada.post(f"{GAME}/{game}/start")
    raw = (await ada.ask("GET", f"{GAME}/{game}/state")).text
    spectator = await house.visitor("Cem")
    events = await spectator.get(f"{GAME}/{game}/events")

    assert (set(state["playerInfo"]), state["you"]) == ({"Ada", "Bob"}, "Ada")
    assert state["history"] == ["The game begins with 2 seats and $30.50 each."]
    assert state["playerInfo"][state["you"]]["money"] == 30.5
    assert '"money":30.50' in raw
    assert state["stockCosts"] == [0, 2, 4, 6, 9, 12, 16, 21, 27]
    assert (state["proposal 1"], state["proposal 2"]) == (None, None)
    assert state["countryInfo"]["Austria"]["money"] == 0
    assert events[0]["type"] == "GAME_STARTED"


async def test_the_state_of_decks_is_its_view(house: House) -> None:
    ada = await house.visitor("Ada")
    game = (await ada.post(GAME, {"game": "decks"}))["gameId"]

    state = await ada.post(f"{GAME}/{game}/start")

    assert state["turnNumber"] == 1
    assert len(state["handCards"]) == 5


async def test_the_documents_doors_have_the_rights_and_answers_of_the_others(house: House) -> None:
    ada, bob, cem = [await house.visitor(name) for name in ("Ada", "Bob", "Cem")]
    private = (await ada.post(GAME, {"seats": 2, "access": "private"}))["gameId"]
    nowhere = "00000000-0000-4000-8000-000000000000"

    for game in (private, nowhere):
        for method, path, body in (
            ("GET", "state", None),
            ("GET", "events", None),
            ("GET", "histories/0", None),
            ("POST", "join", {}),
            ("POST", "start", None),
            ("POST", "draw", {"source": "deck"}),
        ):
            for key in ({}, {"Rondel-Key": "wrong"}):
                answer = await bob.ask(method, f"{GAME}/{game}/{path}", body, headers=key)
                assert holds(answer, 404, "UNKNOWN_GAME")["version"] is None
    holds(await ada.ask("POST", f"{GAME}/{private}/start"), 409, "NOT_READY")
    holds(await ada.ask("GET", f"{GAME}/{private}/events"), 409, "NOT_STARTED")
    key = {"Rondel-Key": (await ada.get(f"/api/tables/{private}"))["key"]}
    assert (await bob.post(f"{GAME}/{private}/join", {}, headers=key))["phase"] == "setup"
    await ada.post(f"{GAME}/{private}/start")
    assert (await bob.post(f"{GAME}/{private}/join", {}))["phase"] == "initial_view"
    holds(await cem.ask("POST", f"{GAME}/{private}/join", {}, headers=key), 409, "ALREADY_STARTED")
    for path in (
        f"{GAME}/{private}/state",
        f"{GAME}/{private}/events",
        f"{GAME}/{private}/histories/0",
        f"{GAME}/{private}/scores",
        f"/api/tables/{private}/past",
        f"/api/tables/{private}/log",
    ):
        holds(await house.stranger().ask("GET", path), 401, "NOT_SIGNED_IN")


async def test_the_documents_doors_change_nothing_for_another_site(house: House) -> None:
    ada = await house.visitor("Ada")

    for path in (GAME, f"{GAME}/{(await ada.post(GAME, {'seats': 2}))['gameId']}/join"):
        answer = await ada.ask("POST", path, {}, headers={"Origin": "https://elsewhere.test"})
        holds(answer, 403, "ORIGIN_NOT_ALLOWED")


async def test_a_script_arrives_with_a_token_and_no_cookie(house: House) -> None:
    script = house.stranger("Script")
    script.http.headers.clear()

    guest = await script.post("/api/guests", {"name": "Script", "bearer": True})
    headers = {"Authorization": f"Bearer {guest['token']}"}

    assert not script.http.cookies
    assert (await script.post(GAME, {"seats": 2}, headers=headers))["phase"] == "setup"
    (own,) = await script.get("/api/me/sessions", headers=headers)
    assert (own["kind"], own["isThis"]) == ("bearer", True)
    assert "token" not in await script.get("/api/me", headers=headers)


@pytest.mark.parametrize(
    ("headers", "code", "message"),
    [
        ({}, "ORIGIN_NOT_ALLOWED", "no Origin header"),
        ({"X-Rondel": "1"}, "ORIGIN_NOT_ALLOWED", "no Origin header"),
        ({"Origin": "https://rondel.test"}, "CSRF_MISSING", "no header X-Rondel: 1"),
    ],
)
async def test_a_client_with_a_cookie_alone_is_told_what_to_send(
    house: House, headers: dict[str, str], code: str, message: str
) -> None:
    ada = await house.visitor("Ada")
    ada.http.headers.clear()

    error = holds(await ada.ask("POST", GAME, {}, headers=headers), 403, code)

    assert message in error["message"]
    assert error["hint"] == PLAIN_CLIENT
    assert "bearer" in PLAIN_CLIENT


async def test_20_9_every_frame_of_a_whole_game_can_be_told_in_the_words_of_the_documents() -> None:
    """Rules 20.9: a spectator and a player with `form` follow a random game to its end."""
    async with open_house(settings(rate_limits=False)) as house:
        ada, bob, game = await looked(house, snap="chain", snapOthers=True, snapWindowMs=500)
        dice = random.Random(11)
        async with ada.socket() as wire:
            await wire.sit(game, form="documents")
            status = "active"
            while status == "active":
                for player in (ada, bob):
                    frame = await player.get(f"/api/tables/{game}/view")
                    status = frame["status"]
                    if frame["legal"]:
                        await player.act(game, dice.choice(frame["legal"]))
            while (await wire.until("step"))["status"] == "active":
                pass

    for frame in wire.seen:
        for event in frame.get("events", ()):
            assert "seat" not in event["payload"]
            assert "targetSeat" not in event["payload"]
    assert msgspec.json.encode(wire.seen).count(b'"winnerId"') >= 1


async def test_a_template_is_what_a_new_game_of_imperial_begins_as(house: House) -> None:
    """16.9 The schema's `template game`: the new game differs by who plays, and by the time."""
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    template = await ada.get("/api/games/imperial/template")

    game = (await ada.post("/api/game", {"game": "imperial", "seats": 2}))["gameId"]
    await bob.post(f"/api/game/{game}/join", {})
    begun = await ada.post(f"/api/game/{game}/start")

    assert list(template["playerInfo"]) == ["player"]
    assert (template["mode"], template["countryUp"], template["setup"]) == (
        "bid",
        "Austria",
        "setups/standard",
    )
    for name, value in template.items():
        if name not in ("playerInfo", "you", "bidders", "timer", "history"):
            assert begun[name] == value, name
    assert len(begun["playerInfo"]) == 2
    for player in begun["playerInfo"].values():
        assert player == template["playerInfo"]["player"]
    assert {**begun["timer"], "lastMove": 0} == template["timer"]
    assert (await ada.ask("GET", "/api/games/nothing/template")).status_code == 404
    assert len((await ada.get("/api/games/cambio/template"))["players"]) == 2  # its options name the seats


async def act(player: Visitor, game: str, action: str, **payload: Any) -> None:
    """Play a move of any game."""
    named = {"type": action, "payload": payload} if payload else {"type": action}
    await player.post(f"/api/tables/{game}/act", {"id": str(uuid4()), "action": named})


async def test_a_history_by_turn_is_the_state_that_everybody_saw_before_it(house: House) -> None:
    """Imperial 16.9: keyed by `turnID`, in dollars, players by name; a sealed bid is in none."""
    ada, bob, cy = [await house.visitor(name) for name in ("Ada", "Bob", "Cy")]
    opened = await ada.post(GAME, {"game": "imperial", "seats": 2, "access": "public"})
    game = opened["gameId"]
    await bob.post(f"{GAME}/{game}/join", {})
    await ada.post(f"{GAME}/{game}/start")
    states = [await cy.get(f"{GAME}/{game}/state")]
    for player, amount in ((ada, 377), (bob, 0)):
        await act(player, game, "BID", amount=amount)
        states.append(await cy.get(f"{GAME}/{game}/state"))

    histories = [
        [await who.get(f"{GAME}/{game}/histories/{turn}") for turn in (0, 1)] for who in (ada, bob, cy)
    ]

    assert [state["turnID"] for state in states] == [0, 1, 2]
    assert histories == [states[:2]] * 3
    assert "3.77" not in json.dumps(histories)
    assert "3.77" in json.dumps(states[2])
    for turn in (2, 10**30):
        holds(await cy.ask("GET", f"{GAME}/{game}/histories/{turn}"), 404, "NO_SUCH_PAGE")


async def test_a_turn_that_was_undone_has_no_history(house: House) -> None:
    players = [await house.visitor(name) for name in ("Ada", "Bob")]
    options = {"start": "fixed", "governance": "dictator"}
    opened = await players[0].post(GAME, {"game": "imperial", "seats": 2, "options": options})
    game = opened["gameId"]
    await players[1].post(f"{GAME}/{game}/join", {})
    before = await players[0].post(f"{GAME}/{game}/start")
    leader = players[[player["myTurn"] for player in before["playerInfo"].values()].index(True)]
    history = f"{GAME}/{game}/histories/{before['turnID']}"

    await act(leader, game, "PROPOSE", wheelSpot="Taxation")
    submitted = await leader.get(history)
    await act(leader, game, "TAKE_BACK")

    assert submitted == {**before, "you": None, "version": submitted["version"]}
    holds(await leader.ask("GET", history), 404, "NO_SUCH_PAGE")


async def test_a_game_without_turns_in_its_documents_has_no_histories(house: House) -> None:
    ada, _, game = await session(house)

    holds(await ada.ask("GET", f"{GAME}/{game}/histories/0"), 404, "NO_SUCH_GAME")
