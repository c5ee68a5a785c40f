"""The bot runner: plays the moves that bots owe, from a process of its own, through the server's doors.

For each move it is given what that seat may know and nothing else, it draws from a seed of its own, and the
move's id follows from table, version and seat. So any number of bot runners may serve the same tables: a move
that two of them make is one.
"""

import asyncio
import hmac
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.bots.registry import BotNotFoundError, bot, bots_of
from rondel.client.backoff import Backoff
from rondel.client.decode import frame_of, known_of, legal_of, view_of
from rondel.client.http import Http, HttpResponse, ServerUnreachableError
from rondel.client.player import LATER, ClientRejectedError, now
from rondel.kernel import AnyGame, Chance
from rondel.wire.registry import GameNotFoundError, load_game

TAKEN_OVER: Final = "medium"
"""Who plays on for somebody who has left, where the game has one of that name; else it is `random`."""

PAUSE_S: Final = 0.25
"""Between two looks at who owes a move, while some are being thought about."""

LEFT_S: Final = 10.0
"""How long a seat is left alone for which nothing could be done."""

HELP_S: Final = 5.0
"""A move of another bot runner's share that is owed for so long is made here."""

log = logging.getLogger("rondel.bots")


class BotTurn(msgspec.Struct, frozen=True, rename="camel"):
    """A bot owes a move: where, in which seat, at which level, and the token for that seat.

    `script` is the move itself, where a lesson has one for it. `least_ms` is how long it thinks at least.
    """

    table: str
    game: str
    seat: int
    level: str | None
    version: int
    token: str
    script: dict[str, Any] | None = None
    least_ms: int = 0


@dataclass(frozen=True)
class Pace:
    """How long a bot thinks, at least and at most."""

    least_ms: int = 400
    most_ms: int = 1200


@dataclass(frozen=True)
class Share:
    """Which part of the tables this bot runner looks after, of how many."""

    number: int = 0
    of: int = 1

    def has(self, table: str) -> bool:
        """Whether the table is among them."""
        return UUID(table).int % self.of == self.number


def move_id(token: str, version: int) -> str:
    """The id of the move a seat's bot makes at a version, the same for every bot runner.

    It follows from the token of the seat, which no player has: nobody can use it up before the bot does.
    """
    return str(UUID(bytes=hmac.digest(token.encode(), f"move {version}".encode(), "sha256")[:16]))


