"""Random sittings of Cambio at a table of the wire, over random options."""

import random
from typing import Any

from rondel.games.cambio.actions import Action, CallCambio, DrawCard, SetConnected, Snap
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.games.cambio.state import State
from rondel.kernel import HOUSE, Actor, Refusal, Row, SeatSpec
from rondel.laws.draw import draw_action
from rondel.laws.walk import Seeded
from rondel.table.local import LocalTable
from tests.games.cambio.walker import CHOICES
from tests.secrecy.clerk import Clerk

FIRST_AT = 1_700_000_000_000


class Play:
    """One random game; `next` plays on and tells the rows that came of it."""

    def __init__(self, seed: int, *, calling: float = 0.15, **options: Any) -> None:
        self.rng = random.Random(seed)
        self.walker = Seeded(f"secrecy {seed}")
        self.calling = calling
        seats = self.rng.choice([2, 2, 3, 4, 6])
        chosen = {name: self.rng.choice(values) for name, values in CHOICES.items()} | options
        kinds = [SeatSpec(), SeatSpec(), SeatSpec("bot", "medium")]
        self.seat_specs = [self.rng.choice(kinds) for _ in range(seats)]
        self.table = LocalTable.opened(
            CAMBIO,
            Options(seats=seats, first_seat=self.rng.choice([0, "random"]), **chosen),
            self.seat_specs,
            table_id=f"secrecy-{seed}",
            secret=seed.to_bytes(32, "big"),
            nonces=[b""] * seats,
        )
        self.now = FIRST_AT
        self.humans = [seat for seat, who in enumerate(self.seat_specs) if who.kind == "human"]
        self.absences = self.rng.choice([0.0, 0.0, 0.05])
        self.clerks = [Clerk(viewer) for viewer in (*range(seats), None)]
        """One for every seat, bots among them, and one for a spectator."""

    @property
    def state(self) -> State:
        """Where the table stands."""
        state: State = self.table.state
        return state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return CAMBIO.outcome(self.state) is not None

    def begin(self) -> list[Row]:
        """Deal; at some tables everybody leaves at once (9.8)."""
        rows = [self.table.play(HOUSE, CAMBIO.begin, self.now)]
        if self.absences and self.rng.random() < 0.5:
            gone = [SetConnected(seat, connected=False) for seat in self.humans]
            rows += [self.table.play(HOUSE, action, self.now) for action in gone]
            self.now += self.rng.choice([0, self.state.options.abandon_after_ms - 500])
        return rows

    def next(self) -> list[Row]:
        """One move, after whatever has fallen due."""
        self.now += self.rng.choice([0, 100, 1000, 3000])
        before = self.table.version
        actor, action = self.move()
        try:
            self.table.play(actor, action, self.now)
        except Refusal:  # what fell due has changed the table
            assert self.table.version > before
        return [step.row for step in self.table.steps[before:]]

    def emit(self, rows: list[Row]) -> None:
        """Let every clerk hear of these rows what its viewer is sent."""
        for clerk in self.clerks:
            for row in rows:
                for sent in self.table.observations(row, clerk.viewer):
                    clerk.hear(sent)

    def move(self) -> tuple[Actor, Action]:
        """What somebody does next."""
        due = CAMBIO.deadline(self.state)
        able = [
            seat
            for seat in sorted(CAMBIO.to_act(self.state))
            if self.state.players[seat].is_connected or self.state.players[seat].controller == "bot"
        ]
        if due is not None and (not able or self.rng.random() < 0.03):
            self.now = max(self.now, due.at_ms)
            return HOUSE, due.action
        if self.humans and self.rng.random() < self.absences:
            seat = self.rng.choice(self.humans)
            return HOUSE, SetConnected(seat, not self.state.players[seat].is_connected)
        seat = self.rng.choice(able)
        return seat, self.choice(CAMBIO.legal(self.state, seat))

    def choice(self, listed: Any) -> Action:
        """A listed action, each kind as likely as another; calls are rare, most draws are from the deck."""
        kinds = sorted({type(action) for action in listed}, key=lambda kind: kind.__name__)
        if CallCambio in kinds and (len(kinds) > 1 and self.rng.random() > self.calling):
            kinds.remove(CallCambio)
        kind = self.rng.choice(kinds)
        if kind is DrawCard and self.rng.random() < 0.7:
            return DrawCard("deck")
        choices: list[Action] = [action for action in listed if type(action) is kind]
        right = [action for action in choices if isinstance(action, Snap) and self._is_right(action)]
        return self.rng.choice(right or choices)

    def _is_right(self, snap: Snap) -> bool:
        """8.5 Random players would hardly ever snap right, so they are helped."""
        card = self.state.players[snap.target_seat].slots[snap.position]
        return card is not None and card[:-1] == self.state.discard_pile[-1][:-1]

    def anything(self, viewer: int | None) -> Action | None:
        """An action of any kind, sensible or not."""
        listed = [] if viewer is None else CAMBIO.legal(self.state, viewer)
        action: Action | None = draw_action(CAMBIO, self.walker, listed)
        return action
