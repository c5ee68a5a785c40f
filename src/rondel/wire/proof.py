"""A replay is a proof: every row folded, every decision made again, every draw and digest recomputed."""

from typing import Any

from rondel.kernel import (
    AnyGame,
    Chance,
    Noun,
    Refusal,
    ReturnTime,
    Row,
    TakeBack,
    commitment,
    return_time,
    take_back,
    take_turn,
)
from rondel.kernel.replay import Step, fold
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed
from rondel.wire.transcript import Line, Transcript, read, row_of
from rondel.wire.witness import Witness, contradictions


class Fault(Noun):
    """What is wrong, and in which line of the file (the header is line 1)."""

    line: int
    because: str


class Proof(Noun):
    """What a transcript was found to be. It holds if there are no faults.

    `decided_again` counts the rows whose decision was repeated. The others were folded only: they were
    written under older rules, or they draw luck that nobody has revealed.
    """

    rows: int
    decided_again: int
    is_ended: bool
    is_secret_revealed: bool
    faults: tuple[Fault, ...]


def verify(
    game: AnyGame, text: bytes, witness: Witness | None = None, *, stops_at_fault: bool = False
) -> Proof:
    """Check a transcript of `game`, also against what somebody saw; Malformed if it cannot be read at all.

    With `stops_at_fault` nothing is folded or decided after the first line that is wrong.
    """
    return _Check(game, read(text), witness or Witness(), stops_at_fault).proof()


class _Check:
    """One pass over a transcript."""

    def __init__(self, game: AnyGame, transcript: Transcript, witness: Witness, stops_at_fault: bool) -> None:
        self.game = game
        self.transcript = transcript
        self.witness = witness
        self.stops_at_fault = stops_at_fault
        end = transcript.end
        self.secret = bytes.fromhex(end.secret) if end is not None and end.secret is not None else None
        self.faults: list[Fault] = []
        self.steps: list[Step[Any]] = []
        self.decided_again = 0

    def proof(self) -> Proof:
        for because in contradictions(self.witness, self.transcript):
            self._fault(1, because)
        if self.witness != Witness() and self.secret is None:
            self._fault(
                len(self.transcript.lines) + 2, "the secret is not shown, so the luck cannot be checked"
            )
        state = self._start()
        before: Line | None = None
        for number, line in enumerate(self.transcript.lines, 2):
            self._follow(number, line, before)
            if self.faults and self.stops_at_fault:
                state = None
                break
            state = None if state is None else self._fold(number, line, state)
            before = line
        if state is not None and self.transcript.end is not None:
            self._end(state)
        return Proof(
            len(self.transcript.lines),
            self.decided_again,
            self.transcript.end is not None,
            self.secret is not None,
            tuple(self.faults),
        )

    def _fault(self, line: int, because: str) -> None:
        self.faults.append(Fault(line, because))

    def _chance(self, version: int) -> Chance:
        return self.transcript.chance(self.secret or b"", version)

    def _start(self) -> Any:
        header = self.transcript.header
        if header.game != self.game.name:
            self._fault(1, f"a table of {header.game}, not of {self.game.name}")
            return None
        if self.secret is not None and commitment(self.secret, header.table).hex() != header.commitment:
            self._fault(1, "the revealed secret is not the one that was committed to")
        try:
            options = codec_of(self.game).options(bytes(header.options), header.rules)
            return self.game.start(options, self.transcript.sitters)
        except Malformed as error:
            self._fault(1, f"the options cannot be read: {error.because}")
        except Exception as error:  # noqa: BLE001 - whatever a false header breaks, it is why
            self._fault(1, f"the game cannot start like this: {type(error).__name__}: {error}")
        return None

    def _follow(self, number: int, line: Line, before: Line | None) -> None:
        """The line after the one before it, by the digest stated there: one wrong line is named once."""
        digest = self.transcript.first_digest if before is None else bytes.fromhex(before.digest)
        version, at = (0, 0) if before is None else (before.version, before.at)
        rules = self.transcript.header.rules if before is None else before.rules
        if line.digest_after(digest).hex() != line.digest:
            self._fault(number, f"version {line.version}: the digest does not fit the line")
        if line.version != version + 1:
            self._fault(number, f"version {line.version} stands after version {version}")
        if line.at < at:
            self._fault(number, f"version {line.version}: time runs backwards")
        if line.rules < rules:
            self._fault(number, f"version {line.version}: rules {line.rules} come after rules {rules}")

    def _fold(self, number: int, line: Line, state: Any) -> Any:
        """The State after the line, or None if it cannot be folded any further."""
        if line.rules > self.game.rules:
            self._fault(number, f"written under rules {line.rules}; only rules {self.game.rules} are here")
            return None
        try:
            row = row_of(self.game, line)
            step = fold(self.game, state, row, self._state_of)
        except Malformed as error:
            self._fault(number, f"version {line.version} cannot be read: {error.because}")
            return None
        except Exception as error:  # noqa: BLE001 - whatever a false event breaks, this line is why
            self._fault(number, f"version {line.version} cannot be folded: {type(error).__name__}: {error}")
            return None
        if row.rules == self.game.rules:
            self._decide_again(number, row, state)
        self.steps.append(step)
        return step.after

    def _state_of(self, version: int) -> Any:
        return self.steps[version].before

    def _decide_again(self, number: int, row: Row, state: Any) -> None:
        chance = self._chance(row.version)
        try:
            events = self._events_again(row, state, chance)
            wrong = None if events == row.events else "deciding it again gives other events"
        except Refusal as refusal:
            wrong = f"the rules refuse this ({refusal})"
        except Exception as error:  # noqa: BLE001 - whatever a false action breaks, this line is why
            wrong = f"it cannot be decided again: {type(error).__name__}: {error}"
        if self.secret is None and chance.given:
            return
        self.decided_again += 1
        if wrong is not None:
            self._fault(number, f"version {row.version}: {wrong}")

    def _events_again(self, row: Row, state: Any, chance: Chance) -> tuple[Any, ...]:
        if isinstance(row.action, ReturnTime):
            last_at = self.steps[-1].row.at if self.steps else 0
            return (return_time(self.game, state, row.actor, row.action, last_at=last_at, now=row.at),)
        if not isinstance(row.action, TakeBack):
            return take_turn(self.game, state, row.actor, row.action, chance, row.at).events
        seat = row.actor if isinstance(row.actor, int) else None
        return (take_back(self.game, self.steps, seat, self._chance),)

    def _end(self, state: Any) -> None:
        end, rows = self.transcript.end, len(self.transcript.lines)
        assert end is not None
        if end.versions != rows:
            self._fault(rows + 2, f"{end.versions} versions are stated, {rows} are here")
        if self.game.outcome(state) != end.outcome:
            self._fault(rows + 2, "the stated outcome is not the one the game came to")
        if end.secret is None and not end.outcome.is_abandoned:
            self._fault(rows + 2, "the game was played to its end, and its secret is not revealed")
