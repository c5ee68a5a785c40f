"""What a bot is: a function of what its seat may know, and of luck of its own."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from rondel.kernel import Chance

Bot: TypeAlias = Callable[[Any, Any, Sequence[Any], Chance], Any]
"""(Known, View, legal, own Chance) -> one of `legal`."""
