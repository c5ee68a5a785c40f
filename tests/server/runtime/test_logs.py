"""Events of the log have stable names that alerts and pages can quote."""

import re
from pathlib import Path

import rondel.server

EVENT = re.compile(r"log\.(?:debug|info|warning|error|exception)\(\s*f?\"([^\"]*)\"")
NAME = re.compile(r"[a-z_{}.]+\.[a-z_]+")


def events() -> list[str]:
    root = Path(rondel.server.__file__).parent
    sources = [*root.rglob("*.py"), *(root.parent / "cli/serving").glob("*.py")]
    return [name for path in sources for name in EVENT.findall(path.read_text(encoding="utf-8"))]


def test_every_event_is_named_by_a_noun_and_what_became_of_it() -> None:
    found = events()

    assert len(found) > 40
    assert [name for name in found if not NAME.fullmatch(name)] == []
