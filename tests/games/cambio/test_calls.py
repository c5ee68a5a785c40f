"""Chapters 15 and 20: what may be asked by name, what is answered, and whom a refusal blames."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rondel.games.cambio
from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    SetConnected,
    SkipPower,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.events import Event
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import State
from rondel.kernel import HOUSE, Asker, Viewer
from tests.games.cambio.table import NOW, Table, deal, refused, seen, slot
from tests.games.cambio.walker import Walk

TWO = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣"
THREE = f"{TWO} | 6♥ 8♣ 5♦ Q♦"
SLOT = '{"seat": 0, "position": 0}'
PLAYERS = ("ann", "ben", "cyd", "dot", "eve", "fay")


def read(name: str, text: str) -> Any:
    """The body of a call, read as strictly as a door reads it."""
    body = CAMBIO.calls[name].body
    assert body is not None
    return msgspec.json.decode(text, type=body)


def ask(name: str, text: str, seat: int = 0) -> Action:
    """The Action that a call means."""
    asking = CAMBIO.calls[name].ask
    assert asking is not None
    meant: Action = asking(read(name, text), Asker(seat, PLAYERS[:3]))
    return meant


def tell(name: str, state: State, viewer: Viewer, events: Sequence[Event] = ()) -> dict[str, Any]:
    """What a call answers, as JSON says it."""
    response = CAMBIO.calls[name].respond(CAMBIO.view(state, viewer), seen(events, viewer), PLAYERS)
    answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(response))
    return answer


def with_power(discarded: str, **options: Any) -> Table:
    """Seat 0 of three has discarded a power card."""
    table = deal(THREE, deck=discarded, **options)
    table.draw_and_discard(0)
    return table


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"powerType": "peek_own", "position": 2}', UsePower("peek_own", (slot(0, 2),))),
        (
            '{"powerType": "peek_opponent", "targetPlayerId": "cyd", "targetPosition": 1}',
            UsePower("peek_opponent", (slot(2, 1),)),
        ),
        (
            '{"powerType": "blind_swap", "position": 0, "targetPlayerId": "ben", "targetPosition": 3}',
            UsePower("blind_swap", (slot(0, 0), slot(1, 3))),
        ),
        ('{"powerType": "look_own"}', UsePower("look_own")),
        ('{"powerType": "look_own", "position": 1, "skip": false}', UsePower("look_own", (slot(0, 1),))),
        (
            '{"powerType": "blind_swap", "slots": [{"seat": 1, "position": 0}, {"seat": 2, "position": 3}]}',
            UsePower("blind_swap", (slot(1, 0), slot(2, 3))),
        ),
        ('{"powerType": "look_own", "slots": []}', UsePower("look_own")),
        ('{"skip": true}', SkipPower()),
    ],
)
def test_20_2_a_power_is_asked_for_by_positions_or_by_slots(text: str, action: Action) -> None:
    assert ask("power", text) == action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "powerType is missing"),
        ('{"skip": false}', "powerType is missing"),
        ('{"position": 2}', "powerType is missing"),
        ('{"powerType": "peek_own", "position": 2, "skip": true}', "skip stands alone"),
        ('{"slots": [], "skip": true}', "skip stands alone"),
        ('{"powerType": "peek_own", "position": 2, "slots": []}', "slots replace"),
        (
            '{"powerType": "look_own", "targetPlayerId": "ben", "targetPosition": 0, "slots": []}',
            "slots replace",
        ),
        ('{"powerType": "peek_opponent", "targetPlayerId": "ben"}', "go together"),
        ('{"powerType": "peek_opponent", "targetPosition": 0}', "go together"),
    ],
)
def test_20_2_what_says_nothing_or_two_things_is_no_action(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ask("power", text)


@pytest.mark.parametrize(
    "text",
    [
        '{"powerType": "fly"}',
        '{"powerType": "peek_own", "position": "2"}',
        '{"powerType": "peek_own", "position": null}',
        '{"powerType": "peek_own", "position": 2, "why": 3}',
        f'{{"powerType": "look_own", "slots": [{SLOT}, {SLOT}, {SLOT}]}}',
        '{"skip": 1}',
        "[]",
    ],
)
def test_20_2_a_body_is_read_strictly(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        read("power", text)


def test_20_2_a_target_must_sit_at_the_table() -> None:
    """Rules 20.2, 15.1: a player who is not there is missing, whatever else is wrong."""
    with refused("UNKNOWN_PLAYER"):
        ask("power", '{"powerType": "peek_opponent", "targetPlayerId": "dot", "targetPosition": 0}')


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"powerType": "peek_own", "position": 4}', "INVALID_POSITION"),
        ('{"powerType": "peek_own", "position": -1}', "INVALID_POSITION"),
        ('{"powerType": "peek_own", "slots": [{"seat": 9, "position": 0}]}', "INVALID_POSITION"),
        ('{"powerType": "peek_own"}', "INVALID_TARGET"),
        ('{"powerType": "peek_own", "targetPlayerId": "ben", "targetPosition": 0}', "INVALID_TARGET"),
        ('{"powerType": "look_own"}', "WRONG_POWER"),
    ],
)
def test_20_2_whether_a_power_takes_such_slots_is_for_the_rules_to_say(text: str, code: str) -> None:
    """Rules 20.2, 5.4: the door of a call judges no card."""
    table = with_power("7♠")

    with refused(code):
        table.play(0, ask("power", text))


def test_20_2_a_look_is_answered_with_the_card_and_its_time() -> None:
    table = with_power("7♠")

    events = table.play(0, ask("power", '{"powerType": "peek_own", "position": 2}'))

    assert tell("power", table.state, 0, events) == {
        "powerType": "peek_own",
        "skipped": False,
        "revealed": [
            {
                "seat": 0,
                "position": 2,
                "card": {"rank": "2", "suit": "clubs", "pointValue": 2},
                "until": NOW + 5_000,
            }
        ],
        "swapped": None,
    }


def test_20_2_a_look_at_two_cards_is_answered_with_both() -> None:
    table = with_power("K♠", king_power="look_and_swap")
    text = '{"powerType": "look_own", "position": 0, "targetPlayerId": "ben", "targetPosition": 3}'

    events = table.play(0, ask("power", text))

    response = tell("power", table.state, 0, events)
    assert response["powerType"] == "look_own"
    assert [(card["seat"], card["position"]) for card in response["revealed"]] == [(0, 0), (1, 3)]
    assert [card["card"]["rank"] for card in response["revealed"]] == ["A", "4"]
    assert response["swapped"] is None


def test_20_2_a_card_that_chance_picked_is_named_in_the_answer() -> None:
    """Rules 20.2, 5.9: the king's seat did not say which."""
    table = with_power("K♠")

    events = table.play(0, ask("power", '{"powerType": "look_own"}'))

    (shown,) = tell("power", table.state, 0, events)["revealed"]
    assert table.state.reveal is not None
    assert table.state.reveal.slots == (slot(shown["seat"], shown["position"]),)


