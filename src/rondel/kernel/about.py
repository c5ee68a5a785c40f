"""About: what a game says about itself, before, beside and after it is played."""

from collections.abc import Mapping

from msgspec import field

from rondel.kernel.struct import Struct


class Named(Struct, omit_defaults=True):
    """A bot, or a set of options, as players read it: its name, and one sentence about it."""

    name: str
    text: str = ""


class About(Struct, omit_defaults=True):
    """What a game says about itself in one language."""

    title: str = ""
    """Its title in this language, if that is not `Game.title`."""

    blurb: str = ""
    """What the players do, in one sentence: on the tile in the lobby and in the preview of a link."""

    duration: str = ""
    """How long a game takes: `about 10 min`."""

    how: str = ""
    """How it is played, in Markdown: `##` begins a section, and a section is a few sentences or a list.

    `![What it shows](NAME)` is a picture that the game's own board draws; other screens leave it out.
    """

    endings: Mapping[str, str] = field(default_factory=dict)
    """Why the game ended: a sentence for each of `Game.endings`."""

    house_rules: Mapping[str, Named] = field(default_factory=dict)
    """What each set of options is called and means: each of `Game.house_rules`, and `standard`."""

    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The options in words, by field as it travels: its `label`, and a sentence for each value.

    `{"snap": {"label": "Snapping", "true": "You may snap.", "false": "No snapping."}}`. `say` is the sentence
    for all other values: `{"turnMs": {"label": "Time per turn", "0": "No limit.", "say": "{value} each."}}`.
    """

    bots: Mapping[str, Named] = field(default_factory=dict)
    """What the game's own bots are called, and how each plays, by level."""

    unit: Mapping[str, str] = field(default_factory=dict)
    """What its scores are called, by the plural forms of the language: `{"one": "die", "other": "dice"}`."""


def about_in(about: Mapping[str, About], language: str) -> About:
    """What a game says in this language, else in English."""
    return about.get(language) or about.get("en") or About()
