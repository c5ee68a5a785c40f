"""17.11: a past Version with every bid and vote open."""

from msgspec import UNSET

from rondel.games.imperial.actions import Bid, Vote
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.view import View
from tests.games.imperial.table import Table, playing, started


def opened(table: Table) -> View:
    assert IMPERIAL.opened is not None
    return IMPERIAL.opened(table.state, table.view(None))


def test_17_11_sealed_bids_lie_open() -> None:
    table = started()
    table.play(0, Bid(200))

    assert table.view(None).player_info[0].bid is UNSET
    assert [player.bid for player in opened(table).player_info][:2] == [200, UNSET]
    assert opened(table).voting is None


def test_17_11_votes_that_were_open_stay_as_they_were_shown() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2], 3: [1]}}, open_ballots=True)
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    table.play(1, Vote(2))

    assert opened(table).voting == table.view(None).voting


def test_17_11_sealed_votes_lie_open() -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2], 3: [1]}})
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    table.play(0, Vote(1))

    voting = opened(table).voting

    assert voting is not None
    assert (voting.voted, voting.proposal1.voters, voting.proposal2.voters) == ((0,), (0,), ())
