"""Kept games: they play the same today, and every line of them can be proved."""

from pathlib import Path

import pytest

from rondel.games.imperial.game import IMPERIAL
from rondel.kernel.replay import steps
from rondel.wire.codec import codec_of
from rondel.wire.transcript import read, row_of
from tests.games.imperial.transcripts.playthrough import playthrough
from tests.games.imperial.transcripts.scenes import SCENES
from tests.games.transcript_checks import assert_proved, assert_taken_up, endings_of

HERE = Path(__file__).parent / "transcripts"

PASSAGES = {
    None: {"bid", "proposal"},
    "bid": {"bid", "buy-bid", "proposal", "game-over"},
    "buy-bid": {"bid", "buy-bid", "proposal", "game-over"},
    "proposal": {"proposal", "proposal-opp", "continue-man", "buy", "game-over"},
    "proposal-opp": {"proposal", "continue-man", "vote", "buy", "game-over"},
    "vote": {"vote", "proposal", "buy", "game-over"},
    "continue-man": {"continue-man", "peace-vote", "proposal", "proposal-opp", "vote", "buy", "game-over"},
    "peace-vote": {"peace-vote", "continue-man", "proposal", "proposal-opp", "vote", "buy", "game-over"},
    "buy": {"buy", "proposal", "game-over"},
}
"""From which mode to which: each is kept in some transcript."""


@pytest.mark.parametrize("name", SCENES)
def test_a_kept_game_plays_the_same_today(name: str) -> None:
    scene = SCENES[name]()

    assert scene.table.transcript() == (HERE / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", SCENES)
def test_what_everybody_sees_in_a_kept_game_is_unchanged(name: str) -> None:
    text = (HERE / f"{name}.jsonl").read_bytes()

    assert playthrough(text) == (HERE / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCENES)
def test_a_kept_game_is_proved_line_by_line(name: str) -> None:
    assert_proved(IMPERIAL, HERE / f"{name}.jsonl")


@pytest.mark.parametrize("name", SCENES)
def test_a_kept_game_is_taken_up_again(name: str) -> None:
    assert_taken_up(IMPERIAL, HERE / f"{name}.jsonl", SCENES[name])


def test_20_1_every_ending_is_kept() -> None:
    """Rules 20.1, 20.2, 20.3, 20.4: one transcript at least for each."""
    assert endings_of(HERE / f"{name}.jsonl" for name in SCENES) == IMPERIAL.endings


def test_22_9_every_passage_between_modes_is_kept() -> None:
    passages: dict[str | None, set[str | None]] = {}
    for name in SCENES:
        transcript = read((HERE / f"{name}.jsonl").read_bytes())
        options = codec_of(IMPERIAL).options(bytes(transcript.header.options))
        start = IMPERIAL.start(options, transcript.seat_specs)
        rows = [row_of(IMPERIAL, line) for line in transcript.lines]
        for step in steps(IMPERIAL, start, rows):
            if step.row.undoes_to is None:
                passages.setdefault(step.before.mode, set()).add(step.after.mode)
    for mode, after in PASSAGES.items():
        assert after <= passages[mode], mode


def test_20_4_an_abandoned_game_reveals_neither_bid_nor_secret() -> None:
    text = (HERE / "ending_abandoned.jsonl").read_bytes()
    end = read(text).end
    assert end is not None
    assert end.secret is None


def test_no_transcript_lies_there_that_is_not_played() -> None:
    assert {path.stem for path in HERE.glob("*.jsonl")} == set(SCENES)
    assert {path.stem for path in HERE.glob("*.txt")} == set(SCENES)
