"""Cambio, chapter 19: the rows a commit leaves in the relational record.

The rules know neither ids nor clocks, so a row names what it means: the table, its version, the time of
the commit, a player by seat, anything else by a name within the table. `settled` puts the values in.
"""

import hashlib
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from rondel.games.cambio.events import (
    CambioCalled,
    CardDiscarded,
    CardDrawn,
    CardSwapped,
    ConnectionChanged,
    ControllerChanged,
    Event,
    FinalTurnTaken,
    GameAbandoned,
    GameCompleted,
    GameStarted,
    InitialViewEnded,
    InitialViewStarted,
    PowerActivated,
    PowerAvailable,
    Score,
    SwapCompleted,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from rondel.games.cambio.opening import initial_slots, unconfirmed_seats
from rondel.games.cambio.options import deck_of, faces_of
from rondel.games.cambio.pieces import POWER_OF, SLOTS, Code, Slot
from rondel.games.cambio.state import State, card_in
from rondel.kernel import Ms, Noun, Seat

Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = Mapping[str, Sequence[Row]]


class Commit(Enum):
    """What only the commit knows."""

    TABLE = "table"
    VERSION = "version"
    AT = "at"


class Id(Noun):
    """19.1 The UUIDv5 of a name within the table; a card's name is its code."""

    name: str


class PlayerId(Noun):
    """The player in a seat."""

    seat: Seat


def record(before: State, events: Sequence[Event], after: State) -> Rows:
    """19.7 The rows of one commit, each once and with final values: to insert, or to update by id."""
    ledger = _Ledger(before, after)
    for event in events:
        ledger.enter(event)
    return ledger.rows()


def settled(rows: Rows, table: str, version: int, at: Ms, players: Sequence[str]) -> Rows:
    """The rows with the ids and the time of their commit."""
    return {
        name: [
            {column: _value(value, table, version, at, players) for column, value in row.items()}
            for row in kept
        ]
        for name, kept in rows.items()
    }


def uuid5(namespace: str, name: str) -> str:
    """The version-5 UUID of a name, by RFC 9562."""
    raw = bytearray(hashlib.sha1(bytes.fromhex(namespace.replace("-", "")) + name.encode()).digest()[:16])  # noqa: S324 - as the RFC has it
    raw[6] = raw[6] & 0x0F | 0x50
    raw[8] = raw[8] & 0x3F | 0x80
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def cards(state: State) -> list[Row]:
    """19.6 Every card as a snapshot keeps it; `until` for a card being shown."""
    shown = _shown(state)
    places: dict[Code, Row] = {}
    for index, code in enumerate(state.draw_pile):
        places[code] = _lying("deck", None, index)
    for index, code in enumerate(state.discard_pile):
        places[code] = _lying("discard", None, index, "face_up")
    if state.held is not None:
        visibility = "hidden" if state.held.source == "deck" else "face_up"
        places[state.held.card] = _lying("held", state.held.seat, None, visibility)
    for seat, player in enumerate(state.players):
        for position, card in enumerate(player.slots):
            if card is not None:
                places[card] = _in_hand(state, SLOTS[seat][position], shown)
    faces = faces_of(state.options)
    return [
        {
            "id": Id(code),
            "game_session_id": Commit.TABLE,
            "rank": faces[code].rank,
            "suit": faces[code].suit,
            "point_value": faces[code].point_value,
            "power": POWER_OF[code] or "none",
            **places[code],
        }
        for code in deck_of(state.options)
    ]


def _shown(state: State) -> dict[Slot, Ms]:
    """The slots being shown to somebody, and until when."""
    if state.status != "active":
        return {}
    if state.view_ends_at is not None:
        seats = unconfirmed_seats(state)
        return {slot: state.view_ends_at for seat in seats for slot in initial_slots(seat)}
    if state.reveal is not None:
        return dict.fromkeys(state.reveal.slots, state.reveal.until)
    return {}


def _in_hand(state: State, slot: Slot, shown: Mapping[Slot, Ms]) -> Row:
    if slot in shown:
        return _lying("hand", slot.seat, slot.position, "peeking", shown[slot])
    visibility = "face_up" if state.phase == "completed" else "hidden"
    return _lying("hand", slot.seat, slot.position, visibility)


def _lying(
    location: str,
    seat: Seat | None,
    position: int | None,
    visibility: str = "hidden",
    until: Ms | None = None,
) -> Row:
    return {
        "location": location,
        "player_id": None if seat is None else PlayerId(seat),
        "position": position,
        "visibility": visibility,
        "until": until,
    }


class _Ledger:
    """The rows of one commit; where several events set a column, the last one counts."""

    def __init__(self, before: State, after: State) -> None:
        self.before = before
        self.after = after
        self.turn_number = before.turn_number
        self.session: Row = {"id": Commit.TABLE, "version": Commit.VERSION}
        self.players: dict[Seat, Row] = {}
        self.turns: dict[int, Row] = {}
        self.powers: dict[int, Row] = {}
        self.scores: list[Row] = []

    def rows(self) -> Rows:
        tables: dict[str, list[Row]] = {
            "game_session": [self.session],
            "player": list(self.players.values()),
            "turn": list(self.turns.values()),
            "special_power": list(self.powers.values()),
            "game_score": self.scores,
        }
        return {name: kept for name, kept in tables.items() if kept}

    def enter(self, event: Event) -> None:  # noqa: PLR0915 - one entry for each line of table 19.7
        match event:
            case GameStarted(_, options):
                self.session.update(started_at=Commit.AT, options=msgspec.to_builtins(options))
            case InitialViewStarted():
                self.session.update(phase="initial_view")
            case InitialViewEnded():
                self.session.update(phase="playing")
            case TurnStarted():
                self._turn_started(event)
            case CardDrawn(_, source):
                assert self.after.held is not None
                self._turn().update(action="draw", draw_source=source, card_drawn_id=Id(self.after.held.card))
            case CardSwapped(seat, position):
                swapped = card_in(self.before, SLOTS[seat][position])
                self._turn().update(action="swap", target_card_id=Id(swapped))
            case CardDiscarded():
                self._turn().update(action="discard")
            case TurnPassed():
                self._turn().update(action="pass")
            case PowerAvailable(_, power_type):
                self._turn().update(action="power", special_power_type=power_type)
            case PowerActivated():
                self._power_activated(event)
            case SwapCompleted(_, slots):
                self._power().update(details=_details(slots, is_swapped=True))
            case CambioCalled(seat):
                self.session.update(phase="final_round", cambio_caller_id=PlayerId(seat))
                self._turn().update(action="cambio")
                self._player(seat).update(has_taken_final_turn=True)
            case FinalTurnTaken(seat, forfeited):
                self._player(seat).update(has_taken_final_turn=True)
                if (
                    forfeited
                    and seat == self.before.current_turn_seat
                    and self.before.step == "awaiting_draw"
                ):
                    self._turn().update(action="forfeit")
            case TurnEnded():
                self._turn().update(completed_at=Commit.AT)
            case ConnectionChanged(seat, connected):
                self._player(seat).update(is_connected=connected)
            case ControllerChanged(seat, controller):
                self._player(seat).update(controller=controller)
            case GameCompleted():
                self._game_completed(event)
            case GameAbandoned():
                self.session.update(status="abandoned", ending="abandoned")
            case _:
                pass  # tells of no column

    def _turn_started(self, event: TurnStarted) -> None:
        self.turn_number = event.turn_number
        player = PlayerId(event.seat)
        self.session.update(current_turn_player_id=player, turn_number=event.turn_number)
        self._turn().update(
            game_session_id=Commit.TABLE,
            player_id=player,
            turn_number=event.turn_number,
            created_at=Commit.AT,
        )

    def _power_activated(self, event: PowerActivated) -> None:
        """19.3 The card looked at, or the opponent's card that moved (of two opponents the second one)."""
        is_own = event.power_type in ("peek_own", "look_own")
        slot = event.slots[0] if is_own else event.slots[-1]
        card = Id(card_in(self.before, slot))
        player = None if is_own else PlayerId(slot.seat)
        self._turn().update(target_card_id=card, target_player_id=player)
        self._power().update(
            game_session_id=Commit.TABLE,
            turn_id=Id(f"turn/{self.turn_number}"),
            activated_by_id=PlayerId(event.seat),
            power_type=event.power_type,
            target_card_id=card,
            target_player_id=player,
            details=_details(event.slots, is_swapped=False),
            created_at=Commit.AT,
        )

    def _game_completed(self, event: GameCompleted) -> None:
        winner = None if event.winner_seat is None else PlayerId(event.winner_seat)
        self.session.update(
            phase="completed",
            status="completed",
            ending=event.ending,
            winner_id=winner,
            completed_at=Commit.AT,
        )
        for score in event.scores:
            self._player(score.seat).update(score=score.final_score)
            self.scores.append(_score_row(score))

    def _player(self, seat: Seat) -> Row:
        return self.players.setdefault(seat, {"id": PlayerId(seat)})

    def _turn(self) -> Row:
        return self.turns.setdefault(self.turn_number, {"id": Id(f"turn/{self.turn_number}")})

    def _power(self) -> Row:
        return self.powers.setdefault(self.turn_number, {"id": Id(f"power/{self.turn_number}")})


def _details(slots: Sequence[Slot], *, is_swapped: bool) -> Row:
    return {"slots": [msgspec.to_builtins(slot) for slot in slots], "swapped": is_swapped}


def _score_row(score: Score) -> Row:
    return {
        "id": Id(f"score/{score.seat}"),
        "game_session_id": Commit.TABLE,
        "player_id": PlayerId(score.seat),
        "final_score": score.final_score,
        "is_cambio_caller": score.is_cambio_caller,
        "penalty_applied": score.penalty_applied,
        "is_winner": score.is_winner,
        "cards_summary": [msgspec.to_builtins(card) for card in score.cards],
        "created_at": Commit.AT,
    }


def _value(value: Any, table: str, version: int, at: Ms, players: Sequence[str]) -> Any:
    match value:
        case Id(name):
            return uuid5(table, name)
        case PlayerId(seat):
            return players[seat]
        case Commit.TABLE:
            return table
        case Commit.VERSION:
            return version
        case Commit.AT:
            return at
        case _:
            return value
