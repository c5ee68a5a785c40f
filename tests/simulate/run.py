"""Run one seed, judge it, and shrink one that fails."""

import gc
import time
from collections.abc import Callable, Iterator

import msgspec

from tests.simulate.checker import check
from tests.simulate.params import Params, drawn
from tests.simulate.world import Finding, World


class Result(msgspec.Struct, frozen=True):
    """What came of a run."""

    params: Params
    findings: tuple[Finding, ...]
    digest: str
    cpu_s: float

    @property
    def kinds(self) -> frozenset[str]:
        """What kinds of findings there are."""
        return frozenset(finding.kind for finding in self.findings)


gc.collect()
gc.freeze()  # what was imported is never garbage


def run(params: Params, *, trace: Callable[[str], object] | None = None) -> Result:
    """Play the run and judge it."""
    began = time.process_time()
    gc.disable()  # which rooms are still there must not depend on when garbage is collected
    try:
        world = World(params, is_traced=trace is not None)
        world.run()
        check(world)
        world.close()
    finally:
        gc.enable()
    if trace is not None:
        for line in world.lines or ():
            trace(line)
    return Result(params, tuple(world.findings), world.digest, time.process_time() - began)


def shrink(failed: Result, kind: str) -> Result:
    """The smallest run that still has a finding of this kind."""
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for smaller in _smaller(failed.params):
            result = run(smaller)
            if kind in result.kinds:
                failed, is_smaller = result, True
                break
    return failed


def _smaller(params: Params) -> Iterator[Params]:
    """Each way to make a run smaller by one thing, those that help most first."""
    for fault in params.faults:
        yield msgspec.structs.replace(params, faults=tuple(each for each in params.faults if each != fault))
    for name, least in (("tables", 1), ("nodes", 1), ("tabs", 1), ("spectators", 1)):
        if getattr(params, name) > least:
            yield msgspec.structs.replace(params, **{name: getattr(params, name) - 1})
    if params.bots and params.seats > 1:
        yield msgspec.structs.replace(params, bots=params.bots - 1)
    if params.steps > 5:
        yield msgspec.structs.replace(params, steps=params.steps // 2)
        yield msgspec.structs.replace(params, steps=params.steps - 5)


def command(params: Params) -> str:
    """The command that plays exactly this run."""
    parts = [f"--seed {params.seed} --game {params.game}"]
    parts += [
        f"--{name} {getattr(params, name)}"
        for name in ("nodes", "tables", "bots", "spectators", "tabs", "steps")
    ]
    return f"just simulate-faults {' '.join(parts)} --faults {','.join(params.faults) or 'none'} --trace"


def drawn_digest(seed: int) -> str:
    """The hash of a seed's run."""
    return run(drawn(seed)).digest
