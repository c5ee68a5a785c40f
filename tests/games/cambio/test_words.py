"""Chapter 1: words and conventions."""

from importlib.metadata import entry_points

import msgspec
import pytest

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    EndInitialView,
    GiveCard,
    HouseAction,
    PassSnap,
    SetConnected,
    SkipPower,
    Snap,
    StartGame,
    SwapCard,
    TakeOver,
    UsePower,
)
from rondel.games.cambio.events import CardDrawn, DeckShuffled, DrawnCardSeen, PowerAvailable, TurnStarted
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import State
from rondel.kernel import HOUSE, Chance, Refusal, take_turn
from rondel.wire.codec import codec_of
from rondel.wire.registry import GROUP
from rondel.wire.schema import schemas
from rondel.wire.strict import MalformedError
from rondel.wire.tagged import members
from tests.games.cambio.table import HUMAN, NOW, Table, card, deal, refused, seen, slot, started, tags

HANDS = "A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣"
THREE = "A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ J♠ Q♦"


def test_1_2_cambio_is_on_the_shelf_without_undo_and_without_open_payloads() -> None:
    """Rules 1.2, 11.1: no undo, no sampled payloads, the usual size of an action."""
    (entry,) = entry_points(group=GROUP, name="cambio")
    assert entry.load() is CAMBIO

    assert CAMBIO.undo is None
    assert not CAMBIO.is_open_ended(DrawCard("deck"))
    assert CAMBIO.max_action_bytes == 4096
    assert CAMBIO.seats == range(2, 7)
    assert CAMBIO.endings == {"cambio", "deck_out", "turn_cap", "abandoned"}
    assert {"Options", "Action", "Event", "View"} == set(schemas(CAMBIO))


@pytest.mark.parametrize(
    "action", [StartGame(), SetConnected(1, connected=False), EndInitialView(), TakeOver(0)]
)
def test_1_3_a_house_action_is_not_for_players(action: Action) -> None:
    table = deal(HANDS)

    with refused("HOUSE_ONLY"):
        table.play(0, action)
    with refused("NOT_SEATED"):
        table.play(None, action)


def test_1_3_whoever_has_no_seat_may_not_act() -> None:
    table = deal(HANDS)

    for actor in (None, 2, -1):
        with refused("NOT_SEATED"):
            table.play(actor, DrawCard("deck"))


def test_1_3_the_house_does_not_play() -> None:
    table = deal(HANDS)

    with refused("NOT_SEATED"):
        table.play(HOUSE, DrawCard("deck"))


def test_1_4_times_are_those_of_the_decision() -> None:
    table = deal(HANDS, deck="5♠")

    table.at += 777
    events = table.draw_and_discard(0)

    assert events[-1] == TurnStarted(1, 2, NOW + 777 + 60_000)


def test_1_5_each_event_has_exactly_one_audience() -> None:
    table = deal(HANDS, deck="7♠")

    drawn = table.play(0, DrawCard("deck"))
    discarded = table.play(0, DiscardCard())

    assert tags(seen(drawn, 0)) == ["CARD_DRAWN", "DRAWN_CARD_SEEN"]
    assert tags(seen(drawn, 1)) == tags(seen(drawn, None)) == ["CARD_DRAWN"]
    assert PowerAvailable(0, "peek_own", NOW + 30_000) in seen(discarded, 0)
    assert PowerAvailable(0, "peek_own", NOW + 30_000) not in seen(discarded, 1)
    assert seen([DeckShuffled(("AS",), 0)], 0) == []


def test_1_6_actions_and_events_travel_as_type_and_payload() -> None:
    codec = codec_of(CAMBIO)

    assert codec.parse_action(b'{"type": "DRAW_CARD", "payload": {"source": "deck"}}') == DrawCard("deck")
    assert codec.parse_action(b'{"type": "CALL_CAMBIO"}') == CallCambio()
    assert codec.parse_action(b'{"type": "ACKNOWLEDGE_REVEAL"}') == AcknowledgeReveal(swap=False)
    observation = msgspec.json.decode(codec.observation(CardDrawn(1, "deck"), 12, 34))
    assert observation == {
        "type": "CARD_DRAWN",
        "version": 12,
        "at": 34,
        "payload": {"seat": 1, "source": "deck", "card": None},
    }


