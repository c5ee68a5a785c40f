"""Every import contract is seen to break by a fault planted in a copy of the tree."""

import configparser
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sample import sample

ROOT = Path(__file__).parents[2]

FAULTS = [
    ("layers", "helpers.py", ""),
    ("layers", "kernel/turn.py", "import rondel.wire.codec"),
    ("layers", "games/decks/decide.py", "from rondel.wire import strict"),
    ("layers", "table/decide.py", "import rondel.bots.random"),
    ("layers", "laws/law.py", "import rondel.bots.random"),
    ("layers", "arena/simulate.py", "from rondel.cli import main"),
    ("kernel", "kernel/helpers.py", ""),
    ("kernel", "kernel/seat.py", "import rondel.kernel.game"),
    ("kernel", "kernel/clock.py", "import rondel.kernel.chance"),
    ("kit", "kit/helpers.py", ""),
    ("kit", "kit/marks.py", "import rondel.kit.structs"),
    ("kit", "kit/shape.py", "import rondel.kit.events"),
    ("kit-users", "laws/secrecy.py", "import rondel.kit"),
    ("kit-users", "wire/tagged.py", "from rondel.kit.marks import UNSEEN"),
    ("layers", "kernel/game.py", "import rondel.kit.structs"),
    ("layers", "kit/game.py", "import rondel.wire.codec"),
    ("wire", "wire/helpers.py", ""),
    ("wire", "wire/tagged.py", "import rondel.wire.codec"),
    ("wire", "wire/proof.py", "import rondel.wire.schema"),
    ("table", "table/helpers.py", ""),
    ("table", "table/state.py", "import rondel.table.decide"),
    ("laws", "laws/helpers.py", ""),
    ("laws", "laws/undo.py", "import rondel.laws.secrecy"),
    ("laws", "laws/law.py", "import rondel.laws.walk"),
    ("bots", "bots/helpers.py", ""),
    ("bots", "bots/cambio.py", "import rondel.bots.ismcts"),
    ("bots", "bots/bot.py", "import rondel.bots.random"),
    ("bots-see", "bots/cambio.py", "from rondel.games.cambio.state import State"),
    ("bots-see", "bots/cambio.py", "from rondel.games.cambio.decide import decide"),
    ("bots-see", "bots/cambio.py", "from rondel.games.cambio import imagine"),
    ("bots-see", "bots/imperial/search.py", "from rondel.games.imperial.board import EUROPE"),
    ("bots-see", "bots/ismcts.py", "from rondel.games.cambio.game import CAMBIO"),
    ("bots-see", "bots/registry.py", "from rondel.wire.registry import load_game"),
    ("bots-see", "bots/random.py", "from rondel.table.local import LocalTable"),
    ("arena", "arena/helpers.py", ""),
    ("arena", "arena/pool.py", "import rondel.arena.simulate"),
    ("layers", "client/table.py", "import rondel.server.ports"),
    ("layers", "bots/random.py", "import rondel.client"),
    ("server", "server/helpers.py", ""),
    ("picks", "server/flows/play/move.py", "import rondel.server.adapters.postgres.journal"),
    ("server", "server/flows/play/move.py", "import rondel.server.api.websocket.socket"),
    ("server", "server/ports/tables.py", "import rondel.server.rooms.position"),
    ("server", "server/rooms/room.py", "import rondel.server.record.rows"),
    ("server-startup", "server/startup/stores.py", "import rondel.server.startup.app"),
    ("server-maintenance", "server/maintenance/owner.py", "import rondel.server.maintenance.prune"),
    ("server-api", "server/api/transport/connections.py", "import rondel.server.api.context.api_context"),
    ("server-api", "server/api/routes/play.py", "import rondel.server.api.websocket.socket"),
    ("server-jobs", "server/jobs/judge_orders.py", "import rondel.server.jobs.send_notices"),
    ("server-flows", "server/flows/play/move.py", "import rondel.server.flows.tables.seats"),
    ("server-cells", "server/cells/moderation_cache.py", "import rondel.server.cells.cell"),
    ("server-record", "server/record/replay.py", "import rondel.server.record.rows"),
    ("server-rooms", "server/rooms/watchers.py", "import rondel.server.rooms.room"),
    ("server-adapters", "server/adapters/memory/journal.py", "import rondel.server.adapters.postgres.pool"),
    ("server-ports", "server/ports/value.py", "import rondel.server.ports.tables"),
    ("server-runtime", "server/runtime/clock.py", "import rondel.server.runtime.metrics"),
    ("picks", "server/api/websocket/socket.py", "import rondel.server.adapters.redis.bus"),
    ("adapters", "server/flows/play/move.py", "import asyncpg"),
    ("adapters", "server/jobs/fire_deadlines.py", "from litestar import get"),
    ("by-name", "server/flows/play/move.py", "import rondel.games.cambio.game"),
    ("cli", "cli/helpers.py", ""),
    ("cli-commands", "cli/commands/games.py", "import rondel.cli.commands.verify"),
    ("cli-terminal", "cli/terminal/save_file.py", "import rondel.cli.terminal.session"),
    ("cli-terminal", "cli/terminal/screen.py", "import rondel.cli.terminal.plain.table"),
    ("cli-terminal", "cli/terminal/opponents.py", "import rondel.cli.terminal.session"),
    ("cli-serving", "cli/serving/process.py", "import rondel.cli.serving.workers"),
    ("cli-databases", "cli/databases/server_settings.py", "import rondel.cli.databases.for_each_cell"),
    ("cli-arguments", "cli/arguments/progress.py", "import rondel.cli.arguments.parameters"),
    ("decks", "games/decks/helpers.py", ""),
    ("decks", "games/decks/state.py", "import rondel.games.decks.decide"),
    ("decks", "games/decks/evolve.py", "import rondel.games.decks.decide"),
    ("decks", "games/decks/pieces.py", "import rondel.games.decks.actions"),
    ("cambio", "games/cambio/helpers.py", ""),
    ("cambio", "games/cambio/view.py", "import rondel.games.cambio.knows"),
    ("cambio", "games/cambio/turn.py", "import rondel.games.cambio.connection"),
    ("imperial", "games/imperial/helpers.py", ""),
    ("imperial", "games/imperial/state.py", "import rondel.games.imperial.decide"),
    ("imperial", "games/imperial/rondel_spaces/factory.py", "import rondel.games.imperial.turn"),
    ("imperial", "games/imperial/peace.py", "import rondel.games.imperial.maneuver"),
    ("independence", "games/second/__init__.py", "import rondel.games.decks.pieces"),
    ("pure", "kernel/turn.py", "import time"),
    ("pure", "kit/story.py", "import time"),
    ("pure", "kernel/chance.py", "from secrets import token_bytes"),
    ("pure", "games/decks/decide.py", "def roll():\n    from random import randrange\n"),
    ("pure", "games/decks/game.py", "import os.path"),
    ("by-name", "laws/walk.py", "import rondel.games.decks.game"),
    ("by-name", "wire/registry.py", "from rondel.games.decks.game import DECKS"),
    ("by-name", "cli/commands/games.py", "from rondel.games.decks import view"),
    ("by-name", "arena/simulate.py", "import rondel.games.decks.actions"),
    ("state", "bots/random.py", "from rondel.games.decks.state import State"),
    ("state", "cli/terminal/plain/table.py", "from rondel.games.decks import state"),
    ("state", "cli/terminal/plain/steps.py", "from rondel.games.cambio.state import State"),
    ("state", "cli/terminal/plain/table.py", "from rondel.games.decks.decide import decide"),
    ("terminal", "laws/obey.py", "import rich.progress"),
    ("terminal", "wire/proof.py", "import click"),
    ("terminal", "games/decks/view.py", "import textual"),
    ("hypothesis", "laws/obey.py", "import hypothesis"),
    ("hypothesis", "cli/commands/laws.py", "from hypothesis import given"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", folder)
    return folder


def lint(folder: Path, contract: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache", "--contract", contract],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_game_has_a_contract_for_its_inside() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter")

    games = {folder.parent.name for folder in (ROOT / "src/rondel/games").glob("*/game.py")}

    assert games <= {section.removeprefix("importlinter:contract:") for section in config.sections()}


def test_every_contract_has_a_fault_that_breaks_it() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter")
    contracts = {section.rpartition(":")[2] for section in config.sections() if "contract" in section}

    assert contracts == {contract for contract, _, _ in FAULTS}


@pytest.mark.parametrize(("contract", "where", "fault"), sample(FAULTS, 8))
def test_a_planted_fault_breaks_its_contract(copy: Path, contract: str, where: str, fault: str) -> None:
    module = copy / "src" / "rondel" / where
    before = module.read_text(encoding="utf-8") if module.exists() else None
    module.parent.mkdir(exist_ok=True)
    module.write_text(f"{before or ''}\n{fault}\n", encoding="utf-8")

    try:
        found = lint(copy, contract)
    finally:
        if before is None:
            module.unlink()
        else:
            module.write_text(before, encoding="utf-8")

    assert found.returncode == 1
    assert "0 kept, 1 broken" in found.stdout
