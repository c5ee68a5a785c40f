"""Conservation: what no move may create or destroy."""

from rondel.laws.law import Law, LawViolation, Moment


def _check(moment: Moment) -> None:
    """From the opening on: before it, nothing has been dealt."""
    if moment.step.row.version == 1:
        return
    before, after = moment.game.conserved(moment.step.before), moment.game.conserved(moment.step.after)
    if before != after:
        changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
        changes = ", ".join(f"{name} from {before.get(name)} to {after.get(name)}" for name in changed)
        raise LawViolation(f"{type(moment.step.row.action).__name__} changes what is conserved: {changes}")


CONSERVATION = Law(name="conservation", after_step=_check)
