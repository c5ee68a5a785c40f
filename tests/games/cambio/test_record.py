"""Chapter 19: the relational record, as pure rows."""

import json
import uuid
from collections import defaultdict
from typing import Any, Final

import pytest

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DrawCard,
    ExpireTurn,
    SetConnected,
    StartGame,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import POWER_OF
from rondel.games.cambio.record import cards, record, uuid5
from rondel.games.cambio.state import State
from rondel.kernel import HOUSE, Actor, Commit, Ms, Rows
from rondel.kernel.hosting import DatabaseRow
from tests.games.cambio.table import BOT, HUMAN, NOW, Table, deal, slot
from tests.games.cambio.walker import Walk

TABLE = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"
PLAYERS = tuple(f"player {seat}" for seat in range(6))
THREE = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦"


def card_id(code: str) -> str:
    return str(uuid.uuid5(uuid.UUID(TABLE), code))


def at(version: int, moment: Ms) -> Commit:
    """The commit of this version at our table."""
    return Commit(TABLE, version, moment, PLAYERS)


def commit(table: Table, actor: Actor, action: Action) -> Rows:
    """The rows of one accepted action."""
    before = table.state
    events = table.play(actor, action)
    return record(before, events, table.state, at(7, table.at))


def test_19_1_ids_are_version_5_uuids_within_the_table() -> None:
    assert uuid5(TABLE, "10H") == card_id("10H")
    assert CAMBIO.record is not None
    assert (CAMBIO.record.rows, CAMBIO.record.cards) == (record, cards)


def test_19_7_the_start_is_recorded() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, BOT]))

    rows = commit(table, HOUSE, StartGame())

    (session,) = rows["game_session"]
    assert (session["id"], session["version"], session["started_at"]) == (TABLE, 7, NOW)
    assert session["phase"] == "initial_view"
    assert session["options"]["seats"] == 2
    assert set(rows) == {"game_session"}


def test_19_7_a_turn_is_opened_when_it_starts() -> None:
    """Rules 19.7, 22.5: one row per turn."""
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, BOT]))
    commit(table, HOUSE, StartGame())
    assert commit(table, 0, ConfirmInitialView()) == {"game_session": [{"id": TABLE, "version": 7}]}

    rows = commit(table, 1, ConfirmInitialView())

    assert rows["game_session"] == [
        {
            "id": TABLE,
            "version": 7,
            "phase": "playing",
            "current_turn_player_id": "player 0",
            "turn_number": 1,
        }
    ]
    assert rows["turn"] == [
        {
            "id": card_id("turn/1"),
            "game_session_id": TABLE,
            "player_id": "player 0",
            "turn_number": 1,
            "created_at": NOW,
        }
    ]


def test_19_7_drawing_swapping_and_passing_are_recorded() -> None:
    table = deal(THREE, deck="9♠")

    drawn = commit(table, 0, DrawCard("deck"))
    swapped = commit(table, 0, SwapCard(1))
    from_discards = commit(table, 1, DrawCard("discard"))
    table.at += 60_000
    timed_out = commit(table, HOUSE, due(table))
    table.at += 60_000
    passed = commit(table, HOUSE, due(table))

    turn_id = card_id("turn/1")
    assert drawn["turn"] == [
        {"id": turn_id, "action": "draw", "draw_source": "deck", "card_drawn_id": card_id("9S")}
    ]
    assert swapped["turn"][0] == {
        "id": turn_id,
        "action": "swap",
        "target_card_id": card_id("7D"),
        "completed_at": NOW,
    }
    assert from_discards["turn"][0]["card_drawn_id"] == card_id("7D")
    assert timed_out["turn"][0]["action"] == "discard"
    assert passed["turn"][0]["action"] == "pass"


def due(table: Table) -> Action:
    """What the house has to do next."""
    deadline = CAMBIO.deadline(table.state)
    assert deadline is not None
    return deadline.action


def power_row(discarded: str, action: UsePower, **options: Any) -> tuple[DatabaseRow, DatabaseRow]:
    """The turn and the power, as recorded when the power is used."""
    table = deal(THREE, deck=discarded, **options)
    table.play(0, DrawCard("deck"))
    rows = commit(table, 0, CAMBIO.legal(table.state, 0)[-1])
    assert rows["turn"] == [
        {"id": card_id("turn/1"), "action": "power", "special_power_type": action.power_type}
    ]
    rows = commit(table, 0, action)
    (power,) = rows["special_power"]
    return rows["turn"][0], power


