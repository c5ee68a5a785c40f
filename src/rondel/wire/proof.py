"""A replay is a proof: every row folded, every decision made again, every draw and digest recomputed."""

from collections.abc import Iterator, Sequence
from typing import Any

from rondel.kernel import (
    HOUSE,
    AnyGame,
    Chance,
    Refusal,
    ReturnTime,
    Row,
    Struct,
    TakeBack,
    commitment,
    return_time,
    take_back,
    take_turn,
)
from rondel.kernel.chance import NONCE_BYTES, SECRET_BYTES
from rondel.kernel.draws import NO_DRAWS, Draws, counted
from rondel.kernel.replay import Step, fold
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import End, Header, Transcript, TranscriptRow, read, row_of


class Fault(Struct):
    """What is wrong, and in which line of the file (the header is line 1)."""

    line: int
    message: str


class Proof(Struct):
    """What a transcript was found to be. It holds if there are no faults.

    `decided_again` counts the rows whose decision was repeated. The others were folded only, so nothing shows
    that the rules allow them: `under_older_rules` were written under rules that are not installed, and
    `unrevealed` drew luck whose secret is closed.
    """

    rows: int
    decided_again: int
    is_ended: bool
    is_secret_revealed: bool
    faults: tuple[Fault, ...]
    under_older_rules: int = 0
    unrevealed: int = 0
    under_newer_rules: int = 0


def verify(game: AnyGame, text: bytes, *, stops_at_fault: bool = False) -> Proof:
    """Check a transcript of `game`; raises MalformedError if it cannot be read at all.

    It can only show that it fits itself: `verdict.judge` compares it with what somebody saw. With
    `stops_at_fault` nothing is folded or decided after the first line that is wrong.
    """
    return prove(game, read(text), stops_at_fault=stops_at_fault)[0]


def prove(
    game: AnyGame, transcript: Transcript, *, stops_at_fault: bool = False
) -> tuple[Proof, Sequence[Step[Any]]]:
    """Check a transcript of `game`, and return its rows with the States around them, as far as they fold."""
    check = _Check(game, transcript, stops_at_fault)
    return check.proof(), check.steps


def prove_chain(transcript: Transcript) -> Proof:
    """Check what can be checked of a game that is not installed."""
    lines, end = transcript.lines, transcript.end
    faults, draws = list(_header_faults(transcript)), NO_DRAWS
    for number, (line, before) in enumerate(zip(lines, [None, *lines[:-1]], strict=True), 2):
        faults += _row_faults(transcript, number, line, before)
        faults += [Fault(number, message) for message in _number_faults(line.version, line.draws, draws)]
        draws = counted(draws, line.draws)
    if end is not None:
        faults += _end_faults(end, len(lines))
    is_revealed = end is not None and end.secret is not None
    return Proof(len(lines), 0, end is not None, is_revealed, tuple(faults))


class _Check:
    """One pass over a transcript."""

    def __init__(self, game: AnyGame, transcript: Transcript, stops_at_fault: bool) -> None:
        self.game = game
        self.transcript = transcript
        self.stops_at_fault = stops_at_fault
        end = transcript.end
        self.secret = bytes.fromhex(end.secret) if end is not None and end.secret is not None else None
        self.faults: list[Fault] = []
        self.steps: list[Step[Any]] = []
        self.draws: Draws = NO_DRAWS
        self.decided_again = self.under_older_rules = self.unrevealed = self.under_newer_rules = 0

    def proof(self) -> Proof:
        state = self._start()
        before: TranscriptRow | None = None
        for number, line in enumerate(self.transcript.lines, 2):
            self.faults += _row_faults(self.transcript, number, line, before)
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
            self.under_older_rules,
            self.unrevealed,
            self.under_newer_rules,
        )

    def _fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(line, message))

    def _start(self) -> Any:
        header = self.transcript.header
        if header.game != self.game.name:
            self._fault(1, f"a table of {header.game}, not of {self.game.name}")
            return None
        self.faults += _header_faults(self.transcript)
        try:
            options = codec_of(self.game).options(bytes(header.options), header.rules)
            return self.game.start(options, self.transcript.seat_specs)
        except MalformedError as error:
            self._fault(1, f"the options cannot be read: {error.message}")
        except Exception as error:  # noqa: BLE001 - whatever a false header breaks, it is why
            self._fault(1, f"the game cannot start like this: {type(error).__name__}: {error}")
        return None

    def _fold(self, number: int, line: TranscriptRow, state: Any) -> Any:
        """The State after the line, or None if it cannot be folded any further."""
        if line.rules > self.game.rules:
            self.under_newer_rules = len(self.transcript.lines) - number + 2
            return None
        try:
            row = row_of(self.game, line)
            step = fold(self.game, state, row, self._state_of)
        except MalformedError as error:
            self._fault(number, f"version {line.version} cannot be read: {error.message}")
            return None
        except Exception as error:  # noqa: BLE001 - whatever a false event breaks, this line is why
            self._fault(number, f"version {line.version} cannot be folded: {type(error).__name__}: {error}")
            return None
        for message in self._draw_faults(row, state):
            self._fault(number, f"version {row.version}: {message}")
        for message in _number_faults(row.version, row.draws, self.draws):
            self._fault(number, message)
        if row.rules == self.game.rules:
            self._decide_again(number, row, state)
            if codec_of(self.game).events_bytes(row.events) != bytes(line.events):
                self._fault(number, f"version {row.version}: its events are not as a server writes them")
        else:
            self.under_older_rules += 1
        self.draws = counted(self.draws, row.draws)
        self.steps.append(step)
        return step.after

    def _state_of(self, version: int) -> Any:
        return self.steps[version].before

    def _draw_faults(self, row: Row, state: Any) -> Iterator[str]:
        """What a host could choose the luck by, though all digests fit: where it draws, and when."""
        is_readable = row.rules == self.game.rules
        if row.version == 1:
            if row.actor is not HOUSE or (is_readable and row.action != self.game.begin):
                yield "the game does not begin with its start, so the host could choose the first draw"
        elif row.actor is HOUSE and row.draws and is_readable and not self._is_due(row, state):
            yield "the House draws although nothing was due, so the host could choose when"

    def _is_due(self, row: Row, state: Any) -> bool:
        try:
            return is_due(self.game, state, row)
        except Exception:  # noqa: BLE001 - a State that false events led to
            return False

    def _decide_again(self, number: int, row: Row, state: Any) -> None:
        chance = self.transcript.chance(self.secret or b"", self.draws)
        try:
            events = self._events_again(row, state, chance)
            wrong = _difference(row, events, chance.draws)
        except Refusal as refusal:
            wrong = f"the rules refuse this ({refusal})"
        except Exception as error:  # noqa: BLE001 - whatever a false action breaks, this line is why
            wrong = f"it cannot be decided again: {type(error).__name__}: {error}"
        if self.secret is None and chance.draws and row.draws:
            self.unrevealed += 1
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
        return (take_back(self.game, self.steps, seat),)

    def _end(self, state: Any) -> None:
        end, rows = self.transcript.end, len(self.transcript.lines)
        assert end is not None
        self.faults += _end_faults(end, rows)
        if self.game.outcome(state) != end.outcome:
            self._fault(rows + 2, "the stated outcome is not the one the game came to")


