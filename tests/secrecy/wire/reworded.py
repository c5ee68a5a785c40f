"""What a viewer was not told, told otherwise: for each game, other secrets in the rows of its journal."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rondel.games.cambio.pieces import deck, faces
from rondel.games.decks.events import CardDeselected, CardSelected, DeckShuffled
from rondel.games.imperial.actions import Bid, Vote, VotePeace
from rondel.games.imperial.events import BidSealed, PeaceVoteSealed, VoteSealed

Retell = Callable[[Any], Any]


def same(value: Any) -> Any:
    """Nothing in it is hidden."""
    return value


def cambio_event(event: Any) -> Any:
    """The same with the next card in the place of each."""
    return msgspec.convert(_renamed(msgspec.to_builtins(event)), type(event))


def decks_event(event: Any) -> Any:
    """Another order of the draw pile, another card selected."""
    match event:
        case DeckShuffled(draw_pile):
            return DeckShuffled(draw_pile[::-1])
        case CardSelected(instance_id) | CardDeselected(instance_id):
            return replace(event, instance_id=instance_id[::-1])
        case _:
            raise AssertionError(f"everybody is told {event}")


def imperial_event(event: Any) -> Any:
    """Another bid, the other vote."""
    match event:
        case BidSealed(_, amount):
            return replace(event, amount=_other_amount(amount))
        case VoteSealed(_, proposal):
            return replace(event, proposal=3 - proposal)
        case PeaceVoteSealed(_, accept):
            return replace(event, accept=not accept)
        case _:
            raise AssertionError(f"everybody is told {event}")


def bramble_event(event: Any) -> Any:
    """The other disc."""
    return replace(event, disc=_other_disc(event.disc))


def bramble_action(action: Any) -> Any:
    """The other disc, where one is named."""
    return replace(action, disc=_other_disc(action.disc)) if hasattr(action, "disc") else action


def _other_disc(disc: str) -> str:
    return "thorn" if disc == "bloom" else "bloom"


def liars_dice_event(event: Any) -> Any:
    """The other side of every die."""
    return replace(event, dice=tuple(7 - die for die in event.dice))


def imperial_action(action: Any) -> Any:
    """Another bid, the other vote."""
    match action:
        case Bid(amount):
            return Bid(_other_amount(amount))
        case Vote(proposal):
            return Vote(2 if proposal == 1 else 1)
        case VotePeace(accept):
            return VotePeace(accept=not accept)
        case _:
            return action


def _other_amount(amount: int) -> int:
    """Of the same number of digits, so that it is as long."""
    return amount - 1 if amount % 10 else amount + 1


def _next_names() -> dict[Any, Any]:
    """Each card becomes the next one in the order of the book; the jokers change places."""
    suited = deck(0)
    return {**dict(zip(suited, (*suited[1:], suited[0]), strict=True)), "X1": "X2", "X2": "X1"}


_NAMES: Final[Mapping[str, str]] = _next_names()
_NEXT_FACE: Final[Mapping[tuple[str, Any], tuple[str, Any]]] = {
    (one.rank, one.suit): (other.rank, other.suit)
    for code, one in faces(0, 0, 0, "ten").items()
    if code in _NAMES
    for other in [faces(0, 0, 0, "ten")[_NAMES[code]]]
}


def _renamed(tree: Any) -> Any:
    if isinstance(tree, dict):
        fields = {key: _renamed(part) for key, part in tree.items()}
        if "rank" in fields and "suit" in fields:
            fields["rank"], fields["suit"] = _NEXT_FACE[tree["rank"], tree["suit"]]
        return fields
    if isinstance(tree, list | tuple):
        return [_renamed(part) for part in tree]
    return _NAMES.get(tree, tree) if isinstance(tree, str) else tree