@pytest.mark.parametrize(
    ("discarded", "action", "card", "player", "is_swapped"),
    [
        ("7♠", UsePower("peek_own", (slot(0, 1),)), "7D", None, False),
        ("9♠", UsePower("peek_opponent", (slot(2, 0),)), "6H", "player 2", False),
        ("Q♠", UsePower("blind_swap", (slot(0, 0), slot(1, 0))), "KH", "player 1", True),
        ("Q♠", UsePower("blind_swap", (slot(1, 0), slot(2, 0))), "6H", "player 2", True),
        ("K♠", UsePower("look_own", (slot(0, 3), slot(1, 0))), "5H", None, False),
    ],
)
def test_19_3_a_power_is_recorded_with_its_targets(
    discarded: str, action: UsePower, card: str, player: str | None, is_swapped: bool
) -> None:
    """Rules 19.3, 19.7, 22.4: the swapped card is named at once."""
    turn, power = power_row(discarded, action, blind_swap_any_two=True, king_power="look_and_swap")

    assert power == {
        "id": card_id("power/1"),
        "game_session_id": TABLE,
        "turn_id": card_id("turn/1"),
        "activated_by_id": "player 0",
        "power_type": action.power_type,
        "target_card_id": card_id(card),
        "target_player_id": player,
        "details": {
            "slots": [{"seat": used.seat, "position": used.position} for used in action.slots],
            "swapped": is_swapped,
        },
        "created_at": NOW,
    }
    assert (turn["target_card_id"], turn["target_player_id"]) == (card_id(card), player)


def test_19_7_a_swap_after_a_look_is_added_to_the_power() -> None:
    table = deal(THREE, deck="K♠", king_power="look_and_swap")
    table.draw_and_discard(0)
    table.play(0, UsePower("look_own", (slot(0, 0), slot(1, 0))))

    rows = commit(table, 0, AcknowledgeReveal(swap=True))

    assert rows["special_power"] == [
        {
            "id": card_id("power/1"),
            "details": {
                "slots": [{"seat": 0, "position": 0}, {"seat": 1, "position": 0}],
                "swapped": True,
            },
        }
    ]


def test_19_7_a_call_and_the_end_are_recorded() -> None:
    """Rules 19.7, 19.4: scores exist when the game is complete."""
    table = deal("A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣")

    called = commit(table, 0, CallCambio())
    ended = commit(table, HOUSE, SetConnected(1, connected=False))

    assert called["game_session"][0]["phase"] == "final_round"
    assert called["game_session"][0]["cambio_caller_id"] == "player 0"
    assert called["player"] == [{"id": "player 0", "has_taken_final_turn": True}]
    assert called["turn"][0] == {"id": card_id("turn/1"), "action": "cambio", "completed_at": NOW}
    assert ended["game_session"][0] == {
        "id": TABLE,
        "version": 7,
        "phase": "completed",
        "status": "completed",
        "ending": "cambio",
        "winner_id": "player 1",
        "completed_at": NOW,
    }
    assert ended["turn"] == [{"id": card_id("turn/2"), "action": "forfeit", "completed_at": NOW}]
    assert ended["player"] == [
        {"id": "player 1", "is_connected": False, "has_taken_final_turn": True, "score": 12},
        {"id": "player 0", "score": 30},
    ]
    assert ended["game_score"][0] == {
        "id": card_id("score/0"),
        "game_session_id": TABLE,
        "player_id": "player 0",
        "final_score": 30,
        "is_cambio_caller": True,
        "penalty_applied": True,
        "is_winner": False,
        "cards_summary": [
            {"rank": "A", "suit": "spades", "pointValue": 1},
            {"rank": "7", "suit": "diamonds", "pointValue": 7},
            {"rank": "2", "suit": "clubs", "pointValue": 2},
            {"rank": "5", "suit": "hearts", "pointValue": 5},
        ],
        "created_at": NOW,
    }
    assert len(ended["game_score"]) == 2


def test_19_7_a_forfeit_after_the_draw_leaves_the_action_as_it_was() -> None:
    table = deal(THREE, deck="7♠")
    table.play(0, CallCambio())
    table.play(1, DrawCard("deck"))

    rows = commit(table, HOUSE, SetConnected(1, connected=False))

    assert [row["action"] for row in rows["turn"] if "action" in row] == ["discard"]


