"""Imperial, chapter 13: taking back."""

from msgspec.structs import replace

from rondel.games.imperial.state import State
from rondel.kernel import Ms


def keep(restored: State, present: State, at: Ms) -> State:
    """13.2, 13.5 As before the submission, with the clock and the flags of now; thinking begins anew.

    Whoever moved before the seat that takes back may not go on taking back: that would be across a row of
    another seat.
    """
    timer = replace(present.timer, last_move=at, pause=at if present.timer.pause else 0)
    players = tuple(
        replace(before, banked=now.banked, score_modifier=now.score_modifier)
        for before, now in zip(restored.players, present.players, strict=True)
    )
    undo = restored.undo if restored.undo == present.undo else None
    return replace(restored, timer=timer, players=players, undo=undo)
