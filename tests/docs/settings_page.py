"""docs/operate/settings.md, made from the settings there are: `just settings-page`."""

from collections.abc import Iterator
from pathlib import Path

from rondel.server.settings import Described, described
from rondel.server.variables import written

PAGE = Path(__file__).parents[2] / "docs/operate/settings.md"

HEAD = """\
# Settings

Every setting is a variable of the environment. You can also keep settings in a file, one `NAME=value` a
line, and name it before the command: `rondel --env-file /etc/rondel.env serve`. A variable of the
environment comes before the file, and an option such as `--port` before both. A variable that begins with
`RONDEL_` and is not listed here is an error.

`rondel settings` prints this list with the values that hold now and where each comes from; `rondel settings
mail` only what speaks of mail; `rondel settings --changed` only what is set. Passwords, keys and tokens are
hidden.

A list has commas between its parts. Times end in `_MS` and are milliseconds. A rate is written `20/10s`: at
most 20 at once, and 20 more in each 10 seconds.

This page is made from the program by `just settings-page`.
"""


def page() -> str:
    """The whole page."""
    return "\n".join(
        [HEAD, *(line for heading, section in described().items() for line in _table(heading, section))]
    )


def _table(heading: str, section: list[Described]) -> Iterator[str]:
    yield from (f"## {heading}\n", "| variable | default | meaning |", "|---|---|---|")
    for each in section:
        default = written(each.default)
        shown = "machine and process" if each.name == "node" else f"`{default}`" if default else "none"
        yield f"| `{each.variable}` | {shown} | {each.meaning} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