def _header_faults(transcript: Transcript) -> Iterator[Fault]:
    header, end = transcript.header, transcript.end
    secret = None if end is None else end.secret
    if secret is not None and len(secret) != 2 * SECRET_BYTES:
        yield Fault(1, f"the revealed secret has {len(secret) // 2} bytes, not {SECRET_BYTES}")
    elif secret is not None and commitment(bytes.fromhex(secret), header.table).hex() != header.commitment:
        yield Fault(1, "the revealed secret is not the one that was committed to")
    for message in nonce_faults(header):
        yield Fault(1, message)


def _row_faults(
    transcript: Transcript, number: int, line: TranscriptRow, before: TranscriptRow | None
) -> Iterator[Fault]:
    """The line after the one before it, by the digest stated there: one wrong line is named once."""
    digest = transcript.first_digest if before is None else bytes.fromhex(before.digest)
    version, at = (0, 0) if before is None else (before.version, before.at)
    rules = transcript.header.rules if before is None else before.rules
    if line.digest_after(digest).hex() != line.digest:
        yield Fault(number, f"version {line.version}: the digest does not fit the line")
    if line.version != version + 1:
        yield Fault(number, f"version {line.version} stands after version {version}")
    if line.at < at:
        yield Fault(number, f"version {line.version}: time runs backwards")
    if line.rules < rules:
        yield Fault(number, f"version {line.version}: rules {line.rules} come after rules {rules}")


def _end_faults(end: End, rows: int) -> Iterator[Fault]:
    if end.versions != rows:
        yield Fault(rows + 2, f"{end.versions} versions are stated, {rows} are here")
    if end.secret is None and not end.outcome.is_abandoned:
        yield Fault(rows + 2, "the game was played to its end, and its secret is not revealed")


def nonce_faults(header: Header) -> Iterator[str]:
    """Each nonce that nobody at the table can have sent: a host could choose the luck by it."""
    for number, seat in enumerate(header.seats):
        size = len(seat.nonce) // 2
        if seat.kind == "bot" and size:
            yield f"seat {number} is a bot's and has a nonce: the host could choose the luck by it"
        elif size not in (0, NONCE_BYTES):
            yield f"the nonce of seat {number} has {size} bytes; a player's program sends {NONCE_BYTES}"


def _number_faults(version: int, draws: Draws, before: Draws) -> Iterator[str]:
    """Each draw that has not the number after those before it."""
    for stream, number in draws.items():
        if (earlier := before.get(stream, 0)) != number:
            name = f" from {stream}" if stream else ""
            numbered = f"has number {number}, but {earlier} earlier rows drew{name}"
            yield f"version {version}: its draw{name} {numbered}"


def _difference(row: Row, events: tuple[Any, ...], draws: Draws) -> str | None:
    """How a row differs from the same decision made again; None if it does not."""
    if bool(draws) != bool(row.draws):
        return "deciding it again draws luck" if draws else "deciding it again draws no luck"
    if events != row.events:
        return "deciding it again gives other events"
    return None if draws == row.draws else "deciding it again draws from other streams"


def is_due(game: AnyGame, state: Any, row: Row) -> bool:
    """Whether the rules made this very action due by the time of its row."""
    deadline = game.deadline(state)
    return deadline is not None and deadline.is_due(row.at) and deadline.action == row.action