@pytest.mark.parametrize(
    "text",
    [
        b'{"type": "DRAW_CARDS", "payload": {"source": "deck"}}',
        b'{"type": "DRAW_CARD", "payload": {"source": "hand"}}',
        b'{"type": "DRAW_CARD"}',
        b'{"type": "SWAP_CARD", "payload": {"position": "1"}}',
        b'{"type": "SWAP_CARD", "payload": {"position": 1, "why": 2}}',
        b'{"type": "USE_POWER", "payload": {"powerType": "fly"}}',
        b'{"type": "USE_POWER", "payload": {"powerType": "look_own", "slots": [%s]}}'
        % b",".join([b'{"seat": 0, "position": 0}'] * 3),
    ],
)
def test_1_6_what_the_book_does_not_name_is_malformed(text: bytes) -> None:
    with pytest.raises(MalformedError):
        codec_of(CAMBIO).parse_action(text)


def snapping(step: str) -> Table:
    """A table of three in the given step, seat 0's turn, snap on."""
    table = deal(THREE, deck="7♠", snap="first", snap_others=True)
    if step == "setup":
        return Table(CAMBIO.start(table.state.options, [HUMAN] * 3))
    if step == "initial_view":
        return started(seat_specs=[HUMAN] * 3, snap="first", snap_others=True)
    if step == "awaiting_draw":
        return table
    table.play(0, DrawCard("deck"))
    if step == "holding":
        return table
    table.play(0, DiscardCard())
    if step == "power_pending":
        return table
    table.play(0, UsePower("peek_own", (slot(0, 0),)))
    if step == "revealing":
        return table
    table.play(0, AcknowledgeReveal())
    if step == "snap_window":
        return table
    assert step == "giving"
    table = deal(THREE, deck="5♠", snap="first", snap_others=True)
    table.draw_and_discard(0)
    table.play(2, Snap(2, 1, 1))
    return table


