"""The port Mailer: over a real SMTP server, and in memory."""

import asyncio
import email.policy
import random
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from structlog.testing import capture_logs

from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.adapters.mail.message import head_of, message_of, sender_of
from rondel.server.adapters.mail.smtp import SmtpMailer
from rondel.server.ports.messages import (
    DeliveryCancelledError,
    DeliveryUnknownError,
    Mail,
    Mailer,
    UndeliverableError,
)
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.reach import Reach
from tests.sample import size

SENDER = "Rondel <rondel@example.org>"
MAIL = Mail(to="anna@example.com", subject="Hallo Jürgen", text="Grüße\n", html="<p>Grüße</p>")


class Mailbox:
    """What an SMTP server was given."""

    def __init__(self, *, answers: str = "250 OK") -> None:
        self.answers = answers
        self.taken: list[tuple[str | None, list[str], EmailMessage]] = []
        self.users: list[bytes] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.taken.append((envelope.mail_from, envelope.rcpt_tos, parsed(envelope.content)))
        return self.answers

    def admits(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, auth: Any
    ) -> AuthResult:
        self.users.append(auth.login)
        return AuthResult(success=auth.password == b"secret")


def parsed(content: bytes) -> EmailMessage:
    message = BytesParser(policy=email.policy.default).parsebytes(content)
    assert isinstance(message, EmailMessage)
    return message


@asynccontextmanager
async def listening(
    mailbox: Mailbox, *, over: ssl.SSLContext | None = None, port: int = 0, **options: Any
) -> AsyncIterator[int]:
    loop = asyncio.get_running_loop()
    talks: list[SMTP] = []

    def talk() -> SMTP:
        talks.append(SMTP(mailbox, loop=loop, hostname="test", **options))
        return talks[-1]

    server = await loop.create_server(talk, "127.0.0.1", port, ssl=over)
    async with server:
        yield server.sockets[0].getsockname()[1]
    for _ in range(100):
        if all(each.transport is None for each in talks):
            break
        await asyncio.sleep(0.01)


def by_smtp(port: int, **options: Any) -> SmtpMailer:
    return SmtpMailer(
        host="127.0.0.1", port=port, sender=SENDER, **{"starttls": False, "timeout_s": 5, **options}
    )


async def test_a_mail_arrives_as_it_was_written() -> None:
    mailbox = Mailbox()

    async with listening(mailbox) as port:
        mailer: Mailer = by_smtp(port)
        await mailer.send(MAIL)

    [(sender, recipients, message)] = mailbox.taken
    assert (sender, recipients) == ("rondel@example.org", ["anna@example.com"])
    assert (message["From"], message["To"]) == (SENDER, MAIL.to)
    assert message["Subject"] == MAIL.subject
    assert message["Auto-Submitted"] == "auto-generated"
    text, html = message.iter_parts()
    assert isinstance(text, EmailMessage)
    assert isinstance(html, EmailMessage)
    assert text.get_content().replace("\r\n", "\n") == MAIL.text
    assert html.get_content().strip() == MAIL.html


async def test_memory_keeps_the_newest_and_says_nothing_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    memory = MemoryMailer(keep=2)
    mailer: Mailer = memory

    for number in range(3):
        await mailer.send(Mail(f"anna{number}@example.com", "Hello", "secret", "secret"))

    assert [mail.to for mail in memory.sent] == ["anna1@example.com", "anna2@example.com"]
    captured = capsys.readouterr()
    assert "anna" not in captured.out + captured.err
    assert "secret" not in captured.out + captured.err


async def test_a_server_that_is_not_there_is_unavailable(unused_tcp_port: int) -> None:
    with pytest.raises(StoreUnavailableError):
        await by_smtp(unused_tcp_port).send(MAIL)


@pytest.mark.parametrize("answer", ["451 later", "554 no", "421 busy"])
async def test_a_server_that_refuses_is_unavailable_and_the_error_names_nobody(answer: str) -> None:
    mailbox = Mailbox(answers=f"{answer} {MAIL.to}")

    async with listening(mailbox) as port:
        with pytest.raises(StoreUnavailableError) as unavailable:
            await by_smtp(port).send(MAIL)

    assert "anna" not in str(unavailable.value)
    assert unavailable.value.__cause__ is None
    assert unavailable.value.__suppress_context__


async def test_a_server_that_never_answers_is_unavailable() -> None:
    gone = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        await writer.wait_closed()
        gone.set()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    async with server:
        with pytest.raises(StoreUnavailableError):
            await by_smtp(server.sockets[0].getsockname()[1], timeout_s=0.2).send(MAIL)
        await gone.wait()


