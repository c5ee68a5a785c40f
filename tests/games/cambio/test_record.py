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
from rondel.games.cambio.record import WHOLE, record, uuid5
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
    assert (CAMBIO.record.rows, CAMBIO.record.whole) == (record, WHOLE)


def test_19_7_the_start_is_recorded() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, BOT]))

    rows = commit(table, HOUSE, StartGame())

    (session,) = rows["game_session"]
    assert (session["id"], session["version"], session["started_at"]) == (TABLE, 7, NOW)
    assert session["phase"] == "initial_view"
    assert session["options"]["seats"] == 2
    assert set(rows) == {"game_session", "card"}


def test_19_7_a_turn_is_opened_when_it_starts() -> None:
    """Rules 19.7, 22.5: one row per turn."""
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, BOT]))
    commit(table, HOUSE, StartGame())
    confirmed = commit(table, 0, ConfirmInitialView())
    assert (confirmed["game_session"], set(confirmed)) == (
        [{"id": TABLE, "version": 7}],
        {"game_session", "card"},
    )

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


def lying(rows: Rows) -> dict[str, tuple[str, str | None, int | None, str]]:
    """Where the cards of a commit lie now, and how they may be seen, by their codes."""
    return {
        CODES[row["id"]]: (row["location"], row["player_id"], row["position"], row["visibility"])
        for row in rows.get("card", ())
    }


CODES: Final = {card_id(code): code for code in POWER_OF}


def test_19_6_the_deal_writes_every_card_once_where_it_lies() -> None:
    table = Table(CAMBIO.start(Options(seats=2, jokers=2), [HUMAN, HUMAN]))

    rows = commit(table, HOUSE, StartGame())

    places = lying(rows)
    state = table.state
    assert len(rows["card"]) == len(places) == 54
    assert places[state.draw_pile[0]] == ("deck", None, len(state.draw_pile) - 1, "hidden")
    assert places[state.draw_pile[-1]] == ("deck", None, 0, "hidden")
    assert places[state.discard_pile[0]] == ("discard", None, 0, "face_up")
    for seat, player in enumerate(state.players):
        for position, code in enumerate(player.slots):
            seen = "peeking" if position in (2, 3) else "hidden"
            assert places[code or ""] == ("hand", f"player {seat}", position, seen)
    (joker,) = [row for row in rows["card"] if row["id"] == card_id("X1")]
    assert (joker["rank"], joker["suit"], joker["power"]) == ("X", None, "none")


def test_19_6_a_move_writes_the_cards_it_moves_as_whole_rows_and_no_others() -> None:
    table = deal("A♠ - 2♣ 5♥ | K♥ 5♣ 3♣ 4♣", discards="9♠ 6♠", deck="7♠ Q♠")

    drawn = commit(table, 0, DrawCard("deck"))
    swapped = commit(table, 0, SwapCard(3))
    taken = commit(table, 1, DrawCard("discard"))

    assert drawn["card"] == [
        {
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
            "shown_until": None,
        }
    ]
    assert lying(swapped) == {
        "7S": ("hand", "player 0", 3, "hidden"),
        "5H": ("discard", None, 2, "face_up"),
    }
    assert lying(taken) == {"5H": ("held", "player 1", None, "face_up")}


def test_19_6_a_blind_swap_writes_two_cards_and_a_pass_none() -> None:
    table = deal(THREE, deck="Q♠")
    table.draw_and_discard(0)

    swapped = commit(table, 0, UsePower("blind_swap", (slot(0, 0), slot(1, 2))))
    gone = commit(table, HOUSE, SetConnected(2, connected=False))

    assert lying(swapped) == {
        "AS": ("hand", "player 1", 2, "hidden"),
        "3C": ("hand", "player 0", 0, "hidden"),
    }
    assert "card" not in gone


def shown(rows: Rows) -> dict[str, Ms]:
    """The cards of a commit that are being shown now, and until when."""
    return {
        CODES[row["id"]]: row["shown_until"] for row in rows.get("card", ()) if row["visibility"] == "peeking"
    }


def test_19_6_a_card_is_peeking_while_it_is_shown_and_hidden_again_after() -> None:
    """Rules 19.6, 19.7, 5.12, 5.13: with its holder and the time it ends."""
    table = deal(THREE, deck="9♠")
    table.draw_and_discard(0)

    peeking = commit(table, 0, UsePower("peek_opponent", (slot(2, 1),)))
    seen = commit(table, 0, AcknowledgeReveal())

    assert lying(peeking) == {"8C": ("hand", "player 2", 1, "peeking")}
    assert shown(peeking) == {"8C": NOW + 5_000}
    assert lying(seen) == {"8C": ("hand", "player 2", 1, "hidden")}
    assert seen["card"][0]["shown_until"] is None


def test_19_6_the_house_hides_a_card_when_its_time_is_over() -> None:
    """Rules 19.6, 5.13: the peek's end is a Version of its own."""
    table = deal(THREE, deck="7♠")
    table.draw_and_discard(0)
    table.play(0, UsePower("peek_own", (slot(0, 0),)))
    table.at += 5_000

    rows = commit(table, HOUSE, due(table))

    assert lying(rows) == {"AS": ("hand", "player 0", 0, "hidden")}


def test_19_6_both_cards_of_a_look_before_a_swap_are_peeking() -> None:
    table = deal(THREE, deck="K♠", king_power="look_and_swap")
    table.draw_and_discard(0)

    rows = commit(table, 0, UsePower("look_own", (slot(0, 0), slot(1, 1))))

    assert shown(rows) == {"AS": NOW + 5_000, "5C": NOW + 5_000}


