"""Events as they travel: whole to whoever may know everything, in part to everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

import msgspec

from rondel.kernel import EVERYONE, HOUSE, Audience, Seat, Struct, Viewer
from rondel.kernel.seat import House
from rondel.kit.definition import DefinitionError
from rondel.kit.marks import NamedPublicly, PrivateTo, Revealed, Sealed
from rondel.kit.shape import any_mark, mark_of, mentions, or_title
from rondel.kit.structs import OVER, SETUP, Action, Event, HouseAction


@dataclass(frozen=True, kw_only=True, eq=False)
class Telling:
    """How one kind of Event is told: `whole` to `whom`, and `public`, without the private fields, to all.

    Where nothing is private, `public` is None and `whole` is for everybody.
    """

    event: type[Event]
    whole: type[Event]
    public: type[Struct] | None = None
    public_at: tuple[int, ...] = ()
    """Where the public fields stand among all fields."""

    to: PrivateTo | None = None
    shown: tuple[str | None, ...] = ()
    """Who does not learn anything by a revealing field: the name of a field with a seat, or None."""

    @property
    def kinds(self) -> tuple[type[Struct], ...]:
        """The GameTypes it is told by."""
        return (self.whole,) if self.public is None else (self.whole, self.public)

    def audience(self, event: Any) -> Audience:
        """Who receives this event."""
        if self.to is None or type(event) is self.public:
            return EVERYONE
        if isinstance(self.to.whom, House):
            return HOUSE
        if self.to.with_team:
            return frozenset(event.team)
        seat: Seat = getattr(event, self.to.whom)
        return seat

    def reveals(self, event: Any, viewer: Viewer) -> bool:
        """Whether receiving it may teach the viewer something."""
        if self.to is None or type(event) is self.public:
            return any(but is None or viewer != getattr(event, but) for but in self.shown)
        if isinstance(self.to.whom, House):
            return False
        seat = getattr(event, self.to.whom)
        if self.to.with_team and viewer != seat:
            return viewer in event.team
        return self.to.is_new and viewer == seat


def tellings_of(events: Sequence[type[Event]], secrets: list[Any]) -> Mapping[type, Telling]:
    """How each kind of Event is told; DefinitionError where a piece that may be hidden has no mark."""
    return {event: _telling(event, secrets) for event in events}


def check_action(action: type[Action | HouseAction], secrets: list[Any]) -> None:
    """DefinitionError where an Action has no phase, or names what may be hidden without a mark."""
    name = action.__name__
    when: Any = action.when  # whatever an author wrote there
    if not when or isinstance(when, str):
        example = when or "night"
        message = f"{name} must say in which phases it is possible, as a tuple: when = ({example!r},)"
        raise DefinitionError(message, action, "when")
    for phase, why in ((SETUP, "before the deal"), (OVER, "after the end")):
        if phase in when:
            message = f"{name}.when names {phase!r}, the phase {why}, in which nobody can act"
            raise DefinitionError(message, action, "when")
    for field, hint in _hints(action).items():
        mark = any_mark(hint)
        if mark is not None and not isinstance(mark, Sealed | NamedPublicly):
            message = f"{name}.{field} is part of an Action: say sealed() or named_publicly() there"
            raise DefinitionError(message, action, field)
        if mark is None and mentions(hint, secrets):
            message = (
                f"{name}.{field} names what may be hidden: say sealed() or named_publicly(){or_title(hint)}"
            )
            raise DefinitionError(message, action, field)


def sealed_fields(action: type[Struct]) -> frozenset[str]:
    """The fields of an Action that its seat alone may know."""
    return frozenset(name for name, hint in _hints(action).items() if mark_of(hint, Sealed) is not None)


def _hints(noun: type[Struct]) -> dict[str, Any]:
    hints = get_type_hints(noun, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(noun)}


def _telling(event: type[Event], secrets: list[Any]) -> Telling:
    hints = _hints(event)
    marks = {name: _event_mark(event, name, hint, secrets) for name, hint in hints.items()}
    shown = tuple(mark.but for mark in marks.values() if isinstance(mark, Revealed))
    private = list(dict.fromkeys(mark for mark in marks.values() if isinstance(mark, PrivateTo)))
    for name in [*shown, *(mark.whom for mark in private)]:
        if isinstance(name, str) and (name not in hints or isinstance(marks[name], PrivateTo)):
            message = f"{event.__name__} names a seat by {name!r}, which is no public field of it"
            raise DefinitionError(message, event)
    if not private:
        return Telling(event=event, whole=event, shown=shown)
    if len(private) > 1:
        message = f"{event.__name__} tells different things to different seats: make it two Events"
        raise DefinitionError(message, event)
    [to] = private
    public_hints = {name: hint for name, hint in hints.items() if not isinstance(marks[name], PrivateTo)}
    return Telling(
        event=event,
        whole=_whole(event, to),
        public=_public(event, public_hints),
        public_at=tuple(at for at, name in enumerate(hints) if name in public_hints),
        to=to,
        shown=shown,
    )


def _event_mark(event: type[Event], name: str, hint: Any, secrets: list[Any]) -> PrivateTo | Revealed | None:
    mark = any_mark(hint)
    if mark is None and mentions(hint, secrets):
        raise DefinitionError(
            f"{event.__name__}.{name} names what may be hidden: "
            f"say private_to(...) or revealed(...){or_title(hint)}",
            event,
            name,
        )
    if mark is not None and not isinstance(mark, PrivateTo | Revealed):
        raise DefinitionError(
            f"{event.__name__}.{name} is part of an Event: say private_to(...) or revealed(...) there",
            event,
            name,
        )
    return mark


def _whole(event: type[Event], to: PrivateTo) -> type[Event]:
    ending = "ToHouse" if to.whom is HOUSE else "ToTeam" if to.with_team else "ToYou"
    more = [("team", tuple[Seat, ...])] if to.with_team else []
    about = {"__doc__": f"{event.__doc__} In full."}
    whole = msgspec.defstruct(f"{event.__name__}{ending}", more, bases=(event,), namespace=about, frozen=True)
    assert issubclass(whole, Event)
    return whole


def _public(event: type[Event], hints: Mapping[str, Any]) -> type[Struct]:
    """It has the name of the Event, so that everybody's client knows it by that."""
    about = {"__doc__": event.__doc__}
    public = msgspec.defstruct(
        event.__name__, list(hints.items()), bases=(Struct,), namespace=about, frozen=True
    )
    assert issubclass(public, Struct)
    return public
