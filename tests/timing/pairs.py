"""The pairs of classes that must not differ: what is asked in each, and what is answered to both."""

import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias
from uuid import uuid4

from rondel.server.ports.ids import new_code
from tests.timing.line import Answer
from tests.timing.stage import RANKS, Stage, address, letters

Ask: TypeAlias = Callable[[], Awaitable[Answer]]

UNKNOWN: Final = "UNKNOWN_GAME"
SWAP: Final = {"type": "SWAP_CARD", "payload": {"position": 1}}


@dataclass(frozen=True)
class Pair:
    """Two classes, one question; `code` is what both are answered."""

    name: str
    classes: tuple[str, str]
    asks: tuple[Ask, Ask]
    code: str


def pairs(stage: Stage, rng: random.Random) -> list[Pair]:
    """All of them."""
    return [
        *_hidden_card(stage, rng),
        *_private_tables(stage, rng),
        *_by_socket(stage, rng),
        *_people(stage, rng),
    ]


def _hidden_card(stage: Stage, rng: random.Random) -> Iterator[Pair]:
    """The first seat asks; what the second one holds at a place is an ace or a ten."""
    ada, socket = stage.ada, stage.ada_socket

    def pair(name: str, code: str, ask: Callable[[str], Awaitable[Answer]]) -> Pair:
        async def ask_rank(rank: str) -> Answer:
            return await ask(rng.choice(stage.dealt[rank]))

        classes = (f"hidden {RANKS[0]}", f"hidden {RANKS[1]}")
        return Pair(
            f"hidden card: {name}", classes, (partial(ask_rank, RANKS[0]), partial(ask_rank, RANKS[1])), code
        )

    yield pair("view", "200", lambda table: ada.ask("GET", f"/api/tables/{table}/view"))
    yield pair("state call", "200", lambda table: ada.ask("GET", f"/api/game/{table}/state"))
    yield pair(
        "refused act", "WRONG_STEP", lambda table: ada.ask("POST", f"/api/tables/{table}/act", _act(SWAP))
    )
    yield pair(
        "refused call",
        "WRONG_STEP",
        lambda table: ada.ask("POST", f"/api/game/{table}/swap", {"position": 1}),
    )
    yield pair("socket watch", "view", lambda table: socket.ask(type="watch", table=table))
    yield pair(
        "socket act",
        "WRONG_STEP",
        lambda table: socket.ask(type="act", table=table, expectedVersion=3, **_act(SWAP)),
    )


def _act(action: dict[str, Any]) -> dict[str, Any]:
    return {"id": str(uuid4()), "action": action}


Endpoint: TypeAlias = tuple[str, str, Callable[[], Any], str]

WRONG: Final = {"Rondel-Key": "w" * 22, "X-Rondel-Bot": "0" * 64}
"""A key and a token that open nothing."""

DOORS: Final[tuple[Endpoint, ...]] = (
    ("GET", "/api/tables/{}", lambda: None, UNKNOWN),
    ("GET", "/api/tables/{}/view", lambda: None, UNKNOWN),
    ("POST", "/api/tables/{}/act", lambda: _act(SWAP), UNKNOWN),
    ("POST", "/api/tables/{}/chat", lambda: {"text": "hi"}, UNKNOWN),
    ("POST", "/api/tables/{}/seat", dict, UNKNOWN),
    ("POST", "/api/tables/{}/seats/1/take", lambda: {"token": "0" * 32}, "NOT_ALLOWED"),
    ("GET", "/api/game/{}/scores", lambda: None, UNKNOWN),
    ("GET", "/api/bots/{}/0", lambda: None, "NOT_ALLOWED"),
)


def _private_tables(stage: Stage, rng: random.Random) -> Iterator[Pair]:
    """A stranger asks for a private table, or for one that is not there."""
    for kind, tables in (("running", stage.running), ("open", stage.open)):
        for method, path, body, code in DOORS:

            async def there(
                method: str = method, path: str = path, body: Callable[[], Any] = body, tables: Any = tables
            ) -> Answer:
                table = rng.choice(tables).id
                return await stage.eve.ask(method, path.format(table), body(), **WRONG)

            async def missing(
                method: str = method, path: str = path, body: Callable[[], Any] = body
            ) -> Answer:
                return await stage.eve.ask(method, path.format(uuid4()), body(), **WRONG)

            shown = path.replace("/api/", "").format("ID")
            yield Pair(
                f"private table: {method} {shown}", (f"private, {kind}", "missing"), (there, missing), code
            )

    async def private_code() -> Answer:
        return await stage.eve.ask("GET", f"/api/codes/{rng.choice(stage.running).code}")

    async def no_code() -> Answer:
        return await stage.eve.ask("GET", f"/api/codes/{new_code()}")

    yield Pair("private table: code", ("code of a private", "no code"), (private_code, no_code), UNKNOWN)

    async def key(text: str) -> Answer:
        path = f"/api/tables/{rng.choice(stage.running).id}/view"
        return await stage.eve.ask("GET", path, **{"Rondel-Key": text})

    first, last = "x" + "k" * 21, "k" * 21 + "x"
    yield Pair(
        "private table: key",
        ("wrong at first", "wrong at last"),
        (partial(key, first), partial(key, last)),
        UNKNOWN,
    )


def _by_socket(stage: Stage, rng: random.Random) -> Iterator[Pair]:
    """The same through a socket."""

    def pair(name: str, **frame: Any) -> Pair:
        async def there() -> Answer:
            return await stage.eve_socket.ask(**frame, table=str(rng.choice(stage.running).id))

        async def missing() -> Answer:
            return await stage.eve_socket.ask(**frame, table=str(uuid4()))

        return Pair(
            f"private table: socket {name}", ("private, running", "missing"), (there, missing), UNKNOWN
        )

    yield pair("watch", type="watch")
    yield pair("act", type="act", id=str(uuid4()), expectedVersion=3, action=SWAP)
    yield pair("chat", type="chat", text="hi")


def _people(stage: Stage, rng: random.Random) -> Iterator[Pair]:
    """Whose address it is, and whether a token was ever one, is not told."""

    async def known() -> Answer:
        return await stage.eve.ask("POST", "/api/me/email", {"email": rng.choice(stage.known)})

    async def unknown() -> Answer:
        return await stage.eve.ask("POST", "/api/me/email", {"email": address(rng)})

    yield Pair("account: mail a link", ("known address", "unknown address"), (known, unknown), "202")

    async def ended() -> Answer:
        return await stage.eve.ask("GET", "/api/me", token=stage.ended)

    async def never() -> Answer:
        return await stage.eve.ask("GET", "/api/me", token=letters(rng, len(stage.ended)))

    yield Pair("account: token", ("ended", "never one"), (ended, never), "NOT_SIGNED_IN")
