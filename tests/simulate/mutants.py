"""Named mutants: faults to plant in rooms, flows, jobs and delivery; the simulator must find each."""

from typing import Final, NamedTuple


class Mutant(NamedTuple):
    """A fault that can be planted: its name, what is broken, and the findings that betray it."""

    name: str
    breaks: str
    betrayed_by: tuple[str, ...]


MUTANTS: Final = (
    # the six that were there, planted back
    Mutant("fork", "append does not compare the digest before it", ("chain", "checker")),
    Mutant(
        "swallowed-epoch", "append and readyz raise the node's epoch and clear nothing", ("epoch", "cache")
    ),
    Mutant("former-player", "a watcher's seat is fixed when it sits down", ("seat", "wrong seat")),
    Mutant("public-bot-id", "a bot's move id follows from table, version and seat", ("bot stuck",)),
    Mutant("endless-answers", "answers do not count towards the limit of a queue", ("outbound",)),
    Mutant(
        "nack-before-look",
        "a due deadline may refuse a move before a look at the truth",
        ("committed and nacked",),
    ),
    # commits and answers
    Mutant("ack-before-commit", "the ack is given although the append was not answered", ("acked and lost",)),
    Mutant("no-id-check", "the journal stores an id twice", ("doubled",)),
    Mutant("id-without-action", "a known id is acked whatever its action and seat are", ("acked and lost",)),
    Mutant("exp-unchecked", "a move counts however old its version is", ("exp",)),
    Mutant("exp-own-move", "a late move counts although its seat has moved since", ("exp",)),
    Mutant(
        "no-account-in-append", "a move of a former player is stored after the hand-over", ("seat moved",)
    ),
    Mutant(
        "nack-without-look", "a refusal is answered without a look at the truth", ("committed and nacked",)
    ),
    # rooms and caches
    Mutant("hint-trusted", "the version of an announcement is taken for the head", ("behind", "content")),
    Mutant("stale-cache", "a node that is behind does not read the rows it lacks", ("behind", "unanswered")),
    Mutant(
        "undo-from-cache", "a row that goes back is folded onto the wrong State", ("cache state", "content")
    ),
    Mutant("halt-remembered", "a node that has seen a halt never sees the resume", ("unanswered", "overdue")),
    Mutant("lock-kept", "a room's lock is never let go", ("memory",)),
    # delivery
    Mutant("delivery-without-seat", "each watcher is sent the View of seat 0", ("content", "seat")),
    Mutant("gap-tells-all", "a resume sends what only the seat observed", ("content",)),
    Mutant("step-twice", "a version is sent again after each announcement", ("step order",)),
    Mutant("steps-swapped", "two steps of a gap change places", ("step order",)),
    Mutant("step-skipped", "of three versions only the last is sent", ("step order",)),
    Mutant("lagging-drops-acks", "a queue that lags drops answers too", ("unanswered",)),
    Mutant("lagging-never-caught-up", "a socket that lagged is not sent the View afterwards", ("behind",)),
    Mutant("epoch-keeps-last", "a new epoch does not send watchers a View", ("epoch",)),
    Mutant("ack-after-next", "the ack may come after the next version", ("ack order",)),
    # jobs
    Mutant("deadline-early", "a deadline fires a second before it is due", ("deadline early",)),
    Mutant("deadline-lost", "a claimed deadline whose node died is never claimed again", ("overdue",)),
    Mutant(
        "deadline-twice", "the House's id is drawn, and a due deadline is decided on an old State", ("house",)
    ),
    Mutant("presence-twice", "the House says again what the table knows", ("presence",)),
    Mutant("presence-unheard", "somebody who is back is not reported", ("presence wrong",)),
    Mutant("heads-unread", "heads are not polled: a lost announcement is lost", ("behind",)),
    Mutant("bot-skipped", "a table whose bot owes a move is not listed after a stand-in", ("bot stuck",)),
    Mutant("one-bad-table", "a table that cannot be loaded stops all bots", ("bot stuck",)),
    Mutant("chat-lost", "a line heard from another node is not sent", ("chat lost",)),
    Mutant("chat-twice", "a line is sent again with each announcement", ("chat doubled",)),
)
