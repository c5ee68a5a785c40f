"""A table in a terminal of its own, as a person would have it."""

import os
import pty
import struct
import subprocess
import sys
from fcntl import ioctl
from pathlib import Path
from select import select
from termios import TIOCSWINSZ


class InATerminal:
    """`rondel play` in a terminal of its own, 80 by 24; `first` is Python that its process runs before."""

    def __init__(self, folder: Path, *arguments: str, game: str = "decks", first: str = "") -> None:
        self.terminal, its_end = pty.openpty()
        ioctl(its_end, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.child = subprocess.Popen(
            (
                sys.executable,
                "-c",
                f"{first}\nfrom rondel.cli.main import main; main()",
                "play",
                game,
                *arguments,
            ),
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "TERM": "xterm-256color"},
        )
        os.close(its_end)

    def read_until(self, text: str) -> str:
        """Look on until this is seen, or until there is nothing more to see."""
        shown = b""
        while text.encode() not in shown and select([self.terminal], [], [], 60)[0]:
            try:
                shown += os.read(self.terminal, 65536)
            except OSError:  # the other end is closed
                break
        return shown.decode(errors="replace")

    def press(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def close(self) -> tuple[int, str]:
        """Its exit code and the last it showed."""
        try:
            shown = self.read_until("nothing, so to its end")
            self.child.wait(60)
        finally:
            self.child.kill()
            self.child.wait()
            os.close(self.terminal)
        return self.child.returncode, shown
