"""Mail by SMTP."""

import re
import ssl
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final

import aiosmtplib

from rondel.server.mail.message import message_of, sender_of
from rondel.server.ports import Go, Mail, Unavailable, Undeliverable, Unknown, Withdrawn

_FOR_GOOD: Final = range(500, 600)
_LEADING_DOT: Final = re.compile(rb"^\.", re.MULTILINE)


class SmtpMailer:
    """Sends each mail over a connection of its own. With `starttls` nothing is sent in the clear.

    A server takes a message with its answer to the last line. All before the message is said first; then `go`
    is asked, and what follows is one write and one answer.
    """

    def __init__(
        self,
        *,
        host: str,
        port: int,
        sender: str,
        user: str | None = None,
        password: str | None = None,
        starttls: bool = True,
        timeout_s: float = 10,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._sender = sender_of(sender)
        self._host, self._port = host, port
        self._user, self._password = user, password
        self._starttls, self._trust = starttls, trust
        self._timeout_s = timeout_s

    async def send(self, mail: Mail, go: Go | None = None) -> None:
        """Send it, or raise Unavailable."""
        try:
            message = message_of(mail, self._sender)
        except ValueError:
            raise Undeliverable("This is not an address that mail can be sent to.") from None
        server = self._server()
        try:
            await self._offer(server, mail.to)
            if go is not None and not await go():
                raise Withdrawn
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
            raise _no(type(error).__name__) from None
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
            raise Unknown(f"The mail server did not answer: {type(error).__name__}.") from None
        if answer.code != aiosmtplib.SMTPStatus.completed:
            raise _no("DATA", answer.code) from None


def _no(why: str, code: int = 0) -> Unavailable:
    """Without what the server said: it may name the address."""
    kind = Undeliverable if code in _FOR_GOOD else Unavailable
    return kind(f"The mail server did not take a message: {why}{f' {code}' if code else ''}.")
