"""Every package that is bad by accident, installed at once: each is named, and harms nobody else."""

import asyncio
import time

from rondel.server.maintenance.doctor import _games
from rondel.server.settings import Settings
from tests.server.dice import ADD, arm, install_dice, table_of_dice
from tests.server.rooms.test_faulty_games import CONFIRM, HALTED, loops
from tests.server.visitors import open_house, settings
from tests.wire.packages import Packages, install_face

MODULES = {
    "imports": "import nothing_like_it\n",
    "unread": "def broken(:\n",
    "raises": "raise KeyError('cards')\n",
    "exits": "raise SystemExit(3)\n",
    "misnamed": "from tests.kernel.tally import TALLY as GAME\n",
    "nothing": "GAME = None\n",
}
WITHIN_S = 2.0
"""How long others may wait for a table whose game never answers."""


def install_all(packages: Packages) -> set[str]:
    """Install them, each in a package of its own; gives their names."""
    packages.folder.mkdir()
    for name, text in MODULES.items():
        (packages.folder / f"{name}_game.py").write_text(text)
        packages.install(f"{name}-box", games={name: f"{name}_game:GAME"})
    packages.install("one-box", games={"twice": "misnamed_game:GAME"})
    packages.install("other-box", games={"twice": "misnamed_game:GAME"})
    packages.install("bot-box", bots={"cambio.bold": "raises_game:bold"})
    (install_face(packages) / "face.js").unlink()
    install_dice(packages)
    return {f"{name}-box" for name in MODULES} | {"one-box", "other-box", "bot-box", "chip-box"}


def named_by_the_doctor() -> set[str]:
    """The packages of which the doctor says that something is wrong."""
    return {found.message.split()[0] for found in _games() if found.do is not None}


async def test_each_is_named_by_the_doctor_and_the_others_are_played(packages: Packages) -> None:
    bad = install_all(packages)

    assert named_by_the_doctor() == bad
    async with open_house(settings(game_cpu_ms=Settings.game_cpu_ms)) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        listed = [game["name"] for game in await ada.get("/api/games")]
        assert listed == ["cambio", "chips", "decks", "dice", "imperial"]
        dice, cambio = await table_of_dice(ada, bob), await house.table(ada, bob, initialViewMs=30_000)

        arm("legal", loops)
        cpu = time.thread_time()
        stuck, played = await asyncio.gather(
            ada.ask("GET", f"/api/tables/{dice}/view"), bob.act(cambio, CONFIRM)
        )
        spent = time.thread_time() - cpu

        assert (stuck.status_code, stuck.json()["code"]) == HALTED
        assert played.status_code == 200
        assert spent < WITHIN_S, "of CPU time, which a busy machine does not lengthen"
        assert (await ada.act(dice, ADD)).json()["code"] == "TABLE_HALTED"
        assert (await ada.act(cambio, CONFIRM)).status_code == 200
