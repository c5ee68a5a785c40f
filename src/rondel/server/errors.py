"""Error codes of the server, each with a default message and a hint.

Rules raise a Refusal with the rulebook's codes instead. Codes are stable, so that clients can translate them.
api/context/errors.py maps them to HTTP status codes.
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


class ErrorText(NamedTuple):
    """The default message and hint of a code."""

    message: str
    hint: str


ANSWERS: Final[dict[Code, ErrorText]] = {
    "MALFORMED": ErrorText(
        "Invalid request.",
        "Compare it with its schema in /schema/openapi.json.",
    ),
    "TOO_LARGE": ErrorText(
        "The request is too large.",
        "Send less.",
    ),
    "NOT_SIGNED_IN": ErrorText(
        "Not signed in: the token is missing, expired or revoked.",
        "Choose a name to play as a guest, or sign in by e-mail. A script gets a token from "
        'POST /api/guests with {"name": "...", "bearer": true} and sends it in the Authorization header.',
    ),
    "NOT_ALLOWED": ErrorText(
        "This account does not have permission to do that.",
        "Sign in with an account that has it.",
    ),
    "BANNED": ErrorText(
        "This account is banned here.",
        "If you think that this is a mistake, contact the server's operator.",
    ),
    "ORIGIN_NOT_ALLOWED": ErrorText(
        "The Origin header names another site, and this server does not take requests from there. "
        "Nothing was changed.",
        "Open the game at this server's own address.",
    ),
    "CSRF_MISSING": ErrorText(
        "The request has a session cookie but no header X-Rondel: 1, which only this site's own pages send. "
        "Nothing was changed.",
        "Reload the page, or send a token in the Authorization header instead of the cookie.",
    ),
    "UNKNOWN_GAME": ErrorText(
        "Table not found, or not visible to this account.",
        "Check the address or the code, or ask the host for a new invitation.",
    ),
    "UNKNOWN_PLAYER": ErrorText(
        "That player is not at this table.",
        "Read the table again for its players.",
    ),
    "NO_SUCH_GAME": ErrorText(
        "This game is not installed on this server.",
        "Choose one from the list of games.",
    ),
    "NO_SUCH_PAGE": ErrorText(
        "This server has no such page.",
        "Ask the server's operator.",
    ),
    "INVITATION_NEEDED": ErrorText(
        "Registration requires a valid invitation. Yours is missing, expired or used up.",
        "Open an invitation link, or ask the server's operator for one.",
    ),
    "MEMBERS_ONLY": ErrorText(
        "Only members can use this server, and it has no guests. The operator lists their email addresses.",
        "Sign in by email. If no email arrives, ask the server's operator.",
    ),
    "STALE_VERSION": ErrorText(
        "The table has changed since the expected version.",
        "Read the table again, then choose.",
    ),
    "ID_REUSE": ErrorText(
        "This id was already used for a different action.",
        "Send the action with a new id.",
    ),
    "TABLE_HALTED": ErrorText(
        "This table is halted by a server error. No moves were lost.",
        "Wait until it resumes, or tell the server's operator.",
    ),
    "TABLE_ENDED": ErrorText(
        "The game at this table has ended.",
        "Open a new table, or start a rematch.",
    ),
    "PLAYER_HERE": ErrorText(
        "A player is still at the table.",
        "Wait until they leave, or talk to them.",
    ),
    "ALREADY_SEATED": ErrorText(
        "This account has a seat at this table.",
        "Play on in that seat.",
    ),
    "NEWER_RULES": ErrorText(
        "This table uses newer rules than this node has.",
        "Try again in a moment: another node will answer.",
    ),
    "NOT_STARTED": ErrorText(
        "The game at this table has not started.",
        "Wait until the host starts it.",
    ),
    "ALREADY_STARTED": ErrorText(
        "The game at this table has already started.",
        "Watch it, or open a table of your own.",
    ),
    "SEAT_TAKEN": ErrorText(
        "This seat is taken.",
        "Take another seat.",
    ),
    "TABLE_FULL": ErrorText(
        "This table is full.",
        "Watch it, or open a table of your own.",
    ),
    "NO_SEAT": ErrorText(
        "This account has no seat at this table.",
        "Take a seat while the table is open.",
    ),
    "NOT_HOST": ErrorText(
        "Only the host of this table may do that.",
        "Ask the host.",
    ),
    "NOT_READY": ErrorText(
        "Not all players at this table are ready.",
        "Wait until every seat is taken and every player is ready.",
    ),
    "NOT_COMPLETED": ErrorText(
        "The game at this table is still in progress.",
        "Try again when it is over.",
    ),
    "NOT_FINISHED": ErrorText(
        "The full transcript is available when the game is over.",
        "Try again when it is over.",
    ),
    "NAME_NOT_ALLOWED": ErrorText(
        "This name cannot be used.",
        "Use 2 to 20 letters or digits of one alphabet.",
    ),
    "NAME_TAKEN": ErrorText(
        "That name, or one that looks like it, is taken.",
        "Choose another name.",
    ),
    "EMAIL_NOT_ALLOWED": ErrorText(
        "This is not a valid email address.",
        "Check its spelling.",
    ),
    "NO_MAIL": ErrorText(
        "This server cannot send email, so there is no sign-in by email. Nothing was sent.",
        "Play under a name as a guest: this browser stays signed in.",
    ),
    "LINK_OF_ANOTHER": ErrorText(
        "This link belongs to another account than the one confirmed.",
        "Open the link again, and check whose account it is.",
    ),
    "SIGN_IN_FAILED": ErrorText(
        "Sign-in failed.",
        "Try again, or sign in another way.",
    ),
    "LINK_EXPIRED": ErrorText(
        "This link has been used or has expired.",
        "Request a new one.",
    ),
    "LINK_NOT_VALID": ErrorText(
        "Invalid link.",
        "Copy the whole link from the email, or change it under You, Notifications.",
    ),
    "HOOK_NOT_ALLOWED": ErrorText(
        "Notifications cannot be sent to this URL.",
        "Use a public URL that begins with https://.",
    ),
    "DEVICE_NOT_ALLOWED": ErrorText(
        "Notifications do not work in this browser.",
        "Use another browser, or email.",
    ),
    "NO_SUCH_BOT": ErrorText(
        "This game has no bot of that name.",
        "Choose one from the list of the game's bots.",
    ),
    "NOTHING_TO_DO": ErrorText(
        "No change: already done, or not found.",
        "Read the current state again.",
    ),
    "TOO_MANY": ErrorText(
        "Too many requests.",
        "Wait a moment, then retry.",
    ),
    "TOO_MANY_TABLES": ErrorText(
        "This account hosts too many open tables.",
        "Finish or close one of them first.",
    ),
    "UNAVAILABLE": ErrorText(
        "Temporarily unavailable; the outcome of the request is unknown.",
        "Retry the same request with the same id.",
    ),
}


class ApiError(Exception):
    """API error with a stable code, a message and a hint."""

    def __init__(self, code: Code, message: str, hint: str, after_ms: Ms | None = None) -> None:
        super().__init__(code, message, hint, after_ms)
        self.code: Final = code
        self.message: Final = message
        self.hint: Final = hint
        self.after_ms: Final = after_ms

    @classmethod
    def of(
        cls,
        code: Code,
        message: str | None = None,
        hint: str | None = None,
        *,
        after_ms: Ms | None = None,
    ) -> Self:
        """Create the error of this code, with its default texts or the caller's."""
        answer = ANSWERS[code]
        return cls(code, message or answer.message, hint or answer.hint, after_ms)

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.hint}"


