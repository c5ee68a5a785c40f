"""Imperial: money moves nations, and the richest investor wins. Read this first."""

from functools import partial
from typing import Final, TypeAlias

from rondel.games.imperial.about import ABOUT
from rondel.games.imperial.actions import Abandon, Action, PauseClock, ResumeClock, StartGame, is_open
from rondel.games.imperial.atlas import atlases_of
from rondel.games.imperial.board import EUROPE
from rondel.games.imperial.calls import CALLS
from rondel.games.imperial.clock import clock, deadline, postpone
from rondel.games.imperial.decide import decide
from rondel.games.imperial.documented import DOCUMENTED
from rondel.games.imperial.drawn import EUROPE_DRAWN
from rondel.games.imperial.events import Event, announces, audience, barrier, reveals
from rondel.games.imperial.evolve import evolve
from rondel.games.imperial.face import face_of
from rondel.games.imperial.forecast import Forecast, forecast
from rondel.games.imperial.geography import Board, Drawing, Flags
from rondel.games.imperial.guards import BLAMES
from rondel.games.imperial.imagine import imagine
from rondel.games.imperial.invariants import conserved
from rondel.games.imperial.knows import Known, knows
from rondel.games.imperial.legal import legal, up
from rondel.games.imperial.lesson import LESSON
from rondel.games.imperial.opened import opened
from rondel.games.imperial.options import HOUSE_RULES, PRESELECTED, Options
from rondel.games.imperial.orders import ORDERS, Order
from rondel.games.imperial.pieces import EUROPE_FLAGS
from rondel.games.imperial.score import outcome
from rondel.games.imperial.sealed import HIDDEN_FORMS, sealed
from rondel.games.imperial.setups import setups_of
from rondel.games.imperial.start import start
from rondel.games.imperial.state import State
from rondel.games.imperial.summary import summary
from rondel.games.imperial.undo import keep
from rondel.games.imperial.view import View, view
from rondel.kernel import Game, GameTypes, Lesson, Undo

Imperial: TypeAlias = Game[State, Action, Event, View, Known, Options]


def imperial(
    board: Board, flags: Flags, lesson: Lesson | None = None, drawing: Drawing | None = None
) -> Imperial:
    """3.9 The game on this board: another map is another value, and no other rule."""
    atlases = atlases_of(board, flags)
    evolving = partial(evolve, atlases)
    return Game(
        name="imperial",
        title="Imperial",
        rules=1,
        seats=range(min(flags.sets), max(flags.sets) + 1),
        types=GameTypes(
            state=State,
            action=Action,
            event=Event,
            view=View,
            known=Known,
            options=Options,
            forecast=Forecast,
            order=Order,
        ),
        begin=StartGame(),
        start=partial(start, atlases),
        to_act=up,
        legal=partial(legal, atlases),
        decide=partial(decide, atlases, evolving),
        evolve=evolving,
        view=partial(view, atlases),
        audience=audience,
        reveals=reveals,
        announces=announces,
        sealed=sealed,
        hidden_forms=HIDDEN_FORMS,
        knows=partial(knows, atlases),
        imagine=partial(imagine, atlases),
        deadline=deadline,
        clock=clock,
        postpone=postpone,
        outcome=outcome,
        conserved=partial(conserved, atlases),
        endings=frozenset(("power_25", "unsold", "round_limit", "abandoned")),
        is_open_ended=is_open,
        forecast=partial(forecast, atlases, evolving),
        orders=ORDERS,
        undo=Undo(barrier=barrier, keep=keep),
        opened=opened,
        abandon=Abandon(),
        error_blame=BLAMES,
        applies_to_any_version=frozenset((PauseClock, ResumeClock)),
        calls=CALLS,
        documented=DOCUMENTED,
        summary=summary,
        face=face_of(board),
        house_rules=HOUSE_RULES,
        preselected=PRESELECTED,
        about=ABOUT,
        lesson=lesson,
        setups=setups_of(board, drawing),
        notifies_immediately=lambda options: options.mail_at_once,
    )


IMPERIAL: Final[Imperial] = imperial(EUROPE, EUROPE_FLAGS, LESSON, EUROPE_DRAWN)
