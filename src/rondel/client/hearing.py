"""Whether a step was heard live: only then its seat was sent all that it may hear of it."""

from collections.abc import Mapping
from typing import Any


class Hearing:
    """The tables that were watched on this connection.

    A `watch` is answered by what was missed, with events for everyone alone; its last frame has a View. After
    it every step with a View is live. A second `watch` of a table on one connection crosses steps that are
    under way, so nothing is live for certain until a full View.
    """

    def __init__(self) -> None:
        self._answered: dict[str, bool] = {}
        self._crossed: set[str] = set()

    def connected(self) -> None:
        """Begin a connection: nothing was sent on it yet."""
        self._answered.clear()
        self._crossed.clear()

    def watched(self, table: str) -> None:
        """A `watch` was sent."""
        if table in self._answered:
            self._crossed.add(table)
        self._answered[table] = False

    def view(self, table: str) -> None:
        """A full View came."""
        self._answered[table] = True
        self._crossed.discard(table)

    def is_live(self, table: str, step: Mapping[str, Any]) -> bool:
        """A step came: whether it was heard live."""
        if "view" not in step and "patch" not in step:
            return False
        is_live = self._answered.get(table, False) and table not in self._crossed
        self._answered[table] = True
        return is_live