WHO_IS_REFUSED_WHAT: dict[Action, dict[str, tuple[str | None, str | None]]] = {
    # what is asked: (by the seat whose step it is, by another seat) in each step
    ConfirmInitialView(): dict.fromkeys(("setup", "awaiting_draw", "giving"), ("WRONG_PHASE", "WRONG_PHASE")),
    DrawCard("deck"): {
        "setup": ("WRONG_PHASE", "WRONG_PHASE"),
        "initial_view": ("WRONG_PHASE", "WRONG_PHASE"),
        "awaiting_draw": (None, "NOT_YOUR_TURN"),
        "holding": ("WRONG_STEP", "NOT_YOUR_TURN"),
        "power_pending": ("POWER_PENDING", "NOT_YOUR_TURN"),
        "revealing": ("POWER_PENDING", "NOT_YOUR_TURN"),
        "snap_window": ("SNAP_WINDOW_OPEN", "SNAP_WINDOW_OPEN"),
        "giving": ("WRONG_STEP", "NOT_YOUR_TURN"),
    },
    CallCambio(): {
        "initial_view": ("WRONG_PHASE", "WRONG_PHASE"),
        "awaiting_draw": (None, "NOT_YOUR_TURN"),
        "holding": ("WRONG_STEP", "NOT_YOUR_TURN"),
        "power_pending": ("POWER_PENDING", "NOT_YOUR_TURN"),
        "snap_window": ("SNAP_WINDOW_OPEN", "SNAP_WINDOW_OPEN"),
        "giving": ("WRONG_STEP", "NOT_YOUR_TURN"),
    },
    SwapCard(0): {
        "initial_view": ("WRONG_PHASE", "WRONG_PHASE"),
        "awaiting_draw": ("WRONG_STEP", "NOT_YOUR_TURN"),
        "holding": (None, "NOT_YOUR_TURN"),
        "power_pending": ("POWER_PENDING", "NOT_YOUR_TURN"),
        "revealing": ("POWER_PENDING", "NOT_YOUR_TURN"),
        "snap_window": ("WRONG_STEP", "WRONG_STEP"),
        "giving": ("WRONG_STEP", "NOT_YOUR_TURN"),
    },
    DiscardCard(): {
        "awaiting_draw": ("WRONG_STEP", "NOT_YOUR_TURN"),
        "holding": (None, "NOT_YOUR_TURN"),
        "power_pending": ("POWER_PENDING", "NOT_YOUR_TURN"),
    },
    UsePower("peek_own", (slot(0, 0),)): {
        "setup": ("WRONG_PHASE", "WRONG_PHASE"),
        "awaiting_draw": ("NO_POWER", "NOT_YOUR_TURN"),
        "holding": ("NO_POWER", "NOT_YOUR_TURN"),
        "power_pending": (None, "NOT_YOUR_TURN"),
        "revealing": ("NO_POWER", "NOT_YOUR_TURN"),
        "snap_window": ("NO_POWER", "NO_POWER"),
        "giving": ("NO_POWER", "NOT_YOUR_TURN"),
    },
    SkipPower(): {
        "awaiting_draw": ("NO_POWER", "NOT_YOUR_TURN"),
        "power_pending": (None, "NOT_YOUR_TURN"),
        "revealing": ("NO_POWER", "NOT_YOUR_TURN"),
    },
    AcknowledgeReveal(): {
        "awaiting_draw": ("WRONG_STEP", "NOT_YOUR_TURN"),
        "power_pending": ("POWER_PENDING", "NOT_YOUR_TURN"),
        "revealing": (None, "NOT_YOUR_TURN"),
        "snap_window": ("WRONG_STEP", "WRONG_STEP"),
    },
    Snap(2, 1, 1): {
        "setup": ("WRONG_PHASE", "WRONG_PHASE"),
        "initial_view": ("WRONG_PHASE", "WRONG_PHASE"),
        "awaiting_draw": ("STALE_DISCARD", "STALE_DISCARD"),
        "holding": ("STALE_DISCARD", "STALE_DISCARD"),
        "power_pending": ("WRONG_STEP", "WRONG_STEP"),
        "revealing": ("WRONG_STEP", "WRONG_STEP"),
        "snap_window": (None, None),
        "giving": ("STALE_DISCARD", "STALE_DISCARD"),
    },
    PassSnap(1): {
        "awaiting_draw": ("WRONG_STEP", "WRONG_STEP"),
        "revealing": ("STALE_DISCARD", "STALE_DISCARD"),
        "snap_window": ("STALE_DISCARD", "STALE_DISCARD"),
    },
    GiveCard(0): {
        "awaiting_draw": ("WRONG_STEP", "NOT_YOUR_TURN"),
        "power_pending": ("POWER_PENDING", "NOT_YOUR_TURN"),
        "snap_window": ("WRONG_STEP", "WRONG_STEP"),
        "giving": (None, "NOT_YOUR_TURN"),
    },
}


@pytest.mark.parametrize(
    ("action", "step", "answers"),
    [
        (action, step, answers)
        for action, steps in WHO_IS_REFUSED_WHAT.items()
        for step, answers in steps.items()
    ],
)
def test_1_7_an_action_out_of_place_is_refused_by_the_order_of_the_book(
    action: Action, step: str, answers: tuple[str | None, str | None]
) -> None:
    """Rules 1.7, 1.8: phase, window, turn, power, step, in this order."""
    table = snapping(step)
    owner = 2 if step == "giving" else 0

    assert answer(table.state, owner, action) == answers[0]
    assert answer(table.state, 1, action) == answers[1]


