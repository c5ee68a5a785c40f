from pathlib import Path

import pytest

from rondel.cli.save import Save
from rondel.cli.sitting import SittingUnderWay, sit_down
from rondel.games.decks.actions import ClosePlanner, DealNextHand, EndTurn, ToggleCardSelection
from rondel.games.decks.options import Options
from rondel.kernel import Refusal
from rondel.wire.proof import verify
from rondel.wire.shelf import take
from rondel.wire.transcript import read

DECKS = take("decks")


@pytest.fixture
def save(tmp_path: Path) -> Save:
    return Save(tmp_path / "decks.jsonl")


def test_a_new_sitting_is_begun_and_kept_at_once(save: Save) -> None:
    sitting = sit_down(DECKS, save, options=Options(hand_size=3))

    assert len(sitting.view.hand_cards) == 3
    assert sitting.notice == ""
    assert sitting.trouble is None
    assert sitting.outcome is None
    assert len(read(save.path.read_bytes()).lines) == 1


def test_every_version_is_kept(save: Save) -> None:
    sitting = sit_down(DECKS, save)
    card = sitting.view.hand_cards[0].instance_id

    sitting.ask(ToggleCardSelection(card))
    sitting.take_back()
    sitting.ask(DealNextHand())

    assert len(read(save.path.read_bytes()).lines) == 4
    assert not verify(DECKS, save.path.read_bytes()).faults
    assert sit_down(DECKS, save).view == sitting.view


def test_a_refusal_changes_nothing(save: Save) -> None:
    sitting = sit_down(DECKS, save)
    before = save.path.read_bytes()

    with pytest.raises(Refusal):
        sitting.ask(EndTurn())

    assert save.path.read_bytes() == before


def test_options_do_not_fit_a_sitting_under_way(save: Save) -> None:
    sit_down(DECKS, save)

    with pytest.raises(SittingUnderWay):
        sit_down(DECKS, save, options=Options())


def test_a_new_one_is_begun_where_it_is_wanted_and_the_old_one_is_kept(save: Save) -> None:
    sit_down(DECKS, save)
    old = save.path.read_bytes()

    sitting = sit_down(DECKS, save, options=Options(hand_size=7), is_new=True)

    assert len(sitting.view.hand_cards) == 7
    kept = save.path.with_name(f"decks-{read(old).header.table}.jsonl")
    assert kept.read_bytes() == old
    assert kept.with_suffix(".secret").exists()
    assert kept.name in sitting.notice


def test_an_ended_one_has_its_end_and_the_next_begins_anew(save: Save) -> None:
    sitting = sit_down(DECKS, save)
    sitting.ask(ClosePlanner())
    assert sitting.outcome is not None
    old = read(save.path.read_bytes())
    assert old.end is not None

    assert sit_down(DECKS, save, options=Options()).outcome is None
    assert read(save.path.read_bytes()).header.table != old.header.table


def test_a_save_that_failed_is_tried_again_with_the_next_version(tmp_path: Path) -> None:
    folder = tmp_path / "rondel"
    folder.write_text("in the way")
    sitting = sit_down(DECKS, Save(folder / "decks.jsonl"))
    assert str(sitting.trouble).startswith("Not saved: File exists")

    folder.unlink()
    sitting.ask(DealNextHand())

    assert sitting.trouble is None
    assert sit_down(DECKS, Save(folder / "decks.jsonl")).view == sitting.view


def test_what_cannot_be_set_aside_is_not_overwritten(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    save.path.write_text("precious")

    def refuse(_save: Save) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Save, "set_aside", refuse)
    sitting = sit_down(DECKS, save)
    sitting.ask(DealNextHand())

    assert sitting.trouble is not None
    assert save.path.read_text() == "precious"
