"""docs/operate/settings.md, made from the settings there are: `just settings-page`."""

from collections.abc import Iterator
from pathlib import Path

from rondel.server.settings import Described, described, written

PAGE = Path(__file__).parents[2] / "docs/operate/settings.md"

HEAD = """\
# Settings

Settings are environment variables. You can also put them in a file, one `NAME=value` a line, and name it
before the command: `rondel --env-file /etc/rondel.env serve`. Options such as `--port` override the
environment, which overrides the file. An unknown variable that begins with `RONDEL_` is an error.

`rondel settings` prints this list with the current values and their origin; `rondel settings mail` only
those that mention mail; `rondel settings --changed` only those that are set. Secrets are hidden.

Lists are separated by commas. Names that end in `_MS` are milliseconds. A rate is written `20/10s`: at most
20 at once, and 20 more in each 10 seconds. `just settings-page` generates this page.
"""

BASIC = (
    "host",
    "port",
    "public_url",
    "trusted_proxies",
    "name",
    "database_url",
    "smtp_url",
    "mail_from",
)
LIMITS = ("Limits", "Connections")
"""The sections that are shown under Limits."""


def page() -> str:
    """The whole page."""
    sections = described()
    known = {each.name: each for section in sections.values() for each in section}
    lines = [HEAD, *_table("## Basic", [known[name] for name in BASIC])]
    lines += _table("## Limits", [each for heading in LIMITS for each in sections.pop(heading)])
    lines.append("## Advanced\n")
    for heading, section in sections.items():
        lines += _table(f"### {heading}", [each for each in section if each.name not in BASIC])
    return "\n".join(lines)


def _table(heading: str, section: list[Described]) -> Iterator[str]:
    yield from (f"{heading}\n", "| variable | default | meaning |", "|---|---|---|")
    for each in section:
        default = written(each.default)
        shown = "machine and process" if each.name == "node" else f"`{default}`" if default else "none"
        yield f"| `{each.variable}` | {shown} | {each.meaning} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
