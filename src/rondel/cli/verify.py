"""`rondel verify`: a replay is a proof."""

from pathlib import Path

import rich_click as click

from rondel.wire.proof import Proof
from rondel.wire.proof import verify as prove
from rondel.wire.shelf import NotOnTheShelf, take
from rondel.wire.strict import Malformed
from rondel.wire.transcript import read


@click.command
@click.argument(
    "transcripts",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="TRANSCRIPT...",
)
@click.pass_context
def verify(context: click.Context, transcripts: tuple[Path, ...]) -> None:
    """Prove transcripts: fold every row, decide it again, recompute its luck and its digest.

    A line for each file that holds, a line for each fault of one that does not, and exit code 1.

    Example: `rondel verify friday-evening.jsonl`
    """
    held = [_verified(path) for path in transcripts]
    context.exit(0 if all(held) else 1)


def _verified(path: Path) -> bool:
    """Whether the transcript holds, having said so or what is wrong."""
    try:
        text = path.read_bytes()
        proof = prove(take(read(text).header.game), text)
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
        click.echo(f"{path}: holds. {_told(proof)}")
    for fault in proof.faults:
        click.echo(f"{path}:{fault.line}: {fault.because}")
    return not proof.faults


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
