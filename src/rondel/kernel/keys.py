"""Keys derived from a table's secret: one for each use, so that no use reveals another."""

import hmac


def derived_key(secret: bytes, purpose: str) -> bytes:
    """Return the key for one use of the secret, such as "luck" or "seal"."""
    return hmac.digest(secret, f"rondel {purpose} 1".encode(), "sha256")
