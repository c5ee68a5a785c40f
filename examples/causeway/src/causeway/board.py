"""The board of Causeway, drawn by a module of its own: hexes lie where no grid of a Scene has a place."""

from pathlib import Path
from typing import Final

from rondel.wire.faces import WebFace

FACE: Final = WebFace(Path(__file__).parent / "face", facade=1, style="face.css")
