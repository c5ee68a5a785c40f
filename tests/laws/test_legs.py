"""A walk is split into legs, and it does not matter where they are walked."""

import pickle
from dataclasses import replace

from rondel.laws import ALL, leg_count, run, walk_leg
from rondel.laws.law import Law, LawViolation, Moment
from rondel.laws.leg import LEG_STEPS
from tests.laws.faults import counts_everything
from tests.laws.lots import LOTS

QUICK = [law for law in ALL if law.name in ("legal", "conservation", "endings")]
STEPS = LEG_STEPS + 300


def _late(moment: Moment) -> None:
    if moment.tally.steps == LEG_STEPS - 100:
        raise LawViolation("it is late")


LATE = Law(name="late", after_step=_late)


def test_legs_walked_elsewhere_give_the_same_report() -> None:
    here = run(LOTS, laws=QUICK, steps=STEPS, seed=5)
    sent = {
        number: pickle.loads(pickle.dumps(walk_leg(LOTS, QUICK, 5, STEPS, number)))
        for number in range(leg_count(STEPS))
    }

    assert len(sent) == 2
    assert run(LOTS, laws=QUICK, steps=STEPS, seed=5, walked=sent) == here
    assert here.steps >= STEPS
    assert here.violations == ()


def test_what_is_found_on_legs_walked_elsewhere_is_the_same() -> None:
    miscounted = replace(LOTS, conserved=counts_everything)

    here = run(miscounted, laws=QUICK, steps=STEPS, seed=5)
    sent = {number: walk_leg(miscounted, QUICK, 5, STEPS, number) for number in range(leg_count(STEPS))}

    assert here.violations
    assert run(miscounted, laws=QUICK, steps=STEPS, seed=5, walked=sent) == here


def test_each_leg_walks_another_way() -> None:
    one, other = (walk_leg(LOTS, (), 5, STEPS, number) for number in range(2))

    assert set(one.digests).isdisjoint(other.digests)


def test_a_finding_of_a_later_leg_is_found_again_by_its_command() -> None:
    report = run(LOTS, laws=[LATE], steps=2 * LEG_STEPS)
    again = run(LOTS, laws=[LATE], steps=2 * LEG_STEPS - 100)

    assert len(report.violations) == 2
    assert f"--steps {2 * LEG_STEPS - 100} (leg 1, sitting " in report.violations[1].how_to_repeat
    assert again.violations == report.violations