def answer(state: State, seat: int, action: Action) -> str | None:
    try:
        take_turn(CAMBIO, state, seat, action, Chance.of_seed(0), NOW)
    except Refusal as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize("action", [Snap(1, 0, 0), PassSnap(1)])
def test_1_7_snap_off_comes_before_the_phase(action: Action) -> None:
    table = started()

    with refused("SNAP_OFF"):
        table.play(0, action)


def test_1_7_a_second_call_is_known_before_the_turn_is_asked() -> None:
    table = deal(THREE, snap="first")
    table.play(0, CallCambio())

    with refused("CAMBIO_ALREADY_CALLED"):
        table.play(2, CallCambio())


def test_1_7_a_refusal_changes_nothing() -> None:
    table = deal(HANDS)
    before = table.state

    with refused("NOT_YOUR_TURN"):
        table.play(1, DrawCard("deck"))

    assert table.state == before


def test_1_7_when_the_game_is_over_it_is_over_for_house_and_seats() -> None:
    table = deal(HANDS)
    table.play(0, CallCambio())
    table.pass_turn(1)
    assert table.state.status == "completed"

    for action in (ConfirmInitialView(), DrawCard("deck"), CallCambio(), Snap(1, 0, 0)):
        with refused("GAME_OVER"):
            table.play(0, action)
    for house_action in (StartGame(), SetConnected(0, connected=False), EndInitialView()):
        with refused("GAME_OVER"):
            table.play(HOUSE, house_action)
    assert CAMBIO.to_act(table.state) == frozenset()
    assert table.legal(0) == []


def test_1_7_every_house_action_is_for_the_house_alone() -> None:
    house_only = set(members(HouseAction))

    assert house_only <= set(members(Action))
    assert len(members(Action)) - len(house_only) == 11


def test_1_9_a_slot_and_a_card_on_the_wire() -> None:
    assert msgspec.json.encode(slot(1, 3)) == b'{"seat":1,"position":3}'
    assert msgspec.json.encode(card("10♥", 10)) == b'{"rank":"10","suit":"hearts","pointValue":10}'


def test_1_10_turns_go_to_the_next_seat_and_round_again() -> None:
    table = deal(THREE, turn=2)

    table.pass_turn(2)

    assert table.state.current_turn_seat == 0


def test_1_11_in_the_initial_view_those_are_to_act_who_have_not_confirmed() -> None:
    table = started(seat_specs=[HUMAN] * 3)

    table.play(1, ConfirmInitialView())
    table.play(HOUSE, SetConnected(2, connected=False))

    assert CAMBIO.to_act(table.state) == {0}


@pytest.mark.parametrize("step", ["awaiting_draw", "holding", "power_pending", "revealing"])
def test_1_11_in_a_turn_the_current_seat_is_to_act(step: str) -> None:
    assert CAMBIO.to_act(snapping(step).state) == {0}


def test_1_11_in_the_snap_window_those_are_to_act_who_may_still_try() -> None:
    table = snapping("snap_window")

    table.play(1, PassSnap(2))
    assert CAMBIO.to_act(table.state) == {0, 2}
    table.play(HOUSE, SetConnected(2, connected=False))

    assert CAMBIO.to_act(table.state) == {0}


def test_1_11_the_giver_is_to_act_and_before_the_game_nobody() -> None:
    assert CAMBIO.to_act(snapping("giving").state) == {2}
    assert CAMBIO.to_act(snapping("setup").state) == frozenset()


def test_1_5_a_drawn_card_is_told_to_its_drawer_alone() -> None:
    table = deal(HANDS, deck="5♠")

    events = table.play(0, DrawCard("deck"))

    assert seen(events, 0) == [CardDrawn(0, "deck"), DrawnCardSeen(0, card("5♠", 5))]
    assert seen(events, 1) == [CardDrawn(0, "deck")]
