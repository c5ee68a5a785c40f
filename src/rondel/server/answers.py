"""The door says no: a closed list of codes, each with a sentence and with what to do next.

What the rules say is a Refusal, by the rulebook's codes. Here are the door's own. A code is stable, so that a
client can translate it; what it is called in HTTP, the door knows alone.
"""

from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, Self, TypeAlias, get_args

from rondel.kernel import Ms

Code: TypeAlias = Literal[
    "MALFORMED",
    "TOO_LARGE",
    "NOT_SIGNED_IN",
    "NOT_ALLOWED",
    "BANNED",
    "ORIGIN_NOT_ALLOWED",
    "CSRF_MISSING",
    "UNKNOWN_GAME",
    "UNKNOWN_PLAYER",
    "NO_SUCH_GAME",
    "STALE_VERSION",
    "ID_REUSE",
    "TABLE_HALTED",
    "TABLE_ENDED",
    "PLAYER_HERE",
    "ALREADY_SEATED",
    "NEWER_RULES",
    "NOT_STARTED",
    "ALREADY_STARTED",
    "SEAT_TAKEN",
    "TABLE_FULL",
    "NO_SEAT",
    "NOT_HOST",
    "NOT_READY",
    "NOT_COMPLETED",
    "NOT_FINISHED",
    "NAME_NOT_ALLOWED",
    "NAME_TAKEN",
    "EMAIL_NOT_ALLOWED",
    "NO_MAIL",
    "LINK_EXPIRED",
    "LINK_NOT_VALID",
    "LINK_OF_ANOTHER",
    "SIGN_IN_FAILED",
    "HOOK_NOT_ALLOWED",
    "DEVICE_NOT_ALLOWED",
    "NO_SUCH_BOT",
    "NO_SUCH_PAGE",
    "INVITATION_NEEDED",
    "MEMBERS_ONLY",
    "NOTHING_TO_DO",
    "TOO_MANY",
    "TOO_MANY_TABLES",
    "UNAVAILABLE",
]

CODES: Final[tuple[Code, ...]] = get_args(Code)


class Answer(NamedTuple):
    """What is said with a code unless the caller knows better."""

    because: str
    next: str


