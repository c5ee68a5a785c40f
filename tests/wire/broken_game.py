"""A game whose author has made a mistake, installed as any other is."""

from pathlib import Path

from rondel.wire.shelf import GROUP

REASON = "KeyError: 'cards' ({folder}/torn_game.py:2)"


def install_broken_game(folder: Path) -> str:
    """Install the game `torn`, which raises when it is imported, in a folder; gives why it cannot load."""
    info = folder / "torn-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: torn\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\ntorn = torn_game:GAME\n")
    (folder / "torn_game.py").write_text("# a game that its author has not tried\nraise KeyError('cards')\n")
    return REASON.format(folder=folder)
