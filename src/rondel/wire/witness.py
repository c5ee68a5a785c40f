"""What one viewer saw of a table while it was played, to be compared with its transcript at the end.

A transcript proves only that it fits itself. A server that changed its secret after it had seen the nonces
could write one that does. It cannot change what a player's own program has kept.
"""

from collections.abc import Iterator

from rondel.kernel import Noun, Seat
from rondel.wire.transcript import Transcript


class Witness(Noun):
    """The first commitment that was shown, the digest of the header in the first View, and one's own nonce.

    All of them in hex. What was not seen is None, and is not compared.
    """

    commitment: str | None = None
    header: str | None = None
    nonce: str | None = None
    seat: Seat | None = None


def contradictions(witness: Witness, transcript: Transcript) -> Iterator[str]:
    """Each thing that was seen and is otherwise in the transcript, as a sentence without its full stop."""
    header = transcript.header
    if witness.commitment is not None and witness.commitment != header.commitment:
        yield (
            "the commitment is not the one you were shown before play: "
            "the server may have chosen another secret when it knew everybody's nonce"
        )
    if witness.nonce is not None and not _has_nonce(witness, witness.nonce, transcript):
        yield "your nonce is not in it: the luck was drawn without your share"
    if witness.header is not None and witness.header != transcript.first_digest.hex():
        yield "the header is not the one of your first View: seats, options, nonces or commitment differ"


def _has_nonce(witness: Witness, nonce: str, transcript: Transcript) -> bool:
    seats = transcript.header.seats
    if witness.seat is None:
        return any(seat.nonce == nonce for seat in seats)
    return witness.seat < len(seats) and seats[witness.seat].nonce == nonce
