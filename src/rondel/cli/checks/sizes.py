"""Is it small? The largest View, the longest legal list, and what clients read of it once."""

from typing import Final

import msgspec

from rondel.cli.checks.line import CheckResult, not_ok, ok
from rondel.kernel import AnyGame
from rondel.laws import Report
from rondel.wire.schema import schemas
from rondel.wire.tagged import members

VIEW_BYTES: Final = 64 << 10
LEGAL: Final = 1000
SCHEMA_BYTES: Final = 512 << 10


def check_sizes(report: Report) -> CheckResult:
    """Whether what is sent at each move stays small: each viewer of each table gets it."""
    text = (
        f"largest View {report.largest_view_bytes} bytes, longest legal list {report.longest_legal} actions."
    )
    todo = []
    if report.largest_view_bytes > VIEW_BYTES:
        todo.append(
            f"Keep Views below {VIEW_BYTES} bytes: leave out what is in the options or never changes."
        )
    if report.longest_legal > LEGAL:
        todo.append(f"Keep legal lists below {LEGAL}: ask in two steps, or make the payload open.")
    return not_ok("sizes", text, " ".join(todo)) if todo else ok("sizes", text)


def check_schema(game: AnyGame) -> CheckResult:
    """Whether clients can read what it sends and takes."""
    try:
        size = len(msgspec.json.encode(schemas(game)))
    except TypeError as error:
        return not_ok("schema", f"it has none: {error}.", "Use types that msgspec can describe.")
    actions, events = len(members(game.types.action)), len(members(game.types.event))
    text = f"{actions} actions and {events} events in {size} bytes of JSON Schema."
    if size > SCHEMA_BYTES:
        return not_ok("schema", text, f"Keep it below {SCHEMA_BYTES} bytes: fewer or smaller nouns.")
    return ok("schema", text)
