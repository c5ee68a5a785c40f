"""Mail by SMTP."""

import re
import ssl
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import aiosmtplib

from rondel.server.adapters.mail.message import message_of, sender_of
from rondel.server.ports.messages import (
    DeliveryCancelledError,
    DeliveryUnknownError,
    Go,
    Mail,
    UndeliverableError,
)
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.reach import Reach

PORTS: Final = {"smtp": 587, "smtps": 465, "smtp+plain": 587}
"""The usual port by how the address begins: STARTTLS, TLS from the first byte, no TLS."""

_FOR_GOOD: Final = range(500, 600)
_LEADING_DOT: Final = re.compile(rb"^\.", re.MULTILINE)


class SmtpMailer:
    """Sends each mail over a connection of its own. With `starttls` or `tls` nothing is sent in the clear.

    A server takes a message with its answer to the last line. All before the message is said first; then `go`
    is asked, and what follows is one write and one answer.
    """

    can_deliver: Final = True

    def __init__(
        self,
        *,
        host: str,
        port: int,
        sender: str,
        user: str | None = None,
        password: str | None = None,
        starttls: bool = True,
        tls: bool = False,
        timeout_s: float = 10,
        trust: ssl.SSLContext | None = None,
        reach: Reach | None = None,
        count: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._sender = sender_of(sender)
        self._host, self._port = host, port
        self._user, self._password = user, password
        self._starttls, self._tls, self._trust = starttls and not tls, tls, trust
        self._timeout_s = timeout_s
        self._reach = reach or Reach("smtp")
        self._count = count

    @classmethod
    def at(cls, url: str, **more: Any) -> "SmtpMailer":
        """A mailer for an address: smtp:// with STARTTLS, smtps:// with TLS, smtp+plain:// without."""
        parts = urlsplit(url)
        return cls(
            host=parts.hostname or "localhost",
            port=parts.port or PORTS[parts.scheme],
            user=None if parts.username is None else unquote(parts.username),
            password=None if parts.password is None else unquote(parts.password),
            starttls=parts.scheme == "smtp",
            tls=parts.scheme == "smtps",
            **more,
        )

    async def send(self, mail: Mail, go: Go | None = None) -> None:
        """Send it, or raise Unavailable. `count` is given what became of it."""
        try:
            await self._send(mail, go)
        except UndeliverableError:
            self._count("refused")
            raise
        except StoreUnavailableError as no:
            self._count("unknown" if isinstance(no, DeliveryUnknownError) else "failed")
            if no.cause is not None:
                self._reach.lost(no.cause)
            raise
        self._count("sent")
        self._reach.back()

    async def _send(self, mail: Mail, go: Go | None) -> None:
        try:
            message = message_of(mail, self._sender)
        except ValueError:
            raise UndeliverableError("This is not an address that mail can be sent to.") from None
        server = self._server()
        try:
            await self._offer(server, mail.to)
            if go is not None and not await go():
                raise DeliveryCancelledError
            await self._hand_over(server, message)
            with suppress(aiosmtplib.SMTPException, OSError):
                await server.quit()
        finally:
            server.close()  # a server forgets a message whose end it has not seen

    def _server(self) -> aiosmtplib.SMTP:
        return aiosmtplib.SMTP(
            hostname=self._host,
            port=self._port,
            username=self._user,
            password=self._password,
            start_tls=self._starttls,
            use_tls=self._tls,
            tls_context=self._trust,
            timeout=self._timeout_s,
        )

    async def _offer(self, server: aiosmtplib.SMTP, recipient: str) -> None:
        """All that comes before the message."""
        try:
            await server.connect()
            await server.mail(self._sender.addr_spec)
            await server.rcpt(recipient)
            answer = await server.execute_command(b"DATA")
        except aiosmtplib.SMTPRecipientRefused as refused:
            raise _no("RCPT", refused.code) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise _no(type(error).__name__, cause=_cause_of(error)) from None
        if answer.code != aiosmtplib.SMTPStatus.start_input:
            raise _no("DATA", answer.code) from None

    async def _hand_over(self, server: aiosmtplib.SMTP, message: EmailMessage) -> None:
        """The message and its last line in one, and the answer."""
        whole = _LEADING_DOT.sub(b"..", message.as_bytes(policy=SMTP)) + b".\r\n"
        assert server.protocol is not None
        try:
            server.protocol.write(whole)
            answer = await server.protocol.read_response(timeout=self._timeout_s)
        except (aiosmtplib.SMTPException, OSError) as error:
            raise DeliveryUnknownError(
                f"The mail server did not answer: {type(error).__name__}.", _cause_of(error)
            ) from None
        if answer.code != aiosmtplib.SMTPStatus.completed:
            raise _no("DATA", answer.code) from None


def _no(why: str, code: int = 0, cause: str | None = None) -> StoreUnavailableError:
    """Without what the server said: it may name the address. A `cause` says that the server is lost."""
    kind = UndeliverableError if code in _FOR_GOOD else StoreUnavailableError
    return kind(f"The mail server did not take a message: {why}{f' {code}' if code else ''}.", cause)


def _cause_of(error: Exception) -> str:
    """What this outage is called in logs and metrics."""
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return "sign_in"
    if isinstance(error, aiosmtplib.SMTPTimeoutError | TimeoutError):
        return "timeout"
    if isinstance(error, aiosmtplib.SMTPConnectError | aiosmtplib.SMTPServerDisconnected | OSError):
        return "unreachable"
    return "refused"