def test_19_7_who_passes_and_then_forfeits_has_not_forfeited_the_turn_of_the_caller() -> None:
    """Rules 19.7, 6.7, 8.10: the empty hand calls by itself, and its turn begins and ends in one commit."""
    table = deal("A♠ 7♦ 2♣ 5♥ | - - - - | 6♥ 8♣ 5♦ Q♦", snap="first", empty_hand="autoCall")
    table.play(HOUSE, SetConnected(0, connected=False))
    table.at += 60_000

    rows = commit(table, HOUSE, ExpireTurn())

    assert rows["turn"] == [
        {"id": card_id("turn/1"), "action": "pass", "completed_at": table.at},
        {
            "id": card_id("turn/2"),
            "game_session_id": TABLE,
            "player_id": "player 1",
            "turn_number": 2,
            "created_at": table.at,
            "action": "cambio",
            "completed_at": table.at,
        },
        {
            "id": card_id("turn/3"),
            "game_session_id": TABLE,
            "player_id": "player 2",
            "turn_number": 3,
            "created_at": table.at,
        },
    ]
    assert rows["player"] == [
        {"id": "player 1", "has_taken_final_turn": True},
        {"id": "player 0", "has_taken_final_turn": True},
    ]


def test_19_7_connection_controller_and_abandonment_are_recorded() -> None:
    table = deal(THREE, bot_takeover_ms=0, abandon_after_ms=60_000, turn_ms=0)

    gone = commit(table, HOUSE, SetConnected(1, connected=False))
    taken = commit(table, HOUSE, due(table))
    for seat in (0, 2):
        table.play(HOUSE, SetConnected(seat, connected=False))
    table.at += 60_000
    table.play(HOUSE, due(table))
    abandoned = commit(table, HOUSE, due(table))

    assert gone["player"] == [{"id": "player 1", "is_connected": False}]
    assert taken["player"] == [{"id": "player 1", "controller": "bot"}]
    assert abandoned == {
        "game_session": [{"id": TABLE, "version": 7, "status": "abandoned", "ending": "abandoned"}]
    }


def test_19_6_a_snapshot_has_every_card_once_where_it_lies() -> None:
    table = deal("A♠ - 2♣ 5♥ | K♥ 5♣ 3♣ 4♣", discards="9♠ 6♠", deck="7♠ Q♠")
    table.play(0, DrawCard("deck"))

    rows = {row["id"]: row for row in cards(table.state, at(1, NOW))}

    assert len(rows) == 52
    assert rows[card_id("7S")] == {
        "id": card_id("7S"),
        "game_session_id": TABLE,
        "rank": "7",
        "suit": "spades",
        "point_value": 7,
        "power": "peek_own",
        "location": "held",
        "player_id": "player 0",
        "position": None,
        "visibility": "hidden",
        "until": None,
    }
    brief = {
        code: tuple(
            rows[card_id(code)][column] for column in ("location", "player_id", "position", "visibility")
        )
        for code in ("AS", "5H", "6S", "QS")
    }
    assert brief == {
        "AS": ("hand", "player 0", 0, "hidden"),
        "5H": ("hand", "player 0", 3, "hidden"),
        "6S": ("discard", None, 1, "face_up"),
        "QS": ("deck", None, 0, "hidden"),
    }
    assert rows[card_id("AS")]["power"] == "none"


def visible(state: State) -> dict[str, set[tuple[str, int | None]]]:
    """The cards of the hands by visibility, with the end of their showing."""
    found: dict[str, set[tuple[str, int | None]]] = defaultdict(set)
    for row in cards(state, at(1, NOW)):
        if row["location"] in ("hand", "held"):
            found[row["visibility"]].add((row["id"], row["until"]))
    return found


def test_19_6_a_card_being_shown_says_until_when() -> None:
    """Rules 19.6, 19.7: no row for a peek, only the snapshot in between."""
    looking = Table(CAMBIO.start(Options(seats=2), [HUMAN, HUMAN]))
    looking.play(HOUSE, StartGame())
    looking.play(0, ConfirmInitialView())
    peeking = deal(THREE, deck="7♠")
    peeking.draw_and_discard(0)
    rows = commit(peeking, 0, UsePower("peek_own", (slot(0, 0),)))

    shown = {(card_id(code or ""), NOW + 10_000) for code in looking.state.players[1].slots[2:]}
    assert visible(looking.state)["peeking"] == shown
    assert visible(peeking.state)["peeking"] == {(card_id("AS"), NOW + 5_000)}
    assert "card" not in rows
    assert visible(deal(THREE).state)["peeking"] == set()


def test_19_6_a_held_discard_and_every_hand_at_the_end_lie_face_up() -> None:
    held = deal(THREE, discards="9♠")
    held.play(0, DrawCard("discard"))
    ended = deal("A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣")
    ended.play(0, CallCambio())
    ended.play(HOUSE, SetConnected(1, connected=False))

    assert visible(held.state)["face_up"] == {(card_id("9S"), None)}
    assert len(visible(ended.state)["face_up"]) == 8


