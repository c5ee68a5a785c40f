"""Seals through real sockets: one that depends on anything but the secret and the journal is caught."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from rondel.kernel import observes
from rondel.server.rooms import frames
from rondel.table.state import TableContext
from rondel.wire.protocol import StepFrame
from tests.secrecy.wire.doors import two_sides
from tests.secrecy.wire.games import Observer
from tests.secrecy.wire.seals import WrongSealError
from tests.secrecy.wire.test_pairs import run_pairs

Sealing = Callable[[Any, str], Any]


def sealed_by(patch: pytest.MonkeyPatch, sealing: Sealing) -> None:
    """Steps have the seal that this gives for the newest step and its honest seal."""
    right = frames._Newest._frame

    def leaky(newest: Any, *parts: Any) -> StepFrame:
        step = right(newest, *parts)
        assert isinstance(step.seal, str)
        return msgspec.structs.replace(step, seal=sealing(newest, step.seal))

    patch.setattr(frames._Newest, "_frame", leaky)


def the_bare_digest(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TableContext, "seal", lambda _context, _version, digest: digest.hex())


def public_events_under_no_key(patch: pytest.MonkeyPatch) -> None:
    def sealing(newest: Any, _seal: str) -> str:
        public = [raw for audience, raw in newest.position.events if observes(None, audience)]
        return hashlib.sha256(b"".join(public)).hexdigest()

    sealed_by(patch, sealing)


def only_where_a_card_is_hidden(patch: pytest.MonkeyPatch) -> None:
    def sealing(newest: Any, seal: str) -> Any:
        return seal if any(not observes(None, audience) for audience, _ in newest.position.events) else UNSET

    sealed_by(patch, sealing)


def as_long_as_the_next_card(patch: pytest.MonkeyPatch) -> None:
    def sealing(newest: Any, seal: str) -> str:
        pile = newest.position.state.draw_pile
        return seal[: 56 + len(pile[0])] if pile else seal

    sealed_by(patch, sealing)


def one_for_each_viewer(patch: pytest.MonkeyPatch) -> None:
    def sealing(newest: Any, seal: str) -> str:
        return hmac.digest(bytes.fromhex(seal), str(newest.viewing.seat).encode(), "sha256").hex()

    sealed_by(patch, sealing)


def of_the_version_before(patch: pytest.MonkeyPatch) -> None:
    right = TableContext.seal
    patch.setattr(TableContext, "seal", lambda context, version, digest: right(context, version - 1, digest))


@pytest.mark.parametrize(
    "plant",
    [
        the_bare_digest,
        public_events_under_no_key,
        only_where_a_card_is_hidden,
        as_long_as_the_next_card,
        one_for_each_viewer,
        of_the_version_before,
    ],
)
@pytest.mark.parametrize("observer", ["seat", "spectator"])
async def test_a_seal_that_says_anything_else_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], observer: Observer, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    async with two_sides() as sides:
        with pytest.raises(WrongSealError):
            await run_pairs(sides, 3, "cambio", observer)
