"""Imperial, 17.5 to 17.7: what is sealed, and what is known once it is laid open."""

import msgspec
import pytest
from msgspec import UNSET

from rondel.games.imperial.actions import Action, Bid, Vote, VotePeace
from rondel.games.imperial.events import Event, PeaceResolved, VoteResolved
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.state import OpenVote, State
from rondel.kernel import Chance
from rondel.wire.codec import codec_of
from tests.games.imperial.table import Table, started
from tests.games.imperial.test_view import peace_voting, voting


@pytest.mark.parametrize(
    ("action", "sealed", "sealed_if_open"),
    [
        (Bid(5), {"amount"}, {"amount"}),
        (Vote(1), {"proposal"}, set()),
        (VotePeace(accept=True), {"accept"}, set()),
        (IMPERIAL.begin, set(), set()),
    ],
)
def test_17_5_bids_are_sealed_and_votes_unless_ballots_are_open(
    action: Action, sealed: set[str], sealed_if_open: set[str]
) -> None:
    assert IMPERIAL.sealed(started(open_ballots=False).state, action) == sealed
    assert IMPERIAL.sealed(started().state, action) == sealed_if_open


def after(table: Table, seat: int, action: Action, kind: type[Event]) -> tuple[State, State]:
    """The State right after the event of this kind, and the State after the whole row."""
    state = table.state
    for event in table.play(seat, action):
        state = IMPERIAL.evolve(state, event, table.at)
        if isinstance(event, kind):
            return state, table.state
    raise AssertionError("no such event")


def test_5_10_votes_laid_open_are_known_until_the_next_event() -> None:
    """Whatever is told is known right after it; at the end of the row nothing more is stored than before."""
    table = voting()
    table.play(1, Vote(2))
    table.play(2, Vote(2))

    state, end = after(table, 3, Vote(2), VoteResolved)

    assert set(state.open_votes or ()) == {OpenVote(1, 2), OpenVote(2, 2), OpenVote(3, 2)}
    assert end.open_votes is UNSET
    assert b"openVotes" not in codec_of(IMPERIAL).state_bytes(end)
    for viewer in (0, None):
        known = IMPERIAL.knows(state, viewer)
        assert known.open_votes == state.open_votes
        assert IMPERIAL.knows(IMPERIAL.imagine(known, Chance.of_seed(1)), viewer) == known
        assert b"openVotes" not in msgspec.json.encode(IMPERIAL.knows(end, viewer))


def test_9_6_votes_on_peace_laid_open_are_known_until_the_next_event() -> None:
    table = peace_voting()
    table.play(2, VotePeace(accept=False))
    table.play(3, VotePeace(accept=True))

    state, end = after(table, 1, VotePeace(accept=True), PeaceResolved)

    assert state.open_votes == (OpenVote(2, 0), OpenVote(3, 1), OpenVote(1, 1))
    assert end.open_votes is UNSET
