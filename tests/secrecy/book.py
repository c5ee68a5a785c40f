"""The rulebooks' own tables, written down by hand: who hears an event, and whom it may show a face.

Nothing here is taken from the code of a game. Roles are seen from the event: the seat it names, any
other seat, a spectator.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from rondel.kernel import EVERYONE, HOUSE, AnyGame, Viewer
from rondel.wire.tagged import members, tag_of

Hearers: TypeAlias = Literal["everyone", "seat", "house"]
Faces: TypeAlias = Literal["-", "seat", "others", "all", "watchers"]
"""Whom an event may show a face not seen before: nobody, its seat, all but its seat, all, spectators."""


class EventRule(NamedTuple):
    """One row: who hears it, whom it may show a face, and the rules that say so."""

    hearers: Hearers
    faces: Faces
    rules: str


EVERY_GAMES_EVENTS: Final[dict[str, EventRule]] = {
    "TIME_RETURNED": EventRule(
        "everyone", "-", "time that no node served is given back, and everybody is told"
    ),
}
"""What the platform tells at the tables of every game."""

CAMBIO_EVENTS: Final[dict[str, EventRule]] = {
    "GAME_STARTED": EventRule("everyone", "-", "3.3"),
    "DECK_SHUFFLED": EventRule("house", "-", "3.3, 4.10: the order lives in a house event only"),
    "CARDS_DEALT": EventRule("everyone", "all", "3.4: the first discard is turned face up"),
    "INITIAL_VIEW_STARTED": EventRule("everyone", "-", "3.6"),
    "INITIAL_VIEW_ENDED": EventRule("everyone", "-", "3.8"),
    "VIEW_CONFIRMED": EventRule("everyone", "-", "3.7"),
    "TURN_STARTED": EventRule("everyone", "-", "4.1"),
    "DECK_RESHUFFLED": EventRule("everyone", "-", "4.10: a count, no order"),
    "CARD_DRAWN": EventRule(
        "everyone", "-", "4.2, 4.3: a face only from the discard pile, which all have seen"
    ),
    "DRAWN_CARD_SEEN": EventRule("seat", "seat", "4.2: only the drawer sees it"),
    "CARD_SWAPPED": EventRule("everyone", "all", "4.5: what lay there, perhaps unseen by its owner, face up"),
    "CARD_DISCARDED": EventRule("everyone", "others", "4.6: whoever held it has seen it"),
    "POWER_AVAILABLE": EventRule("seat", "-", "5.2: the View shows it to everybody"),
    "POWER_ACTIVATED": EventRule("everyone", "-", "5.12: type and slots, no faces"),
    "CARD_REVEALED": EventRule("seat", "seat", "3.6, 5.12, 13.3: to nobody else"),
    "CARD_HIDDEN": EventRule("everyone", "-", "5.13"),
    "SWAP_COMPLETED": EventRule("everyone", "-", "5.8: nobody sees a face"),
    "POWER_SKIPPED": EventRule("everyone", "-", "5.14"),
    "POWER_CANCELLED": EventRule("everyone", "-", "9.2"),
    "CAMBIO_CALLED": EventRule("everyone", "-", "6.4"),
    "TURN_PASSED": EventRule("everyone", "-", "4.13"),
    "TURN_ENDED": EventRule("everyone", "-", "4.9"),
    "FINAL_TURN_TAKEN": EventRule("everyone", "-", "6.6, 6.7"),
    "SNAP_WINDOW_OPENED": EventRule("everyone", "-", "8.2"),
    "SNAP_WINDOW_CLOSED": EventRule("everyone", "-", "8.2"),
    "SNAP_PASSED": EventRule("everyone", "-", "8.8"),
    "SNAP_SUCCEEDED": EventRule("everyone", "all", "8.5: on the discard pile; the snapper may have guessed"),
    "SNAP_FAILED": EventRule("everyone", "all", "8.7: shown to everyone"),
    "PENALTY_DEALT": EventRule("everyone", "-", "8.7: unseen by anybody"),
    "CARD_GIVEN": EventRule("everyone", "-", "8.6, 17.1: movement shows nothing"),
    "CONNECTION_CHANGED": EventRule("everyone", "-", "9.1"),
    "CONTROLLER_CHANGED": EventRule("everyone", "-", "9.6"),
    "GAME_COMPLETED": EventRule("everyone", "all", "7.1: all cards of all seats"),
    "GAME_ABANDONED": EventRule("everyone", "-", "9.8: no reveal"),
}
"""Table 11 of the rulebook, with 13.2, 13.3 and 17.1."""

FACE_FIELDS: Final[dict[str, str]] = {
    "CARDS_DEALT": "discardTop",
    "CARD_DRAWN": "card",
    "DRAWN_CARD_SEEN": "card",
    "CARD_SWAPPED": "discarded",
    "CARD_DISCARDED": "card",
    "CARD_REVEALED": "cards",
    "SNAP_SUCCEEDED": "card",
    "SNAP_FAILED": "card",
    "GAME_COMPLETED": "scores",
}
"""Table 11: the one field of an event that may hold a face."""

DECKS_EVENTS: Final[dict[str, EventRule]] = {
    "GAME_STARTED": EventRule("everyone", "-", "6.3"),
    "DECK_REPLACED": EventRule("everyone", "-", "6.3: the cards sorted, their order yet to be drawn"),
    "DECK_SHUFFLED": EventRule("house", "-", "6.3: the whole draw pile"),
    "PILE_RESHUFFLED": EventRule("everyone", "-", "6.3: a count"),
    "HAND_RETURNED": EventRule("everyone", "-", "6.3: a hand that everybody has seen"),
    "HAND_DEALT": EventRule("everyone", "all", "6.3, 8.2: cards nobody knew"),
    "WARNING_RAISED": EventRule("everyone", "-", "6.3"),
    "ERROR_RAISED": EventRule("everyone", "-", "6.3"),
    "CARD_SELECTED": EventRule("seat", "-", "6.3: the seat knows its own choice"),
    "CARD_DESELECTED": EventRule("seat", "-", "6.3: the seat knows its own choice"),
    "CARDS_DISCARDED": EventRule("everyone", "watchers", "8.2: shows a spectator what was selected"),
    "PLAY_ORDER_SELECTED": EventRule("everyone", "-", "6.3"),
    "PLAY_ORDER_DESELECTED": EventRule("everyone", "-", "6.3"),
    "PLAY_ORDER_CLEARED": EventRule("everyone", "-", "6.3"),
    "PLAY_ORDER_LOCKED": EventRule("everyone", "-", "6.3"),
    "TURN_ENDED": EventRule("everyone", "-", "6.3"),
    "PARAMETERS_CHANGED": EventRule("everyone", "-", "6.3"),
    "STATE_IMPORTED": EventRule("everyone", "-", "6.3: the public fields"),
    "PLANNER_CLOSED": EventRule("everyone", "-", "6.3"),
}
"""Table 6.3 of the rulebook of Decks, with 8.2."""

IMPERIAL_EVENTS: Final[dict[str, EventRule]] = {
    "GAME_STARTED": EventRule("everyone", "-", "4.1"),
    "SUBMITTED": EventRule("everyone", "-", "15.1"),
    "TIME_CHARGED": EventRule("everyone", "-", "12.3"),
    "BID_PLACED": EventRule("everyone", "-", "4.6: who, and no amount"),
    "BID_SEALED": EventRule("seat", "-", "4.6: the seat knows its own bid"),
    "BIDS_REVEALED": EventRule("everyone", "all", "4.7, 17.5"),
    "BID_ACCEPTED": EventRule("everyone", "-", "4.8: a bid that is open already"),
    "BID_DECLINED": EventRule("everyone", "-", "4.8"),
    "AUCTION_CLOSED": EventRule("everyone", "-", "4.8"),
    "AUCTION_REPEATED": EventRule("everyone", "-", "4.9"),
    "ORDER_SET": EventRule("everyone", "-", "4.10"),
    "LEADERSHIP_CHANGED": EventRule("everyone", "-", "6.5"),
    "COUNTRY_STARTED": EventRule("everyone", "-", "5.1"),
    "PROPOSAL_MADE": EventRule("everyone", "-", "17.4: plans are public"),
    "PROPOSAL_AGREED": EventRule("everyone", "-", "5.8"),
    "MANEUVER_STARTED": EventRule("everyone", "-", "17.4"),
    "UNIT_PLANNED": EventRule("everyone", "-", "17.4"),
    "UNIT_DEFERRED": EventRule("everyone", "-", "8.3"),
    "PEACE_OFFERED": EventRule("everyone", "-", "9.4, 9.5"),
    "PEACE_SETTLED": EventRule("everyone", "-", "9.3"),
    "PEACE_VOTE_CAST": EventRule("everyone", "-", "17.7: who, and no side"),
    "PEACE_VOTE_SEALED": EventRule(
        "seat", "seat", "9.5: that the vote goes on tells its voter how the others did not vote"
    ),
    "PEACE_VOTE_SHOWN": EventRule("everyone", "-", "17.7: where ballots are open, each vote is public"),
    "PEACE_RESOLVED": EventRule("everyone", "all", "9.6, 17.7"),
    "VOTE_CAST": EventRule("everyone", "-", "17.6: who, and no side"),
    "VOTE_SEALED": EventRule(
        "seat", "seat", "5.9: that the vote goes on tells its voter how the others did not vote"
    ),
    "VOTE_SHOWN": EventRule("everyone", "-", "17.6: where ballots are open, each vote is public"),
    "VOTE_RESOLVED": EventRule("everyone", "all", "5.10, 17.6"),
    "PROPOSAL_EXECUTED": EventRule("everyone", "-", "5.13"),
    "WHEEL_MOVED": EventRule("everyone", "-", "5.3"),
    "FACTORY_BUILT": EventRule("everyone", "-", "7.3"),
    "UNITS_PRODUCED": EventRule("everyone", "-", "7.4"),
    "UNITS_IMPORTED": EventRule("everyone", "-", "7.5"),
    "TAXES_COLLECTED": EventRule("everyone", "-", "7.7"),
    "INTEREST_PAID": EventRule("everyone", "-", "7.9"),
    "MANEUVER_EXECUTED": EventRule("everyone", "-", "8.4"),
    "INVESTOR_STARTED": EventRule("everyone", "-", "10.2"),
    "INVESTOR_ENDED": EventRule("everyone", "-", "10.8"),
    "STOCK_BOUGHT": EventRule("everyone", "-", "10.6"),
    "BUY_PUNTED": EventRule("everyone", "-", "10.7"),
    "CLOCK_PAUSED": EventRule("everyone", "-", "12.6"),
    "CLOCK_RESUMED": EventRule("everyone", "-", "12.6"),
    "GAME_ENDED": EventRule("everyone", "-", "20.4: nothing sealed is revealed"),
}
"""Table 15 of the rulebook of Imperial, with 17.5 to 17.7: for a face read a sealed choice of another."""

IMPERIAL_BARRIERS: Final = frozenset(
    (
        "GAME_STARTED",
        "BID_PLACED",
        "BIDS_REVEALED",
        "BID_ACCEPTED",
        "BID_DECLINED",
        "ORDER_SET",
        "VOTE_CAST",
        "VOTE_SHOWN",
        "VOTE_RESOLVED",
        "PEACE_OFFERED",
        "PEACE_VOTE_CAST",
        "PEACE_VOTE_SHOWN",
        "PEACE_RESOLVED",
        "GAME_ENDED",
    )
)
"""13.3 What is never taken back, whatever else is not."""

_SHOWS: Final[dict[Faces, Callable[[Viewer, int], bool]]] = {
    "-": lambda viewer, seat: False,
    "seat": lambda viewer, seat: viewer == seat,
    "others": lambda viewer, seat: viewer != seat,
    "all": lambda viewer, seat: True,
    "watchers": lambda viewer, seat: viewer is None,
}


def rule_of(events: dict[str, EventRule], tag: str) -> EventRule:
    """The row of an event, be it of the game or of every game."""
    return events[tag] if tag in events else EVERY_GAMES_EVENTS[tag]


def may_show(rule: EventRule, viewer: Viewer, seat: int) -> bool:
    """Whether the event, about `seat`, may show the viewer a face it has not seen."""
    return _SHOWS[rule.faces](viewer, seat)


def disagreements(game: AnyGame, table: dict[str, EventRule], seats: range) -> list[str]:
    """Where the game's own `audience` and `reveals` say other things than the book."""
    found = [f"{tag} is not in the code" for tag in table.keys() - {*map(tag_of, members(game.types.event))}]
    for noun in members(game.types.event):
        tag = tag_of(noun)
        if tag not in table:
            found.append(f"{tag} is not in the book")
            continue
        for seat in seats:
            found += _row_disagreements(game, _blank(noun, seat), tag, table[tag], seat)
    return found


