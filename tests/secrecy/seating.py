"""How a bot is seated: it is handed what its seat may know, and rng that is not the table's."""

from collections.abc import Sequence
from typing import Any, Final
from unittest.mock import patch

from rondel.arena.play import play_out
from rondel.bots.bot import Bot
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options as ImperialOptions
from rondel.kernel import HOUSE, AnyGame, Chance, SeatSpec
from rondel.table.local import LocalTable
from tests.secrecy.clerk import Leak

_WORDS: Final = 1 << 64


def seat_spies(games: int) -> int:
    """Let spies play; how many times one was asked. Raises Leak where one was handed too much."""
    options = Options(seats=3, snap="first", max_turns=20)
    return sum(_play(CAMBIO, options, seed, 60) for seed in range(games))


def seat_spies_at_imperial(games: int) -> int:
    """The same at a table with sealed bids and votes."""
    return sum(_play(IMPERIAL, ImperialOptions(), seed, 200) for seed in range(games))


def _play(game: AnyGame, options: Any, seed: int, steps: int) -> int:
    opened: list[LocalTable] = []
    words: list[int] = []
    open_table = LocalTable.opened

    def opening(*args: Any, **options: Any) -> LocalTable:
        opened.append(open_table(*args, **options))
        return opened[-1]

    def spy(seat: int) -> Bot:
        def choose(known: Any, view: Any, legal: Sequence[Any], chance: Chance) -> Any:
            _is_for(game, seat, opened[-1].state, known, view, legal)
            words.append(chance.below(_WORDS))
            return legal[words[-1] % len(legal)]

        return choose

    with patch.object(LocalTable, "opened", opening):
        play_out(game, options, [spy(seat) for seat in range(3)], seed=f"spy {seed}", max_steps=steps)
    _is_own_luck(opened[-1], words)
    return len(words)


def _is_for(game: AnyGame, seat: int, state: Any, known: Any, view: Any, legal: Sequence[Any]) -> None:
    """9.9 What the seat knows, sees and may do, and of those very types."""
    if known != game.knows(state, seat) or type(known) is not game.types.known:
        raise Leak(f"the bot in seat {seat} is handed another Known than its seat's")
    if view != game.view(state, seat) or type(view) is not game.types.view:
        raise Leak(f"the bot in seat {seat} is handed another View than its seat's")
    if list(legal) != list(game.legal(state, seat)):
        raise Leak(f"the bot in seat {seat} is handed another legal list than its seat's")


def _is_own_luck(table: LocalTable, words: Sequence[int]) -> None:
    """No word that a bot drew is among the first words of any draw of the table."""
    tables = set()
    for drawn in range(200):
        chance = table.context.chance({"": drawn})
        tables |= {chance.below(_WORDS) for _ in range(8)}
    if tables & {*words}:
        raise Leak("a bot draws from the table's rng")


def luck_is_secret() -> None:
    """Two tables that differ in their secret alone deal differently, and neither tells its secret."""
    dealt = []
    for secret in (bytes(31) + b"\x01", bytes(31) + b"\x02"):
        seat_specs = [SeatSpec("bot")] * 2
        nonces = [b"", b""]
        table = LocalTable.opened(
            CAMBIO, Options(seats=2), seat_specs, table_id="same", secret=secret, nonces=nonces
        )
        if secret.hex().encode() in table.transcript() or secret in table.transcript():
            raise Leak("the secret of a table is told when it opens")
        table.play(HOUSE, CAMBIO.begin, 0)
        dealt.append(table.state.draw_pile)
    if dealt[0] == dealt[1]:
        raise Leak("the deal does not depend on the secret, so anybody can work it out")
