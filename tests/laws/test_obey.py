"""The laws hold for Lots, and each planted fault is caught by its law alone."""

import runpy
import sys
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any, Literal

import pytest
from hypothesis.internal.conjecture import engine
from msgspec.structs import replace as replaced

from rondel.kernel import HOUSE, Chance, SeatSpec, Struct
from rondel.kernel.turn import evolve_all
from rondel.laws import ALL, endings, obey, run, walk
from rondel.laws.draw import draw_options, every
from rondel.laws.draws import DRAWS
from rondel.laws.elsewhere import found
from rondel.laws.law import LawViolation, Moment, Tally
from rondel.laws.neighbour import neighbour
from rondel.laws.pure import PURE
from rondel.laws.replays import REPLAYS, address
from rondel.laws.secrecy import SECRECY, rare_step
from rondel.laws.shrink import obeys
from rondel.laws.situation import situation_of
from rondel.laws.walk import Playthrough, Seeded
from tests.laws import lots
from tests.laws.faults import Fault
from tests.laws.grinding import LAWFUL
from tests.laws.lots import LOTS
from tests.laws.planted import PLANTED, caught
from tests.sample import size


@pytest.mark.untraced
def test_a_lawful_game_obeys() -> None:
    report = obey(LOTS, steps=size(1_500, nightly=10_000))

    assert report.violations == ()
    assert set(report.checks) >= {law.name for law in ALL}
    assert set(report.pairs) == {"seat", "bot", "spectator"}
    assert set(report.endings) >= LOTS.endings


def test_a_short_walk_obeys() -> None:
    """Every law, every line of it counted."""
    assert obey(LOTS, steps=200).violations == ()


test_a_lawful_game_obeys_under_hypothesis = pytest.mark.untraced(obeys(LOTS, examples=size(8, nightly=100)))


def test_the_same_seed_walks_the_same_way() -> None:
    one, again, other = (run(LOTS, laws=(), steps=500, seed=seed) for seed in (5, 5, 6))

    assert one == again
    assert one.digest != other.digest


FAR = [
    fault
    for name in ("calibration", "consistency")
    for fault in [each for each in PLANTED if each.law.name == name][1:]
]
"""Faults that a long walk finds; the first of each law is traced."""


@pytest.mark.drawn(1 / 3)
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            fault,
            id=f"{fault.law.name}: {fault.what}",
            marks=pytest.mark.untraced if fault in FAR else (),
        )
        for fault in PLANTED
    ],
)
def test_a_planted_fault_is_caught_by_its_law_alone(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """With less patience than `just planted`, which takes a minute for the two faults that need it all."""
    monkeypatch.setattr(walk, "PATIENCE", 3000)
    monkeypatch.setattr(endings, "REACHED_WITHIN", 3000)
    monkeypatch.setattr(endings, "SOUGHT_WITHIN", 3000)

    report = caught(fault)

    assert report.violations
    assert {found.law for found in report.violations} <= {fault.law.name, "walk"}


def test_a_game_may_draw_where_a_host_has_no_choice() -> None:
    """Whenever a seat moves, and whenever a deadline that the rules made has passed."""
    report = run(replace(LAWFUL), laws=[DRAWS, REPLAYS], steps=600)

    assert report.violations == ()


def test_a_missing_ending_is_sought_before_a_game_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "REACHED_WITHIN", 400)
    monkeypatch.setattr(endings, "SOUGHT_WITHIN", 1200)
    flooded = replace(LOTS, endings=LOTS.endings | {"flood"})

    lawful, unlawful = (run(game, laws=[endings.ENDINGS], steps=400) for game in (LOTS, flooded))

    assert not lawful.violations
    assert "no sitting ended as flood" in unlawful.violations[0].message
    assert lawful.steps < 1200 <= unlawful.steps


def test_every_law_has_at_least_three_planted_faults() -> None:
    planted = [fault.law.name for fault in PLANTED]

    assert all(planted.count(law.name) >= 3 for law in ALL)
    assert len(planted) >= 24


def test_a_broken_law_is_told_with_how_to_see_it_again() -> None:
    leaky = replace(LOTS, view=lambda state, _: lots.view(state, 0))

    with pytest.raises(AssertionError, match=r"secrecy: .*\n.*rondel laws lots .*--seed 3"):
        obey(leaky, steps=400, seed=3)


def test_views_that_are_view_break_no_law() -> None:
    together = replace(LOTS, views=lambda state: partial(lots.view, state))

    assert not run(together, laws=[PURE], steps=100).violations


@pytest.mark.drawn(1 / 3)
def test_hypothesis_shrinks_a_leak_to_a_short_sitting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MAX_SHRINKING_SECONDS", 10)  # it would take its five minutes
    leaky = replace(LOTS, view=lambda state, _: lots.view(state, 0))

    with pytest.raises(LawViolation, match="by its View"):
        obeys(leaky, laws=[SECRECY], steps=2, examples=1000)()


def test_a_number_of_pairs_can_be_asked_for() -> None:
    report = run(LOTS, laws=[SECRECY], steps=1, pairs=100, seed=1)

    assert sum(report.pairs.values()) >= 100
    assert 0 < report.long_pairs <= sum(report.pairs.values())


def test_progress_is_told_as_steps_done() -> None:
    done: list[int] = []

    report = run(LOTS, laws=(), steps=800, tick=done.append)

    assert sum(done) == report.steps >= 800


def test_ctrl_c_ends_a_walk_with_the_report_so_far() -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    report = run(LOTS, laws=(), steps=10_000, tick=stop)

    assert 0 < report.steps < 10_000


