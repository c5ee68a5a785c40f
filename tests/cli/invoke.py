"""The command line, called from a test."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

from click.testing import CliRunner, Result

from rondel.cli.main import main


def rondel(*arguments: object) -> Result:
    """What `rondel ARGUMENTS` printed, and its exit code."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def assert_wrong_use(result: Result, *parts: str) -> None:
    """One line on stderr that says this, nothing on stdout, exit code 2."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1, result.stderr
    for part in parts:
        assert part in result.stderr


def interrupted(*arguments: str) -> dict[str, Any]:
    """What a command tells in JSON that is ended by Ctrl-C once its progress bar shows some of a million.

    Ctrl-C goes to the whole group, as in a terminal.
    """
    terminal, its_end = pty.openpty()
    command = (sys.executable, "-c", "from rondel.cli.main import main; main()", *arguments)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its_end, start_new_session=True) as child:
        os.close(its_end)
        try:
            shown = b""
            while b"/1000000" not in shown or b" 0/1000000" in shown[-200:]:
                shown += os.read(terminal, 4096)
            os.killpg(child.pid, signal.SIGINT)
            out, _ = child.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            os.close(terminal)
    assert child.returncode == 130
    assert b"Traceback" not in shown
    summary: dict[str, Any] = json.loads(out)
    return summary
