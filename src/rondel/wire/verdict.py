"""Three answers about a game: proven, consistent but not proven, or broken."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from rondel.kernel import AnyGame, Struct
from rondel.kernel.replay import Step
from rondel.wire.contradictions import Hearing, PutBack, compare, has_nonce
from rondel.wire.proof import Fault, Proof, prove, prove_chain
from rondel.wire.transcript import Transcript, read
from rondel.wire.witness import RowTime, Witness

Judgement: TypeAlias = Literal["proven", "consistent", "broken"]

Code: TypeAlias = Literal[
    "unwitnessed", "incomplete", "rules", "closed", "unfinished", "put_back", "nonce_refused"
]

UNWITNESSED: Final[Code] = "unwitnessed"


class Reason(Struct):
    """Why a game whose transcript fits is not proven."""

    code: Code
    message: str


class Verdict(Struct):
    """What a transcript was found to be, with what witnesses saw of the game.

    `unseen` rows come after the newest seal that any of them has. Of the `nonces` in the luck, programs of
    these witnesses have sent `vouched`. `times` are rows whose time was far from a witness's own clock.
    """

    proof: Proof
    faults: tuple[Fault, ...]
    reasons: tuple[Reason, ...]
    unseen: int
    nonces: int
    vouched: int
    times: tuple[RowTime, ...] = ()

    @property
    def answer(self) -> Judgement:
        """Broken if anything is wrong, proven if nothing is missing."""
        if self.faults:
            return "broken"
        return "consistent" if self.reasons else "proven"


def judge(game: AnyGame | None, text: bytes, witnesses: Sequence[Witness] = ()) -> Verdict:
    """Prove a transcript, and compare it with what was seen; `game` is None where it is not installed.

    Raises MalformedError if it cannot be read at all.
    """
    transcript = read(text)
    witnesses = [witness for witness in witnesses if not witness.is_empty]
    proof, steps = (prove_chain(transcript), ()) if game is None else prove(game, transcript)
    hearing = Hearing(transcript, game, steps)
    compared = compare(witnesses, transcript, hearing)
    faults = [*proof.faults, *_withheld(game, transcript, steps), *compared.faults]
    return Verdict(
        proof,
        tuple(sorted(dict.fromkeys(faults), key=lambda fault: fault.line)),
        tuple(_reasons(game, transcript, proof, witnesses, compared.put_back)),
        _unseen(transcript, witnesses),
        sum(bool(seat.nonce) for seat in transcript.header.seats),
        _vouched(witnesses, transcript),
        tuple(time for witness in witnesses for time in witness.times),
    )


def _withheld(game: AnyGame | None, transcript: Transcript, steps: Sequence[Step[Any]]) -> Iterator[Fault]:
    """A file that stops where the game was over: its last line has the secret, and is missing."""
    rows = len(transcript.lines)
    if game is None or transcript.end is not None or not rows or len(steps) < rows:
        return
    outcome = game.outcome(steps[-1].after)
    if outcome is not None and not outcome.is_abandoned:
        yield Fault(rows + 2, "the game was played to its end, and its secret is not revealed")


def _reasons(
    game: AnyGame | None,
    transcript: Transcript,
    proof: Proof,
    witnesses: Sequence[Witness],
    put_back: Sequence[PutBack],
) -> Iterator[Reason]:
    yield from _reasons_of_proof(game, transcript, proof)
    if not witnesses:
        yield Reason(UNWITNESSED, "no witness was given")
    elif lacking := _lacking(witnesses):
        yield Reason("incomplete", f"what was seen has no {' and no '.join(lacking)}")
    elif (version := _unsealed(witnesses)) is not None:
        yield Reason("incomplete", f"the server sent no seal of version {version}, which you saw")
    for each in dict.fromkeys(map(str, put_back)):
        yield Reason("put_back", each)
    yield from _nonce_reasons(witnesses, transcript)


def _nonce_reasons(witnesses: Sequence[Witness], transcript: Transcript) -> Iterator[Reason]:
    """Whether the luck of a seat in which somebody was seen to play is not their own."""
    vouched = {witness.seat for witness in witnesses if has_nonce(witness, transcript)}
    if any(witness.refused is not None and witness.seat not in vouched for witness in witnesses):
        yield Reason("nonce_refused", "your nonce is not part of the luck")
        return
    without = [witness for witness in witnesses if witness.nonce is None]
    for seat in sorted(set().union(*map(_own_seats, without)) - vouched):
        if seat < len(transcript.header.seats) and None not in vouched:
            yield Reason(
                "nonce_refused",
                f"no program that saw the game has sent a nonce for seat {seat}:"
                " give also the witness of who sat down",
            )


def _own_seats(witness: Witness) -> set[int]:
    """The seats in which the witness was while the game was played."""
    received = {row.seat for epoch in witness.epochs for row in epoch.received}
    return {seat for seat in (witness.seat, *received) if seat is not None}


def _reasons_of_proof(game: AnyGame | None, transcript: Transcript, proof: Proof) -> Iterator[Reason]:
    if game is None:
        yield Reason("rules", f"{transcript.header.game} is not installed here, so no row was decided again")
    else:
        others = {line.rules for line in transcript.lines} - {game.rules}
        if others:
            rows = sum(line.rules in others for line in transcript.lines)
            names = " and ".join(map(str, sorted(others)))
            yield Reason(
                "rules",
                f"{rows} of {proof.rows} rows are under rules {names}, which are not installed here "
                f"(installed: rules {game.rules})",
            )
    if transcript.end is None:
        yield Reason("unfinished", "the game has not ended here, so its secret is not shown")
    elif transcript.end.secret is None:
        yield Reason("closed", "the game was abandoned, so its secret stays closed")


def _lacking(witnesses: Sequence[Witness]) -> Sequence[str]:
    epochs = [epoch for witness in witnesses for epoch in witness.epochs]
    found = {
        "commitment": any(witness.commitment is not None for witness in witnesses),
        "header": any(epoch.header is not None for epoch in epochs),
        "seal": any(epoch.seal is not None for epoch in epochs),
    }
    return [name for name, is_there in found.items() if not is_there]


def _unsealed(witnesses: Sequence[Witness]) -> int | None:
    """The newest version that a witness saw without a seal, and no seal after it."""
    epochs = [epoch for witness in witnesses for epoch in witness.epochs if epoch.unsealed > epoch.version]
    return max((epoch.unsealed for epoch in epochs), default=None)


def _unseen(transcript: Transcript, witnesses: Sequence[Witness]) -> int:
    """How many rows come after the newest seal."""
    sealed = [[epoch for epoch in witness.epochs if epoch.seal is not None] for witness in witnesses]
    newest = max((epochs[-1].version for epochs in sealed if epochs), default=0)
    return max(0, len(transcript.lines) - newest)


def _vouched(witnesses: Sequence[Witness], transcript: Transcript) -> int:
    """How many nonces were sent by programs of these witnesses."""
    return len({witness.nonce for witness in witnesses if has_nonce(witness, transcript)})
