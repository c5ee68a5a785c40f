"""`python -m tests.server.fresh_demo [WHEEL]`: from the wheel to a table in a browser, stage by stage.

The commands under "To try it" in the guide: a fresh environment, the wheel, `rondel demo` without
PostgreSQL, and Chromium until the table can be played and has answered a first press. Needs Chromium and
web/node_modules.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.cli.served import started

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/operate/install.md"
STAGES: Final = ("demo", "browser", "table", "press")


def commands() -> list[str]:
    """The commands of the page's first block."""
    (block,) = re.findall(
        r"^```console\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )[:1]
    return [line.removeprefix("$ ") for line in block.splitlines()]


def installed(folder: str, wheel: Path) -> dict[str, float]:
    """Install the wheel as the page says; seconds of each of the two steps."""
    make, activate, install, _ = commands()
    assert activate == ". rondel/bin/activate"
    install = install.replace("'rondel[server]'", f"'rondel[server] @ {wheel.resolve().as_uri()}'")
    return {"venv": _shell(folder, make), "install": _shell(folder, f"{activate} && {install} --quiet")}


def measured(folder: str) -> dict[str, float]:
    """Seconds from the command to a press that was answered, stage by stage."""
    demo = commands()[-1].split()
    assert demo == ["rondel", "demo"]
    began = time.monotonic()
    with started(f"{folder}/rondel/bin/rondel", *demo[1:], "--no-browser") as served:
        served.wait_for("Your table of")
        took = {"demo": time.monotonic() - began}
        address = next(line for line in served.lines if "Your table of" in line).split()[-1]
        took |= _browsed(address)
        assert served.stop() == 0, served.lines
    return took


def _shell(folder: str, command: str) -> float:
    began = time.monotonic()
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(["bash", "-c", command], cwd=folder, env=environment, check=True)
    return time.monotonic() - began


def _browsed(address: str) -> dict[str, float]:
    done = subprocess.run(
        ["node", ROOT / "tests/browser/demo.mjs", address], stdout=subprocess.PIPE, text=True, check=True
    )
    return {name: ms / 1000 for name, ms in json.loads(done.stdout).items()}


def wheel_in(folder: str) -> Path:
    """The wheel of these sources, built now."""
    subprocess.run(["uv", "build", "--quiet", "--wheel", "--out-dir", folder], cwd=ROOT, check=True)
    return next(Path(folder).glob("*.whl"))


def line(runs: Sequence[dict[str, float]]) -> str:
    """Each stage: the median of the runs, and in brackets the least and the most."""

    def spread(figures: Sequence[float]) -> str:
        return f"{statistics.median(figures):.1f} ({min(figures):.1f} to {max(figures):.1f})"

    stages = [f"{stage} {spread([run[stage] for run in runs])}" for stage in STAGES]
    after = [run["demo"] + run["browser"] + run["table"] for run in runs]
    return f"seconds: {', '.join(stages)}; from `rondel demo` to a playable table {spread(after)}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.fresh_demo", description=__doc__)
    parser.add_argument("wheel", type=Path, nargs="?")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="rondel-wheel-") as built,
        tempfile.TemporaryDirectory(prefix="rondel-demo-") as folder,
    ):
        first = installed(folder, arguments.wheel or wheel_in(built))
        runs = [measured(folder) for _ in range(arguments.runs)]
    sys.stdout.write(f"installing, seconds: {', '.join(f'{name} {s:.1f}' for name, s in first.items())}\n")
    sys.stdout.write(f"{line(runs)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
