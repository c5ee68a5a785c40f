"""A table in this process: for the terminal, for simulations, for laws and tests."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.kernel import (
    HOUSE,
    Actor,
    AnyGame,
    Chance,
    Ms,
    ReturnTime,
    Row,
    Seat,
    SeatSpec,
    TakeBack,
    Viewer,
    commitment,
    observes,
)
from rondel.kernel.chance import NONCE_BYTES, SECRET_BYTES
from rondel.kernel.draws import NO_DRAWS, Draws, counted, follows
from rondel.kernel.replay import Step, steps
from rondel.table.decide import Decision, decide, due
from rondel.table.state import TableContext, TableState
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import (
    FORMAT,
    End,
    Header,
    SeatLine,
    Transcript,
    TranscriptRow,
    line_bytes,
    read,
    row_of,
)


class LocalTable:
    """One table of a game: its state at the newest version, and all its rows with their States."""

    def __init__(self, game: AnyGame, header_bytes: bytes, secret: bytes) -> None:
        self.game = game
        self.context = TableContext(game, header_bytes, secret)
        self.now: TableState = self.context.start()
        self.steps: list[Step[Any]] = []
        self._lines = [header_bytes]
        self._draws: list[Draws] = [self.now.draws]
        self._moves = hashlib.sha256()

    @classmethod
    def opened(
        cls,
        game: AnyGame,
        options: Any,
        seat_specs: Sequence[SeatSpec],
        *,
        table_id: str | None = None,
        secret: bytes | None = None,
        nonces: Sequence[bytes] | None = None,
    ) -> "LocalTable":
        """A new table: the secret is committed to before anybody adds a nonce."""
        secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
        table_id = secrets.token_hex(16) if table_id is None else table_id
        if nonces is None:
            nonces = [secrets.token_bytes(NONCE_BYTES) if who.kind == "human" else b"" for who in seat_specs]
        header = Header(
            FORMAT,
            game.name,
            game.rules,
            table_id,
            msgspec.Raw(codec_of(game).noun_bytes(options)),
            tuple(
                SeatLine(who.kind, who.level, nonce.hex())
                for who, nonce in zip(seat_specs, nonces, strict=True)
            ),
            commitment(secret, table_id).hex(),
        )
        return cls(game, line_bytes(header), secret)

    @classmethod
    def resumed(cls, game: AnyGame, text: bytes, secret: bytes) -> "LocalTable":
        """A table taken up again from its transcript; Malformed if it cannot be this table's."""
        transcript = read(text)
        _check(game, transcript, secret)
        table = cls(game, transcript.header_bytes, secret)
        rows = [row_of(game, line) for line in transcript.lines]
        for step, line in zip(steps(game, table.state, rows), transcript.lines, strict=True):
            table._append(step, table.now.after(step.row, step.after, bytes.fromhex(line.digest)), line)
        return table

    def resume(self, text: bytes) -> "LocalTable":
        """This table as another process would take it up from its transcript."""
        return LocalTable.resumed(self.game, text, self.context.secret)

    @property
    def state(self) -> Any:
        """The State now."""
        return self.now.state

    @property
    def version(self) -> int:
        """The number of rows."""
        return self.now.version

    @property
    def at(self) -> Ms:
        """The time of the last row; time never falls."""
        return self.now.at

    @property
    def digest(self) -> bytes:
        """The digest of the whole journal so far."""
        return self.now.digest

    @property
    def moves_digest(self) -> bytes:
        """Equal for games in which the same was done and came of it, whatever their tables and times."""
        return self._moves.digest()

    def chance(self, version: int) -> Chance:
        """The luck of a version of this table, up to the next one."""
        return self.context.chance(self._draws[version - 1])

    def play(self, actor: Actor | None, action: Any, now: Ms) -> Row:
        """Decide an action after whatever has fallen due, and append it; or raise its Refusal."""
        self.fire_due(now)
        return self._write(decide(self.now, actor, action, now))

    def fire_due(self, now: Ms) -> list[Row]:
        """Let the house act on every deadline that has passed."""
        fired = []
        while (row := self.fire_one(now)) is not None:
            fired.append(row)
        return fired

    def fire_one(self, now: Ms) -> Row | None:
        """Let the house act on the next deadline that has passed, if one has."""
        decision = due(self.now, now)
        return None if decision is None else self._write(decision)

    def take_back(self, seat: Seat | None, now: Ms) -> Row:
        """Take back the seat's last move, or raise the Refusal."""
        self.fire_due(now)
        return self._write(decide(self.now, seat, TakeBack(), now, steps=self.steps))

    def return_time(self, lost_ms: Ms, now: Ms) -> Row:
        """Give back the time that was lost, before anything falls due; or raise the Refusal."""
        return self._write(decide(self.now, HOUSE, ReturnTime(lost_ms), now))

    def observations(self, row: Row, viewer: Viewer) -> list[bytes]:
        """The row's events as `viewer` receives them."""
        codec = codec_of(self.game)
        seen = row.events if row.is_tables_own else self._seen(row, viewer)
        return [codec.observation(event, row.version, row.at) for event in seen]

    def transcript(self) -> bytes:
        """The journal as a file; with its end, and the secret unless abandoned, once it has ended."""
        lines = list(self._lines)
        if (outcome := self.now.outcome) is not None:
            secret = None if outcome.is_abandoned else self.context.secret.hex()
            lines.append(line_bytes(End(self.version, outcome, secret)))
        return b"\n".join(lines) + b"\n"

    def _seen(self, row: Row, viewer: Viewer) -> Sequence[Any]:
        return [event for event in row.events if observes(viewer, self.game.audience(event))]

    def _write(self, decision: Decision) -> Row:
        row, after = decision.row, decision.after
        line = TranscriptRow(
            row.version,
            row.at,
            decision.seat,
            row.rules,
            msgspec.Raw(decision.action),
            msgspec.Raw(decision.events),
            dict(row.draws),
            after.digest.hex(),
        )
        self._append(Step(row, self.state, after.state), after, line)
        return row

    def _append(self, step: Step[Any], after: TableState, line: TranscriptRow) -> None:
        self.steps.append(step)
        self.now = after
        self._lines.append(line_bytes(line))
        self._draws.append(after.draws)
        self._moves.update(b"%r %b %b\n" % (line.seat, line.action, line.events))


def _check(game: AnyGame, transcript: Transcript, secret: bytes) -> None:
    """Whatever would only be found out when the game has ended and is verified."""
    header, digest, draws = transcript.header, transcript.first_digest, NO_DRAWS
    if header.game != game.name:
        raise MalformedError(f"line 1: a table of {header.game}, not of {game.name}.")
    if commitment(secret, header.table).hex() != header.commitment:
        raise MalformedError("line 1: the secret is not the one that was committed to.")
    for number, line in enumerate(transcript.lines, 2):
        if line.rules > game.rules:
            raise MalformedError(
                f"line {number}: written under rules {line.rules}; only {game.rules} are here."
            )
        if line.digest_after(digest).hex() != line.digest:
            raise MalformedError(f"line {number}: the digest does not fit the line.")
        if not follows(draws, line.draws):
            raise MalformedError(f"line {number}: its draws are not numbered as those before it.")
        digest, draws = bytes.fromhex(line.digest), counted(draws, line.draws)
