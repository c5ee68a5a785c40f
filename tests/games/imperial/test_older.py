"""Imperial, 2.2: a table that was opened under older rules is played on as it was opened."""

import hashlib
from pathlib import Path

import msgspec

from rondel.games.imperial.actions import AnswerPeace, Vote
from rondel.games.imperial.events import GameStarted, PeaceOffered, TimeCharged, UnitPlanned, VoteResolved
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.proof import verify
from tests.games.imperial.table import only, tags

KEPT = (Path(__file__).parent / "older" / "rules_1.jsonl").read_bytes()
"""Under rules 1: timed, a second a move, and seat 1 has voted for proposal 2."""

SECRET = hashlib.sha256(b"older").digest()

KEPT_2 = (Path(__file__).parent / "older" / "rules_2.jsonl").read_bytes()
"""Under rules 2: timed; Russia comes to Danzig, and Austria was asked for peace before its owner Germany."""

SECRET_2 = hashlib.sha256(b"older-2").digest()


def test_2_2_a_table_of_rules_1_keeps_its_cap_and_its_sealed_ballots() -> None:
    """Rules 2.2, 12.3, 5.9: also for what is decided today."""
    table = LocalTable.resumed(IMPERIAL, KEPT, SECRET)
    assert (table.state.options.bank_cap, table.state.options.open_ballots) == (True, False)
    begun = table.steps[0].row.events[0]
    assert isinstance(begun, GameStarted)
    assert begun.options == table.state.options

    row = table.play(2, Vote(1), table.at + 1000)

    assert tags(row.events) == ["SUBMITTED", "TIME_CHARGED", "VOTE_CAST", "VOTE_SEALED"]
    assert (only(row.events, TimeCharged).banked, row.rules) == (120, 3)
    assert only(table.play(0, Vote(1), table.at + 1000).events, VoteResolved).proposal2.voters == (1,)


def test_2_2_a_table_of_rules_1_is_proved_by_its_events() -> None:
    proof = verify(IMPERIAL, KEPT)

    assert (proof.faults, proof.decided_again) == ((), 0)


def test_2_2_options_mean_what_they_meant_when_they_were_chosen() -> None:
    codec = codec_of(IMPERIAL)
    assert codec.options(b"{}") == codec.options(b"{}", 2) == codec.options(b"{}", 3) == Options()
    assert codec.options(b"{}", 1) == Options(bank_cap=True)
    chosen = msgspec.json.encode({"timed": True, "bankCap": False})
    assert codec.options(chosen, 1) == Options(timed=True)


def test_2_2_a_table_of_rules_2_goes_on_where_it_was() -> None:
    """Rules 2.2, 9.2, 12.3: its bank has no cap, and whoever was waiting to be asked is asked."""
    table = LocalTable.resumed(IMPERIAL, KEPT_2, SECRET_2)
    assert table.state.options == Options(timed=True)
    assert table.state.current_maneuver.pending_peace.target_country == "Austria"

    row = table.play(0, AnswerPeace(accept=True), table.at + 1000)

    assert only(row.events, TimeCharged).banked > table.state.timer.banked
    assert (only(row.events, PeaceOffered).target_country, row.rules) == ("Germany", 3)
    row = table.play(1, AnswerPeace(accept=False), table.at + 1000)
    assert only(row.events, UnitPlanned).move.action_code == "war Germany army"


def test_2_2_a_table_of_rules_2_is_proved_by_its_events() -> None:
    proof = verify(IMPERIAL, KEPT_2)

    assert (proof.faults, proof.decided_again) == ((), 0)
