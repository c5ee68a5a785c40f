"""Packages by others, installed as any other is: modules and a dist-info in a folder on the path."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from rondel.bots import registry as bots
from rondel.wire import faces, registry

MODULE = b"export default () => {};\n"
CHIPS = """
from dataclasses import replace
from pathlib import Path

from rondel.wire.faces import WebFace
from tests.kernel.tally import TALLY

GAME = replace(TALLY, name="chips")
FACE = WebFace(Path(__file__).parent / "board", {arguments})
"""
REASON = "KeyError: 'cards' ({folder}/torn_game.py:2)"


class Packages:
    """A folder on the path into which a test installs packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(
        self,
        package: str,
        *,
        games: Mapping[str, str] | None = None,
        bots: Mapping[str, str] | None = None,
        faces: Mapping[str, str] | None = None,
        **modules: str,
    ) -> None:
        """Install a package with these entry points and these modules."""
        info = self.folder / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        groups = {"rondel.games": games or {}, "rondel.bots": bots or {}, "rondel.faces": faces or {}}
        lines = [
            line
            for group, points in groups.items()
            for line in (f"[{group}]", *(f"{name} = {target}" for name, target in points.items()))
        ]
        (info / "entry_points.txt").write_text("\n".join([*lines, ""]))
        for name, text in modules.items():
            (self.folder / f"{name}.py").write_text(text)
        self.refresh()

    def uninstall(self, package: str) -> None:
        """Take a package away; its modules are no longer there for whoever starts now."""
        rmtree(self.folder / f"{package}-1.0.dist-info")
        self.refresh()

    def refresh(self) -> None:
        """What a new process would find."""
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(str(self.folder)):
                del sys.modules[name]
        registry.refresh()
        bots.refresh()
        faces.refresh()


@contextmanager
def on_the_path(folder: Path) -> Iterator[Packages]:
    """A folder in front of the path; afterwards everything is as before."""
    packages = Packages(folder)
    before = list(sys.path)
    sys.path.insert(0, str(folder))
    try:
        yield packages
    finally:
        sys.path[:] = before
        packages.refresh()


def install_broken_game(packages: Packages) -> str:
    """Install the game `torn`, which raises when it is imported; gives why it cannot be loaded."""
    torn_game = "# a game that its author has not tried\nraise KeyError('cards')\n"
    packages.install("torn", games={"torn": "torn_game:GAME"}, torn_game=torn_game)
    return REASON.format(folder=packages.folder)


def install_face(packages: Packages, arguments: str = "facade=1", target: str = "chips:FACE") -> Path:
    """Install the game `chips` with a face; gives the folder of its files, which has a module."""
    board = packages.folder / "board"
    board.mkdir(parents=True)
    (board / "face.js").write_bytes(MODULE)
    packages.install(
        "chip-box",
        games={"chips": "chips:GAME"},
        faces={"chips": target},
        chips=CHIPS.format(arguments=arguments),
    )
    return board
