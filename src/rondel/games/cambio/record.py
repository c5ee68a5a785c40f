"""Cambio, chapter 19: the rows that a committed version leaves in the relational record."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

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
    TurnResult,
    TurnStarted,
)
from rondel.games.cambio.opening import initial_slots, unconfirmed_seats
from rondel.games.cambio.options import faces_of
from rondel.games.cambio.pieces import POWER_OF, SLOTS, Code, Slot
from rondel.games.cambio.state import State, card_in
from rondel.kernel import Commit, Ms, Rows, Seat
from rondel.kernel.hosting import DatabaseRow

WHOLE: Final = frozenset({"card"})
"""19.6 A card that is no longer shown or held takes columns back to null, so its row is always whole."""

_TABLES: Final = ("game_session", "player", "turn", "special_power", "game_score")


def record(before: State, events: Sequence[Event], after: State, commit: Commit) -> Rows:
    """19.7 The rows of one commit, each once and with final values.

    A row to insert says when it was created and has every column that may not be null; any other row
    has the id of the row it updates and the columns that change. The rows of `card` are whole rows.
    """
    ledger = _Ledger(before, after, commit)
    for event in events:
        ledger.enter(event)
    rows = {table: list(rows.values()) for table, rows in ledger.rows.items() if rows}
    is_dealt = any(isinstance(event, GameStarted) for event in events)
    changed = _cards(None if is_dealt else before, after, commit)
    return {**rows, "card": changed} if changed else rows


def uuid5(namespace: str, name: str) -> str:
    """19.1 The version-5 UUID of a name, by RFC 9562; a card's name is its code."""
    raw = bytearray(hashlib.sha1(bytes.fromhex(namespace.replace("-", "")) + name.encode()).digest()[:16])  # noqa: S324 - as the RFC has it
    raw[6] = raw[6] & 0x0F | 0x50
    raw[8] = raw[8] & 0x3F | 0x80
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


class _Place(NamedTuple):
    """19.6 Where a card lies, and how it may be seen there."""

    location: str
    seat: Seat | None
    position: int | None
    visibility: str
    shown_until: Ms | None = None


def _cards(before: State | None, after: State, commit: Commit) -> list[DatabaseRow]:
    """19.6 The cards that lie otherwise than before; all of them when they are dealt."""
    faces = faces_of(after.options)
    return [
        {
            "id": uuid5(commit.table, code),
            "game_session_id": commit.table,
            "rank": faces[code].rank,
            "suit": faces[code].suit,
            "point_value": faces[code].point_value,
            "power": POWER_OF[code] or "none",
            "location": place.location,
            "player_id": None if place.seat is None else commit.players[place.seat],
            "position": place.position,
            "visibility": place.visibility,
            "shown_until": place.shown_until,
        }
        for code, place in _moved(before, after)
    ]


def _moved(before: State | None, after: State) -> Iterator[tuple[Code, _Place]]:
    """The cards that are not where they were, or are seen otherwise. Piles begin at the bottom."""
    deck, discards = after.draw_pile[::-1], after.discard_pile
    for position in _differing(() if before is None else before.draw_pile[::-1], deck):
        yield deck[position], _Place("deck", None, position, "hidden")
    for position in _differing(() if before is None else before.discard_pile, discards):
        yield discards[position], _Place("discard", None, position, "face_up")
    held = after.held
    if held is not None and (before is None or held != before.held):
        visibility = "hidden" if held.source == "deck" else "face_up"
        yield held.card, _Place("held", held.seat, None, visibility)
    yield from _moved_in_hands(before, after)


def _differing(was: Sequence[Code], now: Sequence[Code]) -> list[int]:
    """The positions of a pile where another card lies now, or the first one."""
    shared = min(len(was), len(now))
    if was[:shared] == now[:shared]:
        return list(range(shared, len(now)))
    return [position for position, code in enumerate(now) if position >= shared or was[position] != code]


def _moved_in_hands(before: State | None, after: State) -> Iterator[tuple[Code, _Place]]:
    """The same for hands: one that is as it was is not looked into."""
    was_seen, seen = (None if before is None else _seen(before)), _seen(after)
    for seat, player in enumerate(after.players):
        was = () if before is None else before.players[seat].slots
        if was_seen == seen and was == player.slots:
            continue
        for position, code in enumerate(player.slots):
            if code is None:
                continue
            how = seen.at(SLOTS[seat][position])
            is_same_card = position < len(was) and was[position] == code
            if not is_same_card or was_seen is None or was_seen.at(SLOTS[seat][position]) != how:
                yield code, _Place("hand", seat, position, *how)


class _Seen(NamedTuple):
    """How the cards in hands may be seen: those shown until a moment, and all others."""

    shown: Mapping[Slot, Ms]
    lying: str

    def at(self, slot: Slot) -> tuple[str, Ms | None]:
        until = self.shown.get(slot)
        return (self.lying, None) if until is None else ("peeking", until)


def _seen(state: State) -> _Seen:
    return _Seen(_shown(state), "face_up" if state.phase == "completed" else "hidden")


def _shown(state: State) -> Mapping[Slot, Ms]:
    """The slots being shown to somebody, and until when."""
    if state.status != "active":
        return {}
    if state.view_ends_at is not None:
        seats = unconfirmed_seats(state)
        return {slot: state.view_ends_at for seat in seats for slot in initial_slots(seat)}
    if state.reveal is not None:
        return dict.fromkeys(state.reveal.slots, state.reveal.until)
    return {}


