"""Imperial, 17.14: what a list of tables says of one in play."""

from rondel.games.imperial.pieces import Mode
from rondel.games.imperial.view import View
from rondel.kernel import Summary


def summary(view: View) -> Summary | None:
    """17.14 The mode, the country whose turn or auction it is, and the round; None before and after."""
    if view.mode is None or view.mode == "game-over":
        return None
    return Summary(_asks(view, view.mode), view.nation_up, view.round)


def _asks(view: View, mode: Mode) -> str:
    plan = view.current_maneuver
    is_offer = mode == "continue-man" and plan is not None and plan.pending_peace is not None
    return "peace" if is_offer else mode
