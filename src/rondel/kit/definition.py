"""What is wrong in a definition, with the author's file and line."""

import inspect
import re
from typing import Final

from rondel.kernel import Struct

_KIT: Final = __name__.rpartition(".")[0]


class DefinitionError(TypeError):
    """A game cannot be defined like this; the message ends with the author's file and line.

    The line is that of the field, or of the class, or else of the call in the author's code.
    """

    __module__ = _KIT  # as authors import it

    def __init__(self, message: str, noun: type[Struct] | None = None, field: str | None = None) -> None:
        found = None if noun is None else _line_of(noun, field)
        self.filename, self.lineno = found or _calling_line()
        super().__init__(f"{message} ({self.filename}:{self.lineno})")


def _line_of(noun: type[Struct], field: str | None) -> tuple[str, int] | None:
    """Where a class has this field, or begins; None if its source cannot be read."""
    theirs = [each for each in noun.__mro__ if not each.__module__.startswith(f"{_KIT}.")]
    owner = next((each for each in theirs if field in inspect.get_annotations(each)), noun)
    try:
        file, (lines, first) = inspect.getsourcefile(owner), inspect.getsourcelines(owner)
    except (OSError, TypeError):  # made at run time, or typed in
        return None
    names_it = re.compile(rf"\s+{field}\s*[:=]")
    at = next((at for at, line in enumerate(lines) if names_it.match(line)), 0)
    return None if file is None else (file, first + at)


def _calling_line() -> tuple[str, int]:
    """The line in which the author's code called the kit."""
    frame = inspect.currentframe()
    while (
        frame is not None
        and frame.f_back is not None
        and _is_passed(frame.f_globals, frame.f_code.co_filename)
    ):
        frame = frame.f_back
    return ("?", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _is_passed(module: dict[str, object], file: str) -> bool:
    """Whether a frame is of the kit, or of the reading of annotations that are text."""
    name = str(module.get("__name__"))
    return name.startswith(f"{_KIT}.") or name == "typing" or file.startswith("<")
