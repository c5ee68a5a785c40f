"""Imperial, rule 16.9: a View in the words of the database schema: players by id, amounts in dollars."""

from collections.abc import Sequence
from typing import Final

from rondel.kernel.documented import Documented, Json, Words, retold

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


def view(shown: Json, players: Sequence[str]) -> Json:
    """The View as the schema's `games/{gameID}`."""
    told: Json = retold(shown, _WORDS, players)
    return told


def event(heard: Json, _players: Sequence[str]) -> Json:
    """The schema has no events: they stay as chapter 15 names them."""
    return heard


DOCUMENTED: Final = Documented(view=view, event=event)
