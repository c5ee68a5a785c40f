"""Calibration in the middle of a game: what a move tells must be concluded from it."""

from typing import Annotated, Any, Final

from msgspec import Meta

from rondel import kit
from rondel.kernel import AnyGame
from rondel.kit import OWNER, Dice, GameEnded, Seat, Story, Viewer, place, private_to
from rondel.laws import run
from rondel.laws.calibration import CALIBRATION
from rondel.wire.registry import load_game

Die = Annotated[int, Meta(ge=1, le=6, title="Die")]
DICE: Final = Dice(name="dice", faces=range(1, 7))


class Player(kit.Player):
    die: Annotated[Die, place(DICE, seen_by=OWNER)] = 1


class State(kit.State):
    players: tuple[Player, ...]
    rounds: int = 0


class DieRolled(kit.Event):
    seat: Seat
    die: Annotated[Die, private_to("seat", is_new=True)]

    def apply(self, state: State) -> State:
        return state.replace_player(self.seat, die=self.die)


class RoundBegun(kit.Event):
    """Whoever has the highest die begins: so everybody may conclude something about that die."""

    seat: Seat

    def apply(self, state: State) -> State:
        return state.replace(phase="on", turn=self.seat, rounds=state.rounds + 1)


class Roll(kit.Action):
    when = ("on",)

    def do(self, story: Story, seat: Seat) -> None:
        if story.state.rounds == 9:
            story.emit(GameEnded("won", ()))
            return
        roll(story)
        story.emit(RoundBegun(highest(story.state)))


def roll(story: Story) -> None:
    for seat in range(len(story.state.players)):
        story.emit(DieRolled(seat, 1 + story.chance.below(6)))


def highest(state: State) -> Seat:
    return max(range(len(state.players)), key=lambda seat: state.players[seat].die)


def begins_with_seat_0(story: Story) -> None:
    """So the openings tell nothing of any die."""
    roll(story)
    story.emit(RoundBegun(0))


def rolls(**more: Any) -> AnyGame:
    return kit.game(
        name="rolls",
        title="Rolls",
        seats=range(3, 4),
        state=State,
        actions=[Roll],
        events=[DieRolled, RoundBegun],
        deal=begins_with_seat_0,
        **more,
    )


def begins_with_the_highest(state: State, viewer: Viewer) -> bool:
    return state.rounds == 1 or state.turn == highest(state)


def test_what_a_move_tells_is_concluded_in_the_middle_of_a_game() -> None:
    report = run(rolls(), laws=[CALIBRATION], steps=400, seed=1)

    assert report.violations
    assert "after Roll() in version " in report.violations[0].message
    assert report.violations[0].rows


def test_what_the_kit_is_told_by_fits_is_concluded() -> None:
    report = run(rolls(fits=begins_with_the_highest), laws=[CALIBRATION], steps=400, seed=1)

    assert report.violations == ()


def test_a_choice_that_the_viewer_does_not_hear_is_not_repeated() -> None:
    """Which cards a planner has selected is a secret, and selecting one tells nobody else anything."""
    report = run(load_game("decks"), laws=[CALIBRATION], steps=1600, seed=3)

    assert report.violations == ()
    assert report.checks["calibration"] > 0
