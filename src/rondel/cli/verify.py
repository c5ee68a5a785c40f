"""`rondel verify`: a replay is a proof."""

from pathlib import Path

import rich_click as click

from rondel.wire.proof import Proof
from rondel.wire.proof import verify as prove
from rondel.wire.shelf import NotOnTheShelf, take
from rondel.wire.strict import Malformed
from rondel.wire.transcript import read
from rondel.wire.witness import Witness


@click.command
@click.argument(
    "transcripts",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="TRANSCRIPT...",
)
@click.option("--commitment", metavar="HEX", help="The commitment you were shown before play.")
@click.option("--nonce", metavar="HEX", help="Your own share of the luck.")
@click.option("--header", metavar="HEX", help="The header's digest, from your first View of the game.")
@click.pass_context
def verify(
    context: click.Context,
    transcripts: tuple[Path, ...],
    commitment: str | None,
    nonce: str | None,
    header: str | None,
) -> None:
    """Prove transcripts: fold every row, decide it again, recompute its luck and its digest.

    A line for each file that holds, a line for each fault of one that does not, and exit code 1.

    A transcript alone cannot show that the server chose its secret before it knew the players' nonces. For
    that, compare it with what you saw: the page of a table shows it under "Fair shuffle", and `rondel.client`
    keeps it.

    Example: `rondel verify friday-evening.jsonl --commitment 5f1c... --nonce 09ab...`
    """
    seen = Witness(_hex("commitment", commitment, 32), _hex("header", header, 32), _hex("nonce", nonce, 16))
    if seen != Witness() and len(transcripts) > 1:
        raise click.UsageError("What you saw belongs to one table: give one transcript with it.")
    held = [_verified(path, seen) for path in transcripts]
    context.exit(0 if all(held) else 1)


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


def _verified(path: Path, seen: Witness) -> bool:
    """Whether the transcript holds, having said so or what is wrong."""
    try:
        text = path.read_bytes()
        proof = prove(take(read(text).header.game), text, seen)
    except OSError as error:
        click.echo(f"{path}: cannot be read: {error.strerror}.")
        return False
    except Malformed as malformed:
        click.echo(f"{path}: is no transcript: {malformed.because}")
        return False
    except NotOnTheShelf as missing:
        click.echo(f"{path}:1: {missing}")
        return False
    if not proof.faults:
        click.echo(f"{path}: holds. {_told(proof)}{_told_seen(seen)}")
    for fault in proof.faults:
        click.echo(f"{path}:{fault.line}: {fault.because}")
    return not proof.faults


def _told_seen(seen: Witness) -> str:
    names = [name for name in ("commitment", "nonce", "header") if getattr(seen, name) is not None]
    return f" As you saw it: {', '.join(names)}." if names else ""


def _told(proof: Proof) -> str:
    """How much of it was proven: 41 versions, 41 decided again, luck recomputed."""
    versions = "1 version" if proof.rows == 1 else f"{proof.rows} versions"
    parts = [versions, f"{proof.decided_again} decided again"]
    if folded := proof.rows - proof.decided_again:
        parts.append(f"{folded} only folded (older rules or luck not revealed)")
    if proof.is_secret_revealed:
        parts.append("luck recomputed")
    if not proof.is_ended:
        parts.append("not ended yet")
    return ", ".join(parts) + "."
