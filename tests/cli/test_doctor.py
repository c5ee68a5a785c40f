import asyncio
import socket
import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from aiosmtpd.controller import Controller

from rondel.server.maintenance.doctor import is_origin, python_finding
from tests.cli.halted_tables import a_running_table
from tests.cli.invoke import assert_wrong_use, rondel
from tests.contracts.test_mailer import Mailbox, self_signed
from tests.wire.packages import Packages, install_broken_game, install_face

REDIS = "redis://127.0.0.1:6379/0"


def lines(*arguments: str) -> tuple[int, dict[str, str]]:
    """The exit code, and each line by what it is about."""
    result = rondel("doctor", *arguments)
    rows = [line.split(maxsplit=2) for line in result.stdout.splitlines()]
    return result.exit_code, {what.rstrip(":"): f"{verdict} {text}" for verdict, what, text in rows}


def test_where_all_is_well_every_line_is_ok(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)

    code, findings = lines("--database", empty_database, "--redis", REDIS)

    assert code == 0, findings
    assert all(text.startswith("ok ") for what, text in findings.items() if what != "python")
    assert list(findings) == [
        *("python", "database", "clock", "durability", "connections", "migrations", "roles", "privileges"),
        "history",
        *(
            "notices",
            "halted",
            "waiting",
            "record",
            "archive",
            "games",
            "branding",
            "offered",
            "registration",
            "redis",
            "mail",
            "browsers",
            "passkeys",
            "provider",
            "disk",
            "address",
            "origins",
        ),
    ]


def test_what_is_wrong_comes_with_what_to_do(empty_database: str) -> None:
    code, findings = lines("--database", empty_database, "--redis", "redis://127.0.0.1:1")

    assert code == 1
    assert findings["migrations"] == "WRONG the database is empty. Run: rondel migrate"
    assert findings["redis"].startswith("WRONG connection failed: ")
    assert "RONDEL_REDIS_URL" in findings["redis"]
    assert "roles" not in findings


@pytest.mark.parametrize(
    ("version", "is_well"),
    [
        *(((3, 11, 7), False), ((3, 11, 14), False), ((3, 11, 15), True), ((3, 12, 12), False)),
        *(((3, 12, 13), True), ((3, 13, 0), False), ((3, 13, 12), True), ((3, 14, 2), False)),
        *(((3, 14, 3), True), ((3, 15, 0), True), ((4, 0, 0), True)),
    ],
)
def test_67_a_python_whose_mail_headers_can_be_forged_is_warned_of(
    version: tuple[int, int, int], is_well: bool
) -> None:
    finding = python_finding(version)

    assert (finding.do is None) == is_well
    assert finding.is_warning != is_well
    assert ".".join(map(str, version)) in finding.message


def test_a_warning_is_no_reason_to_fail(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 11, 7, "final", 0))
    rondel("migrate", "--database", empty_database)

    code, findings = lines("--database", empty_database, "--redis", REDIS)

    assert findings["python"].startswith("warn 3.11.7: ")
    assert "3.11.15" in findings["python"]
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "WRONG not configured. Set RONDEL_DATABASE_URL"),
        (("--database", "postgresql://127.0.0.1:1/rondel"), "WRONG connection failed: "),
    ],
)
def test_without_a_database_the_rest_is_looked_at_all_the_same(
    arguments: tuple[str, ...], expected: str
) -> None:
    code, findings = lines(*arguments)

    assert code == 1
    assert findings["database"].startswith(expected)
    assert findings["disk"].startswith("ok ")


def test_a_role_that_may_too_much_is_named(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)
    run(empty_database, "GRANT UPDATE ON journal TO rondel_app")

    code, findings = lines("--database", empty_database)

    assert code == 1
    assert findings["privileges"].startswith("WRONG rondel_app may UPDATE journal. Revoke this privilege")


A_NOTICE = """
WITH somebody AS (
    INSERT INTO account (id, name, skeleton, created_at)
    VALUES (gen_random_uuid(), 'Ada', 'ada', 1) RETURNING id
)
INSERT INTO notice (id, key, account_id, kind, channel, due_at, state, message, changed_at)
SELECT gen_random_uuid(), '{state}', id, 'turn', 'mail', {due_at}, '{state}', 'The answer was 554.', now_ms()
FROM somebody
"""


def test_what_was_not_delivered_is_told(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)
    run(empty_database, A_NOTICE.format(state="dead", due_at=1))
    run(empty_database, A_NOTICE.format(state="unknown", due_at=1))

    code, findings = lines("--database", empty_database)

    assert code == 0
    assert findings["notices"] == (
        "ok this week 1 could not be delivered, 1 may not have been; the last: The answer was 554."
    )


def test_what_nobody_delivers_is_wrong(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)
    run(empty_database, A_NOTICE.format(state="waiting", due_at=1))

    code, findings = lines("--database", empty_database)

    assert code == 1
    assert (
        findings["notices"] == "WRONG 1 have waited for over ten minutes. Start a node with RONDEL_JOBS=true."
    )