class _Ledger:
    """The rows of one commit, by table and id; where several events set a column, the last one counts."""

    def __init__(self, before: State, after: State, commit: Commit) -> None:
        self.before = before
        self.after = after
        self.commit = commit
        self.turn_number = before.turn_number
        self.rows: dict[str, dict[str, DatabaseRow]] = {table: {} for table in _TABLES}
        self._session().update(version=commit.version)

    def enter(self, event: Event) -> None:  # noqa: PLR0915 - one entry for each line of table 19.7
        match event:
            case GameStarted(_, options):
                self._session().update(started_at=self.commit.at, options=msgspec.to_builtins(options))
            case InitialViewStarted():
                self._session().update(phase="initial_view")
            case InitialViewEnded():
                self._session().update(phase="playing")
            case TurnStarted():
                self._turn_started(event)
            case CardDrawn(_, source):
                assert self.after.held is not None
                drawn = self._named(self.after.held.card)
                self._turn().update(action="draw", draw_source=source, card_drawn_id=drawn)
            case CardSwapped(seat, position):
                swapped = self._card_in(SLOTS[seat][position])
                self._turn().update(action="swap", target_card_id=swapped)
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
                self._session().update(phase="final_round", cambio_caller_id=self.commit.players[seat])
                self._turn().update(action="cambio")
                self._player(seat).update(has_taken_final_turn=True)
            case FinalTurnTaken(seat):
                self._player(seat).update(has_taken_final_turn=True)
            case TurnEnded(_, _, result):
                self._turn_ended(result)
            case ConnectionChanged(seat, connected):
                self._player(seat).update(is_connected=connected)
            case ControllerChanged(seat, controller):
                self._player(seat).update(controller=controller)
            case GameCompleted():
                self._game_completed(event)
            case GameAbandoned():
                self._session().update(status="abandoned", ending="abandoned")
            case _:
                pass  # tells of no column

    def _turn_started(self, event: TurnStarted) -> None:
        self.turn_number = event.turn_number
        player = self.commit.players[event.seat]
        self._session().update(current_turn_player_id=player, turn_number=event.turn_number)
        self._turn().update(
            game_session_id=self.commit.table,
            player_id=player,
            turn_number=event.turn_number,
            created_at=self.commit.at,
        )

    def _turn_ended(self, result: TurnResult) -> None:
        """A turn that is forfeited after the draw keeps the action it had."""
        if result == "forfeit" and self.before.step == "awaiting_draw":
            self._turn().update(action="forfeit")
        self._turn().update(completed_at=self.commit.at)

    def _power_activated(self, event: PowerActivated) -> None:
        """19.3 The card looked at, or the opponent's card that moved (of two opponents the second one)."""
        is_own = event.power_type in ("peek_own", "look_own")
        slot = event.slots[0] if is_own else event.slots[-1]
        card = self._card_in(slot)
        player = None if is_own else self.commit.players[slot.seat]
        self._turn().update(target_card_id=card, target_player_id=player)
        self._power().update(
            game_session_id=self.commit.table,
            turn_id=self._turn()["id"],
            activated_by_id=self.commit.players[event.seat],
            power_type=event.power_type,
            target_card_id=card,
            target_player_id=player,
            details=_details(event.slots, is_swapped=False),
            created_at=self.commit.at,
        )

    def _game_completed(self, event: GameCompleted) -> None:
        winner = None if event.winner_seat is None else self.commit.players[event.winner_seat]
        self._session().update(
            phase="completed",
            status="completed",
            ending=event.ending,
            winner_id=winner,
            completed_at=self.commit.at,
        )
        for score in event.scores:
            self._player(score.seat).update(score=score.final_score)
            self._score(score)

    def _score(self, score: Score) -> None:
        self._row("game_score", self._named(f"score/{score.seat}")).update(
            game_session_id=self.commit.table,
            player_id=self.commit.players[score.seat],
            final_score=score.final_score,
            is_cambio_caller=score.is_cambio_caller,
            penalty_applied=score.penalty_applied,
            is_winner=score.is_winner,
            cards_summary=msgspec.to_builtins(list(score.cards)),
            created_at=self.commit.at,
        )

    def _session(self) -> DatabaseRow:
        return self._row("game_session", self.commit.table)

    def _player(self, seat: Seat) -> DatabaseRow:
        return self._row("player", self.commit.players[seat])

    def _turn(self) -> DatabaseRow:
        return self._row("turn", self._named(f"turn/{self.turn_number}"))

    def _power(self) -> DatabaseRow:
        return self._row("special_power", self._named(f"power/{self.turn_number}"))

    def _row(self, table: str, key: str) -> DatabaseRow:
        return self.rows[table].setdefault(key, {"id": key})

    def _card_in(self, slot: Slot) -> str:
        return self._named(card_in(self.before, slot))

    def _named(self, name: str) -> str:
        return uuid5(self.commit.table, name)


def _details(slots: Sequence[Slot], *, is_swapped: bool) -> DatabaseRow:
    return {"slots": msgspec.to_builtins(list(slots)), "swapped": is_swapped}
