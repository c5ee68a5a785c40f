"""Does the game say what it is, how it is played, what its presets and bots are called, and why it ended?"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rondel.bots.registry import bots_of, findings
from rondel.cli.checks.line import CheckResult, not_ok, ok
from rondel.kernel import About, AnyGame, Named

NAME: Final = "about"
_FEW: Final = 5
_CARD: Final = re.compile("(A|[2-9]|10|J|Q|K)[♠♥♦♣]")


def check_about(game: AnyGame) -> CheckResult:
    """Which parts are missing in a language, and which sentences are about nothing."""
    if "en" not in game.about:
        return not_ok(
            NAME,
            "it says nothing about itself in English.",
            'Give the game `about={"en": About(...)}`: the lobby, its page and the results read it.',
        )
    wrong = [
        f"{language}: {fault}" for language, about in game.about.items() for fault in _faults(game, about)
    ]
    wrong += [
        f"emblem: {piece.label!r} is no playing card (`7♥`) and has no picture"
        for piece in game.emblem
        if piece.art is None and not _CARD.fullmatch(piece.label)
    ]
    if wrong:
        more = f" And {len(wrong) - _FEW} more." if len(wrong) > _FEW else ""
        return not_ok(NAME, f"{'; '.join(wrong[:_FEW])}.{more}", "Write them in `about`, or take them away.")
    return ok(NAME, f"what it is, how it is played and why it ends, in {', '.join(game.about)}.")


def _faults(game: AnyGame, about: About) -> Iterator[str]:
    parts = {"blurb": about.blurb, "duration": about.duration, "how": about.how}
    yield from (f"{name} is missing" for name, text in parts.items() if not text.strip())
    presets = frozenset(("standard", *game.house_rules) if game.house_rules else ())
    for name, texts, wanted in (
        ("endings", frozenset(about.endings), game.endings),
        ("house_rules", frozenset(about.house_rules), presets),
        ("options", frozenset(about.options), _options(game)),
        ("bots", frozenset(about.bots), _own_bots(game)),
    ):
        yield from (f"{name} has no {key!r}" for key in sorted(wanted - texts))
        yield from (f"{name} has {key!r}, which the game has not" for key in sorted(texts - wanted))
    for option, sentences in about.options.items():
        if not sentences.get("label") or len(sentences) == 1:
            yield f"options has a {option!r} without a label or a sentence"
    yield from _unnamed("house_rules", about.house_rules)
    yield from _unnamed("bots", about.bots)
    if about.unit and "other" not in about.unit:
        yield "unit has no 'other', the form for several"


def _options(game: AnyGame) -> frozenset[str]:
    """What can be chosen beside the number of seats, as it travels."""
    return frozenset(game.types.options.__struct_encode_fields__) - {"seats"}


def _own_bots(game: AnyGame) -> frozenset[str]:
    """The bots that players choose from, without those that play any game."""
    entries = (found.entry.partition(" = ")[0] for found in findings({game.name: game}))
    broken = {entry.rpartition(".") for entry in entries}
    bots = frozenset((*bots_of(game), *(level for name, _, level in broken if name == game.name)))
    return bots & {"easy", "medium", "hard"} or bots - {"random", "ismcts"}


def _unnamed(name: str, texts: Mapping[str, Named]) -> Iterator[str]:
    for key, named in texts.items():
        if not (named.name.strip() and named.text.strip()):
            yield f"{name} has a {key!r} without a name or a sentence"