class SendGate:
    """The last moment: what it says, and how much the server had been given by then."""

    def __init__(self, mailbox: Mailbox, answer: bool) -> None:
        self.mailbox, self.answer, self.at = mailbox, answer, list[int]()

    async def __call__(self) -> bool:
        self.at.append(len(self.mailbox.taken))
        return self.answer


@pytest.mark.parametrize("adapter", ["smtp", "memory"])
@pytest.mark.parametrize("answer", [True, False])
async def test_nothing_is_handed_over_before_the_last_moment(adapter: str, answer: bool) -> None:
    mailbox = Mailbox()
    go = SendGate(mailbox, answer)

    async with listening(mailbox) as port:
        memory = MemoryMailer()
        mailer: Mailer = by_smtp(port) if adapter == "smtp" else memory
        if answer:
            await mailer.send(MAIL, go)
        else:
            with pytest.raises(DeliveryCancelledError):
                await mailer.send(MAIL, go)

    assert go.at == [0]
    assert len(mailbox.taken) + len(memory.sent) == answer


@pytest.mark.parametrize(
    ("answer", "kind"), [("451 later", StoreUnavailableError), ("554 no", UndeliverableError)]
)
async def test_a_refusal_is_for_now_or_for_good(answer: str, kind: type) -> None:
    async with listening(Mailbox(answers=answer)) as port:
        with pytest.raises(StoreUnavailableError) as unavailable:
            await by_smtp(port).send(MAIL)

    assert type(unavailable.value) is kind


async def test_an_address_that_is_none_or_is_refused_is_for_good() -> None:
    class Picky(Mailbox):
        async def handle_RCPT(self, *_: Any) -> str:  # noqa: N802
            return "550 nobody of that name"

    async with listening(Picky()) as port:
        with pytest.raises(UndeliverableError):
            await by_smtp(port).send(MAIL)
        with pytest.raises(UndeliverableError):
            await by_smtp(port).send(Mail("no address", "Hello", "", ""))


async def test_a_line_that_is_a_dot_does_not_end_a_message() -> None:
    mailbox, text = Mailbox(), ".\nFrom here\n..on\n.\n"

    async with listening(mailbox) as port:
        await by_smtp(port).send(Mail(MAIL.to, "Dots", text, "<p>.</p>"))

    [(_, _, message)] = mailbox.taken
    [first, _] = message.iter_parts()
    assert isinstance(first, EmailMessage)
    assert first.get_content().replace("\r\n", "\n") == text


async def test_a_server_that_hangs_up_after_the_message_may_have_taken_it() -> None:
    class Gone(Mailbox):
        async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
            assert server.transport is not None
            server.transport.close()
            return "250 OK"

    async with listening(Gone()) as port:
        with pytest.raises(DeliveryUnknownError):
            await by_smtp(port).send(MAIL)


async def test_a_mail_has_its_own_id_and_says_how_to_stop_such_mail() -> None:
    mailbox = Mailbox()
    stop = "https://rondel.example.org/api/stop-mail/abc_-"

    async with listening(mailbox) as port:
        for _ in range(2):
            await by_smtp(port).send(Mail(MAIL.to, "Hi", "", "", id="notice-7", unsubscribe=stop))

    for _, _, message in mailbox.taken:
        assert message["Message-ID"] == "<notice-7@example.org>"
        assert message["List-Unsubscribe"] == f"<{stop}>"
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


