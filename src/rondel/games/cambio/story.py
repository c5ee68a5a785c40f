"""A decision of Cambio under way."""

from typing import TypeAlias

from rondel import kernel
from rondel.games.cambio.events import Event
from rondel.games.cambio.state import State

Story: TypeAlias = kernel.Story[State, Event]
"""What an action causes; `state` is the State after all that has been told."""