def test_a_halted_table_is_wrong_and_comes_with_the_command_to_look(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)
    a_running_table(empty_database, message=None)
    assert lines("--database", empty_database)[1]["halted"] == "ok no table"

    for _ in range(2):
        a_running_table(empty_database)
    exit_code, findings = lines("--database", empty_database)

    assert exit_code == 1
    assert findings["halted"] == "WRONG 2 tables stopped by an error. See which and why: rondel tables halted"


def test_a_broken_game_is_wrong_and_the_others_are_named(packages: Packages) -> None:
    assert lines()[1]["games"] == "ok cambio, decks, imperial"
    reason = install_broken_game(packages)

    exit_code, findings = lines()

    assert exit_code == 1
    assert findings["games"] == "ok cambio, decks, imperial"
    assert findings["game"] == (
        f"WRONG torn 1.0, entry point torn = torn_game:GAME: {reason}."
        " Repair or uninstall the package, then restart the server; the others are served without it."
    )


def test_a_broken_bot_is_wrong(packages: Packages) -> None:
    packages.install("bold", bots={"cambio.hard": "nowhere:bold"})

    exit_code, findings = lines()

    assert exit_code == 1
    assert findings["bot"] == (
        "WRONG bold 1.0, entry point cambio.hard = nowhere:bold: Cambio has a bot 'hard' of its own."
        " Repair or uninstall the package, then restart the server; the others play without it."
    )


def test_a_broken_face_is_wrong(packages: Packages) -> None:
    (install_face(packages) / "face.js").unlink()

    exit_code, findings = lines()

    assert exit_code == 1
    assert findings["games"] == "ok cambio, chips, decks, imperial"
    assert findings["face"] == (
        "WRONG chip-box 1.0, entry point chips = chips:FACE: there is no module 'face.js' in"
        f" {packages.folder}/board: build it first."
        " Repair or uninstall the package, then restart the server; its game is shown without it."
    )


def test_running_tables_of_a_game_that_is_gone_are_counted(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)
    a_running_table(empty_database)
    a_running_table(empty_database)
    assert lines("--database", empty_database)[1]["waiting"] == "ok no table waits for its game"

    run(empty_database, "UPDATE game_session SET game = 'torn'")
    exit_code, findings = lines("--database", empty_database)

    assert exit_code == 1
    assert findings["waiting"] == (
        "WRONG tables whose game cannot be loaded: 2 of torn. Install or repair the package, and"
        " restart the server; the tables then resume."
    )


def test_a_record_that_cannot_be_written_is_wrong_and_says_what_to_run(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)
    run(empty_database, f"INSERT INTO projection VALUES ('{UUID(int=7)}', 12, 0, 'cambio: a rule')")

    code, findings = lines("--database", empty_database)

    assert code == 1
    assert findings["record"] == (
        f"WRONG 1 tables cannot be recorded; {UUID(int=7)} after 12: cambio: a rule."
        f" Run: rondel record rebuild --table {UUID(int=7)}"
    )


A_TABLE = """
INSERT INTO game_session (
    id, game, rules, options, option_bytes, seats, code, access, host_id, commitment, created_at, header,
    version
)
VALUES ('{id}', 'cambio', 1, '{{}}', '', 2, 'CODE', 'public', '{id}', '', now(), '', 3);
INSERT INTO projection VALUES ('{id}', 2, 0, NULL);
INSERT INTO journal VALUES ('{id}', 3, '{id}', NULL, 1, '', '', 1, '');
"""


def test_a_record_that_is_behind_is_wrong(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)
    run(empty_database, A_TABLE.format(id=UUID(int=7)))

    code, findings = lines("--database", empty_database)

    assert code == 1
    assert (
        findings["record"]
        == "WRONG 1 tables are behind by over a minute. Start a node with RONDEL_JOBS=true."
    )


def run(url: str, command: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(command)
        finally:
            await connection.close()

    asyncio.run(execute())


@contextmanager
def answering(greeting: bytes) -> Iterator[int]:
    """A port where somebody says this to whoever comes."""

    def answer() -> None:
        connection, _ = server.accept()
        with connection:
            connection.sendall(greeting)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=answer)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


