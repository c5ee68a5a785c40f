"""Cambio, chapter 7: completion and scoring."""

from typing import assert_never

from rondel.games.cambio.events import Ending, GameCompleted, Score
from rondel.games.cambio.options import Options, faces_of
from rondel.games.cambio.state import State, cards_of
from rondel.games.cambio.story import Story
from rondel.kernel import Outcome, Seat, Standing

PLUS = 10


def complete(story: Story, ending: Ending) -> None:
    """7.1, 7.8 Turn over every hand and say who has won."""
    scores = calculate_scores(story.state)
    winners = tuple(score.seat for score in scores if score.is_winner)
    winner = winners[0] if len(winners) == 1 else None
    story.emit(GameCompleted(ending, scores, winners, winner))


def calculate_scores(state: State) -> tuple[Score, ...]:
    """7.2 to 7.7, in seat order."""
    faces = faces_of(state.options)
    hands = [tuple(faces[code] for code in cards_of(state, seat)) for seat in range(len(state.players))]
    bases = [sum(card.point_value for card in hand) for hand in hands]
    caller = state.cambio_caller_seat
    is_beaten = caller is not None and _is_beaten(state.options, bases, caller)
    finals = [
        base + _surcharge(state.options, base) if is_beaten and seat == caller else base
        for seat, base in enumerate(bases)
    ]
    winners = determine_winners(state.options, finals, caller, is_caller_beaten=is_beaten)
    return tuple(
        Score(
            seat,
            base,
            final,
            is_cambio_caller=seat == caller,
            penalty_applied=is_beaten and seat == caller and state.options.penalty != "none",
            is_winner=seat in winners,
            cards=hand,
        )
        for seat, (base, final, hand) in enumerate(zip(bases, finals, hands, strict=True))
    )


def determine_winners(
    options: Options, finals: list[int], caller: Seat | None, *, is_caller_beaten: bool
) -> list[Seat]:
    """7.5 The smallest final score wins, after the penalty; 7.6 settles ties with the caller."""
    best = min(finals)
    winners = [seat for seat, final in enumerate(finals) if final == best]
    if options.tie_rule == "caller" and caller in winners:
        return [seat for seat in winners if seat == caller]
    if options.tie_rule == "others" and is_caller_beaten:
        return [seat for seat in winners if seat != caller]
    return winners


def _is_beaten(options: Options, bases: list[int], caller: Seat) -> bool:
    """7.3 Whether the caller lacks the lowest score; with `others` (7.6) it may not even share it."""
    rivals = [base for seat, base in enumerate(bases) if seat != caller]
    lowest = min(rivals)
    return bases[caller] >= lowest if options.tie_rule == "others" else bases[caller] > lowest


def _surcharge(options: Options, base: int) -> int:
    """7.4 What a beaten caller pays."""
    match options.penalty:
        case "double":
            return abs(base)
        case "plus10":
            return PLUS
        case "none":
            return 0
        case _:
            assert_never(options.penalty)


def outcome(state: State) -> Outcome | None:
    """16.5 The Ending, the standings by final score, and the winners."""
    if state.ending is None:
        return None
    if state.status == "abandoned":
        return Outcome(state.ending, is_abandoned=True)
    finals = [score.final_score for score in state.scores]
    standings = tuple(
        Standing(score.seat, 1 + sum(final < score.final_score for final in finals), score.final_score)
        for score in sorted(state.scores, key=lambda score: (score.final_score, score.seat))
    )
    winners = tuple(score.seat for score in state.scores if score.is_winner)
    return Outcome(state.ending, standings, winners)
