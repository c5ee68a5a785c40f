"""Imperial, 17.11: a past Version of a finished Table with every bid and vote open."""

from collections.abc import Sequence

from msgspec.structs import replace

from rondel.games.imperial.pieces import Tally
from rondel.games.imperial.state import Ballot, State, Voting
from rondel.games.imperial.view import View, VotingView


def opened(state: State, seen: View) -> View:
    """17.11 Every bid and every vote on a proposal that is still sealed in this State."""
    players = [
        shown if player.bid is None else replace(shown, bid=player.bid)
        for shown, player in zip(seen.player_info, state.players, strict=True)
    ]
    voting = seen.voting if state.options.open_ballots else _voting(state.voting)
    return replace(seen, player_info=tuple(players), voting=voting)


def _voting(voting: Voting | None) -> VotingView | None:
    if voting is None:
        return None
    ballots = voting.ballots
    voted = tuple(ballot.seat for ballot in ballots)
    return VotingView(voting.nation, voted, _side(ballots, 1), _side(ballots, 2))


def _side(ballots: Sequence[Ballot], proposal: int) -> Tally:
    return Tally(voters=tuple(ballot.seat for ballot in ballots if ballot.proposal == proposal))
