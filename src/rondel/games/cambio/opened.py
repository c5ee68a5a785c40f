"""Cambio, 13.6: a past Version of a completed Table with every face open."""

from msgspec.structs import replace

from rondel.games.cambio.options import faces_of
from rondel.games.cambio.state import State
from rondel.games.cambio.view import HeldView, SlotView, View


def opened(state: State, seen: View) -> View:
    """13.6 Every hand and the held card face up, whoever looks."""
    faces = faces_of(state.options)
    players = [
        replace(
            shown,
            slots=tuple(
                slot if card is None else SlotView("revealed", faces[card])
                for slot, card in zip(shown.slots, player.slots, strict=True)
            ),
        )
        for shown, player in zip(seen.players, state.players, strict=True)
    ]
    held = None
    if state.held is not None:
        held = HeldView(state.held.seat, state.held.source, faces[state.held.card])
    return replace(seen, players=tuple(players), held=held)
