"""What leaves this server for addresses that people have named: where it may go, and that it arrives."""

import asyncio
import json
import socket
import ssl
import subprocess
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from rondel.server.adapters.http_client.guard import Guard
from rondel.server.adapters.http_client.hooks import PostedHooks
from rondel.server.adapters.http_client.push import WebPusher, encoded, new_keys
from rondel.server.adapters.http_client.request import HttpSender
from rondel.server.ports.alerts import Device
from rondel.server.ports.messages import DeliveryCancelledError, DeliveryUnknownError, UndeliverableError
from rondel.server.ports.value import StoreUnavailableError
from tests.server.receivers import LOOPBACK, Browser, Receiver, no, receiving, unbased, vouched, yes

INSIDE = (
    *("127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "192.0.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a00:1::", "64:ff9b:1::a00:1"),
    # what some versions of Python take for global, or still do
    *("fec0::1", "feff:ffff::1", "3fff::1", "3fff:fff:ffff::1", "5f00::1", "100::1", "100:0:0:1::1"),
    *("192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.0.255", "192.88.99.1", "198.19.255.255", "0.1.2.3"),
    *("2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::1", "::7f00:1", "::a00:1"),
    *("::ffff:0:127.0.0.1", "4000::1", "e000::1", "2002:c000:8::", "64:ff9b::c000:8"),
)
OUTSIDE = (
    "2a00:1450::1",
    "3ffe:ffff::1",
    "192.0.1.1",
    "192.88.98.1",
    "1.1.1.1",
    "162.159.128.233",
    "2606:4700:4700::1111",
    "::ffff:1.1.1.1",
    "64:ff9b::101:101",
)


@pytest.mark.parametrize("address", INSIDE)
def test_nothing_goes_inside(address: str) -> None:
    assert not Guard().lets(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(ValueError, match="not public"):
        Guard().check(f"https://{host}/hook")


@pytest.mark.parametrize("address", OUTSIDE)
def test_what_is_public_is_let_through(address: str) -> None:
    assert Guard().lets(ip_address(address))
    assert not Guard().lets(ip_address(address), is_tls=False)


@pytest.mark.parametrize(
    "url",
    [
        *(
            "",
            "discord.com",
            "http://discord.com/x",
            "ftp://discord.com/x",
            "https:///x",
            "https://",
            "file:///etc",
        ),
        *(
            "https://user@discord.com/",
            "https://a:b@discord.com/",
            "https://discord.com/#x",
            "//discord.com/x",
        ),
        *(
            "https://discord.com\\@10.0.0.1/",
            "https://dis cord.com/",
            "https://discord.com/\r\nX: y",
            "https://é.com",
        ),
        *(
            "https://discord.com:0/",
            "https://discord.com:99999/",
            "https://[::1/",
            f"https://discord.com/{'x' * 2000}",
        ),
        *("https://2130706433.1.1.1.1.", "javascript:alert(1)"),
    ],
)
async def test_what_is_no_address_is_refused(url: str) -> None:
    if url != "https://2130706433.1.1.1.1.":  # a name that nobody has
        with pytest.raises(ValueError):  # noqa: PT011 - any of its sentences
            Guard().check(url)
    with pytest.raises(StoreUnavailableError):
        await Guard().place(url)


@pytest.mark.parametrize("name", ["127.1", "0x7f.1", "2130706433", "017700000001", "localhost", "0"])
async def test_other_spellings_of_this_machine_lead_nowhere(name: str) -> None:
    with pytest.raises(StoreUnavailableError):
        await Guard().place(f"https://{name}/hook")


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: Sequence[str]) -> list[str]:
    """From now on every name has these addresses, at each asking the next ones; gives what was asked."""
    hosts: list[str] = []

    async def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        hosts.append(host)
        found = answers[min(len(hosts), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
    return hosts


async def test_one_address_inside_among_many_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, ["1.1.1.1", "10.0.0.1"])

    with pytest.raises(UndeliverableError):
        await Guard().place("https://hooks.example.org/")


async def test_a_name_that_changes_its_mind_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = resolving(monkeypatch, ["1.1.1.1"], ["10.0.0.1"])

    place = await Guard().place("https://hooks.example.org/path?query=1")

    assert (place.address, place.host, place.port) == ("1.1.1.1", "hooks.example.org", 443)
    assert place.target == "/path?query=1"
    assert hosts == ["hooks.example.org"]


def hooks(**options: Any) -> PostedHooks:
    return PostedHooks(HttpSender(Guard(LOOPBACK), **options))


async def test_a_hook_is_posted_as_json_with_its_id() -> None:
    notice = uuid4()

    async with receiving(Receiver()) as receiver:
        await hooks().post(receiver.url, b'{"content":"Hello"}', id=notice, go=yes)

    [request] = receiver.taken
    assert (request.method, request.target, request.body) == ("POST", "/hook?id=7", b'{"content":"Hello"}')
    assert request.headers["content-type"] == "application/json"
    assert request.headers["idempotency-key"] == str(notice)
    assert request.headers["host"] == f"127.0.0.1:{receiver.port}"


async def test_without_leave_nothing_is_posted_to_this_machine() -> None:
    async with receiving(Receiver()) as receiver:
        with pytest.raises(UndeliverableError):
            await PostedHooks(HttpSender(Guard())).post(receiver.url, b"{}", id=uuid4(), go=yes)

    assert receiver.connections == 0


async def test_what_was_withdrawn_at_the_last_moment_is_not_posted() -> None:
    async with receiving(Receiver()) as receiver:
        with pytest.raises(DeliveryCancelledError):
            await hooks().post(receiver.url, b"{}", id=uuid4(), go=no)

    assert receiver.taken == []


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *((429, StoreUnavailableError), (500, StoreUnavailableError), (503, StoreUnavailableError)),
        *(
            (301, UndeliverableError),
            (307, UndeliverableError),
            (401, UndeliverableError),
            (404, UndeliverableError),
        ),
    ],
)
async def test_a_no_is_for_now_or_for_good_and_nobody_is_sent_elsewhere(status: int, kind: type) -> None:
    async with receiving(Receiver()) as elsewhere:
        away = Receiver(status=status, headers={"Location": elsewhere.url})
        async with receiving(away) as receiver:
            with pytest.raises(StoreUnavailableError) as answer:
                await hooks().post(receiver.url, b"{}", id=uuid4(), go=yes)

    assert type(answer.value) is kind
    assert elsewhere.connections == 0