def test_19_6_an_abandoned_table_shows_nothing() -> None:
    table = Table(CAMBIO.start(Options(seats=2, abandon_after_ms=60_000), [HUMAN, BOT]))
    table.play(HOUSE, SetConnected(0, connected=False))
    table.at += 55_000
    table.play(HOUSE, StartGame())
    assert visible(table.state)["peeking"]

    table.wait(5_000)

    assert visible(table.state)["peeking"] == set()


NOT_NULL: Final = {
    "turn": {"id", "game_session_id", "player_id", "turn_number", "created_at"},
    "special_power": {
        "id",
        "game_session_id",
        "turn_id",
        "activated_by_id",
        "power_type",
        "target_card_id",
        "details",
        "created_at",
    },
    "game_score": {
        "id",
        "game_session_id",
        "player_id",
        "final_score",
        "is_cambio_caller",
        "penalty_applied",
        "is_winner",
        "cards_summary",
        "created_at",
    },
}
"""What a row of the table must have from its first moment."""


class Store:
    """What a database would keep: a row with the time of its creation is inserted, any other updates.

    No update takes a value back to null, so that a store may merge what it has with what comes.
    """

    def __init__(self, seats: int) -> None:
        self.rows: dict[str, dict[str, DatabaseRow]] = defaultdict(dict)
        self.rows["game_session"][TABLE] = {"id": TABLE, "phase": "setup"}
        self.rows["player"] = {player: {"id": player} for player in PLAYERS[:seats]}

    def write(self, rows: Rows) -> None:
        assert json.loads(json.dumps(rows)) == rows
        for table, kept in rows.items():
            assert len({row["id"] for row in kept}) == len(kept)
            for row in kept:
                self.write_row(table, row)

    def write_row(self, table: str, row: DatabaseRow) -> None:
        if "created_at" in row:
            assert row["id"] not in self.rows[table]
            assert all(row.get(column) is not None for column in NOT_NULL[table])
            assert row.get("turn_id") in (None, *self.rows["turn"])
            self.rows[table][row["id"]] = dict(row)
        else:
            kept = self.rows[table][row["id"]]
            assert all(value is not None or kept.get(column) is None for column, value in row.items())
            kept.update(row)

    def all(self, table: str) -> list[DatabaseRow]:
        return list(self.rows[table].values())


@pytest.mark.parametrize("seed", range(40))
def test_19_2_every_commit_of_a_random_game_passes_the_checks(seed: int) -> None:
    """Rules 19.1, 19.2, 19.3, 19.4: judged on the commit as a whole."""
    walk = Walk(seed)
    store = Store(walk.options.seats)
    caller = None

    for version, (before, _, _, turn) in enumerate(walk.moves(), start=1):
        store.write(record(before, turn.events, turn.state, at(version, walk.at)))
        (session,) = store.all("game_session")
        phase = session["phase"]
        assert session["version"] == version
        assert phase == turn.state.phase
        assert session.get("cambio_caller_id") in (caller, f"player {turn.state.cambio_caller_seat}")
        assert caller is None or session["cambio_caller_id"] == caller
        caller = session.get("cambio_caller_id")
        assert phase != "final_round" or caller is not None
        taken = [row for row in store.all("player") if row.get("has_taken_final_turn")]
        if taken:
            assert phase in ("final_round", "completed")
        if phase == "completed":
            assert "completed_at" in session
            is_all_taken = len(taken) == walk.options.seats
            assert (caller is not None and is_all_taken) or session["ending"] in ("deck_out", "turn_cap")
        assert bool(store.all("game_score")) == (phase == "completed")
        check_turn(store, card_id(f"turn/{before.turn_number}"), caller)

    numbers = [row["turn_number"] for row in store.all("turn")]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    for score in store.all("game_score"):
        assert not score["penalty_applied"] or score["is_cambio_caller"]


CARD_IDS = frozenset(card_id(code) for code in POWER_OF)


def check_turn(store: Store, turn_id: str, caller: str | None) -> None:
    turn = store.rows["turn"].get(turn_id)
    if turn is None:
        return
    assert turn.get("action") != "cambio" or turn["player_id"] == caller
    assert ("special_power_type" in turn) == (turn.get("action") == "power")
    power = store.rows["special_power"].get(card_id(f"power/{turn['turn_number']}"))
    if power is None:
        return
    assert power["turn_id"] == turn_id
    assert power["activated_by_id"] == turn["player_id"]
    assert power["power_type"] == turn["special_power_type"]
    assert power["target_card_id"] in CARD_IDS
    if power["power_type"] in ("peek_own", "look_own"):
        assert power["target_player_id"] is None
    else:
        assert power["target_player_id"] not in (None, power["activated_by_id"])
