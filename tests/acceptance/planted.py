"""`python -m tests.acceptance.planted SC-004 serve ...`: the server, broken on purpose for one criterion.

Each fault is planted before the modules that use it are imported; everything else is the real server.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from rondel.games.cambio import call, events, guards, next_turn, powers, record, score
from rondel.kernel import EVERYONE, Refusal
from rondel.server.adapters.redis import presence
from tests.load import slow_server

SLOW_MS: Final = 1500


def _replace(owner: object, name: str, by: object) -> None:
    setattr(owner, name, by)


def refused_power() -> None:
    """A blind swap is refused."""
    use = powers.use

    def refusing(story: Any, seat: int, power_type: Any, slots: Any) -> None:
        if power_type == "blind_swap":
            raise Refusal("WRONG_POWER", "Planted.")
        use(story, seat, power_type, slots)

    powers.use = refusing


def open_event(kind: type) -> Callable[[], None]:
    """An event that is for one seat goes to everybody."""

    def plant() -> None:
        audience = events.audience
        events.audience = lambda event: EVERYONE if isinstance(event, kind) else audience(event)

    return plant


def stolen_turn() -> None:
    """The last seat of the final round has no turn."""
    call_cambio = next_turn.call

    def calling(story: Any, seat: int, *, is_automatic: bool) -> None:
        story.emit(events.FinalTurnTaken((seat - 1) % len(story.state.players), forfeited=True))
        call_cambio(story, seat, is_automatic=is_automatic)

    next_turn.call = calling


def no_penalty() -> None:
    """Nobody's score is doubled."""
    score._surcharge = lambda options, base: 0


def first_winner() -> None:
    """Of those who are tied only the first wins."""
    winners = score.determine_winners
    score.determine_winners = lambda *scores, **more: winners(*scores, **more)[:1]


def endless_game() -> None:
    """Nobody may call before sixty turns of their own."""

    def refuse_call(state: Any, seat: int) -> Refusal | None:
        is_early = state.players[seat].completed_turns < 60
        return Refusal("CALL_TOO_EARLY", "Planted.") if is_early else None

    call.refuse_call = refuse_call


def late_pushes() -> None:
    """Every push waits."""
    slow_server.plant(SLOW_MS)


def out_of_turn() -> None:
    """Anybody may draw at any time."""
    guards._refuse_step = lambda state, seat, action: None


def wrong_record() -> None:
    """The stored scores are one too high."""
    writing = record._Ledger._score

    def wrong(self: Any, line: Any) -> None:
        writing(self, line)
        self._row("game_score", self._named(f"score/{line.seat}")).update(final_score=line.final_score + 1)

    _replace(record._Ledger, "_score", wrong)


def any_target() -> None:
    """No target is wrong."""
    powers._refuse_bad_slots = lambda state, seat, power_type, slots: None


def long_peek() -> None:
    """A peek lasts two seconds longer."""
    revealed = events.CardRevealed

    def longer(seat: int, seen: Any, until: int, why: Any) -> events.CardRevealed:
        return revealed(seat, seen, until + 2000, why)

    _replace(powers, "CardRevealed", longer)


def requests_hold() -> None:
    """A request holds a seat for a minute, whether or not its player listens on a socket."""
    presence.HOLD = (
        presence.HOLD.replace("(holder == 'http' and other.socket) and now or now + lease", "now + lease")
        .replace("ends.http = nil", "")
        .replace("redis.call('HDEL', key, 'by:http')", "")
    )


PLANTS: Final[Mapping[str, Callable[[], None]]] = {
    "SC-001": refused_power,
    "SC-002": open_event(events.CardRevealed),
    "SC-003": stolen_turn,
    "SC-004": no_penalty,
    "SC-005": first_winner,
    "SC-006": endless_game,
    "SC-007": late_pushes,
    "Validation": out_of_turn,
    "Event filter": open_event(events.DrawnCardSeen),
    "Database": wrong_record,
    "Errors": any_target,
    "FR-019": long_peek,
    "FR-021": requests_hold,
    "FR-022": requests_hold,
}


if __name__ == "__main__":
    PLANTS[sys.argv.pop(1)]()
    from rondel.cli.main import main  # only now: it imports the game

    main()
