"""`rondel verify`: a replay is a proof."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import rich_click as click

from rondel.wire.proof import Proof
from rondel.wire.registry import find_game
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import read
from rondel.wire.verdict import UNWITNESSED, Judgement, Verdict, judge
from rondel.wire.witness import Epoch, RowTime, Witness, read_witness

EXIT: Final[dict[Judgement, int]] = {"proven": 0, "consistent": 3, "broken": 1}

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command
@click.argument("transcripts", nargs=-1, required=True, type=_FILE, metavar="TRANSCRIPT...")
@click.option(
    "--witness",
    "files",
    multiple=True,
    type=_FILE,
    help="What a program saw of this game, as it has saved it. May be given several times.",
)
@click.option("--seal", metavar="VERSION:HEX", help="The newest seal you were shown.")
@click.option("--commitment", metavar="HEX", help="The commitment you were shown before play.")
@click.option("--nonce", metavar="HEX", help="Your own share of the luck.")
@click.option("--header", metavar="HEX", help="The header's digest, from your first View of the game.")
@click.option("--unwitnessed", is_flag=True, help="Exit with 0 where only a witness is missing.")
@click.pass_context
def verify(
    context: click.Context,
    transcripts: tuple[Path, ...],
    files: tuple[Path, ...],
    seal: str | None,
    commitment: str | None,
    nonce: str | None,
    header: str | None,
    unwitnessed: bool,
) -> None:
    """Judge transcripts: fold every row, decide it again, recompute its luck, and compare what you saw.

    There are three answers. PROVEN, exit code 0: everything was computed again, and it is the game that was
    seen. CONSISTENT, NOT PROVEN, exit code 3: nothing is wrong, and the reasons say what is missing. BROKEN,
    exit code 1: each line that is wrong.

    A transcript alone shows only that it fits itself. So save what you saw: under "Fair shuffle" in the menu
    of a table, or with `rondel.client`.

    Example: `rondel verify friday-evening.jsonl --witness friday-evening.witness.json`
    """
    witnesses = [_witness(path) for path in files]
    stated = _stated(seal, commitment, nonce, header)
    witnesses += [] if stated == Witness() else [stated]
    if witnesses and len(transcripts) > 1:
        raise click.UsageError("What you saw belongs to one table: give one transcript with it.")
    codes = [_verified(path, witnesses, is_unwitnessed=unwitnessed) for path in transcripts]
    context.exit(1 if 1 in codes else max(codes))


def _witness(path: Path) -> Witness:
    try:
        return read_witness(path.read_bytes())
    except MalformedError as malformed:
        raise click.UsageError(f"{path} is not a witness: {malformed.message}") from None


def _stated(seal: str | None, commitment: str | None, nonce: str | None, header: str | None) -> Witness:
    """What was given on the command line, as a Witness."""
    version, _, digest = (seal or "0:").partition(":")
    if seal is not None and not (version.isdecimal() and digest):
        raise click.UsageError(f"--seal takes a version, a colon and 64 hexadecimal digits, not {seal!r}.")
    epoch = Epoch(
        0, 0, 0, int(version), None if seal is None else _hex("seal", digest, 32), _hex("header", header, 32)
    )
    return Witness(
        commitment=_hex("commitment", commitment, 32),
        nonce=_hex("nonce", nonce, 16),
        epochs=() if (epoch.seal, epoch.header) == (None, None) else (epoch,),
    )


def _hex(name: str, value: str | None, size: int) -> str | None:
    """The value as transcripts write it; a UsageError if it is not that many bytes."""
    if value is None:
        return None
    try:
        raw = bytes.fromhex(value)
    except ValueError:
        raw = b""
    if len(raw) != size:
        raise click.UsageError(f"--{name} takes {2 * size} hexadecimal digits, not {value!r}.")
    return raw.hex()


def _verified(path: Path, witnesses: Sequence[Witness], *, is_unwitnessed: bool) -> int:
    """The exit code for one transcript, having said what it was found to be."""
    try:
        text = path.read_bytes()
        verdict = judge(find_game(read(text).header.game), text, witnesses)
    except OSError as error:
        click.echo(f"{path}: cannot be read: {error.strerror}.")
        return 1
    except MalformedError as malformed:
        click.echo(f"{path}: not a transcript: {malformed.message}")
        return 1
    for fault in verdict.faults:
        click.echo(f"{path}:{fault.line}: {fault.message}")
    click.echo(f"{path}: {_describe(verdict, is_compared=bool(witnesses))}")
    if is_unwitnessed and [reason.code for reason in verdict.reasons] == [UNWITNESSED] and not verdict.faults:
        return 0
    return EXIT[verdict.answer]


def _describe(verdict: Verdict, *, is_compared: bool) -> str:
    """The answer in a line."""
    if verdict.answer == "broken":
        return "BROKEN."
    reasons = "; ".join(reason.message for reason in verdict.reasons)
    parts = [f"CONSISTENT, NOT PROVEN: {reasons}." if reasons else "PROVEN.", _describe_proof(verdict.proof)]
    if is_compared:
        parts.append(_describe_witnesses(verdict))
    return " ".join([*parts, *map(_describe_time, verdict.times)])


def _describe_witnesses(verdict: Verdict) -> str:
    nonces = f"{verdict.vouched} of {_plural(verdict.nonces, 'nonce')} sent by programs that vouch for it"
    unseen = f"; {_plural(verdict.unseen, 'row')} not seen by you" if verdict.unseen else ""
    return f"{nonces}{unseen}."


def _describe_time(time: RowTime) -> str:
    away = abs(time.at - time.clock) // 1000
    return f"The server's time of version {time.version} was {away} s from your clock."


def _describe_proof(proof: Proof) -> str:
    """How much of it was proven: 41 versions, 41 decided again, luck recomputed."""
    parts = [_plural(proof.rows, "version"), f"{proof.decided_again} decided again"]
    if proof.is_secret_revealed and proof.decided_again:
        parts.append("luck recomputed")
    if not proof.is_ended:
        parts.append("not ended yet")
    return ", ".join(parts) + "."


def _plural(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