async def test_without_tls_nothing_is_sent_where_tls_was_asked_for() -> None:
    mailbox = Mailbox()

    async with listening(mailbox) as port:
        with pytest.raises(StoreUnavailableError):
            await by_smtp(port, starttls=True).send(MAIL)

    assert mailbox.taken == []


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return self_signed(tmp_path_factory.mktemp("tls"))


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1, and its key."""
    key, made = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
            ),
            *("-keyout", str(key), "-out", str(made), "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
        ],
        check=True,
        capture_output=True,
    )
    return made, key


@pytest.mark.parametrize("password", ["secret", "wrong"])
async def test_user_and_password_go_over_tls(certificate: tuple[Path, Path], password: str) -> None:
    mailbox = Mailbox()
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(*certificate)
    trust = ssl.create_default_context(cafile=str(certificate[0]))

    async with listening(
        mailbox, tls_context=own, require_starttls=True, authenticator=mailbox.admits, auth_required=True
    ) as port:
        mailer = by_smtp(port, starttls=True, user="rondel", password=password, trust=trust, timeout_s=2)
        if password == "secret":
            await mailer.send(MAIL)
        else:
            with pytest.raises(StoreUnavailableError):
                await mailer.send(MAIL)

    assert len(mailbox.taken) == (password == "secret")
    assert set(mailbox.users) == {b"rondel"}


async def test_a_certificate_nobody_vouches_for_is_unavailable(certificate: tuple[Path, Path]) -> None:
    mailbox = Mailbox()
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(*certificate)

    async with listening(mailbox, tls_context=own) as port:
        with pytest.raises(StoreUnavailableError):
            await by_smtp(port, starttls=True).send(MAIL)

    assert mailbox.taken == []


async def test_an_address_with_tls_from_the_start_is_spoken_to_in_tls(
    certificate: tuple[Path, Path],
) -> None:
    mailbox = Mailbox()
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(*certificate)
    trust = ssl.create_default_context(cafile=str(certificate[0]))

    async with listening(mailbox, over=own, authenticator=mailbox.admits, auth_require_tls=False) as port:
        url = f"smtps://rondel:secret@127.0.0.1:{port}"
        await SmtpMailer.at(url, sender=SENDER, trust=trust, timeout_s=5).send(MAIL)

    assert len(mailbox.taken) == 1
    assert mailbox.users == [b"rondel"]


@pytest.mark.parametrize(
    ("url", "port"),
    [
        ("smtp://mail.example.org", 587),
        ("smtps://mail.example.org", 465),
        ("smtp+plain://mail.example.org", 587),
        ("smtps://mail.example.org:2465", 2465),
    ],
)
def test_each_kind_of_address_has_its_usual_port(url: str, port: int) -> None:
    assert SmtpMailer.at(url, sender=SENDER)._port == port


async def test_what_became_of_each_mail_is_counted_and_an_outage_is_one_pair_of_lines() -> None:
    became: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    mailer = by_smtp(port, count=became.append, reach=Reach("smtp", quiet_s=0))

    with capture_logs() as logs:
        for _ in range(2):
            with pytest.raises(StoreUnavailableError):
                await mailer.send(MAIL)
        async with listening(Mailbox(answers="451 later"), port=port):
            with pytest.raises(StoreUnavailableError):
                await mailer.send(MAIL)
        async with listening(Mailbox(), port=port):
            await mailer.send(MAIL)
            await mailer.send(MAIL)
        async with listening(Mailbox(answers="554 no"), port=port):
            with pytest.raises(UndeliverableError):
                await mailer.send(MAIL)

    assert became == ["failed", "failed", "failed", "sent", "sent", "refused"]
    assert [(line["event"], line["cause"]) for line in logs] == [
        ("smtp.lost", "unreachable"),
        ("smtp.back", "unreachable"),
    ]


HEAD = [b"From", b"To", b"Subject", b"Date", b"Message-ID", b"Auto-Submitted"]

PIECES = (
    *("\r\n", "\n", "\r", "\x00", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "%0a", "%0d%0a", "\\n", "=0A"),
    *("Bcc: all@example.net", "To: b@example.net", "Subject: x", "Cc: c@example.net", "\r\n\r\nbody", "Anna"),
    *(
        "=?utf-8?q?=0ABcc:_x@example.net?=",
        "=?utf-8?q?=0aBcc=3ax?=",
        "<",
        ">",
        ",",
        ";",
        '"',
        "(",
        ")",
        "@",
        " ",
        "\t",
        "ü",
        "é" * 9,
    ),
    *("x" * 80, "\u202e", "🎲", "a@example.net", "\n .\n", "\r\n.\r\n", ":", "[", "]", "\udc80"),
)


def nasty_names(count: int) -> Iterator[str]:
    dice = random.Random(67)
    for _ in range(count):
        yield "".join(dice.choices(PIECES, k=dice.randint(1, 4)))


def headers(message: EmailMessage) -> list[bytes]:
    """The names of a message's headers, as they stand on the wire."""
    head, _, _ = message.as_bytes().partition(b"\n\n")
    assert not set(head) & set(b"\r\x00\x0b\x0c\x85")
    return [line.partition(b":")[0] for line in head.split(b"\n") if line[:1] not in (b" ", b"\t")]


def test_thousands_of_nasty_names_add_no_header() -> None:
    sender, refused, count = sender_of(SENDER), 0, size(1_000, nightly=10_000)

    for name in nasty_names(count):
        subject = head_of(Mail("anna@example.com", f"{name} invites you", "", ""), sender)
        assert headers(subject) == HEAD
        try:
            recipient = head_of(Mail(name, "Hello", "", ""), sender)
        except ValueError:
            refused += 1
        else:
            assert headers(recipient) == HEAD

    assert refused > 0.9 * count


def test_a_whole_message_has_one_to_and_one_subject() -> None:
    for name in nasty_names(100):
        message = parsed(
            message_of(Mail("anna@example.com", name, "text", "html"), sender_of(SENDER)).as_bytes()
        )

        assert message.get_all("To") == ["anna@example.com"]
        assert len(message.get_all("Subject", [])) == 1
        assert [part.get_content_type() for part in message.walk()] == [
            *("multipart/alternative", "text/plain", "text/html")
        ]
