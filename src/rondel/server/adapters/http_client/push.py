"""Web Push: a message encrypted for one browser (RFC 8291), signed by the server (RFC 8292)."""

import base64
import os
import time
from typing import Any, Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from rondel.server.adapters.http_client.hooks import judge
from rondel.server.adapters.http_client.request import HttpSender
from rondel.server.ports.alerts import Device
from rondel.server.ports.messages import Go, UndeliverableError

LIVES_S: Final = 24 * 3600
SIGNED_S: Final = 12 * 3600
_GONE: Final = frozenset((400, 401, 403, 404, 410, 413))


class WebPusher:
    """Sender to the push services of browsers. `key` is the private key that `rondel vapid` creates."""

    def __init__(self, courier: HttpSender, *, key: str | None, contact: str) -> None:
        self._courier = courier
        self._vapid = None if key is None else Vapid02.from_raw(key.encode())
        self._contact = contact

    @property
    def public_key(self) -> str | None:
        """Return the public key with which a browser subscribes; None without a key."""
        return None if self._vapid is None else encoded(_point(self._vapid.private_key))

    async def push(self, device: Device, note: bytes, *, topic: str, go: Go) -> None:
        """Send a message. Until it is delivered, a newer one of the same topic replaces it."""
        if self._vapid is None:
            raise UndeliverableError("This server has no key for Web Push.")
        headers = {
            **self._vapid.sign(self._claims(device.endpoint)),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(LIVES_S),
            "Urgency": "high",
            "Topic": topic,
        }
        answer = await self._courier.post(device.endpoint, headers, sealed(device, note), go)
        judge(answer.status, _GONE)

    def _claims(self, endpoint: str) -> dict[str, Any]:
        service = urlsplit(endpoint)
        return {
            "aud": f"{service.scheme}://{service.netloc}",
            "exp": int(time.time()) + SIGNED_S,
            "sub": self._contact,
        }


def sealed(device: Device, note: bytes) -> bytes:
    """Return the message encrypted for this device."""
    try:
        content: bytes = http_ece.encrypt(
            note,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=device.p256dh,
            auth_secret=device.auth,
            version="aes128gcm",
        )
    except (ValueError, http_ece.ECEException):
        raise UndeliverableError("Invalid push subscription keys.") from None
    return content


def new_keys() -> tuple[str, str]:
    """Create a key pair: the private key for this server, and its public key."""
    private = ec.generate_private_key(ec.SECP256R1())
    number = private.private_numbers().private_value
    return encoded(number.to_bytes(32, "big")), encoded(_point(private))


def encoded(raw: bytes) -> str:
    """Encode bytes in base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _point(private: ec.EllipticCurvePrivateKey) -> bytes:
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
