"""What may be chosen next at a table in the terminal, as numbered lines, a number to type or a form."""

import json
from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from rondel.cli.plain.scene import sentence
from rondel.cli.plain.words import action_text, value_text, words
from rondel.kernel import AnyGame, Viewer
from rondel.wire.choose import Action, Bounds, Choice, Offer, Pick, Question, choose, fields_of
from rondel.wire.codec import codec_of
from rondel.wire.form import Blank, Schema, blanks_of, text_kinds
from rondel.wire.frames import tag_of
from rondel.wire.schema import schemas

FEW: Final = 9
"""Up to this many actions are listed at once, without a question first."""


class Act(NamedTuple):
    """Do this action."""

    frame: Action


class Narrow(NamedTuple):
    """Pick this, and see what is left."""

    pick: Pick


class Write(NamedTuple):
    """Write an action of this kind."""

    kind: str


Does: TypeAlias = Act | Narrow | Write


class Line(NamedTuple):
    """A line to choose, and what choosing it does."""

    text: str
    does: Does


class Step(NamedTuple):
    """What is asked now: lines to choose from; or, with `number`, a number to type."""

    title: str
    lines: tuple[Line, ...] = ()
    number: Question | None = None


class Menu(NamedTuple):
    """What a seat may do: its legal list as it travels, and the kinds that may be written."""

    legal: tuple[Action, ...]
    written: tuple[str, ...]
    texts: tuple[str, ...]
    you: Viewer
    game: AnyGame | None = None

    def step(self, picked: Sequence[Offer]) -> Step:
        """What is asked after these picks."""
        if not self.legal:
            return Step("Nothing to do now")
        choice = choose(self.legal, picked)
        if len(choice.left) <= FEW:
            return Step("What you may do", (*map(self._whole, choice.left), *self._writing(choice)))
        first = choice.questions[0]
        title = _asked(first, choice)
        if first.bounds is not None:
            return Step(f"{title} {_range(first.bounds)}", tuple(self._writing(choice)), first)
        ready = (
            []
            if choice.ready is None
            else [Line(f"That is all: {self._text(choice.ready)}", Act(choice.ready))]
        )
        asked = choice.questions if first.field.endswith("[]") else [first]
        lines = [self._answer(question, value) for question in asked for value in question.values]
        return Step(title, (*ready, *lines, *self._writing(choice)))

    def _text(self, frame: Action) -> str:
        own = None if self.game is None else sentence(self.game, frame["type"], fields_of(frame), self.you)
        return own or action_text(frame, self.you)

    def _whole(self, frame: Action) -> Line:
        return Line(self._text(frame), Write(frame["type"]) if frame["type"] in self.texts else Act(frame))

    def _answer(self, question: Question, value: Any) -> Line:
        if question.field == "type":
            return Line(words(value), Narrow({"type": value}))
        field = question.field.removesuffix("[]")
        return Line(value_text(value, self.you, field), Narrow({question.field: value}))

    def _writing(self, choice: Choice) -> list[Line]:
        """The kinds of which the list holds samples or nothing, once it is one of these."""
        kinds = {frame["type"] for frame in choice.left}
        if len(kinds) == 1:
            return [Line("Another one: write it", Write(kind)) for kind in self.written if kind in kinds]
        listed = {frame["type"] for frame in self.legal}
        return [Line(f"{words(kind)}: write it", Write(kind)) for kind in self.texts if kind not in listed]


def menu(game: AnyGame, legal: Sequence[Any], you: Viewer) -> Menu:
    """What a seat with this legal list may do."""
    frames = json.loads(codec_of(game).legal_bytes(legal))
    texts = text_kinds(_actions(game)) if legal else []
    sampled = dict.fromkeys(tag_of(type(action)) for action in legal if game.open(action))
    return Menu(tuple(frames), tuple(kind for kind in sampled if kind not in texts), tuple(texts), you, game)


def form(game: AnyGame, kind: str) -> tuple[Blank, ...]:
    """The blanks of an action of this kind."""
    return blanks_of(_actions(game), kind)


@cache
def _actions(game: AnyGame) -> Schema:
    return MappingProxyType(schemas(game)["Action"])


def blank_text(blank: Blank) -> str:
    """What is to be written in a blank."""
    name = words(blank.name) if blank.name else "Text"
    match blank.writing:
        case "number":
            how = "a number" + _between(blank.min, blank.max)
        case "yesNo":
            how = "true or false"
        case "oneOf":
            how = "one of " + ", ".join(blank.one_of)
        case "text":
            how = "text"
        case _:
            how = "JSON"
    return f"{name} ({how}{'' if blank.is_required else '; may be left empty'})"


def _between(low: int | None, high: int | None) -> str:
    return ("" if low is None else f" from {low}") + ("" if high is None else f" up to {high}")


def _asked(question: Question, choice: Choice) -> str:
    if question.field == "type":
        return "What you may do"
    return f"{words(choice.left[0]['type'])}. {words(question.field.removesuffix('[]'))}?"


def _range(bounds: Bounds) -> str:
    steps = "" if bounds.step in (None, 1) else f" in steps of {bounds.step}"
    return f"Type a number from {bounds.min} to {bounds.max}{steps}."
