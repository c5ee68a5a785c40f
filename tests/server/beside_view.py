"""Cambio's tables as SQL reads them at one moment, beside what each seat's View says at that very version.

Nothing here uses the game's own `record`: rows are compared with the State that the journal folds to and with
each seat's View of that State.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
import msgspec

from rondel.kernel.replay import fold
from rondel.server.ports.journal import StoredRow
from rondel.table.fold import line_of
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game
from rondel.wire.transcript import Header, row_of

CAMBIO = load_game("cambio")

Json = dict[str, Any]
View = Mapping[str, Any]
SlotKey = tuple[int, int]
"""A seat and a position."""

_ROWS = """
SELECT
    p.version,
    to_jsonb(s) - 'option_bytes' - 'header' - 'commitment' AS session,
    (
        SELECT jsonb_agg(to_jsonb(r) ORDER BY r.seat) FROM player AS r WHERE r.game_session_id = s.id
    ) AS players,
    (SELECT jsonb_agg(to_jsonb(c)) FROM card AS c WHERE c.game_session_id = s.id) AS cards,
    (
        SELECT to_jsonb(t) FROM turn AS t WHERE t.game_session_id = s.id
        ORDER BY t.turn_number DESC LIMIT 1
    ) AS turn,
    (
        SELECT to_jsonb(w) FROM special_power AS w JOIN turn AS t ON t.id = w.turn_id
        WHERE w.game_session_id = s.id AND t.turn_number = s.turn_number
    ) AS power,
    (SELECT jsonb_agg(to_jsonb(g)) FROM game_score AS g WHERE g.game_session_id = s.id) AS scores
FROM game_session AS s JOIN projection AS p ON p.table_id = s.id WHERE s.id = $1
"""


class Moment(NamedTuple):
    """The rows of one table as of one transaction, and the version that they say they are true for."""

    table: str
    version: int
    session: Json
    players: list[Json]
    cards: list[Json]
    turn: Json | None
    power: Json | None
    scores: list[Json]

    def seat(self, player: str | None) -> int | None:
        """The seat of a player's id."""
        return next((row["seat"] for row in self.players if row["id"] == player), None)

    def hands(self) -> dict[SlotKey, Json]:
        """The cards in front of the seats."""
        hands = {}
        for row in self.cards:
            if row["location"] == "hand":
                seat = self.seat(row["player_id"])
                assert seat is not None
                hands[seat, row["position"]] = row
        return hands

    def pile(self, location: str) -> list[Json]:
        """The cards of a pile, from the bottom to the top."""
        rows = [row for row in self.cards if row["location"] == location]
        return sorted(rows, key=lambda row: row["position"] or 0)

    def peeking(self) -> dict[SlotKey, Json]:
        """The cards that are being shown to somebody."""
        return {slot: row for slot, row in self.hands().items() if row["visibility"] == "peeking"}


async def read_moment(connection: "asyncpg.Connection[asyncpg.Record]", table: str) -> Moment | None:
    """What SQL says of a table now, None before its first version; one statement, so one moment."""
    row = await connection.fetchrow(_ROWS, UUID(table))
    if row is None:
        return None
    version, *columns = row
    session, players, cards, turn, power, scores = (msgspec.json.decode(text or "null") for text in columns)
    return Moment(table, version, session, players, cards or [], turn, power, scores or [])


Fact = tuple[str, Any, Any]
"""What it is, what SQL says, what the View or the State says."""


def views_of(state: Any) -> dict[int, View]:
    """What each seat is shown of this State, as JSON."""
    codec = codec_of(CAMBIO)
    return {
        seat: msgspec.json.decode(codec.noun_bytes(CAMBIO.view(state, seat)))
        for seat in range(len(state.players))
    }


def beside_views(moment: Moment, views: Mapping[int, View]) -> Iterator[Fact]:
    """Every fact of the rows that the Views of the seats tell too."""
    for seat, view in views.items():
        for what, stored, shown in (*_session(moment, view), *_players(moment, view), *_cards(moment, view)):
            yield f"seat {seat}: {what}", stored, shown
    seen_by = {slot: seat for seat, view in views.items() for slot in _slots(view, "peeking")}
    yield "the cards being shown", set(moment.peeking()), set(seen_by)
    if moment.session["phase"] != "initial_view" and seen_by:
        assert moment.power is not None, "a card is shown, and there is no power"
        yield "who is shown them", {moment.seat(moment.power["activated_by_id"])}, set(seen_by.values())


