"""Search the seed of a lesson: `python -m tools.lesson_seeds cambio 500000` prints those that fit from there.

All luck of a lesson follows from its seed. After a change of the luck, or of what a lesson's sentences name,
its script needs another seed: one that deals the cards below. `tests/table/test_lesson.py` checks the script.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Final

from msgspec.structs import replace

from rondel.games.cambio import lesson as cambio
from rondel.games.cambio.options import deck_of
from rondel.games.decks import lesson as decks
from rondel.games.imperial.game import IMPERIAL
from rondel.kernel.draws import NO_DRAWS
from rondel.kernel.lesson import lesson_luck
from rondel.table.lesson import play_script

PLANNED: Final = ("Rest", "Gather", "Feast", "Scout", "Build")
"""The hand of the lesson of Decks."""

DEALT: Final = {
    0: "9 10 J Q",  # the learner's four cards, the top row first
    2: "10 J Q",
    3: "A 2",
    7: "A 2 3",  # the opponent's last card, which the learner takes from the discard pile
    9: "A 2",  # the draw pile, after the first card of the discard pile
    10: "4 5 6",
    11: "7 8",
    13: "A 2 3 4 5 6",
    14: "A 2 3 4 5 6",
}
"""The ranks that Cambio's lesson can have at places of its first deck."""


def fits_cambio(seed: str) -> bool:
    """Whether the first deck has a rank that its script can do with at each place that matters."""
    order = lesson_luck(seed, NO_DRAWS).stream("deck").shuffled(deck_of(cambio.LESSON.options))
    return all(order[place][:-1] in ranks.split() for place, ranks in DEALT.items())


def fits_decks(seed: str) -> bool:
    """Whether the hand is the one that its sentences name, in that order."""
    order = lesson_luck(seed, NO_DRAWS).shuffled(decks.LESSON.options.default_deck)
    return order[: len(PLANNED)] == PLANNED


def fits_imperial(seed: str) -> bool:
    """Whether the script can be played to its end: the flags are dealt as it expects."""
    assert IMPERIAL.lesson is not None
    try:
        list(play_script(IMPERIAL, replace(IMPERIAL.lesson, seed=seed)))
    except ValueError:
        return False
    return True


FITS: Final[Mapping[str, Callable[[str], bool]]] = {
    "cambio": fits_cambio,
    "decks": fits_decks,
    "imperial": fits_imperial,
}


def seeds(game: str, first: int = 1) -> Iterator[str]:
    """The seeds that fit, from a number on, without end."""
    return (seed for number in count(first) if FITS[game](seed := f"{game} {number}"))


def main() -> None:
    """Print them until it is stopped."""
    game, *first = sys.argv[1:]
    for seed in seeds(game, *map(int, first)):
        sys.stdout.write(f"{seed}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
