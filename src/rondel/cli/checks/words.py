"""Does every action and event have its sentence, in each language?"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rondel.cli.checks.line import Line, not_ok, ok
from rondel.kernel import AnyGame, Noun
from rondel.wire.frames import members, names_in, tag_of

NAME: Final = "words"
_GAP: Final = re.compile(r"\{([A-Za-z_]\w*)\}")
_FEW: Final = 5


def check_words(game: AnyGame) -> Line:
    """Which tags have no sentence, which sentences no tag, and which gaps no field."""
    if game.face is None or not game.face.words:
        return ok(NAME, "none; screens that do not know the game name its events by their tags.")
    wrong = [
        f"{language}: {fault}" for language, said in game.face.words.items() for fault in _faults(game, said)
    ]
    if "en" not in game.face.words:
        wrong.insert(0, "en: all are missing")
    if wrong:
        more = f" And {len(wrong) - _FEW} more." if len(wrong) > _FEW else ""
        text = f"{'; '.join(wrong[:_FEW])}.{more}"
        return not_ok(NAME, text, "Write these sentences, or take them away.")
    return ok(NAME, f"every action and event has its sentence in {', '.join(game.face.words)}.")


def _faults(game: AnyGame, said: Mapping[str, str]) -> Iterator[str]:
    wanted, known = {tag_of(noun): noun for noun in _spoken(game)}, _known(game)
    yield from (f"{tag} is missing" for tag in wanted if tag not in said)
    yield from (f"{tag} is no action or event" for tag in said if tag not in known)
    for tag, sentence in said.items():
        fields = known[tag].__struct_encode_fields__ if tag in known else ()
        for gap in _GAP.findall(sentence) if tag in known else ():
            if gap not in fields:
                has = f"fields of {tag}: {names_in(known[tag])}"
                yield f"{tag} has a gap {{{gap}}}, and no such field ({has})"


def _known(game: AnyGame) -> Mapping[str, type[Noun]]:
    return {tag_of(noun): noun for noun in (*members(game.nouns.action), *members(game.nouns.event))}


def _spoken(game: AnyGame) -> Iterator[type[Noun]]:
    """What players do and hear: neither the deal nor clocks of the kit are told in words."""
    for noun in _known(game).values():
        if noun is not type(game.begin) and noun.__module__ not in ("rondel.kit.nouns", "rondel.kit.timed"):
            yield noun
