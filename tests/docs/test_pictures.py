"""The pictures on how to play are drawn from Views that the rules give today."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

WEB = Path(__file__).parents[2] / "web"


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", WEB / "scripts" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["cambio", "decks", "imperial"])
def test_a_picture_shows_what_the_rules_show(game: str) -> None:
    stored = json.loads((WEB / "src" / "faces" / game / "pictures" / "views.json").read_text())

    assert stored == script().pictures(game)
