"""Cambio, rule 20.9: a View and an event in the words of the documents, players by their ids."""

from collections.abc import Sequence
from typing import Final

from rondel.kernel.documented import Documented, Json, Words, reworded

_WORDS: Final = Words(
    seat={
        "you": "you",
        "seat": "playerId",
        "targetSeat": "targetPlayerId",
        "currentTurnSeat": "currentTurnPlayerId",
        "cambioCallerSeat": "cambioCallerId",
        "winnerSeat": "winnerId",
        "firstSeat": "firstPlayerId",
    },
    seats=frozenset(("winners", "finalTurnsLeft", "tried")),
    untouched=frozenset(("options",)),
)


def view(view_fields: Json, players: Sequence[str]) -> Json:
    """The View as a game session: each player with an id and the cards in hand, as far as they are shown."""
    document: Json = reworded(view_fields, _WORDS, players)
    seats = zip(players, document["players"], strict=True)
    document["players"] = [
        {"id": name, "seat": seat, **_with_cards(p)} for seat, (name, p) in enumerate(seats)
    ]
    return _with_summaries(document)


def event(frame: Json, players: Sequence[str]) -> Json:
    """The event with its payload by player; a call names its caller as the game session does."""
    payload = _with_summaries(reworded(frame["payload"], _WORDS, players))
    if frame["type"] == "CAMBIO_CALLED":
        payload["cambioCallerId"] = payload["playerId"]
    return {**frame, "payload": payload}


DOCUMENTED: Final = Documented(view=view, event=event)


def _with_cards(player: Json) -> Json:
    """The slots that hold a card, as rows of `card` name them."""
    cards = [
        {"position": position, "location": "hand", "visibility": slot["visibility"], **(slot["card"] or {})}
        for position, slot in enumerate(player.pop("slots"))
        if slot["visibility"] != "empty"
    ]
    return {**player, "cards": cards}


def _with_summaries(document: Json) -> Json:
    """Scores call the cards they count `cardsSummary`."""
    for score in document.get("scores", ()):
        score["cardsSummary"] = score.pop("cards")
    return document
