"""Chapter 13: the View."""

import msgspec
import pytest

from rondel.games.cambio.actions import (
    CallCambio,
    DrawCard,
    SetConnected,
    SkipPower,
    Snap,
    SwapCard,
    TakeOver,
    UsePower,
)
from rondel.games.cambio.events import Seen
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.cambio.view import HeldView, View
from rondel.kernel import HOUSE, Chance, Viewer
from rondel.wire.tagged import tag_of
from tests.games.cambio.table import HUMAN, NOW, Table, card, deal, seen, slot, started

THREE = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦"

FIELDS = (
    "you phase status ending options turnNumber currentTurnSeat step turnEndsAt players drawPileCount "
    "discardCount discardTop discardVersion held power reveal snap giving cambioCallerSeat finalTurnsLeft "
    "scores winners winnerSeat memory"
)
PLAYER_FIELDS = "kind controller isConnected hasTakenFinalTurn isCambioCaller confirmed score slots botAt"


def faces(table: Table, viewer: Viewer) -> list[str]:
    """Every face in the viewer's View, but for the top discard."""
    view = table.view(viewer)
    shown = [view_slot.card for player in view.players for view_slot in player.slots]
    held = [] if view.held is None else [view.held.card]
    return [f"{face.rank}{(face.suit or '')[:1].upper()}" for face in [*shown, *held] if face is not None]


def test_13_1_a_view_has_these_fields_and_no_others() -> None:
    assert " ".join(field.encode_name for field in msgspec.structs.fields(View)) == FIELDS
    view = msgspec.to_builtins(started().view(0))

    assert sorted(view) == sorted(set(FIELDS.split()) - {"memory"})
    assert sorted(view["players"][0]) == sorted(PLAYER_FIELDS.split())
    assert sorted(view["players"][0]["slots"][0]) == ["card", "visibility"]


def test_13_1_the_public_fields_say_what_everybody_knows() -> None:
    table = deal(THREE, discards="9♠ 6♠")
    table.play(0, CallCambio())

    for viewer in (0, 1, None):
        view = table.view(viewer)
        assert view.you == viewer
        assert (view.phase, view.status, view.ending) == ("final_round", "active", None)
        assert (view.turn_number, view.current_turn_seat, view.step) == (2, 1, "awaiting_draw")
        assert (view.draw_pile_count, view.discard_count, view.discard_version) == (38, 2, 2)
        assert view.discard_top == card("6♠", 6)
        assert (view.cambio_caller_seat, view.final_turns_left) == (0, (1, 2))
        assert [player.is_cambio_caller for player in view.players] == [True, False, False]
        assert [player.score for player in view.players] == [None, None, None]
        assert (view.scores, view.winners, view.winner_seat) == ((), (), None)


def test_13_2_a_face_is_shown_from_the_event_on_that_tells_it() -> None:
    """Rules 3.6, 4.2: also between two events of one row, nobody sees what nobody has told it."""
    state = CAMBIO.start(Options(seats=2), [HUMAN, HUMAN])
    peeking: list[tuple[str, int, int]] = []
    for event in CAMBIO.decide(state, HOUSE, CAMBIO.begin, Chance.of_seed(1), NOW):
        state = CAMBIO.evolve(state, event, NOW)
        shown = [
            sum(slot.card is not None for player in CAMBIO.view(state, seat).players for slot in player.slots)
            for seat in (0, 1)
        ]
        peeking.append((tag_of(type(event)), *shown))  # type: ignore[arg-type]

    assert peeking[3:] == [
        ("INITIAL_VIEW_STARTED", 0, 0),
        ("CARD_REVEALED", 2, 0),
        ("CARD_REVEALED", 2, 2),
    ]


def test_4_2_a_drawn_card_is_shown_once_its_holder_is_told() -> None:
    table = deal(THREE, deck="9♥")
    state = table.state
    held = []
    for event in table.play(0, DrawCard("deck")):
        state = CAMBIO.evolve(state, event, NOW)
        seen_by = [CAMBIO.view(state, viewer).held for viewer in (0, 1, None)]
        held.append([None if each is None else each.card is not None for each in seen_by])

    assert held == [[False, False, False], [True, False, False]]


def test_13_1_nothing_of_the_draw_pile_or_the_buried_discards_is_shown() -> None:
    table = deal("A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣", discards="9♠ 6♠", deck="Q♠ J♠")

    for viewer in (0, 1, None):
        assert msgspec.json.encode(table.view(viewer)).count(b'"rank"') == 1