def test_20_2_a_blind_swap_is_answered_with_the_slots_and_no_face() -> None:
    table = with_power("Q♠")
    text = '{"powerType": "blind_swap", "position": 0, "targetPlayerId": "ben", "targetPosition": 3}'

    events = table.play(0, ask("power", text))

    assert tell("power", table.state, 0, events) == {
        "powerType": "blind_swap",
        "skipped": False,
        "revealed": [],
        "swapped": [{"seat": 0, "position": 0}, {"seat": 1, "position": 3}],
    }


def test_20_2_a_skip_is_answered_with_the_power_that_was_let_go() -> None:
    table = with_power("9♠")

    events = table.play(0, ask("power", '{"skip": true}'))

    assert tell("power", table.state, 0, events) == {
        "powerType": "peek_opponent",
        "skipped": True,
        "revealed": [],
        "swapped": None,
    }


def test_20_2_whoever_asks_again_is_shown_only_what_is_still_shown() -> None:
    table = with_power("7♠")
    events = table.play(0, UsePower("peek_own", (slot(0, 2),)))
    live = tell("power", table.state, 0, events)

    assert tell("power", table.state, 0) == live
    table.play(0, AcknowledgeReveal())

    assert tell("power", table.state, 0, events) == live | {"revealed": []}
    assert tell("power", table.state, 0) == {
        "powerType": None,
        "skipped": False,
        "revealed": [],
        "swapped": None,
    }


def test_20_2_whoever_asks_again_is_not_told_of_a_later_power() -> None:
    table = deal(TWO, deck="7♠ 2♠ 8♠")
    table.draw_and_discard(0)
    events = table.play(0, UsePower("peek_own", (slot(0, 2),)))
    table.play(0, AcknowledgeReveal())
    table.draw_and_discard(1)
    table.draw_and_discard(0)

    table.play(0, UsePower("peek_own", (slot(0, 0),)))

    assert tell("power", table.state, 0, events)["revealed"] == []


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_13_3_nobody_else_is_answered_with_a_peek(viewer: Viewer) -> None:
    """Rules 13.3, 20.2: an answer is told from the View of whoever asks."""
    table = with_power("7♠")
    events = table.play(0, UsePower("peek_own", (slot(0, 2),)))

    response = tell("power", table.state, viewer, events)

    assert response == {"powerType": None, "skipped": False, "revealed": [], "swapped": None}


