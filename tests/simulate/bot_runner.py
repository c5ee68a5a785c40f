"""The bot runner within a run: it finds the moves that bots owe and makes them, as the real one does."""

import asyncio
import random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import msgspec

from rondel.kernel import Refusal
from rondel.server.errors import ApiError
from rondel.server.ports.value import StoreUnavailableError
from rondel.wire.protocol import ViewFrame
from rondel.wire.strict import MalformedError
from tests.simulate.node import bot_move_id

if TYPE_CHECKING:
    from tests.simulate.node import SimulatedNode
    from tests.simulate.world import World


LEFT_S: Final = 3.0
"""How long a turn without a legal move is left alone, as by the real one: its version may come again."""


class BotRunner:
    """Looks at any node, and sends each move to any node."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._dice = random.Random(f"{world.params.seed} bot runner")
        self._busy: set[tuple[UUID, int]] = set()
        self._left: dict[tuple[UUID, int], tuple[int, float]] = {}

    async def look(self) -> None:
        """Begin every move that is owed and not begun."""
        node = self._world.any_node(self._dice)
        if node is None or not self._world.is_keeping:
            return
        turns = await self._ask(node, node.turns())
        owed = {(turn.table, turn.seat) for turn in turns or ()}
        now = asyncio.get_running_loop().time()
        if turns is not None:
            self._left = {
                at: seen for at, seen in self._left.items() if at in owed and now < seen[1] + LEFT_S
            }
        for turn in turns or ():
            at = turn.table, turn.seat
            if at not in self._busy and self._left.get(at, (None, 0.0))[0] != turn.version:
                self._busy.add(at)
                asyncio.get_running_loop().create_task(self._play(turn))

    async def pause(self) -> None:
        """Between two looks."""
        await asyncio.sleep(self._dice.choice((0.1, 0.3)) if self._world.steps_left > 0 else 0.4)

    async def _play(self, turn: Any) -> None:
        dice, at = self._dice, (turn.table, turn.seat)
        try:
            await asyncio.sleep(dice.choice((0.02, 0.2)))
            node = self._world.any_node(dice)
            frame = None if node is None else await self._ask(node, node.bot_view(turn))
            if frame is None:
                return
            view = msgspec.json.decode(frame, type=ViewFrame)
            self._world.bot_views.setdefault(turn.table, []).append((turn.seat, view))
            legal = msgspec.json.decode(view.legal, type=list[msgspec.Raw])
            if not legal:
                self._left[at] = view.version, asyncio.get_running_loop().time()
                return
            await self._move(turn, view.version, bytes(dice.choice(self._world.wanted(legal))))
        finally:
            self._busy.discard(at)

    async def _move(self, turn: Any, version: int, action: bytes) -> None:
        """Send the move until there is an answer, or until it is owed again."""
        self._world.note("bot", turn.table, turn.seat, bot_move_id(turn, version), version, action)
        for _ in range(4):
            node = self._world.any_node(self._dice)
            if node is not None and await self._ask(node, node.play_bot(turn, version, action)):
                return
            await asyncio.sleep(0.2)
        self._check_id(turn, UUID(bot_move_id(turn, version)))

    def _check_id(self, turn: Any, move: UUID) -> None:
        """Nobody else may have used the id of a bot's move: it could never be made."""
        for commit in self._world.ledger.by_id.get((turn.table, move), ()):
            if commit.row.seat != turn.seat:
                self._world.found(
                    "bot jammed", f"its id is row {commit.row.version}, of seat {commit.row.seat}"
                )

    async def _ask(self, node: "SimulatedNode", doing: Any) -> Any:
        task = node.spawn(doing)
        done, _ = await asyncio.wait((task,), timeout=15)
        if not done or task.cancelled():
            return None
        error = task.exception()
        if error is None:
            return task.result()
        self._world.note("bot_runner", type(error).__name__, getattr(error, "code", ""))
        if not isinstance(error, ApiError | Refusal | MalformedError | StoreUnavailableError):
            self._world.found("flow died", f"for a bot: {error!r}")
        return None


async def keep_bots(world: "World") -> None:
    """For ever."""
    bot_runner = BotRunner(world)
    while True:
        await bot_runner.pause()
        await bot_runner.look()
