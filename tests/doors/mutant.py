"""A mutant: a check of the server or of its Views is taken away, and the tests that must fail then."""

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
