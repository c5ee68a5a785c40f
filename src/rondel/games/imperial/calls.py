"""Imperial, 15.3 and 16.8: the history and the proposals in sentences, for clients that render nothing.

An answer is told from a View and from what everybody heard: it says nothing that its reader may not know.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import field

from rondel.games.imperial.actions import Action
from rondel.games.imperial.events import Event
from rondel.games.imperial.history import named, plan, sentences
from rondel.games.imperial.pieces import Proposal, Tally
from rondel.games.imperial.view import View
from rondel.kernel import Call, Seat, Struct


class ProposalText(Struct):
    """16.8 A proposal in words, with what it has in a vote whose ballots are open."""

    seat: Seat
    proposal: str
    votes: int | None
    voters: tuple[Seat, ...] | None


class ProposalTexts(Struct):
    """16.8 What is proposed for the country that is up."""

    nation: str | None = field(name="country")
    proposal1: ProposalText | None
    proposal2: ProposalText | None


def tell_history(_view: View, events: Sequence[Event], players: Sequence[str]) -> Mapping[str, Any]:
    """15.3 One sentence after the other, the oldest first."""
    return {"history": named(sentences(events), players)}


def tell_proposals(view: View, _events: Sequence[Event], _players: Sequence[str]) -> Mapping[str, Any]:
    """16.8 The proposals that are on the table."""
    sides = (Tally(), Tally()) if view.voting is None else (view.voting.proposal1, view.voting.proposal2)
    response = ProposalTexts(view.nation_up, _text(view.proposal1, sides[0]), _text(view.proposal2, sides[1]))
    texts: Mapping[str, Any] = msgspec.to_builtins(response)
    return texts


def _text(proposal: Proposal | None, side: Tally) -> ProposalText | None:
    if proposal is None:
        return None
    return ProposalText(proposal.seat, plan(proposal), side.votes, side.voters)


CALLS: Final[Mapping[str, Call[View, Action, Event]]] = {
    "history": Call(respond=tell_history, hears_history=True),
    "proposals": Call(respond=tell_proposals),
}
