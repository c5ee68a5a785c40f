"""What games say about themselves: ours say all of it, and `rondel check` names what is missing."""

import json
import re
from dataclasses import replace as with_field
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from rondel.cli.checks.about import check_about
from rondel.games.cambio.game import CAMBIO
from rondel.games.decks.game import DECKS
from rondel.games.imperial.game import IMPERIAL
from rondel.kernel import About, AnyGame, Named, PieceStyle

ENGLISH = CAMBIO.about["en"]
FACES: Final = Path(__file__).parents[2] / "web/src/faces"


def pictures(game: AnyGame) -> Any:
    """The Views that the web client draws beside the text, by name."""
    return json.loads((FACES / game.name / "pictures/views.json").read_text())


def captions(about: About) -> dict[str, str]:
    """What is said of each picture, by its name."""
    return {name: caption for caption, name in re.findall(r"^!\[(.*)\]\((.*)\)$", about.how, re.MULTILINE)}


@pytest.mark.parametrize("game", [CAMBIO, DECKS, IMPERIAL], ids=lambda game: game.name)
def test_our_games_say_all_about_themselves_in_english_and_german(game: AnyGame) -> None:
    assert check_about(game).verdict == "ok"
    assert set(game.about) == {"en", "de"}
    for about in game.about.values():
        assert 20 < len(about.blurb) < 130
        assert len(re.findall(r"^## .+$", about.how, re.MULTILINE)) >= 3


@pytest.mark.parametrize("game", [CAMBIO, DECKS, IMPERIAL], ids=lambda game: game.name)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_picture_in_the_text_is_there(game: AnyGame, language: str) -> None:
    named = captions(game.about[language])

    assert named
    assert set(named) <= set(pictures(game))


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_of_a_picture_of_cambio_is_what_it_shows(language: str) -> None:
    named, views = (
        captions(CAMBIO.about[language]),
        {name: of["view"] for name, of in pictures(CAMBIO).items()},
    )

    assert f" {views['swap']['held']['card']['rank']} " in named["swap"]
    assert f" {views['power']['discardTop']['rank']} " in named["power"]
    assert f" {views['take']['discardTop']['rank']} " in named["take"]
    assert re.findall(r"\d+", named["end"]) == [str(one["finalScore"]) for one in views["end"]["scores"]]


@pytest.mark.parametrize(
    ("about", "fault"),
    [
        ({}, "it says nothing about itself in English."),
        ({"de": ENGLISH}, "it says nothing about itself in English."),
        ({"en": replace(ENGLISH, blurb=" ")}, "en: blurb is missing."),
        ({"en": replace(ENGLISH, duration="")}, "en: duration is missing."),
        ({"en": ENGLISH, "de": replace(ENGLISH, how="")}, "de: how is missing."),
        (
            {"en": replace(ENGLISH, endings={**ENGLISH.endings, "flood": "It rained."})},
            "en: endings has 'flood', which the game has not.",
        ),
        (
            {"en": replace(ENGLISH, house_rules={**ENGLISH.house_rules, "odd": Named("Odd", "Odd.")})},
            "en: house_rules has 'odd', which the game has not.",
        ),
        (
            {"en": replace(ENGLISH, bots={"easy": ENGLISH.bots["easy"], "medium": Named("Medium")})},
            "en: bots has no 'hard'; en: bots has a 'medium' without a name or a sentence.",
        ),
        (
            {"en": replace(ENGLISH, options={**ENGLISH.options, "snap": {"label": "Snapping"}})},
            "en: options has a 'snap' without a label or a sentence.",
        ),
        (
            {
                "en": replace(
                    ENGLISH, options={**ENGLISH.options, "turn_ms": {"label": "Time", "say": "{value}"}}
                )
            },
            "en: options has 'turn_ms', which the game has not.",
        ),
        ({"en": replace(ENGLISH, unit={"one": "point"})}, "en: unit has no 'other', the form for several."),
        (
            {"en": About()},
            (
                "en: blurb is missing; en: duration is missing; en: how is missing; "
                "en: endings has no 'abandoned'; en: endings has no 'cambio'. And 41 more."
            ),
        ),
    ],
)
def test_a_part_that_is_missing_or_about_nothing_is_named(about: dict[str, About], fault: str) -> None:
    found = check_about(with_field(CAMBIO, about=about))

    assert (found.verdict, found.text) == ("not ok", fault)


def test_people_read_of_nations_bonds_and_the_rondel() -> None:
    """The words that docs/rulebooks/imperial.md replaces are on none of its pages."""
    texts = f"{IMPERIAL.about['en'].blurb} {IMPERIAL.about['en'].how}"

    assert not re.search(r"\b(stocks?|punt\w*|wheels?|countr(y|ies)|places?)\b", texts, re.IGNORECASE)


def test_an_emblem_that_nothing_draws_is_named() -> None:
    emblem = (*CAMBIO.emblem, PieceStyle("rose"), PieceStyle("rose", art="flower"))

    found = check_about(with_field(CAMBIO, emblem=emblem))

    assert found.text == "emblem: 'rose' is no playing card (`7♥`) and has no picture."