class BotRunner:
    """Looks for moves that are owed and makes them, many at once, until it is cancelled."""

    def __init__(
        self, url: str, token: str, *, seed: str, pace: Pace | None = None, share: Share | None = None
    ) -> None:
        self._http = Http(url, token)
        self._doors = Http(url)
        self._seed = seed
        self._pace = pace or Pace()
        self._share = share or Share()
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._left: dict[tuple[str, int], tuple[int, float]] = {}
        self._since: dict[tuple[str, int, int], float] = {}
        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="thinking")

    async def run(self) -> None:
        """For ever; raises ClientRejectedError if the server will not have this bot runner."""
        try:
            async with self._http, self._doors:
                await self._keep()
        finally:
            for task in self._busy.values():
                task.cancel()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)
            self._thinking.shutdown(wait=False, cancel_futures=True)

    async def _keep(self) -> None:
        backoff = Backoff()
        while True:
            try:
                turns = await self._turns()
            except ServerUnreachableError as lost:
                log.info("The server does not answer: %s", lost)
                await asyncio.sleep(backoff.next_s())
                continue
            backoff.reset()
            if not self._begin(turns):
                await asyncio.sleep(PAUSE_S if turns else 0.02)

    async def _turns(self) -> Sequence[BotTurn]:
        answer = await self._http.ask("GET", "/api/bots/turns")
        if answer.status in (401, 403):
            raise ClientRejectedError(
                answer.code(), "This token is not a bot runner's; `rondel bots --new-token` makes one."
            )
        if answer.status != 200:
            raise ServerUnreachableError(answer.code())
        return msgspec.json.decode(answer.content, type=list[BotTurn])

    def _begin(self, turns: Sequence[BotTurn]) -> int:
        """Begin every move that is not begun; how many those are."""
        moment = now()
        known = self._since
        self._since = {key: known.get(key, moment) for key in map(_key, turns)}
        owed = {(turn.table, turn.seat) for turn in turns}
        self._left = {at: left for at, left in self._left.items() if at in owed}
        wanted = [turn for turn in turns if self._wants(turn, moment)]
        for turn in wanted:
            at = turn.table, turn.seat
            task = self._busy[at] = asyncio.create_task(self._make(turn))
            task.add_done_callback(lambda task, at=at: self._done(at, task))  # type: ignore[misc]
        return len(wanted)

    def _wants(self, turn: BotTurn, moment: float) -> bool:
        at = turn.table, turn.seat
        version, until = self._left.get(at, (None, 0.0))
        if at in self._busy or (version == turn.version and moment < until):
            return False
        return self._share.has(turn.table) or moment - self._since[_key(turn)] >= HELP_S

    def _leave(self, turn: BotTurn, version: int) -> None:
        """There is nothing to do for this seat at this version; after a while it is looked at again."""
        self._left[turn.table, turn.seat] = (version, now() + LEFT_S)

    def _done(self, at: tuple[str, int], task: "asyncio.Task[None]") -> None:
        self._busy.pop(at, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("A bot's move failed at table %s: %s", at[0], type(error).__name__)

    async def _make(self, turn: BotTurn) -> None:
        """Look, choose, wait as long as a thinker would, move."""
        began = now()
        try:
            frame = await self._look(turn)
        except ServerUnreachableError:
            return  # it is still owed, and comes again
        if frame is None or (action := await self._chosen(turn, frame)) is None:
            # The version that was looked at, which after a restore is not always the one that was owed.
            self._leave(turn, turn.version if frame is None else frame["version"])
            return
        await asyncio.sleep(began + self._think_s(turn, frame) - now())
        await self._move(turn, frame["version"], action)

    async def _look(self, turn: BotTurn) -> dict[str, Any] | None:
        """What the seat may know; None if no bot plays it any more."""
        path = f"/api/bots/{turn.table}/{turn.seat}"
        answer = await self._doors.ask("GET", path, headers={"X-Rondel-Bot": turn.token})
        if answer.status != 200:
            _retry_or_pass(answer)
            return None
        frame: dict[str, Any] = answer.json()
        return frame

    async def _chosen(self, turn: BotTurn, frame: Mapping[str, Any]) -> dict[str, Any] | None:
        try:
            game = load_game(turn.game)
        except GameNotFoundError:
            log.warning("No game called %s is installed here.", turn.game)
            return None
        legal = legal_of(game, frame["legal"])
        if not legal:
            return None
        if turn.script is not None and turn.version == frame["version"]:
            return turn.script
        rng = Chance.of_seed(f"{self._seed} {turn.table} {frame['version']} {turn.seat}")
        known, view = known_of(game, frame["known"]), view_of(game, frame["view"])
        loop = asyncio.get_running_loop()
        level = level_of(game, turn.level)
        chosen = await loop.run_in_executor(self._thinking, choose, game, level, known, view, legal, rng)
        return frame_of(game, chosen)

    def _think_s(self, turn: BotTurn, frame: Mapping[str, Any]) -> float:
        """How long the bot thinks: it depends on nothing it knows, and leaves half the time that is left."""
        rng = Chance.of_seed(f"{self._seed} thinks {turn.table} {frame['version']} {turn.seat}")
        least_ms, most_ms = (
            max(self._pace.least_ms, turn.least_ms),
            max(self._pace.most_ms, turn.least_ms * 5 // 3),
        )
        think_ms = least_ms + rng.below(most_ms - least_ms + 1)
        if frame["deadline"] is not None:
            think_ms = min(think_ms, max(frame["deadline"] - frame["now"], 0) // 2)
        return think_ms / 1000

    async def _move(self, turn: BotTurn, version: int, action: dict[str, Any]) -> None:
        """Send the move until there is an answer."""
        path = f"/api/bots/{turn.table}/{turn.seat}/act"
        body = {"id": move_id(turn.token, version), "expectedVersion": version, "action": action}
        backoff = Backoff()
        while True:
            try:
                answer = await self._doors.ask(
                    "POST", path, body, headers={"X-Rondel-Bot": turn.token}, is_repeatable=True
                )
                if answer.status != 200 and _retry_or_pass(answer) not in ("STALE_VERSION", "ID_REUSE"):
                    log.warning(
                        "The bot in seat %s of table %s hears %s", turn.seat, turn.table, answer.code()
                    )
                    self._leave(turn, turn.version)
            except ServerUnreachableError:
                await asyncio.sleep(backoff.next_s())
            else:
                return


def level_of(game: AnyGame, level: str | None) -> str:
    """Who plays: this level; for a seat that was taken over, or a level nobody has, the usual one."""
    usual = TAKEN_OVER if TAKEN_OVER in bots_of(game) else "random"
    try:
        bot(game, level or usual)
    except BotNotFoundError:
        log.warning("No bot called %s plays %s; %s does.", level, game.name, usual)
        return usual
    return level or usual


def choose(game: AnyGame, level: str, known: Any, view: Any, legal: Sequence[Any], rng: Chance) -> Any:
    """What the bot of this level chooses; one that fails chooses anything, so that the others can play on."""
    try:
        chosen = bot(game, level)(known, view, legal, rng)
        if chosen in legal or game.is_open_ended(chosen):
            return chosen
        why = "it chose what is not legal"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot's own mistake, whatever it is
        why = type(error).__name__
    log.warning("The bot %s of %s failed and moves at random: %s", level, game.name, why)
    return rng.pick(legal)


def _key(turn: BotTurn) -> tuple[str, int, int]:
    return turn.table, turn.seat, turn.version


def _retry_or_pass(answer: HttpResponse) -> str:
    """The code of a definite no; raises Unreachable for what is none."""
    code = answer.code()
    if answer.status >= 500 or code in LATER:
        raise ServerUnreachableError(code)
    return code
