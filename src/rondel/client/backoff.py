"""How long to wait before the next try: full jitter, so that those cut off together come back apart."""

import random
from dataclasses import dataclass


@dataclass
class Backoff:
    """Anything from nothing to twice as long as before, up to `most_s`; for some tries up to `steady_s`."""

    first_s: float = 0.25
    most_s: float = 15.0
    steady_s: float = 1.0
    steady_tries: int = 0
    tries: int = 0

    def next_s(self) -> float:
        """How long to wait this time."""
        ceiling = min(self.most_s, self.first_s * 2 ** min(self.tries, 32))
        if self.tries < self.steady_tries:
            ceiling = min(ceiling, self.steady_s)
        self.tries += 1
        return random.uniform(0, ceiling)  # noqa: S311 - jitter

    def reset(self) -> None:
        """It worked: the next wait is a short one."""
        self.tries = 0


def reconnecting() -> Backoff:
    """For a lost connection: for twenty seconds a server that is back is found within a second."""
    return Backoff(steady_tries=40)