def test_13_2_before_the_deal_there_are_no_cards() -> None:
    table = Table(CAMBIO.start(Options(seats=2), [HUMAN, HUMAN]))

    assert faces(table, None) == []
    assert table.view(None).discard_top is None


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_13_2_in_the_initial_view_each_seat_sees_its_two_cards(viewer: Viewer) -> None:
    table = started()

    own = () if viewer is None else table.state.players[viewer].slots[2:]

    assert faces(table, viewer) == list(own)


def test_13_2_the_holder_sees_the_held_card_and_the_others_only_a_discard() -> None:
    table = deal(THREE, deck="Q♠")
    table.play(0, DrawCard("deck"))

    assert table.view(0).held == HeldView(0, "deck", card("Q♠", 10), "blind_swap")
    assert table.view(1).held == table.view(None).held == HeldView(0, "deck", None)


def test_13_1_only_the_holder_is_told_what_the_discard_of_the_held_card_opens() -> None:
    table = deal(THREE, deck="7♠ 9♠ Q♠ K♠ 2♠")
    opened: list[str | None] = []
    for seat in (0, 1, 2, 0, 1):
        table.play(seat, DrawCard("deck"))
        powers = [held.power for viewer in (0, 1, 2, None) if (held := table.view(viewer).held)]
        opened.append(powers.pop(seat))
        assert powers == [None, None, None]
        table.play(seat, SwapCard(0))

    assert opened == ["peek_own", "peek_opponent", "blind_swap", "look_own", None]


def test_13_1_a_card_from_the_discards_opens_nothing() -> None:
    table = deal(THREE, deck="Q♠")
    table.draw_and_discard(0)
    table.play(0, SkipPower())
    table.play(1, DrawCard("discard"))

    assert table.view(1).held == HeldView(1, "discard", card("Q♠", 10))


def test_13_1_everybody_is_told_when_a_bot_will_play_for_an_absent_seat() -> None:
    table = deal(THREE, bot_takeover_ms=1_000)
    assert [player.bot_at for player in table.view(0).players] == [None, None, None]

    table.play(HOUSE, SetConnected(1, connected=False))
    for viewer in (0, 1, 2, None):
        assert [player.bot_at for player in table.view(viewer).players] == [None, NOW + 1_000, None]

    table.at += 1_000
    table.play(HOUSE, TakeOver(1))
    assert [player.bot_at for player in table.view(0).players] == [None, None, None]


def test_13_2_in_a_power_a_window_and_a_gift_nobody_sees_anything() -> None:
    power = deal(THREE, deck="7♠")
    power.draw_and_discard(0)
    window = deal(THREE, deck="5♠", snap="first", snap_others=True)
    window.draw_and_discard(0)
    giving = deal(THREE, deck="5♠", snap="first", snap_others=True)
    giving.draw_and_discard(0)
    giving.play(1, Snap(2, 2, 2))

    for table in (power, window, giving):
        for viewer in (0, 1, 2, None):
            assert faces(table, viewer) == []


def test_13_2_in_a_peek_the_others_see_which_slots_and_no_faces() -> None:
    table = deal(THREE, deck="9♠")
    table.draw_and_discard(0)

    table.play(0, UsePower("peek_opponent", (slot(1, 0),)))

    assert faces(table, 0) == ["KH"]
    for viewer in (1, 2, None):
        assert faces(table, viewer) == []
        reveal = table.view(viewer).reveal
        assert reveal is not None
        assert reveal.slots == (slot(1, 0),)


def test_13_2_at_the_end_everybody_sees_every_hand() -> None:
    table = deal("A♠ - 2♣ 5♥ | K♥ 5♣ 3♣ 4♣")
    table.play(0, CallCambio())
    table.wait(60_000)

    for viewer in (0, 1, None):
        assert faces(table, viewer) == ["AS", "2C", "5H", "KH", "5C", "3C", "4C"]


def test_13_3_a_peek_is_nowhere_else() -> None:
    """Rules 13.3, 15.3: not in Views, not in events, not in refusals."""
    table = deal(THREE, deck="7♠")
    table.draw_and_discard(0)

    events = table.play(0, UsePower("peek_own", (slot(0, 0),)))

    for viewer in (1, 2, None):
        assert b'"rank"' not in msgspec.json.encode(seen(events, viewer))
        assert table.view(viewer).players[0].slots[0].card is None


def test_13_1_memory_is_for_a_seat_and_by_option() -> None:
    forgetful = deal(THREE)
    table = deal(THREE, memory_aid=True, known={0: "A♠ K♥", 1: "4♣"})

    assert forgetful.view(0).memory is msgspec.UNSET
    assert table.view(None).memory is msgspec.UNSET
    assert table.view(0).memory == (Seen(slot(0, 0), card("A♠", 1)), Seen(slot(1, 0), card("K♥", 0)))
    assert table.view(1).memory == (Seen(slot(1, 3), card("4♣", 4)),)
    assert table.view(2).memory == ()