def _session(moment: Moment, view: View) -> Iterator[Fact]:
    session = moment.session
    yield "phase", session["phase"], view["phase"]
    yield "turn_number", session["turn_number"], view["turnNumber"]
    if view["currentTurnSeat"] is not None:  # at the end it stays the last one's
        yield "whose turn", moment.seat(session["current_turn_player_id"]), view["currentTurnSeat"]
    yield "the caller", moment.seat(session["cambio_caller_id"]), view["cambioCallerSeat"]
    yield "the winner", moment.seat(session["winner_id"]), view["winnerSeat"]
    if moment.turn is not None:
        yield "the newest turn", moment.turn["turn_number"], view["turnNumber"]
    scores = {
        moment.seat(row["player_id"]): (
            row["final_score"],
            row["is_cambio_caller"],
            row["penalty_applied"],
            row["is_winner"],
            row["cards_summary"],
        )
        for row in moment.scores
    }
    fields = ("finalScore", "isCambioCaller", "penaltyApplied", "isWinner", "cards")
    yield "the scores", scores, {each["seat"]: tuple(map(each.get, fields)) for each in view["scores"]}


def _players(moment: Moment, view: View) -> Iterator[Fact]:
    yield "how many players", len(moment.players), len(view["players"])
    for row, player in zip(moment.players, view["players"], strict=False):
        for column, field in (
            ("controller", "controller"),
            ("is_connected", "isConnected"),
            ("has_taken_final_turn", "hasTakenFinalTurn"),
            ("score", "score"),
        ):
            yield f"{column} of {row['seat']}", row[column], player[field]


def _cards(moment: Moment, view: View) -> Iterator[Fact]:
    discards, hands = moment.pile("discard"), moment.hands()
    yield "cards in the deck", len(moment.pile("deck")), view["drawPileCount"]
    yield "cards discarded", len(discards), view["discardCount"]
    yield "the top discard", _face(discards[-1]) if discards else None, view["discardTop"]
    yield from _held(moment, view)
    yield "where cards lie", set(hands), {*_slots(view, "hidden", "peeking", "revealed")}
    yield "cards face up", {*_of(hands, "face_up")}, {*_slots(view, "revealed")}
    for slot, shown in {**_slots(view, "peeking"), **_slots(view, "revealed")}.items():
        yield f"the card in {slot}", _face(hands[slot]) if slot in hands else None, shown["card"]
        if shown["visibility"] == "peeking":
            yield f"visibility of {slot}", hands[slot]["visibility"], "peeking"


def _held(moment: Moment, view: View) -> Iterator[Fact]:
    held, shown = moment.pile("held"), view["held"]
    seats = [moment.seat(row["player_id"]) for row in held]
    yield "who holds a card", seats, [] if shown is None else [shown["seat"]]
    if held and shown is not None:
        yield "how it is held", held[0]["visibility"], "hidden" if shown["source"] == "deck" else "face_up"
        if shown["card"] is not None:
            yield "which card is held", _face(held[0]), shown["card"]


def _slots(view: View, *visibilities: str) -> dict[SlotKey, Any]:
    return {
        (seat, position): slot
        for seat, player in enumerate(view["players"])
        for position, slot in enumerate(player["slots"])
        if slot["visibility"] in visibilities
    }


def _of(hands: Mapping[SlotKey, Json], visibility: str) -> Iterator[SlotKey]:
    return (slot for slot, row in hands.items() if row["visibility"] == visibility)


def _face(row: Json) -> Json:
    return {"rank": row["rank"], "suit": row["suit"], "pointValue": row["point_value"]}


def beside_state(moment: Moment, state: Any) -> Iterator[Fact]:
    """Where every card is, beside the State; nobody at the table knows all of it."""
    yield "the deck", _codes(moment.pile("deck")), _looks(reversed(state.draw_pile))
    yield "the discards", _codes(moment.pile("discard")), _looks(state.discard_pile)
    yield (
        "the held card",
        _codes(moment.pile("held")),
        _looks([] if state.held is None else [state.held.card]),
    )
    hands = {slot: _code(row) for slot, row in moment.hands().items()}
    expected = {
        (seat, position): _look(code)
        for seat, player in enumerate(state.players)
        for position, code in enumerate(player.slots)
        if code is not None
    }
    yield "the hands", hands, expected


def _looks(codes: Any) -> list[str]:
    return [_look(code) for code in codes]


def _look(code: str) -> str:
    return "X" if code.startswith("X") else code  # no column tells the two jokers apart


def _codes(rows: list[Json]) -> list[str]:
    return [_code(row) for row in rows]


def _code(row: Json) -> str:
    return "X" if row["suit"] is None else row["rank"] + row["suit"][0].upper()


async def states(connection: "asyncpg.Connection[asyncpg.Record]", table: str) -> list[Any]:
    """The State of every version, from 0, folded from the journal."""
    text = await connection.fetchval("SELECT header FROM game_session WHERE id = $1", UUID(table))
    header = msgspec.json.decode(text, type=Header)
    options = msgspec.json.decode(bytes(header.options), type=CAMBIO.types.options)
    found = [CAMBIO.start(options, [line.sitter for line in header.seats])]
    stored = await connection.fetch(
        "SELECT version, action_id, seat, rules, action, events, at, digest, draws FROM journal"
        " WHERE table_id = $1 ORDER BY version",
        UUID(table),
    )
    for each in stored:
        row = row_of(CAMBIO, line_of(StoredRow(*each)))
        found.append(fold(CAMBIO, found[-1], row, found.__getitem__).after)
    return found
