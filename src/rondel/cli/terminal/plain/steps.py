"""What may be chosen next at a table in the terminal, as numbered lines, a number to type or a form."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from rondel.cli.terminal.plain.scene import Place, Press, presses
from rondel.cli.terminal.plain.wording import Wording
from rondel.cli.terminal.plain.words import action_text, words
from rondel.kernel import AnyGame, Scene
from rondel.wire.choose import Action, Bounds, Choice, Offer, Question, choose
from rondel.wire.codec import codec_of
from rondel.wire.form import Blank, Schema, blanks_of, text_kinds
from rondel.wire.schema import schemas
from rondel.wire.tagged import tag_of

FEW: Final = 9
"""Up to this many actions are listed at once, without a question first."""


class Act(NamedTuple):
    """Do this action."""

    frame: Action


class Narrow(NamedTuple):
    """Pick this, and see what is left."""

    offer: Offer


class Write(NamedTuple):
    """Write an action of this kind."""

    kind: str


Does: TypeAlias = Act | Narrow | Write | None
"""What choosing a line does; None is one step back."""


Pressed: TypeAlias = tuple[Press, tuple[Action, ...]]
"""A thing of the Scene, and the actions that are left once it is pressed."""


class MenuItem(NamedTuple):
    """A line to choose, what choosing it does, and the things of the Scene that it stands for."""

    text: str
    does: Does
    places: tuple[Place, ...] = ()


_NO: Final = MenuItem("No", None)


class Step(NamedTuple):
    """What is asked now: lines to choose from; or, with `number`, a number to type."""

    title: str
    lines: tuple[MenuItem, ...] = ()
    number: Question | None = None

    @property
    def keys(self) -> dict[Place, int]:
        """The numbers of lines that stand for things of the Scene."""
        return {place: number for number, line in enumerate(self.lines, 1) for place in line.places}


class Menu(NamedTuple):
    """What a seat may do: its legal list as it travels, kinds that may be written, things to press."""

    legal: tuple[Action, ...]
    written: tuple[str, ...]
    texts: tuple[str, ...]
    words: Wording
    presses: tuple[Press, ...] = ()

    def step(self, picked: Sequence[Offer]) -> Step:
        """What is asked after these picks."""
        if not self.legal:
            return Step("Nothing to do now")
        choice = choose(self.legal, picked)
        if len(choice.left) <= FEW:
            lines = [*self._named(choice.left, self._pressed(choice, picked)), *self._writing(choice)]
            return Step("What you may do", tuple(lines))
        first = choice.questions[0]
        pressed = self._pressed(choice, picked)
        others = _others(choice, pressed)
        is_pressed = bool(pressed) and len(others) <= FEW and not first.field.endswith("[]")
        if first.field == "type" or is_pressed:
            title = "What you may do" if first.field == "type" else self._title(first, choice)
            return Step(title, (*self._mixed(choice, pressed, others), *self._writing(choice)))
        if first.bounds is not None:
            title = f"{self._title(first, choice)} {_range(first.bounds)}"
            return Step(title, tuple(self._writing(choice)), first)
        return Step(
            self._title(first, choice),
            (*self._ready(choice), *self._answers(choice, first, picked, pressed), *self._writing(choice)),
        )

    def sure(self, frame: Action) -> Step:
        """What is asked before an action on which much depends."""
        return Step("Are you sure?", (MenuItem(f"Yes: {self.words.action(frame)}", Act(frame)), _NO))

    def _pressed(self, choice: Choice, picked: Sequence[Offer]) -> list[Pressed]:
        """The things of the Scene that answer what is asked, with the actions each of them leaves."""
        fields = _first_fields(choice, picked)
        found = []
        for press in self.presses:
            offer = [
                pick for pick in press.offer if "type" not in pick or fields.get(pick["type"], "") in pick
            ]
            left = choose(choice.left, [*picked, offer]).left if offer else ()
            if 0 < len(left) < max(len(choice.left), 2):
                found.append((press._replace(offer=offer), left))
        return found

    def _mixed(self, choice: Choice, pressed: list[Pressed], others: list[Action]) -> Iterator[MenuItem]:
        """The things of the Scene, then the kinds of action, or the actions, that none of them is about."""
        for press, left in pressed:
            if len(left) == 1:
                yield MenuItem(self._with(press.name, left[0]), self._doing(left[0]), (press.place,))
            else:
                yield MenuItem(press.name, Narrow(press.offer), (press.place,))
        rest: dict[str, list[Action]] = {}
        for frame in others:
            rest.setdefault(frame["type"], []).append(frame)
        for kind, frames in rest.items():
            if len(frames) == 1:
                yield MenuItem(self._text(frames[0]), self._doing(frames[0]))
            elif choice.questions[0].field == "type":
                yield MenuItem(f"{self.words.kind(kind)} …", Narrow([{"type": kind}]))
            else:
                yield from (MenuItem(self._text(frame), self._doing(frame)) for frame in frames)

    def _named(self, left: Sequence[Action], pressed: list[Pressed]) -> Iterator[MenuItem]:
        """Whole actions; where two are called the same, what is pressed for them tells them apart."""
        texts = Counter(map(self._text, left))
        for frame in left:
            whole = [press for press, leaves in pressed if leaves == (frame,)]
            text = self._text(frame)
            if texts[text] > 1:
                text = self._with(whole[0].name, frame) if whole else action_text(frame, self.words.you)
            yield MenuItem(text, self._doing(frame), tuple(press.place for press in whole))

    def _answers(
        self, choice: Choice, first: Question, picked: Sequence[Offer], pressed: list[Pressed]
    ) -> Iterator[MenuItem]:
        """The values of a question, or elements of all lists; one that leaves one action is that action."""
        for question in choice.questions if first.field.endswith("[]") else [first]:
            for value in question.values:
                offer = [{question.field: value}]
                left = choose(choice.left, [*picked, offer]).left
                press = next((each for each, leaves in pressed if leaves == left), None)
                places = () if press is None else (press.place,)
                if len(left) == 1:
                    yield MenuItem(self._text(left[0]), self._doing(left[0]), places)
                else:
                    text = self.words.value(value, question.field.removesuffix("[]"))
                    yield MenuItem(press.name if press else text, Narrow(offer), places)

    def _ready(self, choice: Choice) -> list[MenuItem]:
        ready = choice.ready
        return [] if ready is None else [MenuItem(f"That is all: {self._text(ready)}", Act(ready))]

    def _text(self, frame: Action) -> str:
        return self.words.action(frame)

    def _with(self, name: str, frame: Action) -> str:
        """An action and what is pressed for it, once."""
        text = self._text(frame)
        return text if name.lower() in text.lower() else f"{name}: {text}"

    def _doing(self, frame: Action) -> Does:
        return Write(frame["type"]) if frame["type"] in self.texts else Act(frame)

    def _writing(self, choice: Choice) -> list[MenuItem]:
        """The kinds of which the list holds samples or nothing, once it is one of these."""
        kinds = {frame["type"] for frame in choice.left}
        if len(kinds) == 1:
            return [MenuItem("Another one: write it", Write(kind)) for kind in self.written if kind in kinds]
        listed = {frame["type"] for frame in self.legal}
        return [
            MenuItem(f"{self.words.kind(kind)}: write it", Write(kind))
            for kind in self.texts
            if kind not in listed
        ]

    def _title(self, question: Question, choice: Choice) -> str:
        kind = self.words.kind(choice.left[0]["type"])
        return f"{kind}. {words(question.field.removesuffix('[]'))}?"


def menu(words: Wording, legal: Sequence[Any], scene: Scene | None) -> Menu:
    """What a seat with this legal list may do."""
    game = words.game
    frames = json.loads(codec_of(game).legal_bytes(legal))
    texts = text_kinds(_actions(game)) if legal else []
    sampled = dict.fromkeys(tag_of(type(action)) for action in legal if game.is_open_ended(action))
    return Menu(
        tuple(frames),
        tuple(kind for kind in sampled if kind not in texts),
        tuple(texts),
        words,
        () if scene is None else presses(scene, words),
    )


def _first_fields(choice: Choice, picked: Sequence[Offer]) -> dict[str, str]:
    """What is asked first of each kind of action; nothing where only one action of the kind is left."""
    kinds: dict[str, list[Action]] = {}
    for frame in choice.left:
        kinds.setdefault(frame["type"], []).append(frame)
    questions_by_kind = {kind: choose(frames, picked).questions for kind, frames in kinds.items()}
    return {
        kind: questions[0].field if questions else "type" for kind, questions in questions_by_kind.items()
    }


def _others(choice: Choice, pressed: Sequence[Pressed]) -> list[Action]:
    """The actions that no press leads to."""
    covered = {id(frame) for _, left in pressed for frame in left}
    return [frame for frame in choice.left if id(frame) not in covered]


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


def _range(bounds: Bounds) -> str:
    steps = "" if bounds.step in (None, 1) else f" in steps of {bounds.step}"
    return f"Type a number from {bounds.min} to {bounds.max}{steps}."
