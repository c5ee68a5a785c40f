"""A game's own words, in one language and for one viewer; where it has none, its tags and fields as words."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from rondel.cli.terminal.plain.words import action_text, fields_in, value_text, words
from rondel.cli.terminal.screen import plain
from rondel.kernel import About, AnyGame, Piece, PieceStyle, Seat, Sentences, Struct, Viewer, about_in
from rondel.wire.choose import Action, fields_of
from rondel.wire.codec import codec_of
from rondel.wire.tagged import tag_of

ENGLISH: Final = "en"
DOWN: Final = "##"
"""A piece that lies face down."""

_PEOPLE: Final = {"de": ("Platz {}", "du")}
"""A seat by its number, and the viewer's own within a sentence; English for any other language."""

_SEAT: Final = re.compile(r"\{(\d+)\}")
_GAP: Final = re.compile(r"\(\?[^()]*\)|\{\w+\}|\[[^\[\]|]*\|[^\[\]|]*\]")


class Wording(NamedTuple):
    """What is said at one table."""

    game: AnyGame
    you: Viewer
    language: str = ENGLISH

    @property
    def about(self) -> About:
        """What the game says about itself."""
        return about_in(self.game.about, self.language)

    @property
    def title(self) -> str:
        """The game's title."""
        return plain(self.about.title or self.game.title)

    def who(self, seat: Seat) -> str:
        """A seat by its number, and whether it is yours."""
        name, you = self._people
        return f"{name.format(seat)} ({you})" if seat == self.you else name.format(seat)

    def sentence(self, tag: str, fields: Mapping[str, Any]) -> str | None:
        """What the game says of this kind of action or event; None for nothing, `` for silence."""
        text = self._sentences.of(tag, fields)
        return None if text is None else plain(text)

    def action(self, frame: Action) -> str:
        """An action as it travels, in words."""
        own = self.sentence(frame["type"], fields_of(frame)) or self._by_face(frame)
        return own or action_text(frame, self.you)

    def event(self, event: Struct) -> str:
        """What happened, in words; nothing where the game is silent about it."""
        tag, fields = tag_of(type(event)), fields_in(event)
        own = self.sentence(tag, fields)
        if own is None and self.game.face is not None and self.game.face.tell is not None:
            own = plain(self.game.face.tell(event) or "")
        return action_text({"type": tag, "payload": fields}, self.you) if own is None else own

    def kind(self, tag: str) -> str:
        """What a kind of action is called, whatever it holds."""
        parts = [part.strip(" :,") for part in _GAP.split(self._text(tag) or "")]
        return plain(next((part for part in parts if part), words(tag)))

    def value(self, value: Any, field: str) -> str:
        """A value of a field in words."""
        if value is None or not field.isidentifier():
            return value_text(value, self.you, field)
        return plain(self._sentences.fill(f"{{{field}}}", {field: value}))

    def label(self, text: str) -> str:
        """A text of a Scene: a label, a mark, a fact."""
        own = self._own(text)
        return plain(self._text(text) or text) if own is None else own

    def prompt(self, text: str) -> str:
        """What a Scene asks; `{2}` is a seat."""
        seat = _SEAT.search(text)
        own = None if seat is None else self._text(text.replace(seat[0], "{seat}"))
        if seat is None or own is None:
            return plain(self._sentences.fill(self._text(text) or text, {}))
        return plain(self._sentences.fill(own, {"seat": int(seat[1])}))

    def piece(self, piece: Piece) -> str:
        """A piece without its mark: what it is, in brackets where it lies face down."""
        if piece.face is None:
            return DOWN if piece.label is None else self.label(piece.label)
        name = self.label(piece.label or piece.face)
        return f"({name})" if piece.is_down else name

    def look(self, face: str | None) -> PieceStyle | None:
        """How a face is drawn."""
        return None if face is None or self.game.face is None else self.game.face.looks.get(face)

    def is_big(self, frame: Action) -> bool:
        """Whether much depends on this action."""
        return self.game.face is not None and frame["type"] in self.game.face.big

    @property
    def _people(self) -> tuple[str, str]:
        """In the language of the sentences around them."""
        is_spoken = self.game.face is not None and self.language in self.game.face.words
        return _PEOPLE.get(self.language if is_spoken else ENGLISH, ("Seat {}", "you"))

    def _by_face(self, frame: Action) -> str:
        tell = None if self.game.face is None else self.game.face.tell
        if tell is None:
            return ""
        return plain(tell(codec_of(self.game).parse_action(msgspec.json.encode(frame))) or "")

    def _own(self, value: Any) -> str | None:
        look = self.look(value) if isinstance(value, str) else None
        return None if look is None else plain(self._text(look.label) or look.label)

    def _text(self, tag: str) -> str | None:
        return _texts(self.game, self.language).get(tag)

    @property
    def _sentences(self) -> Sentences:
        return _sentences(self.game, self.language, self.you, *self._people)


@cache
def _texts(game: AnyGame, language: str) -> Mapping[str, str]:
    """The words in this language, and in English what it has none for."""
    words = {} if game.face is None else game.face.words
    return {**words.get(ENGLISH, {}), **words.get(language, {})}


@cache
def _sentences(game: AnyGame, language: str, you: Viewer, name: str, self_name: str) -> Sentences:
    texts, looks = _texts(game, language), {} if game.face is None else game.face.looks
    spoken = {face: PieceStyle(texts.get(look.label, look.label)) for face, look in looks.items()}
    return Sentences(
        texts,
        spoken,
        you=you,
        name=name.format,
        plain=lambda field, value: value_text(value, you, field),
        self_name=self_name,
    )
