"""Does every action and event have its sentence, in each language?"""

from collections.abc import Iterator
from typing import Final

from rondel.cli.checks.line import CheckResult, not_ok, ok
from rondel.kernel import AnyGame, Struct
from rondel.laws.sentences import faults_of_sentences
from rondel.wire.tagged import members, tag_of

NAME: Final = "words"
_FEW: Final = 5


def check_words(game: AnyGame) -> CheckResult:
    """Which tags have no sentence, and what the law of faces finds wrong with those that there are."""
    if game.face is None or not game.face.words:
        return ok(NAME, "none; screens that do not know the game name its events by their tags.")
    words, wanted = game.face.words, tuple(_spoken(game))
    wrong = [] if "en" in words else ["en: all are missing"]
    wrong += [
        f"{language}: {tag} is missing"
        for language, sentences in words.items()
        for tag in wanted
        if tag not in sentences
    ]
    wrong += faults_of_sentences(game)
    if wrong:
        more = f" And {len(wrong) - _FEW} more." if len(wrong) > _FEW else ""
        text = f"{'; '.join(wrong[:_FEW])}.{more}"
        return not_ok(NAME, text, "Write these sentences, or take them away.")
    return ok(NAME, f"every action and event has its sentence in {', '.join(words)}.")


def _spoken(game: AnyGame) -> Iterator[str]:
    """What players do and hear: neither the deal nor clocks of the kit are told in words."""
    for noun in dict.fromkeys((*members(game.types.action), *members(game.types.event))):
        if noun is not type(game.begin) and not _is_kits(noun):
            yield tag_of(noun)


def _is_kits(noun: type[Struct]) -> bool:
    return noun.__module__ in ("rondel.kit.structs", "rondel.kit.timed")