ANSWERS: Final[dict[Code, Answer]] = {
    "MALFORMED": Answer(
        "What was sent cannot be read.",
        "Compare it with the schema of this call and send it again.",
    ),
    "TOO_LARGE": Answer(
        "What was sent is larger than this call takes.",
        "Send less at once.",
    ),
    "NOT_SIGNED_IN": Answer(
        "Nobody is signed in here: there is no token, or it has expired or was ended.",
        "Choose a name to play as a guest, or sign in by e-mail. A script gets a token from "
        'POST /api/guests with {"name": "...", "bearer": true} and sends it in the Authorization header.',
    ),
    "NOT_ALLOWED": Answer(
        "This account may not do that.",
        "Ask somebody who may, or sign in with another account.",
    ),
    "BANNED": Answer(
        "This account is banned here.",
        "If you think that this is a mistake, write to whoever runs this server.",
    ),
    "ORIGIN_NOT_ALLOWED": Answer(
        "The Origin header names another site, and this server does not take requests from there. "
        "Nothing was changed.",
        "Open the game at this server's own address.",
    ),
    "CSRF_MISSING": Answer(
        "The request has a session cookie but no header X-Rondel: 1, which only this site's own pages send. "
        "Nothing was changed.",
        "Load the page again, or send a token in the Authorization header instead of the cookie.",
    ),
    "UNKNOWN_GAME": Answer(
        "There is no table here that this account may see.",
        "Check the address or the code, or ask the host for a new invitation.",
    ),
    "UNKNOWN_PLAYER": Answer(
        "No such player sits at this table.",
        "Read the table again for the players who do.",
    ),
    "NO_SUCH_GAME": Answer(
        "No game of this name is installed here.",
        "Choose one from the list of games.",
    ),
    "NO_SUCH_PAGE": Answer(
        "This server has no such page.",
        "Ask whoever runs it.",
    ),
    "INVITATION_NEEDED": Answer(
        "This server is by invitation, and no invitation that holds was given. It may have been used up.",
        "Open the invitation link that you were given, or ask whoever runs this server for one.",
    ),
    "MEMBERS_ONLY": Answer(
        "This server is for people whose mail addresses its host has listed; there are no guests.",
        "Sign in by e-mail. If no mail comes, ask whoever runs this server.",
    ),
    "STALE_VERSION": Answer(
        "The table has moved on since the version this was meant for.",
        "Look at the table as it is now and decide again.",
    ),
    "ID_REUSE": Answer(
        "This id was used before, for something else.",
        "Send a new action with an id of its own.",
    ),
    "TABLE_HALTED": Answer(
        "This table has been stopped because of a fault of ours; nothing that was played is lost.",
        "Wait until it goes on, or tell whoever runs this server.",
    ),
    "TABLE_ENDED": Answer(
        "This table has been ended; nothing more is played there.",
        "Open a new one, or ask for a rematch.",
    ),
    "PLAYER_HERE": Answer(
        "Somebody who plays here is at the table.",
        "Wait until they have gone, or talk to them.",
    ),
    "ALREADY_SEATED": Answer(
        "This account has a seat at this table.",
        "Play on in that seat.",
    ),
    "NEWER_RULES": Answer(
        "This table is played by newer rules than this node knows.",
        "Try again in a moment: another node will answer.",
    ),
    "NOT_STARTED": Answer(
        "Play has not begun at this table.",
        "Wait until the host starts it.",
    ),
    "ALREADY_STARTED": Answer(
        "Play has begun at this table.",
        "Watch it, or open a table of your own.",
    ),
    "SEAT_TAKEN": Answer(
        "Somebody else has this seat.",
        "Take another seat.",
    ),
    "TABLE_FULL": Answer(
        "Every seat at this table is taken.",
        "Watch it, or open a table of your own.",
    ),
    "NO_SEAT": Answer(
        "This account has no seat at this table.",
        "Take a seat while the table is open.",
    ),
    "NOT_HOST": Answer(
        "Only the host of this table may do that.",
        "Ask the host.",
    ),
    "NOT_READY": Answer(
        "Not everybody at this table is ready.",
        "Wait until every seat is taken and every player is ready.",
    ),
    "NOT_COMPLETED": Answer(
        "The game at this table is not over.",
        "Ask again when it is.",
    ),
    "NOT_FINISHED": Answer(
        "The whole journal of a table is shown only when its game is over.",
        "Ask again when it is.",
    ),
    "NAME_NOT_ALLOWED": Answer(
        "This cannot be a name here.",
        "Choose 2 to 20 characters of one script, without invisible ones.",
    ),
    "NAME_TAKEN": Answer(
        "A member has this name, or one that looks like it.",
        "Choose another name.",
    ),
    "EMAIL_NOT_ALLOWED": Answer(
        "This is not an e-mail address that mail can be sent to.",
        "Check how the address is written.",
    ),
    "NO_MAIL": Answer(
        "This server sends no mail, so nobody can sign in by e-mail here. Nothing was sent.",
        "Play under a name as a guest: this browser stays signed in.",
    ),
    "LINK_OF_ANOTHER": Answer(
        "This link signs in somebody else than was said.",
        "Open the link again, and look whose account it is.",
    ),
    "SIGN_IN_FAILED": Answer(
        "This did not sign anybody in.",
        "Try again, or sign in another way.",
    ),
    "LINK_EXPIRED": Answer(
        "This link has been used or is older than an hour.",
        "Ask for a new one.",
    ),
    "LINK_NOT_VALID": Answer(
        "This link is not one that this server has sent.",
        "Copy the whole link from the mail, or change it under You, Alerts.",
    ),
    "HOOK_NOT_ALLOWED": Answer(
        "Messages cannot be sent to this address.",
        "Give an address that begins with https:// and that everybody can reach.",
    ),
    "DEVICE_NOT_ALLOWED": Answer(
        "This browser cannot be sent messages from here.",
        "Try it with another browser, or choose mail.",
    ),
    "NO_SUCH_BOT": Answer(
        "This game has no bot of that name.",
        "Choose one from the list of the game's bots.",
    ),
    "NOTHING_TO_DO": Answer(
        "It is so already, or there is no such thing.",
        "Look again at how it is now.",
    ),
    "TOO_MANY": Answer(
        "This was asked too often in a short time.",
        "Wait a moment, then ask again.",
    ),
    "TOO_MANY_TABLES": Answer(
        "This account hosts as many open tables as one account may.",
        "Finish or close one of them first.",
    ),
    "UNAVAILABLE": Answer(
        "This cannot be answered now; whether it was done is not known.",
        "Send the same request again, with the same id.",
    ),
}


class Denied(Exception):  # noqa: N818 - an answer, not an error
    """The door says no: a stable code, who may not do what and what is true instead, and what to do next."""

    def __init__(self, code: Code, because: str, next: str, after_ms: Ms | None = None) -> None:  # noqa: A002
        super().__init__(code, because, next, after_ms)
        self.code: Final = code
        self.because: Final = because
        self.next: Final = next
        self.after_ms: Final = after_ms

    @classmethod
    def of(
        cls,
        code: Code,
        because: str | None = None,
        next: str | None = None,  # noqa: A002
        *,
        after_ms: Ms | None = None,
    ) -> Self:
        """The answer of this code, in its own words or the caller's."""
        answer = ANSWERS[code]
        return cls(code, because or answer.because, next or answer.next, after_ms)

    def __str__(self) -> str:
        return f"{self.code}: {self.because} {self.next}"


def game_failed(reason: str) -> Denied:
    """The answer at a halted table for the author of its game: what failed, and where."""
    return Denied.of(
        "TABLE_HALTED", f"The game failed: {reason}", "Correct it and save: the table goes on then."
    )


class Banned(Denied):
    """Kept out: why, and until when; None is for good."""

    def __init__(self, reason: str, until: Ms | None, *, is_account: bool) -> None:
        who = "This account is" if is_account else "Everybody at your network address is"
        end = "for good" if until is None else f"until {_moment(until)}"
        super().__init__("BANNED", f"{who} banned here {end}. Reason: {reason}", ANSWERS["BANNED"].next)
        self.reason: Final = reason
        self.until: Final = until


def _moment(ms: Ms) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def game_missing() -> Denied:
    """The answer at a running table whose game is not on the shelf: it goes on when the package is back."""
    return Denied.of(
        "TABLE_HALTED",
        "This table stands still because its game is not installed here, or cannot be loaded; "
        "nothing that was played is lost.",
        "It goes on when the game is back. Tell whoever runs this server.",
    )
