"""Imperial, 17.5 to 17.7: what a seat alone knows of its choice, until it is laid open."""

from typing import Final

from rondel.games.imperial.actions import Action, Bid, Vote, VotePeace
from rondel.games.imperial.state import State
from rondel.kernel import HiddenForms

_AMOUNTS: Final = (999_999_999,)
"""More cents than anybody will have; as long as the documents write them, with a point."""

HIDDEN_FORMS: Final = HiddenForms(fields={"bid": _AMOUNTS, "amount": _AMOUNTS, "accept": (True, False)})


def sealed(state: State, action: Action) -> frozenset[str]:
    """A bid always; a vote unless ballots are open at this table."""
    match action:
        case Bid():
            return frozenset({"amount"})
        case Vote() if not state.options.open_ballots:
            return frozenset({"proposal"})
        case VotePeace() if not state.options.open_ballots:
            return frozenset({"accept"})
        case _:
            return frozenset()
