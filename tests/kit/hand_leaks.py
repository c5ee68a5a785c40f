"""Leaks planted in the disc game that is written by hand: no mark can find them, so a law must."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec.structs import replace as changed

from rondel.kernel import EVERYONE, Actor, AnyGame, Audience, Chance, Ms, Refusal, Seat, Struct, Viewer
from tests.kit import by_hand as game
from tests.kit.by_hand import BY_HAND


def _deciding(rewrite: Callable[[Any, Any, Sequence[Any]], Sequence[Any]]) -> AnyGame:
    def decide(state: Any, actor: Actor | None, action: Any, chance: Chance, now: Ms) -> Sequence[Any]:
        return rewrite(state, action, list(game.decide(state, actor, action, chance, now)))

    return replace(BY_HAND, decide=decide)


def _seeing(rewrite: Callable[[Any, Any, Viewer], Any]) -> AnyGame:
    def view(state: Any, viewer: Viewer) -> Any:
        return rewrite(game.view(state, viewer), state, viewer)

    return replace(BY_HAND, view=view)


def _sent_to_all(*kinds: type[Struct], **more: Any) -> AnyGame:
    def audience(event: Any) -> Audience:
        return EVERYONE if isinstance(event, kinds) else game.audience(event)

    return replace(BY_HAND, audience=audience, **more)


def _reveals(*kinds: type[Struct]) -> Callable[[Any, Viewer], bool]:
    return lambda event, viewer: isinstance(event, kinds) or game.reveals(event, viewer)


def _first_seat_tells(state: Any, action: Any, events: Sequence[Any]) -> Sequence[Any]:
    if action != game.GiveUp("thorn"):
        return events
    return [
        changed(event, first_seat=game.after(state, event.first_seat))
        if isinstance(event, game.RoundBegun)
        else event
        for event in events
    ]


def _thorns_are_refused(state: Any, action: Any, events: Sequence[Any]) -> Sequence[Any]:
    if isinstance(action, game.Turn) and any(isinstance(event, game.ThornFound) for event in events):
        raise Refusal("NO", "Better not.")
    return events


def _order_tells(state: Any, action: Any, events: Sequence[Any]) -> Sequence[Any]:
    return events[::-1] if action == game.Lay("thorn") else events


def _hands_are_open(view: Any, state: Any, viewer: Viewer) -> Any:
    players = zip(view.players, state.players, strict=True)
    return changed(view, players=tuple(changed(seen, hand=player.hand) for seen, player in players))


def _bids_tell(view: Any, state: Any, viewer: Viewer) -> Any:
    return changed(view, bid=view.bid + any("thorn" in player.stack for player in state.players))


def _flips_tell(view: Any, state: Any, viewer: Viewer) -> Any:
    players = tuple(
        changed(seen, stack=tuple(disc if disc == "thorn" else None for disc in player.stack))
        for seen, player in zip(view.players, state.players, strict=True)
    )
    return changed(view, players=players)


def _legal_tells(state: Any, seat: Seat) -> Sequence[Any]:
    return [
        action
        for action in game.legal(state, seat)
        if not isinstance(action, game.Turn) or "thorn" not in state.players[action.owner_seat].stack
    ] or game.legal(state, seat)


def _evolved_openly(state: Any, event: Any, at: Ms) -> Any:
    after = game.evolve(state, event, at)
    if isinstance(event, game.DiscLostToYou):
        lost = changed(
            after.players[event.seat], thorn=event.disc != "thorn" and after.players[event.seat].thorn
        )
        return changed(after, players=(*after.players[: event.seat], lost, *after.players[event.seat + 1 :]))
    return after


LAID, LOST = game.DiscLaidToYou, game.DiscLostToYou

LEAKS: Final[Mapping[str, AnyGame]] = {
    "who begins tells the disc that was given up": _deciding(_first_seat_tells),
    "a laid disc is told to all, and everything is declared a reveal": _sent_to_all(
        LAID, reveals=lambda event, viewer: True, announces=lambda event: False
    ),
    "a laid disc is told to all, and declared a reveal": _sent_to_all(
        LAID, reveals=_reveals(LAID), announces=lambda event: False
    ),
    "a laid disc is told to all": _sent_to_all(LAID),
    "a lost disc is told to all": _sent_to_all(LOST),
    "a lost disc is told to all, and declared a reveal": _sent_to_all(LOST, reveals=_reveals(LOST)),
    "a thorn is refused": _deciding(_thorns_are_refused),
    "the order of two events tells the laid disc": _deciding(_order_tells),
    "hands are open": _seeing(_hands_are_open),
    "a number in the View counts thorns": _seeing(_bids_tell),
    "thorns lie face up": _seeing(_flips_tell),
    "only stacks without a thorn are offered": replace(BY_HAND, legal=_legal_tells),
    "what everybody knows tells the lost thorn": replace(BY_HAND, evolve=_evolved_openly),
}