@pytest.mark.parametrize(
    ("greeting", "expected"),
    [
        (b"220 mail.example.org\r\n", "ok 127.0.0.1 answers"),
        (b"HTTP/1.1 400\r\n", "WRONG this host and port is not an SMTP"),
    ],
)
def test_mail_is_well_where_a_mail_server_answers(
    greeting: bytes, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering(greeting) as port:
        monkeypatch.setenv("RONDEL_SMTP_URL", f"smtp://127.0.0.1:{port}")
        _, findings = lines()

    assert findings["mail"].startswith(expected)


@contextmanager
def mail_server(mailbox: Mailbox, **options: Any) -> Iterator[int]:
    """A mail server in a thread of its own, on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    controller = Controller(mailbox, "127.0.0.1", port, **options)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


def test_a_test_mail_is_sent_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    mailbox = Mailbox()
    with mail_server(mailbox) as port:
        monkeypatch.setenv("RONDEL_SMTP_URL", f"smtp+plain://127.0.0.1:{port}")
        monkeypatch.setenv("RONDEL_PUBLIC_URL", "https://games.example.org")

        assert "test-mail" not in lines()[1]
        _, findings = lines("--mail-to", "ada@example.com")

    assert findings["test-mail"].startswith("ok the mail server accepted it for ada@example.com")
    [(_, recipients, message)] = mailbox.taken
    assert recipients == ["ada@example.com"]
    assert "https://games.example.org" in message.as_string()


@pytest.mark.parametrize(
    ("url", "answer", "to", "expected"),
    [
        (None, "", "ada@example.com", "WRONG not sent: there is no mail server. Set RONDEL_SMTP_URL"),
        ("smtp+plain://127.0.0.1:{port}", "554 no", "ada@example.com", "WRONG refused: "),
        ("smtp+plain://127.0.0.1:{port}", "250 OK", "no address", "WRONG refused: This is not an address"),
        (
            "smtp+plain://127.0.0.1:{port}",
            "451 later",
            "ada@example.com",
            "WRONG not sent: The mail server did",
        ),
        ("smtp://127.0.0.1:{port}", "250 OK", "ada@example.com", "WRONG not sent: "),
        ("smtp+plain://u:p@127.0.0.1:{port}", "250 OK", "ada@example.com", "WRONG not sent: "),
        ("smtp+plain://127.0.0.1:1", "", "ada@example.com", "WRONG not sent: "),
    ],
)
def test_a_test_mail_that_is_not_taken_says_why_and_what_to_do(
    url: str | None, answer: str, to: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mail_server(Mailbox(answers=answer)) as port:
        if url is not None:
            monkeypatch.setenv("RONDEL_SMTP_URL", url.format(port=port))
        code, findings = lines("--mail-to", to)

    assert code == 1
    assert findings["test-mail"].startswith(expected)


def test_a_mail_server_that_hangs_up_may_have_taken_the_test_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(Mailbox):
        async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
            server.transport.close()
            return "250 OK"

    with mail_server(Gone()) as port:
        monkeypatch.setenv("RONDEL_SMTP_URL", f"smtp+plain://127.0.0.1:{port}")
        _, findings = lines("--mail-to", "ada@example.com")

    assert findings["test-mail"].startswith("WRONG sent, no confirmation: ")


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_mail_server_with_tls_from_the_start_is_greeted_in_tls(
    is_trusted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, key = self_signed(tmp_path)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(made, key)
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(made))
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=_greet_in_tls, args=(server, own))
        thread.start()
        monkeypatch.setenv("RONDEL_SMTP_URL", f"smtps://127.0.0.1:{server.getsockname()[1]}")
        _, findings = lines()
        thread.join()

    assert findings["mail"].startswith("ok 127.0.0.1 answers" if is_trusted else "WRONG connection failed: ")


def _greet_in_tls(server: socket.socket, own: ssl.SSLContext) -> None:
    connection, _ = server.accept()
    with suppress(OSError), connection, own.wrap_socket(connection, server_side=True) as talk:
        talk.sendall(b"220 mail.example.org\r\n")
        talk.recv(1)


@pytest.mark.parametrize(
    ("variables", "what", "expected"),
    [
        (
            {"PUBLIC_URL": "http://games.example.org"},
            "address",
            "WRONG http://games.example.org is plain http",
        ),
        (
            {"PUBLIC_URL": "https://games.example.org", "ORIGINS": "https://example.org"},
            "origins",
            "WRONG missing https://games.example.org",
        ),
        ({"PUBLIC_URL": "https://games.example.org"}, "origins", "ok https://games.example.org"),
        (
            {"ORIGINS": "https://games.example.org/"},
            "origins",
            "WRONG https://games.example.org/ is not an origin",
        ),
        ({"SMTP_URL": "smtp://127.0.0.1:1"}, "mail", "WRONG connection failed"),
        (
            {"ARCHIVE": "file:///nowhere"},
            "archive",
            "WRONG the archive /nowhere is no directory",
        ),
        ({}, "archive", "ok not configured"),
    ],
)
def test_settings_that_cannot_work_are_named(
    variables: dict[str, str], what: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(f"RONDEL_{name}", value)

    assert lines()[1][what].startswith(expected)


def test_a_variable_that_is_no_setting_is_answered_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_PROT", "80")

    assert_wrong_use(rondel("doctor"), "RONDEL_PROT is not a setting")


@pytest.mark.parametrize("origin", ["https://a.example", "http://localhost:8000", "http://[::1]:8000"])
def test_an_origin_is_scheme_host_and_port(origin: str) -> None:
    assert is_origin(origin)
    assert not is_origin(origin + "/")
    assert not is_origin(origin.partition("//")[2])
