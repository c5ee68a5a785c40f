"""An authenticator in software: it makes passkeys and signs with them, by the standard, as a phone does."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    """As it is written in JSON."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(data: str) -> bytes:
    """What is written in JSON."""
    return urlsafe_b64decode(data + "=" * (-len(data) % 4))


@dataclass
class Authenticator:
    """One passkey. What it says of itself can be changed: its origin, its counter, its owner."""

    origin: str
    rp_id: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user_handle: bytes = b""
    count: int = 0
    flags: int = PRESENT | VERIFIED

    def create(self, options: dict[str, Any], name: str = "My phone") -> dict[str, str]:
        """The answer to the options of `navigator.credentials.create`."""
        self.user_handle = read(options["user"]["id"])
        attested = bytes(16) + len(self.credential_id).to_bytes(2) + self.credential_id + self._public()
        data = self._data(self.flags | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "name": name,
            "clientData": text(self._client("webauthn.create", options["challenge"])),
            "attestation": text(attestation),
        }

    def sign(self, options: dict[str, Any]) -> dict[str, str]:
        """The answer to the options of `navigator.credentials.get`."""
        self.count += 1
        data, client = self._data(self.flags), self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": text(self.credential_id),
            "clientData": text(client),
            "authenticatorData": text(data),
            "signature": text(signature),
            "userHandle": text(self.user_handle),
        }

    def _public(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()
