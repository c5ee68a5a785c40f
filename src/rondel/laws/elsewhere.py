"""`python -m rondel.laws.elsewhere MODULE:ATTRIBUTE STEPS`: walk a game here and print the digest."""

import importlib
import sys

from rondel.kernel import AnyGame
from rondel.laws.obey import run


def found(address: str) -> AnyGame:
    """The game at an address, module:attribute."""
    module, attribute = address.split(":")
    game: AnyGame = getattr(importlib.import_module(module), attribute)
    return game


if __name__ == "__main__":
    sys.stdout.write(run(found(sys.argv[1]), laws=(), steps=int(sys.argv[2]), seed=7).digest)