async def test_where_nobody_listens_it_may_be_tried_again(unused_tcp_port: int) -> None:
    calls = []

    async def go() -> bool:
        calls.append(True)
        return True

    with pytest.raises(StoreUnavailableError) as answer:
        await hooks().post(f"http://127.0.0.1:{unused_tcp_port}/", b"{}", id=uuid4(), go=go)

    assert type(answer.value) is StoreUnavailableError
    assert calls == []


async def test_one_who_never_answers_may_have_taken_it() -> None:
    silent = Receiver()
    silent.is_silent = True

    async with receiving(silent) as receiver:
        with pytest.raises(DeliveryUnknownError):
            await hooks(timeout_s=0.2).post(receiver.url, b"{}", id=uuid4(), go=yes)

    assert len(silent.taken) == 1


async def test_an_endless_answer_is_not_read() -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                writer.write(b"X-More: " + b"x" * 1000 + b"\r\n")
                await writer.drain()
        except OSError:
            writer.close()

    server = await asyncio.start_server(endless, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(DeliveryUnknownError):
            await hooks(timeout_s=5).post(f"http://127.0.0.1:{port}/", b"{}", id=uuid4(), go=yes)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    made, key = folder / "certificate.pem", folder / "key.pem"
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    subject = ("-days", "2", "-subj", "/CN=hooks", "-addext", "subjectAltName=DNS:hooks.example.org")
    command = ["openssl", "req", "-x509", *curve, "-keyout", str(key), "-out", str(made), *subject]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


@pytest.mark.parametrize("name", ["hooks.example.org", "other.example.org"])
async def test_over_tls_the_name_must_be_the_certificates(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(*certificate)
    trust = ssl.create_default_context(cafile=str(certificate[0]))
    resolving(monkeypatch, ["127.0.0.1"])

    async with receiving(Receiver(), tls=own) as receiver:
        posting = hooks(trust=trust).post(f"https://{name}:{receiver.port}/x", b"{}", id=uuid4(), go=yes)
        if name == "hooks.example.org":
            await posting
        else:
            with pytest.raises(StoreUnavailableError):
                await posting

    assert len(receiver.taken) == (name == "hooks.example.org")


WATERMELON = b"When I grow up, I want to be a watermelon"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_browser_of_these_tests_opens_the_example_of_the_standard() -> None:
    """RFC 8291, section 5."""
    number = int.from_bytes(unbased("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    browser = Browser(ec.derive_private_key(number, ec.SECP256R1()), unbased("BTBZMqHH6r4Tts7J_aSIgg"))

    assert browser.opened(unbased(SEALED)) == WATERMELON


def a_device(browser: Browser, receiver: Receiver) -> Device:
    endpoint = f"http://127.0.0.1:{receiver.port}/push/abc"
    return Device(uuid4(), uuid4(), endpoint, browser.p256dh, browser.auth, "Firefox", 0)


async def test_a_push_is_signed_by_the_server_and_opened_by_the_browser_alone() -> None:
    browser, other = Browser(), Browser()
    key, public = new_keys()
    pusher = WebPusher(HttpSender(Guard(LOOPBACK)), key=key, contact="mailto:rondel@example.org")
    note = json.dumps({"title": "Your turn in Imperial"}).encode()

    async with receiving(Receiver(status=201)) as receiver:
        await pusher.push(a_device(browser, receiver), note, topic="a" * 32, go=yes)

    [request] = receiver.taken
    claims = vouched(request.headers["authorization"], audience=f"http://127.0.0.1:{receiver.port}")
    assert (claims["sub"], claims["k"]) == ("mailto:rondel@example.org", public)
    assert pusher.public_key == public
    assert request.target == "/push/abc"
    assert request.headers["content-encoding"] == "aes128gcm"
    assert (request.headers["topic"], request.headers["ttl"]) == ("a" * 32, "86400")
    assert browser.opened(request.body) == note
    assert b"Imperial" not in request.body
    with pytest.raises(InvalidTag):
        other.opened(request.body)


@pytest.mark.parametrize(
    ("status", "kind"), [(404, UndeliverableError), (410, UndeliverableError), (429, StoreUnavailableError)]
)
async def test_a_browser_that_is_gone_is_for_good(status: int, kind: type) -> None:
    pusher = WebPusher(HttpSender(Guard(LOOPBACK)), key=new_keys()[0], contact="mailto:rondel@example.org")

    async with receiving(Receiver(status=status)) as receiver:
        with pytest.raises(StoreUnavailableError) as answer:
            await pusher.push(a_device(Browser(), receiver), b"{}", topic="t", go=yes)

    assert type(answer.value) is kind


async def test_keys_that_are_none_and_a_server_without_one_are_for_good() -> None:
    courier = HttpSender(Guard(LOOPBACK))
    async with receiving(Receiver()) as receiver:
        device = a_device(Browser(), receiver)
        bad = Device(device.id, device.account, device.endpoint, b"\x04" + bytes(64), device.auth, "", 0)
        with pytest.raises(UndeliverableError):
            await WebPusher(courier, key=new_keys()[0], contact="mailto:a@example.org").push(
                bad, b"{}", topic="t", go=yes
            )
        with pytest.raises(UndeliverableError):
            await WebPusher(courier, key=None, contact="").push(device, b"{}", topic="t", go=yes)

    assert receiver.connections == 0
    assert WebPusher(courier, key=None, contact="").public_key is None
    assert encoded(b"\xff\xfe") == "__4"
