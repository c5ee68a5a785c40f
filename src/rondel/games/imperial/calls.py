"""Imperial, 15.3 and 16.8: the history and the proposals in sentences, for clients that render nothing.

An answer is told from a View and from what everybody heard: it says nothing that its reader may not know.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rondel.games.imperial.actions import Action
from rondel.games.imperial.events import Event
from rondel.games.imperial.history import plan, sentences
from rondel.games.imperial.pieces import Proposal, Tally
from rondel.games.imperial.view import View
from rondel.kernel import Call, Noun, Seat


class ProposalText(Noun):
    """16.8 A proposal in words, with what it has in a vote whose ballots are open."""

    seat: Seat
    proposal: str
    votes: int | None
    voters: tuple[Seat, ...] | None


class ProposalTexts(Noun):
    """16.8 What is proposed for the country that is up."""

    country: str | None
    proposal1: ProposalText | None
    proposal2: ProposalText | None


def tell_history(_view: View, heard: Sequence[Event], _players: Sequence[str]) -> Mapping[str, Any]:
    """15.3 One sentence after the other, the oldest first."""
    return {"history": sentences(heard)}


def tell_proposals(view: View, _heard: Sequence[Event], _players: Sequence[str]) -> Mapping[str, Any]:
    """16.8 The proposals that are on the table."""
    sides = (Tally(), Tally()) if view.voting is None else (view.voting.proposal1, view.voting.proposal2)
    told = ProposalTexts(view.country_up, _text(view.proposal1, sides[0]), _text(view.proposal2, sides[1]))
    texts: Mapping[str, Any] = msgspec.to_builtins(told)
    return texts


def _text(proposal: Proposal | None, side: Tally) -> ProposalText | None:
    if proposal is None:
        return None
    return ProposalText(proposal.seat, plan(proposal), side.votes, side.voters)


CALLS: Final[Mapping[str, Call[View, Action, Event]]] = {
    "history": Call(tell=tell_history, hears_history=True),
    "proposals": Call(tell=tell_proposals),
}
