"""Decks, the Deck Planner: one seat, a deck, and the order in which a hand will be played.

The table of contents: each line names a part of the rulebook, docs/rulebooks/decks.md.
"""

from functools import partial
from typing import Final

from rondel.games.decks.about import ABOUT
from rondel.games.decks.actions import (
    Action,
    ApplyJsonOverride,
    DeckAction,
    ImportState,
    StartGame,
    ToggleCardSelection,
    read_card,
    read_import,
    read_override,
)
from rondel.games.decks.decide import decide
from rondel.games.decks.events import Event, audience, barrier, reveals
from rondel.games.decks.evolve import evolve, keep
from rondel.games.decks.face import FACE
from rondel.games.decks.knows import Known, imagine, knows
from rondel.games.decks.legal import legal, open_payload, to_act
from rondel.games.decks.lesson import LESSON
from rondel.games.decks.options import HOUSE_RULES, Options
from rondel.games.decks.saved import CardInstance, DeckState, exported
from rondel.games.decks.score import conserved, deadline, outcome
from rondel.games.decks.start import start
from rondel.games.decks.state import State
from rondel.games.decks.view import View, view
from rondel.kernel import Game, GameTypes, Text, Undo

DECKS: Final[Game[State, Action, Event, View, Known, Options]] = Game(
    name="decks",
    title="Deck Planner",
    rules=1,
    seats=range(1, 2),
    types=GameTypes(
        state=State,
        action=Action,
        event=Event,
        view=View,
        known=Known,
        options=Options,
        names={"DeckState": DeckState, "DeckAction": DeckAction, "CardInstance": CardInstance},
    ),
    begin=StartGame(),
    start=start,
    to_act=to_act,
    legal=legal,
    decide=decide,
    evolve=evolve,
    view=view,
    audience=audience,
    reveals=reveals,
    knows=knows,
    imagine=imagine,
    deadline=deadline,
    outcome=outcome,
    conserved=conserved,
    endings=frozenset({"closed", "turn_limit", "idle"}),
    is_open_ended=open_payload,
    undo=Undo(barrier=barrier, keep=keep),
    parse={
        ToggleCardSelection: Text(read=read_card, accepts_fields=True),
        ApplyJsonOverride: Text(read=read_override),
        ImportState: Text(read=read_import),
    },
    face=FACE,
    opened=lambda state, _: view(state, 0),
    error_blame={"BAD_NUMBER": "request", "TOO_LARGE": "request"},
    house_rules=HOUSE_RULES,
    about=ABOUT,
    lesson=LESSON,
    saved={"canonical": exported, "legacy": partial(exported, shape="legacy")},
    max_action_bytes=70_000,
)
