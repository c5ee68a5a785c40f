"""Random play over random options, with everything that must hold checked on the way."""

import random
from collections.abc import Iterator
from typing import Any

from rondel.games.cambio import actions
from rondel.games.cambio.actions import Action, CallCambio, SetConnected
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import SLOTS
from rondel.games.cambio.state import State
from rondel.kernel import HOUSE, Actor, Chance, Refusal, SeatSpec, Turn, take_turn

CHOICES: dict[str, list[Any]] = {
    "jokers": [0, 2],
    "joker_value": [0, -1],
    "red_king": [0, -1, -2],
    "black_king": [0, 10, 13, 20],
    "face_values": ["ten", "rising"],
    "discard_draw": [False, True],
    "power_trigger": ["drawn_from_deck", "any_discard"],
    "compulsory_powers": [False, True],
    "blind_swap_any_two": [False, True],
    "king_power": ["look_random", "look_choose", "look_and_swap"],
    "caller_locked": [False, True],
    "min_turns_before_call": [0, 1, 5],
    "call_limit": [None, 0, 10, 20, 30, 40],
    "tie_rule": ["shared", "caller", "others"],
    "penalty": ["double", "plus10", "none"],
    "deck_out": ["reshuffle", "endRound"],
    "max_turns": [20, 50, 120, 300],
    "snap": ["off", "first", "chain"],
    "snap_others": [False, True],
    "wrong_snap_cards": [1, 2],
    "empty_hand": ["zero", "autoCall"],
    "turn_ms": [0, 10_000, 60_000],
    "power_decision_ms": [0, 5_000, 30_000],
    "initial_view_ms": [1000, 60_000],
    "abandon_after_ms": [60_000, 300_000],
    "bot_takeover": [False, True],
    "bot_takeover_ms": [0, 60_000, 600_000],
    "memory_aid": [False, True],
}


class Walk:
    """One random game."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.version = 0
        seats = self.rng.randint(2, 6)
        first: Any = self.rng.choice([0, seats - 1, "random"])
        chosen = {name: self.rng.choice(values) for name, values in CHOICES.items()}
        self.options = Options(seats=seats, first_seat=first, **chosen)
        seat_specs = [self.rng.choice([SeatSpec(), SeatSpec("bot", "easy")]) for _ in range(seats)]
        self.state: State = CAMBIO.start(self.options, seat_specs)
        self.at = 1_000_000
        self.has_absences = self.rng.random() < 0.5

    def chance(self) -> Chance:
        """The luck of this version: the same, however often it is drawn."""
        return Chance.of_seed(f"{self.seed} {self.version}")

    def play(self, actor: Actor, action: Action) -> Turn[State, Any]:
        self.version += 1
        turn = take_turn(CAMBIO, self.state, actor, action, self.chance(), self.at)
        self.state = turn.state
        return turn

    def moves(self) -> Iterator[tuple[State, Actor, Action, Turn[State, Any]]]:
        """The game, move by move, to its end."""
        before = self.state
        yield before, HOUSE, CAMBIO.begin, self.play(HOUSE, CAMBIO.begin)
        while CAMBIO.outcome(self.state) is None:
            self.at += self.rng.choice([0, 100, 1000, 3000])
            before = self.state
            actor, action = self.next_move()
            yield before, actor, action, self.play(actor, action)

    def next_move(self) -> tuple[Actor, Action]:
        due = CAMBIO.deadline(self.state)
        able = [
            seat
            for seat in sorted(CAMBIO.to_act(self.state))
            if self.state.players[seat].is_connected or self.state.players[seat].controller == "bot"
        ]
        if due is not None and (due.is_due(self.at) or not able or self.rng.random() < 0.02):
            self.at = max(self.at, due.at_ms)
            return HOUSE, due.action
        if self.has_absences and self.rng.random() < 0.03:
            humans = [seat for seat, player in enumerate(self.state.players) if player.kind == "human"]
            if humans:
                seat = self.rng.choice(humans)
                return HOUSE, SetConnected(seat, not self.state.players[seat].is_connected)
        assert able, "18.5: nobody may act and nothing will fall due"
        seat = self.rng.choice(able)
        choices = CAMBIO.legal(self.state, seat)
        action = self.rng.choice(choices)
        if CallCambio() in choices and self.options.call_limit is not None:
            action = CallCambio()
        elif isinstance(action, CallCambio) and self.rng.random() < 0.8:
            action = choices[0]
        return seat, action

    def is_accepted(self, actor: Actor | None, action: Action) -> bool:
        """Whether the rules would accept this; whatever is not a Refusal is a crash."""
        try:
            take_turn(CAMBIO, self.state, actor, action, Chance.of_seed(0), self.at)
        except Refusal:
            return False
        return True

    def any_action(self) -> Action:
        """Anything a seat might send, sensible or not."""
        number = self.rng.randint(-1, 6)
        slots = tuple(self.rng.choice(self.rng.choice(SLOTS)) for _ in range(self.rng.randint(0, 2)))
        version = self.state.discard_version - self.rng.choice([0, 0, 0, 1])
        possible: list[Action] = [
            actions.ConfirmInitialView(),
            actions.DrawCard(self.rng.choice(["deck", "discard"])),
            actions.SwapCard(number),
            actions.DiscardCard(),
            actions.UsePower(
                self.rng.choice(["peek_own", "peek_opponent", "blind_swap", "look_own"])
                if self.state.power is None or self.rng.random() < 0.2
                else self.state.power.power_type,
                slots,
            ),
            actions.SkipPower(),
            actions.AcknowledgeReveal(self.rng.random() < 0.5),
            actions.CallCambio(),
            actions.Snap(version, self.rng.randint(-1, 6), number),
            actions.PassSnap(version),
            actions.GiveCard(number),
        ]
        return self.rng.choice(possible)
