"""A mutant: a door of the server that is open, and the tests that guard that door."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """A fault: what it opens, in which file under src/rondel, which text is replaced by which.

    `tests` are files or single tests under `tests/`; one of them must fail while the fault is there.
    """

    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
