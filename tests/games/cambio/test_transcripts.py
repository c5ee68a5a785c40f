"""Kept games: they play the same today, and every line of them can be proved."""

from pathlib import Path

import pytest

from rondel.games.cambio.game import CAMBIO
from tests.games.cambio.transcripts.playthrough import playthrough
from tests.games.cambio.transcripts.scenes import SCENES
from tests.games.transcript_checks import assert_proved, assert_taken_up, endings_of

HERE = Path(__file__).parent / "transcripts"


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
    assert_proved(CAMBIO, HERE / f"{name}.jsonl")


@pytest.mark.parametrize("name", SCENES)
def test_a_kept_game_is_taken_up_again(name: str) -> None:
    assert_taken_up(CAMBIO, HERE / f"{name}.jsonl", SCENES[name])


def test_16_1_every_ending_is_kept() -> None:
    """Rules 16.1, 16.2, 16.3, 16.4: one transcript at least for each."""
    assert endings_of(HERE / f"{name}.jsonl" for name in SCENES) == CAMBIO.endings


def test_no_transcript_lies_there_that_is_not_played() -> None:
    assert {path.stem for path in HERE.glob("*.jsonl")} == set(SCENES)
    assert {path.stem for path in HERE.glob("*.txt")} == set(SCENES)
