"""What holds of every transcript that is kept among the tests, of whatever game."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rondel.kernel import AnyGame
from rondel.wire.proof import verify
from rondel.wire.transcript import read


def assert_proved(game: AnyGame, file: Path) -> None:
    """Every line follows; a game that was ended before its end keeps its secret, and is proved without it."""
    proof = verify(game, file.read_bytes())

    assert proof.faults == ()
    assert proof.is_ended
    if proof.is_secret_revealed:
        assert proof.decided_again == proof.rows
    else:
        assert file.stem == "ending_abandoned"


def assert_taken_up(game: AnyGame, file: Path, play: Callable[[], Any]) -> None:
    """The table of the same game goes on from the file, to the same end."""
    text = file.read_bytes()

    table = play().table.resume(text)

    assert game.outcome(table.state) is not None
    assert table.version == len(read(text).lines)


def endings_of(files: Iterable[Path]) -> set[str]:
    """The Endings that some of these have."""
    ends = [read(path.read_bytes()).end for path in files]
    return {end.outcome.ending for end in ends if end is not None}
