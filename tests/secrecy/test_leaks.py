"""The tool that plants leaks can count: it catches what leaks, and says so when something is not caught."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from tests.planting import SourceCopy, Unfit, check_all_apply, drawn, planted
from tests.secrecy.imperial_mutants import IMPERIAL_MUTANTS
from tests.secrecy.leaks import ALL, Found, judged, plant, report
from tests.secrecy.mutants import MUTANTS, Mutant

HELD = next(mutant for mutant in MUTANTS if mutant.what == "the held card is shown to all")
DRAWN = next(mutant for mutant in MUTANTS if mutant.what == "everybody hears what was drawn")
NOTHING = Mutant("games/cambio/view.py", '"""Cambio, chapter 13:', '"""Cambio, chapter 13 :', "nothing leaks")


def test_every_mutant_still_applies_exactly_once() -> None:
    check_all_apply(ALL)


def test_there_are_enough_mutants_and_no_two_alike() -> None:
    assert len(MUTANTS) >= 60
    assert len(IMPERIAL_MUTANTS) >= 30
    assert len({mutant.what for mutant in ALL}) == len(ALL)
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in ALL}) == len(ALL)


@pytest.mark.drawn(1 / 3)
def test_a_leak_of_imperial_is_caught_by_the_nets_of_imperial() -> None:
    """Slow: two processes, each of which plays some hundred pairs of worlds."""
    [leak] = [mutant for mutant in IMPERIAL_MUTANTS if mutant.what == "everybody hears a bid"]

    founds = plant([leak], effort="quick", jobs=1)

    assert founds[0].by in ("secrecy", "table", "ballots")


def test_a_draw_is_from_both_games() -> None:
    assert {mutant.game for mutant in drawn(ALL, 40, "a")} == {"cambio", "imperial"}


@pytest.mark.drawn(1 / 3)
def test_two_leaks_are_caught_and_an_edit_that_leaks_nothing_survives() -> None:
    founds = plant([HELD, DRAWN, NOTHING], effort="quick", jobs=1)

    assert [found.by for found in founds] == ["secrecy", "secrecy", None]
    assert report(founds, Console(file=io.StringIO())) == 1


def test_a_survivor_is_named_and_counted() -> None:
    output = io.StringIO()

    code = report([Found(HELD, "secrecy", "seen"), Found(NOTHING, None, "")], Console(file=output, width=200))

    assert code == 1
    assert "SURVIVED games/cambio/view.py: nothing leaks" in output.getvalue()
    assert "killed 1 / planted 2" in output.getvalue()


@pytest.mark.parametrize("text", ["", "twice, twice"])
def test_a_mutant_that_does_not_apply_exactly_once_is_an_error(text: str) -> None:
    with pytest.raises(Unfit, match="mutant no longer applies"):
        planted(Mutant("view.py", "twice", "thrice", "whatever"), text)


def test_a_mutant_that_cannot_run_is_an_error_and_not_a_catch(tmp_path: Path) -> None:
    broken = Mutant(NOTHING.file, NOTHING.old, "][" + NOTHING.old, "not even Python")

    with pytest.raises(Unfit, match="does not run"):
        judged(SourceCopy(tmp_path / "copy"), broken, "quick", None)


def test_the_same_text_draws_the_same_mutants() -> None:
    assert drawn(MUTANTS, 10, "a") == drawn(MUTANTS, 10, "a")
    assert drawn(MUTANTS, 10, "a") != drawn(MUTANTS, 10, "b")
    assert len(drawn(MUTANTS, 10, "a")) == 10


def test_the_sources_are_left_as_they_were() -> None:
    source = Path(__file__).parents[2] / "src" / "rondel" / HELD.file

    assert HELD.new not in source.read_text()
