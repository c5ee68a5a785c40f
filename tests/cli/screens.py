"""Screens as text."""

from typing import Any, Final

from textual.app import App
from textual.pilot import Pilot

SIZES: Final = ((80, 24), (120, 40))


def screen_text(app: App[Any]) -> str:
    """What a person sees, without colours."""
    strips = app.screen._compositor.render_strips()  # Textual exports pictures, not text
    return "\n".join(strip.text.rstrip() for strip in strips)


async def press(pilot: Pilot[Any], keys: str) -> None:
    """Press keys written with spaces between them."""
    await pilot.press(*keys.split())
    await pilot.pause()
