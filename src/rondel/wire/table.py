"""A table in this process: for the terminal, for simulations, for laws and tests."""

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
    Refusal,
    ReturnTime,
    Row,
    Seat,
    Sitter,
    TakeBack,
    Viewer,
    commitment,
    observes,
    return_time,
    take_back,
    take_turn,
)
from rondel.kernel.chance import NONCE_BYTES, SECRET_BYTES
from rondel.kernel.digest import next_digest
from rondel.kernel.replay import Step, steps
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed
from rondel.wire.transcript import FORMAT, End, Header, Line, SeatLine, Transcript, line_bytes, read, row_of


class Table:
    """One sitting of a game: its State, its journal, and the secret of its luck."""

    def __init__(self, game: AnyGame, header_bytes: bytes, transcript: Transcript, secret: bytes) -> None:
        self.game = game
        self.state: Any = game.start(
            codec_of(game).options(bytes(transcript.header.options)), transcript.sitters
        )
        self.steps: list[Step[Any]] = []
        self._secret = secret
        self._header = transcript.header
        self._nonces = transcript.nonces
        self._lines = [header_bytes]
        self._digest = transcript.first_digest

    @classmethod
    def opened(
        cls,
        game: AnyGame,
        options: Any,
        sitters: Sequence[Sitter],
        *,
        table_id: str | None = None,
        secret: bytes | None = None,
        nonces: Sequence[bytes] | None = None,
    ) -> "Table":
        """A new table: the secret is committed to before anybody adds a nonce."""
        secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
        table_id = secrets.token_hex(16) if table_id is None else table_id
        if nonces is None:
            nonces = [secrets.token_bytes(NONCE_BYTES) if who.kind == "human" else b"" for who in sitters]
        header = Header(
            FORMAT,
            game.name,
            game.rules,
            table_id,
            msgspec.Raw(codec_of(game).noun_bytes(options)),
            tuple(
                SeatLine(who.kind, who.level, nonce.hex()) for who, nonce in zip(sitters, nonces, strict=True)
            ),
            commitment(secret, table_id).hex(),
        )
        raw = line_bytes(header)
        return cls(game, raw, Transcript(header, raw, (), None), secret)

    @classmethod
    def resumed(cls, game: AnyGame, text: bytes, secret: bytes) -> "Table":
        """A table taken up again from its transcript; Malformed if it cannot be this table's."""
        transcript = read(text)
        _check(game, transcript, secret)
        table = cls(game, transcript.header_bytes, transcript, secret)
        rows = [row_of(game, line) for line in transcript.lines]
        for step, line in zip(steps(game, table.state, rows), transcript.lines, strict=True):
            table._append(step, line)
        return table

    def resume(self, text: bytes) -> "Table":
        """This table as another process would take it up from its transcript."""
        return Table.resumed(self.game, text, self._secret)

    @property
    def version(self) -> int:
        """The number of rows."""
        return len(self.steps)

    @property
    def at(self) -> Ms:
        """The time of the last row; time never falls."""
        return self.steps[-1].row.at if self.steps else 0

    @property
    def digest(self) -> bytes:
        """The digest of the whole journal so far."""
        return self._digest

    def chance(self, version: int) -> Chance:
        """The luck of a version of this table."""
        return Chance(self._secret, self._header.table, self._nonces, version)

    def play(self, actor: Actor | None, action: Any, now: Ms) -> Row:
        """Decide an action after whatever has fallen due, and keep it; or raise its Refusal."""
        self.fire_due(now)
        return self._play(actor, action, now)

    def fire_due(self, now: Ms) -> list[Row]:
        """Let the house act on every deadline that has passed."""
        fired = []
        while (row := self.fire_one(now)) is not None:
            fired.append(row)
        return fired

    def fire_one(self, now: Ms) -> Row | None:
        """Let the house act on the next deadline that has passed, if one has."""
        deadline = self.game.deadline(self.state)
        if deadline is None or not deadline.is_due(now):
            return None
        try:
            return self._play(HOUSE, deadline.action, deadline.decided_at(now))
        except Refusal as refusal:
            raise AssertionError(
                f"{self.game.name}: {deadline.action!r} is due and refused: {refusal}"
            ) from refusal

    def take_back(self, seat: Seat | None, now: Ms) -> Row:
        """Take back the seat's last move, or raise the Refusal."""
        self.fire_due(now)
        undone = take_back(self.game, self.steps, seat, self.chance)
        assert seat is not None
        assert self.game.undo is not None
        at = max(now, self.at)
        restored = self.steps[undone.to_version].before
        row = Row(self.version + 1, at, seat, self.game.rules, TakeBack(), (undone,))
        self._keep(row, self.game.undo.keep(restored, self.state, at))
        return row

    def return_time(self, lost_ms: Ms, now: Ms) -> Row:
        """Give back the time that was lost, before anything falls due; or raise the Refusal."""
        at, action = max(now, self.at), ReturnTime(lost_ms)
        returned = return_time(self.game, self.state, HOUSE, action, last_at=self.at, now=at)
        assert self.game.postpone is not None
        row = Row(self.version + 1, at, HOUSE, self.game.rules, action, (returned,))
        self._keep(row, self.game.postpone(self.state, lost_ms))
        return row

    def observations(self, row: Row, viewer: Viewer) -> list[bytes]:
        """The row's events as `viewer` receives them."""
        codec = codec_of(self.game)
        seen = row.events if row.is_tables_own else self._seen(row, viewer)
        return [codec.observation(event, row.version, row.at) for event in seen]

    def transcript(self) -> bytes:
        """The journal as a file; with its end, and the secret unless abandoned, once it has ended."""
        lines = list(self._lines)
        if (outcome := self.game.outcome(self.state)) is not None:
            secret = None if outcome.is_abandoned else self._secret.hex()
            lines.append(line_bytes(End(self.version, outcome, secret)))
        return b"\n".join(lines) + b"\n"

    def _seen(self, row: Row, viewer: Viewer) -> Sequence[Any]:
        return [event for event in row.events if observes(viewer, self.game.audience(event))]

    def _play(self, actor: Actor | None, action: Any, now: Ms) -> Row:
        version, at = self.version + 1, max(now, self.at)
        turn = take_turn(self.game, self.state, actor, action, self.chance(version), at)
        assert actor is not None, f"{self.game.name} let a spectator act: {action!r}"
        row = Row(version, at, actor, self.game.rules, action, turn.events)
        self._keep(row, turn.state)
        return row

    def _keep(self, row: Row, after: Any) -> None:
        codec = codec_of(self.game)
        action, events = codec.action_bytes(row.action), codec.events_bytes(row.events)
        digest = next_digest(self._digest, row.version, row.at, row.actor, row.rules, action, events)
        line = Line(
            row.version,
            row.at,
            None if row.actor is HOUSE else row.actor,
            row.rules,
            msgspec.Raw(action),
            msgspec.Raw(events),
            digest.hex(),
        )
        self._append(Step(row, self.state, after), line)

    def _append(self, step: Step[Any], line: Line) -> None:
        self.steps.append(step)
        self.state = step.after
        self._digest = bytes.fromhex(line.digest)
        self._lines.append(line_bytes(line))


def _check(game: AnyGame, transcript: Transcript, secret: bytes) -> None:
    """Whatever would only be found out when the game has ended and is verified."""
    header, digest = transcript.header, transcript.first_digest
    if header.game != game.name:
        raise Malformed(f"line 1: a table of {header.game}, not of {game.name}.")
    if commitment(secret, header.table).hex() != header.commitment:
        raise Malformed("line 1: the secret is not the one that was committed to.")
    for number, line in enumerate(transcript.lines, 2):
        if line.rules > game.rules:
            raise Malformed(f"line {number}: written under rules {line.rules}; only {game.rules} are here.")
        if line.digest_after(digest).hex() != line.digest:
            raise Malformed(f"line {number}: the digest does not fit the line.")
        digest = bytes.fromhex(line.digest)