def test_19_6_the_two_cards_of_the_initial_view_are_peeking_until_confirmed() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, HUMAN]))
    dealt = commit(table, HOUSE, StartGame())
    hands = [[code or "" for code in player.slots] for player in table.state.players]

    confirmed = commit(table, 0, ConfirmInitialView())

    assert shown(dealt) == dict.fromkeys([*hands[0][2:], *hands[1][2:]], NOW + 10_000)
    assert lying(confirmed) == {
        code: ("hand", "player 0", position, "hidden")
        for position, code in enumerate(hands[0])
        if position >= 2
    }


def test_19_6_time_that_is_given_back_moves_the_end_of_a_peek() -> None:
    """Rules 19.6, 14.4: such a Version has no event of the game."""
    table = deal(THREE, deck="7♠")
    table.draw_and_discard(0)
    table.play(0, UsePower("peek_own", (slot(0, 0),)))
    assert CAMBIO.postpone is not None
    after = CAMBIO.postpone(table.state, 2_000)

    rows = record(table.state, (), after, at(8, NOW))

    assert shown(rows) == {"AS": NOW + 7_000}


def test_19_6_every_hand_lies_face_up_at_the_end() -> None:
    table = deal("A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣")
    table.play(0, CallCambio())

    rows = commit(table, HOUSE, SetConnected(1, connected=False))

    assert {place[3] for place in lying(rows).values()} == {"face_up"}
    assert len(rows["card"]) == 8


def test_19_6_an_abandoned_table_shows_nothing() -> None:
    table = Table(CAMBIO.start(Options(seats=2, abandon_after_ms=60_000), [HUMAN, BOT]))
    table.play(HOUSE, SetConnected(0, connected=False))
    table.at += 55_000
    assert shown(commit(table, HOUSE, StartGame()))
    table.at += 5_000

    rows = commit(table, HOUSE, due(table))

    assert table.state.status == "abandoned"
    assert {place[3] for place in lying(rows).values()} == {"hidden"}


NOT_NULL: Final = {
    "turn": {"id", "game_session_id", "player_id", "turn_number", "created_at"},
    "card": {
        "id",
        "game_session_id",
        "rank",
        "point_value",
        "power",
        "location",
        "visibility",
    },
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

    No update takes a value back to null, so that a store may merge what it has with what comes; only the
    rows of a card are whole, and replace the one before.
    """

    def __init__(self, seats: int) -> None:
        self.rows: dict[str, dict[str, DatabaseRow]] = defaultdict(dict)
        self.rows["game_session"][TABLE] = {"id": TABLE, "phase": "setup"}
        self.rows["player"] = {player: {"id": player} for player in PLAYERS[:seats]}

    def write(self, rows: Rows) -> None:
        assert json.loads(json.dumps(rows)) == rows
        for table, table_rows in rows.items():
            assert len({row["id"] for row in table_rows}) == len(table_rows)
            for row in table_rows:
                self.write_row(table, row)

    def write_row(self, table: str, row: DatabaseRow) -> None:
        if table in WHOLE:
            assert all(row[column] is not None for column in NOT_NULL[table])
            assert self.rows[table].get(row["id"], row).keys() == row.keys()
            assert self.rows[table].get(row["id"]) != row
            self.rows[table][row["id"]] = dict(row)
        elif "created_at" in row:
            assert row["id"] not in self.rows[table]
            assert all(row.get(column) is not None for column in NOT_NULL[table])
            assert row.get("turn_id") in (None, *self.rows["turn"])
            self.rows[table][row["id"]] = dict(row)
        else:
            stored = self.rows[table][row["id"]]
            assert all(value is not None or stored.get(column) is None for column, value in row.items())
            stored.update(row)

    def all(self, table: str) -> list[DatabaseRow]:
        return list(self.rows[table].values())


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.untraced) for seed in range(4, 40))]
)
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
        check_cards(store, turn.state)

    numbers = [row["turn_number"] for row in store.all("turn")]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    for score in store.all("game_score"):
        assert not score["penalty_applied"] or score["is_cambio_caller"]


CARD_IDS = frozenset(card_id(code) for code in POWER_OF)


def check_cards(store: Store, state: State) -> None:
    """What the rows say of every card, put together, is the State."""
    by_place = {
        (row["location"], row["player_id"], row["position"]): CODES[row["id"]] for row in store.all("card")
    }
    if state.phase == "setup":
        assert by_place == {}
        return
    deck = enumerate(reversed(state.draw_pile))
    expected: dict[tuple[str, str | None, int | None], str] = {("deck", None, n): code for n, code in deck}
    expected |= {("discard", None, n): code for n, code in enumerate(state.discard_pile)}
    if state.held is not None:
        expected[("held", f"player {state.held.seat}", None)] = state.held.card
    for seat, player in enumerate(state.players):
        for position, code in enumerate(player.slots):
            if code is not None:
                expected[("hand", f"player {seat}", position)] = code
    assert by_place == expected
    peeking = {CODES[row["id"]] for row in store.all("card") if row["visibility"] == "peeking"}
    views = [CAMBIO.view(state, seat) for seat in range(len(state.players))]
    assert peeking == {
        state.players[seat].slots[position]
        for view in views
        for seat, player in enumerate(view.players)
        for position, slot_view in enumerate(player.slots)
        if slot_view.visibility == "peeking"
    }


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
