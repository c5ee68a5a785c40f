"""Other people's servers, for real on loopback: one that takes webhooks, one that is a push service."""

import asyncio
import base64
import json
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import h11
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LOOPBACK = ("127.0.0.0/8", "::1/128")


class Request(NamedTuple):
    """What was asked of a receiver."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """An HTTP server that keeps what it is sent and answers as it is told."""

    def __init__(
        self, *, status: int = 204, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> None:
        self.status = status
        self.headers = headers or {}
        self.body = body
        self.taken: list[Request] = []
        self.connections = 0
        self.port = 0
        self.is_silent = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?id=7"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            request = await _read(reader)
            if request is not None:
                self.taken.append(request)
                if self.is_silent:
                    await reader.read()
                else:
                    writer.write(self._answer())
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    def _answer(self) -> bytes:
        connection = h11.Connection(h11.SERVER)
        headers = {"Content-Length": "0", "Connection": "close", **self.headers}
        connection.receive_data(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        while connection.next_event() is not h11.NEED_DATA and connection.their_state is not h11.DONE:
            pass
        return connection.send(h11.Response(status_code=self.status, headers=list(headers.items()))) or b""


async def _read(reader: asyncio.StreamReader) -> Request | None:
    connection, body, head = h11.Connection(h11.SERVER), b"", None
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            received = await reader.read(4096)
            if not received:
                return None
            connection.receive_data(received)
        elif isinstance(event, h11.Request):
            head = event
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage) and head is not None:
            headers = {name.decode().lower(): value.decode() for name, value in head.headers}
            return Request(head.method.decode(), head.target.decode(), headers, body)


@asynccontextmanager
async def receiving(receiver: Receiver, *, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=tls)
    async with server:
        receiver.port = server.sockets[0].getsockname()[1]
        yield receiver


class Browser:
    """A browser that has subscribed: its keys, and how it opens what it is sent (RFC 8291)."""

    def __init__(
        self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"a secret of 16 b"
    ) -> None:
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth
        self.p256dh = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def opened(self, sealed: bytes) -> bytes:
        """Written from the standard, so that it would find a mistake of the library that seals."""
        salt, size, length = sealed[:16], int.from_bytes(sealed[16:20], "big"), sealed[20]
        sender, content = sealed[21 : 21 + length], sealed[21 + length :]
        assert len(content) <= size
        shared = self._private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        info = b"WebPush: info\0" + self.p256dh + sender
        key = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        content_key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        padded = AESGCM(content_key).decrypt(nonce, content, None).rstrip(b"\0")
        assert padded[-1:] == b"\2", "the last record ends so"
        return padded[:-1]


def vouched(authorization: str, *, audience: str) -> dict[str, Any]:
    """Who signed for a push, checked as a push service does (RFC 8292); the claims and the key."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme.lower() == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = unbased(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unbased(parts["k"]))
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(unbased(head))["alg"] == "ES256"
    payload: dict[str, Any] = json.loads(unbased(claims))
    assert payload["aud"] == audience
    assert time.time() < payload["exp"] <= time.time() + 24 * 3600
    return {**payload, "k": parts["k"]}


def unbased(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def yes() -> bool:
    return True


async def no() -> bool:
    return False