def test_a_table_that_is_another_when_it_is_taken_up_again_breaks_the_law() -> None:
    """The journal folds to the same State once; the second fold, by whoever takes it up, goes astray."""
    folds = {"right": 10**9}

    def evolve(state: lots.State, event: lots.Event, now: int) -> lots.State:
        folds["right"] -= 1
        after = lots.evolve(state, event, now)
        return after if folds["right"] >= 0 else replaced(after, ending="abandoned")

    sitting = Playthrough(replace(LOTS, evolve=evolve), Seeded("any"), (), Tally(), is_bounded=True)
    sitting.walk(5)
    folds["right"] = sum(len(step.row.events) for step in sitting.table.steps)

    with pytest.raises(LawViolation, match="taken up again from its transcript is another table"):
        REPLAYS.after_sitting(sitting._moment())  # type: ignore[misc]  # it has one


def test_a_game_that_no_module_holds_has_no_address() -> None:
    held = address(LOTS)

    assert held is not None
    assert found(held) is LOTS
    assert address(replace(LOTS)) is None


def test_a_game_without_an_address_is_not_walked_elsewhere() -> None:
    report = run(replace(LOTS), laws=[REPLAYS], steps=100)

    assert "replays under other hash seeds" not in report.checks


def test_a_game_that_a_fresh_process_cannot_find_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = ModuleType("nowhere_to_be_found")
    lost = vars(nowhere)["LOST"] = replace(LOTS)
    monkeypatch.setitem(sys.modules, "nowhere_to_be_found", nowhere)

    report = run(lost, laws=[REPLAYS], steps=100)

    assert "the walk failed in a fresh process" in report.violations[0].message


def test_a_walk_elsewhere_prints_its_digest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["elsewhere", "tests.laws.lots:LOTS", "50"])
    monkeypatch.delitem(sys.modules, "rondel.laws.elsewhere", raising=False)

    runpy.run_module("rondel.laws.elsewhere", run_name="__main__")

    assert capsys.readouterr().out == run(LOTS, laws=(), steps=50, seed=7).digest


def test_options_that_are_never_valid_are_the_authors_mistake() -> None:
    class Never(Struct):
        def __post_init__(self) -> None:
            raise ValueError("never")

    never: Any = Never
    barred = replace(LOTS, types=replace(LOTS.types, options=never))

    with pytest.raises(AssertionError, match="no valid options came up"):
        draw_options(barred, Seeded("any"))


def test_an_action_that_cannot_exist_is_not_tried() -> None:
    sitting = Playthrough(LOTS, Seeded("any"), (), Tally())

    assert not sitting._try(HOUSE, None)


def test_a_situation_is_what_may_be_done_and_what_falls_due() -> None:
    state = lots.start(lots.Options(), [SeatSpec()] * 2)
    events = lots.decide(state, HOUSE, lots.StartGame(), Chance.of_seed(1), 1000)
    started = evolve_all(LOTS, state, events, 1000)

    assert situation_of(LOTS, state, range(2)) == (frozenset(), None)
    assert situation_of(LOTS, started, range(2)) == (
        frozenset({lots.PauseClock, lots.Jot, lots.Bid, lots.Peek}),
        lots.Expire,
    )


def test_a_pair_begins_where_few_pairs_began() -> None:
    sitting = Playthrough(LOTS, Seeded("any"), (), Tally(), is_bounded=True)
    sitting.walk(40)
    table = sitting.table
    seats = range(len(sitting.seat_specs))
    met = [situation_of(LOTS, step.after, seats) for step in table.steps]
    rare = min(met, key=met.count)
    tally = Tally(situations={situation: 0 if situation == rare else 100 for situation in met})
    moment = Moment(table, sitting.seat_specs, table.steps[-1], Seeded("other"), tally)

    begun = [situation_of(LOTS, rare_step(moment).after, seats) for _ in range(100)]

    assert met.count(rare) / len(met) < 0.2
    assert begun.count(rare) > 2 * 100 * met.count(rare) / len(met)


class Report(Struct):
    """One that a house may make, of a seat that is not the first."""

    seat: int
    is_there: bool
    why: Literal["asked", "late"]

    def __post_init__(self) -> None:
        if self.seat == 0:
            raise ValueError("not of the first seat")


class Speech(Struct):
    text: str


class Couple(Struct):
    one: int
    other: int


def test_every_report_of_a_kind_is_listed_if_they_are_few() -> None:
    assert len(every(Report, 3)) == 2 * 2 * 2
    assert len(set(every(Report, 3))) == 8
    assert {report.seat for report in every(Report, 3)} == {1, 2}
    assert every(lots.Abandon, 3) == (lots.Abandon(),)


def test_reports_that_are_many_or_have_no_bounds_are_not_listed() -> None:
    assert every(Couple, 6) == ()
    assert every(Speech, 6) == ()


class Odd(Struct):
    """A State whose two pieces cannot change names: one of them is the only word a field takes."""

    row: tuple[str, ...] = ("here", "there")
    word: Literal["here"] = "here"


def test_pieces_that_cannot_change_names_make_no_neighbour() -> None:
    odd: Any = Odd
    stubborn = replace(LOTS, types=replace(LOTS.types, state=odd), knows=lambda _state, _viewer: None)  # type: ignore[arg-type, return-value]

    assert neighbour(stubborn, Odd(), None, 0, Seeded("any")) is None


class Shelf(Struct):
    """A State that names a place which is not there once its pieces have changed names."""

    row: tuple[str, ...] = ("here", "there")
    place: str = "here"


def test_a_state_that_names_what_is_not_there_is_no_neighbour() -> None:
    state: Any = Shelf
    game_types = replace(LOTS.types, state=state)
    lost = replace(LOTS, types=game_types, knows=lambda state, _viewer: {"here": 1}[state.place])  # type: ignore[arg-type, return-value, attr-defined]

    assert neighbour(lost, Shelf(), 1, 0, Seeded("any")) is None
