"""A bound on CPU time: what takes longer is interrupted, and the line of the game where it was is kept."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from rondel.kernel import AnyGame


class Bound:
    """Whether time was up, and in which line of the game."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}"
        self.is_up = False
        self.where = ""

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Called when time is up: end what is running as Ctrl-C does."""
        self.is_up = True
        while frame is not None and not frame.f_code.co_filename.startswith(self._folder):
            frame = frame.f_back
        if frame is not None:
            code = frame.f_code
            self.where = f"{Path(code.co_filename).name}:{frame.f_lineno} in {code.co_name}"
        raise KeyboardInterrupt


@contextmanager
def bounded(game: AnyGame, cpu_s: float) -> Iterator[Bound]:
    """Interrupt what runs in here when it has taken so much CPU time; nothing is raised then."""
    bound = Bound(folder_of(game))
    before = signal.signal(signal.SIGVTALRM, bound.interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, cpu_s)
    try:
        yield bound
    except KeyboardInterrupt:
        if not bound.is_up:
            raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def folder_of(game: AnyGame) -> Path:
    """Where the game's own code is: the folder of the module that has its State."""
    file = getattr(sys.modules.get(game.types.state.__module__), "__file__", None)
    return Path(file).parent if file else Path("/nowhere")