@pytest.mark.parametrize("seed", range(8))
def test_13_3_every_face_in_an_answer_is_in_the_view(seed: int) -> None:
    """Rules 13.3, 20.2: whoever asks, whenever, about whatever was heard."""
    walk = Walk(seed)

    for _, _, _, turn in walk.moves():
        for viewer in (None, *range(walk.options.seats)):
            response = tell("power", turn.state, viewer, turn.events)
            view = CAMBIO.view(turn.state, viewer)
            shown = [
                {"seat": seat, "position": position, "card": msgspec.to_builtins(held.card)}
                for seat, player in enumerate(view.players)
                for position, held in enumerate(player.slots)
                if held.visibility == "peeking"
            ]
            for revealed in response["revealed"]:
                assert view.reveal is not None
                assert revealed.pop("until") == view.reveal.until
                assert revealed in shown


def test_20_3_a_call_is_asked_for_with_an_empty_body() -> None:
    table = deal(THREE)
    assert ask("cambio", "{}") == CallCambio()
    with pytest.raises(msgspec.ValidationError):
        read("cambio", '{"seat": 0}')

    events = table.play(0, ask("cambio", "{}"))

    assert tell("cambio", table.state, 0, events) == {"phase": "final_round", "cambioCallerId": "ann"}


def test_20_3_a_call_that_completes_the_game_says_so() -> None:
    """Rules 20.3, 6.8: every other seat has forfeited."""
    table = deal(TWO)
    table.play(HOUSE, SetConnected(1, connected=False))

    events = table.play(0, CallCambio())

    assert tell("cambio", table.state, 0, events) == {"phase": "completed", "cambioCallerId": "ann"}


def test_20_3_before_a_call_there_is_no_caller() -> None:
    assert tell("cambio", deal(TWO).state, 0) == {"phase": "playing", "cambioCallerId": None}


def ended(hands: str, **options: Any) -> State:
    """Seat 0 has called, and nobody else was there."""
    table = deal(hands, **options)
    for seat in range(1, len(table.state.players)):
        table.play(HOUSE, SetConnected(seat, connected=False))
    table.play(0, CallCambio())
    return table.state


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_20_4_the_scores_are_told_to_everybody_by_the_players_ids(viewer: Viewer) -> None:
    response = tell("scores", ended("A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ -"), viewer)

    assert response == {
        "phase": "completed",
        "ending": "cambio",
        "cambioCallerId": "ann",
        "winnerId": "ben",
        "winners": ["ben"],
        "scores": [
            {
                "playerId": "ann",
                "seat": 0,
                "baseScore": 15,
                "finalScore": 30,
                "isCambioCaller": True,
                "penaltyApplied": True,
                "isWinner": False,
                "cardsSummary": [
                    {"rank": "A", "suit": "spades", "pointValue": 1},
                    {"rank": "7", "suit": "diamonds", "pointValue": 7},
                    {"rank": "2", "suit": "clubs", "pointValue": 2},
                    {"rank": "5", "suit": "hearts", "pointValue": 5},
                ],
            },
            {
                "playerId": "ben",
                "seat": 1,
                "baseScore": 8,
                "finalScore": 8,
                "isCambioCaller": False,
                "penaltyApplied": False,
                "isWinner": True,
                "cardsSummary": [
                    {"rank": "K", "suit": "hearts", "pointValue": 0},
                    {"rank": "5", "suit": "clubs", "pointValue": 5},
                    {"rank": "3", "suit": "clubs", "pointValue": 3},
                ],
            },
        ],
    }


def test_20_4_of_two_winners_neither_is_the_winner() -> None:
    """Rules 20.4, 7.7: both are named."""
    response = tell("scores", ended("A♠ 7♦ 2♣ 5♥ | A♥ 7♣ 2♦ 5♠"), 0)

    assert (response["winnerId"], response["winners"]) == (None, ["ann", "ben"])


def test_20_4_a_game_may_end_without_a_caller() -> None:
    """Rules 20.4, 16.2: the deck is out."""
    table = deal(TWO, deck="2♠", exact=True, deck_out="endRound")
    table.draw_and_discard(0)

    response = tell("scores", table.state, 0)

    assert (response["ending"], response["cambioCallerId"]) == ("deck_out", None)


def test_20_4_before_the_end_there_are_no_scores() -> None:
    table = deal(THREE)
    table.play(0, CallCambio())

    with refused("NOT_COMPLETED"):
        tell("scores", table.state, 0)


