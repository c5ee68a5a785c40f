"""What a table in the terminal says of an outage."""

from rondel.kernel import TimeReturned


def time_returned(event: TimeReturned) -> str:
    """The table's own event, in the words of every game."""
    seconds = max(1, round(event.lost_ms / 1000))
    return f"The server was away for {seconds} s; the clocks were stopped meanwhile."
