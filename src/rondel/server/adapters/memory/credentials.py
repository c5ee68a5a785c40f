"""Passkeys, identities and challenges in memory."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from rondel.kernel import Ms
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.credentials import Challenge, ChallengeKind, Identity, Passkey


class MemoryCredentials:
    """The passkeys, identities and challenges of a cell."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        known = self._cell.passkeys.values()
        if any(each.credential_id == passkey.credential_id for each in known):
            return False
        if len(await self.passkeys(passkey.account)) >= most:
            return False
        self._cell.passkeys[passkey.id] = passkey
        return True

    async def passkeys(self, account: UUID) -> Sequence[Passkey]:
        own = (each for each in self._cell.passkeys.values() if each.account == account)
        return sorted(own, key=lambda each: (each.created_at, each.id))

    async def passkey(self, credential_id: bytes) -> Passkey | None:
        known = self._cell.passkeys.values()
        return next((each for each in known if each.credential_id == credential_id), None)

    async def use_passkey(self, passkey: UUID, sign_count: int, *, now: Ms) -> bool:
        known = self._cell.passkeys.get(passkey)
        if known is None or not (sign_count > known.sign_count or sign_count == known.sign_count == 0):
            return False
        self._cell.passkeys[passkey] = msgspec.structs.replace(known, sign_count=sign_count, used_at=now)
        return True

    async def remove_passkey(self, account: UUID, passkey: UUID) -> bool:
        known = self._cell.passkeys.get(passkey)
        if known is None or known.account != account:
            return False
        del self._cell.passkeys[passkey]
        return True

    async def add_identity(self, identity: Identity) -> bool:
        key = (identity.issuer, identity.subject)
        own = await self.identities(identity.account)
        if key in self._cell.identities or any(each.issuer == identity.issuer for each in own):
            return False
        self._cell.identities[key] = identity
        return True

    async def identity(self, issuer: str, subject: str) -> Identity | None:
        return self._cell.identities.get((issuer, subject))

    async def identities(self, account: UUID) -> Sequence[Identity]:
        return [each for _, each in sorted(self._cell.identities.items()) if each.account == account]

    async def remove_identities(self, account: UUID) -> bool:
        own = await self.identities(account)
        for each in own:
            del self._cell.identities[each.issuer, each.subject]
        return bool(own)

    async def drop(self, account: UUID) -> None:
        self._cell.drop_credentials(account)

    async def ask_challenge(self, challenge: Challenge, *, now: Ms) -> None:
        remaining = {key: each for key, each in self._cell.challenges.items() if each.expires_at > now}
        self._cell.challenges = {**remaining, challenge.browser_hash: challenge}

    async def use_challenge(self, browser_hash: bytes, kind: ChallengeKind, *, now: Ms) -> Challenge | None:
        known = self._cell.challenges.get(browser_hash)
        if known is None or known.kind != kind:
            return None
        del self._cell.challenges[browser_hash]
        return known if known.expires_at > now else None
