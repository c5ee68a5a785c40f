"""The codec of a game: its nouns to bytes and back, strict on what comes from outside."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from rondel.kernel import AnyGame, Ms
from rondel.kernel.game import ParsedText
from rondel.wire.strict import MalformedError, is_plain, scan
from rondel.wire.tagged import action_frames, event_frames, player_action_frames, tag_of
from rondel.wire.upcast import upcast

MAX_OPTIONS_BYTES: Final = 65536
MAX_ORDER_BYTES: Final = 16384

_ENCODER = msgspec.json.Encoder(order="deterministic")
_OBJECT = msgspec.json.Decoder(dict[str, Any])


class Codec:
    """Bytes of one game. Get it with `codec_of`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._player_actions = player_action_frames(game)
        self._actions = action_frames(game)
        self._events = event_frames(game, dated=False)
        self._observations = event_frames(game, dated=True)
        self._read_player_action = msgspec.json.Decoder(self._player_actions.union)
        self._read_action = msgspec.json.Decoder(self._actions.union)
        self._read_events = msgspec.json.Decoder(list[self._events.union])  # type: ignore[name-defined]  # made at run time
        self._read_options = msgspec.json.Decoder(game.types.options)
        self._read_state = msgspec.msgpack.Decoder(game.types.state)
        self._read_known = msgspec.json.Decoder(game.types.known)
        self._read_order = msgspec.json.Decoder(game.types.order or type(None))

    def parse_action(self, text: bytes) -> Any:
        """An Action as a player sent it, or Malformed."""
        frame = self._read_strictly(text)
        tag = type(frame).__struct_config__.tag
        noun = self._player_actions.noun_by_tag[tag]
        if not isinstance(frame.payload, str):
            return frame.payload
        try:
            return self.game.parse[noun].read(frame.payload, _parse_text(frame.payload))
        except ValueError as error:
            raise MalformedError(f"{error}") from None

    def _read_strictly(self, text: bytes) -> Any:
        """The frame of what a player sent. Text that is written as we would write it needs no scan."""
        text, max_bytes = bytes(text), self.game.max_action_bytes  # msgspec.Raw is not quite bytes
        if len(text) <= max_bytes and is_plain(text):
            try:
                frame = self._read_player_action.decode(text)
            except (ValueError, RecursionError):
                pass  # the scan may have more to say
            else:
                if _ENCODER.encode(frame) == text:
                    return frame
        scan(text, max_bytes=max_bytes)
        return _decode(self._read_player_action, text)

    def action(self, stored: bytes) -> Any:
        """An Action from the journal; raises Malformed if its shape is no longer known."""
        return _decode(self._read_action, stored).payload

    def action_bytes(self, action: Any) -> bytes:
        """An Action as the journal keeps it."""
        return _ENCODER.encode(self._actions.wrap(action))

    def legal_frames(self, actions: Sequence[Any]) -> Sequence[Any]:
        """A legal list as a client may send it back; an Action whose payload is text by its tag alone."""
        return [
            {"type": tag_of(type(action))}
            if type(action) in self.game.parse and not self.game.parse[type(action)].accepts_fields
            else self._actions.wrap(action)
            for action in actions
        ]

    def legal_bytes(self, actions: Sequence[Any]) -> bytes:
        """A legal list as JSON."""
        return _ENCODER.encode(self.legal_frames(actions))

    def events(self, stored: bytes, rules: int) -> tuple[Any, ...]:
        """Events from the journal, written under `rules`, in today's shape."""
        if self.game.older and rules < self.game.rules:
            stored = _retold(self.game, stored, rules)
        return tuple(frame.payload for frame in _decode(self._read_events, stored))

    def events_bytes(self, events: Sequence[Any]) -> bytes:
        """Events as the journal keeps them."""
        return _ENCODER.encode([self._events.wrap(event) for event in events])

    def observation(self, event: Any, version: int, at: Ms) -> bytes:
        """An Event as a viewer of its audience receives it."""
        return _ENCODER.encode(self._observations.wrap(event, version, at))

    def options(self, text: bytes, rules: int | None = None) -> Any:
        """Options as someone wrote them, or Malformed; those of a table by the rules it was opened under."""
        scan(text, max_bytes=MAX_OPTIONS_BYTES)
        older = self.game.older_options
        if older is not None and rules is not None and rules < self.game.rules:
            stored = _decode(_OBJECT, text)
            text = _ENCODER.encode(older(stored, rules))
        return _decode(self._read_options, text)

    def order(self, text: bytes) -> Any:
        """A standing order as a player sent it or as it is stored, or Malformed."""
        scan(text, max_bytes=MAX_ORDER_BYTES)
        return _decode(self._read_order, text)

    def state(self, stored: bytes) -> Any:
        """A State from a snapshot."""
        return self._read_state.decode(stored)

    def known(self, stored: bytes) -> Any:
        """What a seat knows, as a bot in its own process receives it."""
        return self._read_known.decode(stored)

    @staticmethod
    def state_bytes(state: Any) -> bytes:
        """A State as a snapshot keeps it."""
        return msgspec.msgpack.encode(state, order="deterministic")

    @staticmethod
    def noun_bytes(noun: Any) -> bytes:
        """A View, Known, Options, Outcome or standing order as JSON."""
        return _ENCODER.encode(noun)


@cache
def codec_of(game: AnyGame) -> Codec:
    """The codec of a game, made once."""
    return Codec(game)


def _decode(decoder: Any, text: bytes) -> Any:
    try:
        return decoder.decode(text)
    except ValueError as error:  # msgspec's own, of bytes that are no UTF-8, or of a Noun's own check
        raise MalformedError(f"{error}.") from None


def _retold(game: AnyGame, stored: bytes, rules: int) -> bytes:
    """Written anew in today's shape, so that it is read as strictly as what is written today."""
    try:
        return _ENCODER.encode(upcast(game, msgspec.json.decode(stored), rules))
    except (LookupError, TypeError, ValueError) as error:
        raise MalformedError(f"events of rules {rules} cannot be told today: {error!r}.") from None


def _parse_text(text: str) -> ParsedText | None:
    """What the text says as strict JSON, or None. Its size is the game's to judge."""
    try:
        raw = text.encode()
        scan(raw, max_bytes=len(raw))
        return ParsedText(msgspec.json.decode(raw))
    except (MalformedError, msgspec.DecodeError, UnicodeError):
        return None