Halted: TypeAlias = Literal["error", "missing"]
"""Why a table stands still: its game failed, or is not installed or cannot be loaded."""


class HaltedError(ApiError):
    """Error at a halted table. `fault` is what failed and where, for the authors of its game alone."""

    def __init__(
        self,
        message: str | None = None,
        hint: str | None = None,
        *,
        halted: Halted = "error",
        fault: str | None = None,
    ) -> None:
        usual = ANSWERS["TABLE_HALTED"]
        super().__init__("TABLE_HALTED", message or usual.message, hint or usual.hint)
        self.halted: Final = halted
        self.fault: Final = fault


def game_failed(fault: str) -> HaltedError:
    """Return the error at a halted table for the author of its game: what failed, and where."""
    return HaltedError(f"The game crashed: {fault}", "Fix it and save; the table then resumes.", fault=fault)


class BannedError(ApiError):
    """Error for a banned caller: the reason and the end; None is permanent."""

    def __init__(self, reason: str, until: Ms | None, *, is_account: bool) -> None:
        who = "This account is" if is_account else "Everyone at your network address is"
        end = "permanently" if until is None else f"until {_moment(until)}"
        super().__init__("BANNED", f"{who} banned here {end}. Reason: {reason}", ANSWERS["BANNED"].hint)
        self.reason: Final = reason
        self.until: Final = until


def _moment(ms: Ms) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def game_missing() -> HaltedError:
    """Return the error at a running table whose game is not available."""
    return HaltedError(
        "The game of this table is not installed or cannot be loaded. No moves were lost.",
        "The table resumes when the game is available. Tell the server's operator.",
        halted="missing",
    )
