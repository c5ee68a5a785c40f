"""Imperial, 21.2: all that one seat may know, as a value."""

from typing import Literal

from msgspec import UNSET, UnsetType

from rondel.games.imperial.atlas import Atlases
from rondel.games.imperial.pieces import Cents
from rondel.games.imperial.state import OpenVote, State
from rondel.games.imperial.view import View, view
from rondel.kernel import Struct, Viewer


class Known(Struct):
    """The View, the seat's own sealed bid, vote or peace vote, and the votes laid open just now."""

    view: View
    bid: Cents | None = None
    vote: Literal[1, 2] | None = None
    peace_vote: bool | None = None
    open_votes: tuple[OpenVote, ...] | UnsetType = UNSET


def knows(atlases: Atlases, state: State, viewer: Viewer) -> Known:
    """21.2 Everything this viewer may know."""
    seen = view(atlases, state, viewer)
    return Known(
        seen, _bid(state, viewer), _vote(state, viewer), _peace_vote(state, viewer), state.open_votes
    )


def _bid(state: State, viewer: Viewer) -> Cents | None:
    return None if viewer is None else state.players[viewer].bid


def _vote(state: State, viewer: Viewer) -> Literal[1, 2] | None:
    ballots = () if state.voting is None else state.voting.ballots
    return next((ballot.proposal for ballot in ballots if ballot.seat == viewer), None)


def _peace_vote(state: State, viewer: Viewer) -> bool | None:
    ballots = () if state.peace_vote is None else state.peace_vote.ballots
    return next((ballot.accept for ballot in ballots if ballot.seat == viewer), None)
