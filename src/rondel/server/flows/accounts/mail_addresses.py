"""Mail addresses as they are kept, and what is kept of a secret."""

import hashlib
from typing import Final

import idna

from rondel.server.errors import ApiError

LONGEST_ADDRESS: Final = 254
LONGEST_LOCAL: Final = 64

_LOCAL: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.!#$%&'*+/=?^_`{|}~-")


def hashed(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def postal(email: str) -> str:
    """The address as it is kept, in small letters and its domain in ASCII; or ApiError."""
    local, at, domain = email.strip(" ").partition("@")
    local = local.lower()
    if not at or not 1 <= len(local) <= LONGEST_LOCAL or not set(local) <= _LOCAL:
        raise ApiError.of("EMAIL_NOT_ALLOWED")
    if "" in local.split(".") or "=?" in local:  # two dots are no address, and an encoded word is a trick
        raise ApiError.of("EMAIL_NOT_ALLOWED")
    address = f"{local}@{postal_domain(domain)}"
    if len(address) > LONGEST_ADDRESS:
        raise ApiError.of("EMAIL_NOT_ALLOWED")
    return address


def postal_domain(domain: str) -> str:
    """The domain in ASCII: at least two labels, and no number for an address of a machine."""
    if not all(char.isprintable() and not char.isspace() for char in domain) or len(domain) > LONGEST_ADDRESS:
        raise ApiError.of("EMAIL_NOT_ALLOWED")
    try:
        ascii_domain = idna.encode(domain, uts46=True, std3_rules=True).decode()
    except (idna.IDNAError, UnicodeError):
        raise ApiError.of("EMAIL_NOT_ALLOWED") from None
    labels = ascii_domain.lower().split(".")
    if len(labels) < 2 or "" in labels or labels[-1].isdigit():
        raise ApiError.of("EMAIL_NOT_ALLOWED")
    return ".".join(labels)
