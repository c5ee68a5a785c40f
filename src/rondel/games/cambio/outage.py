"""Cambio, 14.4: an outage costs nobody time."""

from msgspec.structs import replace

from rondel.games.cambio.state import Giving, Player, Power, Reveal, SnapWindow, State
from rondel.kernel import Ms


def postpone(state: State, span_ms: Ms) -> State:
    """14.4 Everything that ends at a time ends later by so much; absent players left later by as much."""
    return replace(
        state,
        players=tuple([_player(player, span_ms) for player in state.players]),
        turn_ends_at=_later(state.turn_ends_at, span_ms),
        view_ends_at=_later(state.view_ends_at, span_ms),
        power=_power(state.power, span_ms),
        reveal=_reveal(state.reveal, span_ms),
        snap=_snap(state.snap, span_ms),
        giving=_giving(state.giving, span_ms),
    )


def _later(at: Ms | None, span_ms: Ms) -> Ms | None:
    return None if at is None else at + span_ms


def _player(player: Player, span_ms: Ms) -> Player:
    if player.disconnected_at is None:
        return player
    return replace(player, disconnected_at=player.disconnected_at + span_ms)


def _power(power: Power | None, span_ms: Ms) -> Power | None:
    return None if power is None else replace(power, expires_at=_later(power.expires_at, span_ms))


def _reveal(reveal: Reveal | None, span_ms: Ms) -> Reveal | None:
    return None if reveal is None else replace(reveal, until=reveal.until + span_ms)


def _snap(snap: SnapWindow | None, span_ms: Ms) -> SnapWindow | None:
    return None if snap is None else replace(snap, closes_at=snap.closes_at + span_ms)


def _giving(giving: Giving | None, span_ms: Ms) -> Giving | None:
    return None if giving is None else replace(giving, expires_at=giving.expires_at + span_ms)
