"""Imperial, 17.5 to 17.7: what a seat alone knows of its choice, until it is laid open."""

from rondel.games.imperial.actions import Action, Bid, Vote, VotePeace
from rondel.games.imperial.state import State


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
