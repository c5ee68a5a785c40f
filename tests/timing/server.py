"""`python -m tests.timing.server PLANT HOW serve ...`: a server that is 5 ms slower for one class.

A fault for the timing suite; everything else is the real server. HOW is `sleep` or `busy`.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

from rondel.games.cambio.pieces import RANK_OF
from rondel.kernel import Refusal
from rondel.server.adapters.postgres.people import PostgresPeople
from rondel.server.errors import ApiError
from rondel.server.ports.people import Link
from rondel.server.rooms.room import Room

DELAY_S: Final = 0.005


class Delay:
    """Five milliseconds, asleep or at work."""

    def __init__(self, how: str) -> None:
        self._is_busy = how == "busy"

    async def wait(self) -> None:
        if self._is_busy:
            self.hold()
        else:
            await asyncio.sleep(DELAY_S)

    def hold(self) -> None:
        """The same for a caller that cannot wait: the event loop is held."""
        if not self._is_busy:
            time.sleep(DELAY_S)
            return
        until = time.thread_time() + DELAY_S
        while time.thread_time() < until:
            pass


def private_table(delay: Delay) -> None:
    """What may not be looked at is answered later than what is not there."""
    record_for = Room.record_for

    async def late(self: Room, account: UUID | None, key: str | None) -> Any:
        try:
            return await record_for(self, account, key)
        except ApiError:
            if await self._ports.tables.get(self.id) is not None:
                await delay.wait()
            raise

    Room.record_for = late  # type: ignore[method-assign]


def known_account(delay: Delay) -> None:
    """A link to the address of a member takes longer."""
    ask_link = PostgresPeople.ask_link

    async def late(self: PostgresPeople, link: Link) -> None:
        await ask_link(self, link)
        if await self.by_email(link.email) is not None:
            await delay.wait()

    PostgresPeople.ask_link = late  # type: ignore[method-assign]


def hidden_card(delay: Delay) -> None:
    """A View takes longer to send where the other seat's hidden card is a ten; it is built once only."""
    from rondel.server.flows.play import watch

    module: Any = watch
    view_frame = module.view_frame

    def late(position: Any, viewing: Any, **more: Any) -> Any:
        if _hides_ten(position.state, viewing.seat):
            delay.hold()
        return view_frame(position, viewing, **more)

    module.view_frame = late


def refusal(delay: Delay) -> None:
    """A refusal takes longer where the other seat's hidden card is a ten."""
    import rondel.games.cambio.decide as module

    decide = module.decide

    def late(state: Any, actor: Any, action: Any, *more: Any) -> Any:
        try:
            return decide(state, actor, action, *more)
        except Refusal:
            if _hides_ten(state, actor):
                delay.hold()
            raise

    module.decide = late  # type: ignore[assignment]


def _hides_ten(state: Any, viewer: Any) -> bool:
    return viewer == 0 and bool(state.players[1].slots) and RANK_OF.get(state.players[1].slots[0]) == "10"


PLANTS: Final[Mapping[str, Callable[[Delay], None]]] = {
    "private table": private_table,
    "known account": known_account,
    "hidden card": hidden_card,
    "refusal": refusal,
}


if __name__ == "__main__":
    name, how = sys.argv.pop(1), sys.argv.pop(1)
    PLANTS[name](Delay(how))
    from rondel.cli.main import main  # after the plant: it reads the games

    main()
