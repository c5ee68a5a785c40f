"""Imperial: small changes of the State, of which events are made."""

from typing import Any

from msgspec.structs import replace

from rondel.games.imperial.pieces import Cents, Stock, Timer
from rondel.games.imperial.state import Nation, Player, State
from rondel.kernel import Ms, Seat


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    """One seat's record changed."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def with_nation(state: State, name: str, **changes: Any) -> State:
    """One country's record changed."""
    return replace(
        state,
        nations=tuple(
            [replace(nation, **changes) if nation.name == name else nation for nation in state.nations]
        ),
    )


def paid(state: State, seat: Seat, amount: Cents) -> State:
    """7.1 From the seat to the bank."""
    if not amount:
        return state
    after = with_player(state, seat, money=state.players[seat].money - amount)
    return replace(after, bank=after.bank + amount)


def received(state: State, amounts: tuple[Cents, ...]) -> State:
    """From the bank to the seats."""
    players = [
        replace(player, money=player.money + amount) if amount else player
        for player, amount in zip(state.players, amounts, strict=True)
    ]
    return replace(state, players=tuple(players), bank=state.bank - sum(amounts))


def with_bond(player: Player, bought: Stock, returned: int) -> tuple[Stock, ...]:
    """6.1 The seat's stock after a purchase."""
    others = tuple([owned for owned in player.bonds if owned != Stock(bought.nation, returned)])
    return (*others, bought)


def with_sold(nation: Nation, bond: int, returned: int) -> tuple[int, ...]:
    """10.10 What is available after a purchase, sorted."""
    left = [each for each in nation.available_bonds if each != bond]
    return tuple(sorted([*left, returned] if returned else left))


def resumed(timer: Timer, at: Ms) -> Timer:
    """12.6 Running, the paused span not counted."""
    if not timer.pause:
        return timer
    return replace(timer, pause=0, last_move=timer.last_move + at - timer.pause)