def crossings(game: AnyGame, barriers: frozenset[str]) -> list[str]:
    """Events that the book never takes back and the game would."""
    assert game.undo is not None
    return [
        f"{tag_of(noun)} may be taken back"
        for noun in members(game.types.event)
        if tag_of(noun) in barriers and not game.undo.barrier(_blank(noun, 0))
    ]


def _row_disagreements(game: AnyGame, event: Any, tag: str, rule: EventRule, seat: int) -> list[str]:
    hearers = {"everyone": EVERYONE, "seat": seat, "house": HOUSE}[rule.hearers]
    found = []
    if game.audience(event) != hearers:
        found.append(f"{tag} of seat {seat} goes to {game.audience(event)}, not to {hearers} ({rule.rules})")
    return found + [
        f"{tag} of seat {seat} is {'not ' * may_show(rule, viewer, seat)}said to show a face"
        f" to {viewer} ({rule.rules})"
        for viewer in (None, *game.seats, 0, 1)
        if game.reveals(event, viewer) != may_show(rule, viewer, seat)
    ]


def _blank(noun: type[msgspec.Struct], seat: int) -> Any:
    """An event of this kind about a seat, everything else whatever."""
    return noun(*[seat if field.name == "seat" else None for field in msgspec.structs.fields(noun)])