def test_20_4_of_an_abandoned_table_there_are_no_scores() -> None:
    """Rules 20.4, 9.8: nothing is turned over."""
    table = deal(TWO, turn_ms=0)
    for seat in (0, 1):
        table.play(HOUSE, SetConnected(seat, connected=False))
    table.wait(300_000)
    assert table.state.status == "abandoned"

    with refused("NOT_COMPLETED"):
        tell("scores", table.state, 0)


def test_20_4_the_scores_are_only_read() -> None:
    assert {name for name, call in CAMBIO.calls.items() if call.ask is None} == {"scores"}
    assert (CAMBIO.calls["scores"].body, CAMBIO.calls["scores"].ask) == (None, None)


def codes_refused() -> set[str]:
    """Every code that the source of Cambio names in a Refusal."""
    (folder,) = rondel.games.cambio.__path__
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(folder).glob("*.py")))
    return set(re.findall(r'Refusal\(\s*"([A-Z_]+)"', source))


def test_15_1_a_refusal_is_about_the_request_the_asker_something_missing_or_the_moment() -> None:
    by_blame = {
        blame: {code for code in codes_refused() if CAMBIO.error_blame.get(code) == blame}
        for blame in ("request", "asker", "missing", None)
    }

    assert by_blame == {
        "request": {
            "INVALID_POSITION",
            "INVALID_TARGET",
            "WRONG_POWER",
            "CALLER_LOCKED",
            "SWAP_NOT_OFFERED",
        },
        "asker": {"NOT_SEATED", "HOUSE_ONLY", "NOT_YOUR_TURN"},
        "missing": {"UNKNOWN_PLAYER"},
        None: {
            "ALREADY_CONFIRMED",
            "CALL_OVER_LIMIT",
            "CALL_TOO_EARLY",
            "CAMBIO_ALREADY_CALLED",
            "DISCARD_DRAW_OFF",
            "DISCARD_EMPTY",
            "GAME_OVER",
            "MUST_SWAP",
            "NOT_COMPLETED",
            "NOT_DUE",
            "NO_CARD_TO_SWAP",
            "NO_CHANGE",
            "NO_POWER",
            "POWER_COMPULSORY",
            "POWER_PENDING",
            "SNAP_ALREADY_TRIED",
            "SNAP_OFF",
            "SNAP_WINDOW_OPEN",
            "STALE_DISCARD",
            "TOO_FEW_SEATS",
            "WRONG_PHASE",
            "WRONG_STEP",
        },
    }
    assert set(CAMBIO.error_blame) <= codes_refused()


def test_15_1_whoever_asks_out_of_turn_is_to_blame_before_what_was_asked() -> None:
    """Rules 15.1, 1.7: the order of the checks decides the blame."""
    table = with_power("7♠")

    with refused("NOT_YOUR_TURN"):
        table.play(1, UsePower("look_own", (slot(0, 4),)))
    with refused("NOT_YOUR_TURN"):
        table.play(1, DrawCard("deck"))


@pytest.mark.parametrize(
    ("name", "text", "action"),
    [
        ("look", "{}", ConfirmInitialView()),
        ("draw", '{"source": "discard"}', DrawCard("discard")),
        ("swap", '{"position": 3}', SwapCard(3)),
        ("discard", "{}", DiscardCard()),
        ("acknowledge", "{}", AcknowledgeReveal()),
        ("acknowledge", '{"swap": true}', AcknowledgeReveal(swap=True)),
    ],
)
def test_20_8_a_move_is_asked_for_by_the_payload_of_its_action(name: str, text: str, action: Action) -> None:
    assert ask(name, text) == action


def test_20_8_a_draw_is_answered_with_the_card_to_its_drawer_alone() -> None:
    table = deal(TWO, deck="9♠")
    events = table.play(0, DrawCard("deck"))

    own, other = tell("draw", table.state, 0, events), tell("draw", table.state, 1, events)

    assert (own["step"], own["source"], own["card"]["rank"]) == ("holding", "deck", "9")
    assert (own["currentTurnPlayerId"], own["powerType"], own["phase"]) == ("ann", None, "playing")
    assert (other["source"], other["card"]) == (None, None)


def test_20_8_a_discard_is_answered_with_the_power_that_is_open() -> None:
    table = with_power("J♦")

    own, other = tell("discard", table.state, 0), tell("discard", table.state, 1)

    assert (own["powerType"], own["discardTop"]["rank"], own["card"]) == ("blind_swap", "J", None)
    assert other["powerType"] is None
