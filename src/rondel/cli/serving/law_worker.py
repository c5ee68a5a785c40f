"""The laws, in a process of their own: bounded, and ended when something newer is to be checked."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Final

CPU_S: Final = 60
"""How much CPU time the laws of one game may take: one whose functions never end is stopped."""

_BOUNDED: Final = f"""
import os, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, ({CPU_S}, {CPU_S}))
    os.nice(10)
except (ImportError, OSError, ValueError):
    pass  # not on every system
from rondel.cli.main import main
main(sys.argv[1:])
"""


class LawsBeside:
    """Holds games to the laws beside the server, one walk at a time, and says what came of it."""

    def __init__(self, steps: int, say: Callable[[str], None]) -> None:
        self._steps, self._say = steps, say
        self._walk: asyncio.Task[None] | None = None

    async def check(self, games: Sequence[str]) -> None:
        """Check these games now, instead of whatever is being checked."""
        await self.stop()
        self._walk = asyncio.create_task(self._check(tuple(games)))

    async def stop(self) -> None:
        """End the walk and its process."""
        if self._walk is not None:
            self._walk.cancel()
            await asyncio.gather(self._walk, return_exceptions=True)
            self._walk = None

    async def _check(self, games: Sequence[str]) -> None:
        for game in games:
            command = (sys.executable, "-c", _BOUNDED, "laws", game, "--steps", str(self._steps))
            child = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            try:
                out, wrong = await child.communicate()
            finally:
                if child.returncode is None:
                    child.kill()
                    await child.wait()
            for line in findings(game, self._steps, child.returncode or 0, out.decode(), wrong.decode()):
                self._say(line)


def findings(game: str, steps: int, code: int, out: str, wrong: str) -> Iterator[str]:
    """What `rondel laws` came to: one line, or its first finding in full."""
    lines = out.splitlines()
    broken = [number for number, line in enumerate(lines) if line.startswith("Broken: ")]
    if code == 0:
        yield f"Laws: {game} obeys them ({steps} steps)."
        yield from (line for line in lines if line.startswith("Nothing to compare"))
    elif code == 1 and broken:
        first = lines[broken[0] : broken[1] if len(broken) > 1 else None]
        yield f"Laws: {game} breaks {len(broken)}. The first: {first[0].removeprefix('Broken: ')}"
        yield from first[1:]
    elif code < 0:
        yield f"Laws: {game} was stopped after {CPU_S} s of CPU time. Does one of its functions never end?"
    else:
        yield f"Laws: {game} cannot be checked. {(wrong or out).strip()}"
