"""Cambio: keep few points in front of you, and do not forget where. Read this first."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

from rondel.games.cambio.about import ABOUT
from rondel.games.cambio.actions import Action, Snap, StartGame
from rondel.games.cambio.calls import BLAMES, CALLS
from rondel.games.cambio.connection import PRESENCE, bots
from rondel.games.cambio.deadline import deadline
from rondel.games.cambio.decide import decide
from rondel.games.cambio.documented import DOCUMENTED
from rondel.games.cambio.events import Event, announces, audience, reveals
from rondel.games.cambio.evolve import evolve
from rondel.games.cambio.face import FACE
from rondel.games.cambio.imagine import imagine
from rondel.games.cambio.knows import Known, knows
from rondel.games.cambio.legal import legal, to_act
from rondel.games.cambio.lesson import LESSON
from rondel.games.cambio.opened import opened
from rondel.games.cambio.options import HOUSE_RULES, Options
from rondel.games.cambio.outage import postpone
from rondel.games.cambio.pieces import HIDDEN_FORMS
from rondel.games.cambio.record import WHOLE, record
from rondel.games.cambio.score import outcome
from rondel.games.cambio.start import start
from rondel.games.cambio.state import State
from rondel.games.cambio.view import View, view, views
from rondel.kernel import Game, GameTypes, PieceStyle, Record

Cambio: TypeAlias = Game[State, Action, Event, View, Known, Options]


def conserved(state: State) -> Mapping[str, int]:
    """18.1 How often each card is somewhere: draw pile, discard pile, slots and the held card."""
    held = () if state.held is None else (state.held.card,)
    hands = [code for player in state.players for code in player.slots if code is not None]
    return Counter([*state.draw_pile, *state.discard_pile, *hands, *held])


CAMBIO: Final[Cambio] = Game(
    name="cambio",
    title="Cambio",
    rules=1,
    seats=range(2, 7),
    types=GameTypes(state=State, action=Action, event=Event, view=View, known=Known, options=Options),
    begin=StartGame(),
    start=start,
    to_act=to_act,
    legal=legal,
    decide=decide,
    evolve=evolve,
    view=view,
    views=views,
    audience=audience,
    reveals=reveals,
    announces=announces,
    knows=knows,
    imagine=imagine,
    deadline=deadline,
    outcome=outcome,
    conserved=conserved,
    endings=frozenset(("cambio", "deck_out", "turn_cap", "abandoned")),
    hidden_forms=HIDDEN_FORMS,
    postpone=postpone,
    record=Record(rows=record, whole=WHOLE),
    presence=PRESENCE,
    bots=bots,
    opened=opened,
    error_blame=BLAMES,
    applies_to_any_version=frozenset((Snap,)),
    calls=CALLS,
    documented=DOCUMENTED,
    house_rules=HOUSE_RULES,
    about=ABOUT,
    emblem=(PieceStyle("7♥"), PieceStyle("K♠"), PieceStyle("2♦")),
    face=FACE,
    lesson=LESSON,
)
