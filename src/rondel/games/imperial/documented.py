"""Imperial, rule 16.9: a View in the words of the database schema: players by name, amounts in dollars."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from rondel.games.imperial.events import Submitted
from rondel.games.imperial.history import named, plan, sentences
from rondel.games.imperial.pieces import Proposal
from rondel.kernel.documented import Documented, Json, Words, reworded

_WORDS: Final = Words(
    seat={"you": "you", "seat": "name", "player": "player", "undo": "undo"},
    seats=frozenset(
        ("leadership", "bidBuyOrder", "bidders", "swissSet", "buyers", "voters", "voted", "electorate")
    ),
    records=frozenset(("playerInfo",)),
    cents=frozenset(("money", "bid", "score", "cashValue", "fee", "fees", "prices", "upkeep")),
    renamed={"proposal1": "proposal 1", "proposal2": "proposal 2", "prices": "stockCosts"},
    untouched=frozenset(("options",)),
)


def view(view_fields: Json, players: Sequence[str]) -> Json:
    """The View as the schema's `games/{gameID}`."""
    document: Json = reworded(view_fields, _WORDS, players)
    if document["voting"] is not None:
        for number in (1, 2):
            proposal = msgspec.convert(view_fields[f"proposal{number}"], Proposal)
            side = document["voting"][f"proposal {number}"]
            document["voting"][f"proposal {number}"] = {"proposal": plan(proposal), **side}
    return document


def state(document: Json, table: str, events: Sequence[Any], players: Sequence[str]) -> Json:
    """The same with `history`, and with the `game` of its proposals."""
    proposals = {
        name: {"game": table, **document[name]}
        for name in ("proposal 1", "proposal 2")
        if document[name] is not None
    }
    return {**document, **proposals, "history": named(sentences(events), players)}


def event(frame: Json, _players: Sequence[str]) -> Json:
    """The schema has no events: they stay as chapter 15 names them."""
    return frame


def turn(public: Any) -> int | None:
    """The `turnID` of the state before a submission, which the schema's histories are kept by."""
    return public.turn_id - 1 if isinstance(public, Submitted) else None


DOCUMENTED: Final = Documented(view=view, event=event, is_by_name=True, state=state, turn=turn)
