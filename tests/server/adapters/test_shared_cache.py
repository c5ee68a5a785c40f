"""Row 54 of the fault catalogue: two people behind one cache, which keeps whatever it may keep."""

from typing import Any

import httpx

from tests.server.visitors import House, Visitor

ON_THE_WAY = ("cookie", "authorization")


class SharedCache:
    """A proxy that keeps every GET that the answer does not forbid to keep, by address and by Vary."""

    def __init__(self) -> None:
        self._responses: dict[tuple[Any, ...], httpx.Response] = {}
        self.hits = 0

    async def get(self, visitor: Visitor, path: str) -> httpx.Response:
        for (url, *varied), response in self._responses.items():
            if url == path and all(self._header(visitor, name) == value for name, value in varied):
                self.hits += 1
                return response
        answer = await visitor.ask("GET", path)
        if "no-store" not in answer.headers.get("cache-control", ""):
            vary = [name.strip().lower() for name in answer.headers.get("vary", "").split(",")]
            key = (path, *((name, self._header(visitor, name)) for name in vary if name in ON_THE_WAY))
            self._responses[key] = answer
        return answer

    @staticmethod
    def _header(visitor: Visitor, name: str) -> str:
        return visitor.cookie_header() if name == "cookie" else ""


async def test_54_nobody_is_served_what_another_was_shown(house: House) -> None:
    ada, bob, cache = await house.visitor("Ada"), await house.visitor("Bob"), SharedCache()
    table = await house.table(ada, bob)
    paths = [
        "/api/me",
        "/api/me/sessions",
        "/api/me/export",
        "/api/tables",
        f"/api/tables/{table}",
        f"/api/tables/{table}/view",
        f"/api/tables/{table}/log",
        f"/api/tables/{table}/chat",
    ]

    for path in paths:
        first, second = await cache.get(ada, path), await cache.get(bob, path)
        assert first.status_code == second.status_code, path
        assert cache.hits == 0, path
    views = [(await cache.get(who, f"/api/tables/{table}/view")).json() for who in (ada, bob)]
    assert [view["seat"] for view in views] == [0, 1]


async def test_54_the_cache_of_this_test_would_mix_people_up(house: House) -> None:
    """What may be kept is kept: the page and its pictures, the same for everybody."""
    ada, bob, cache = await house.visitor("Ada"), await house.visitor("Bob"), SharedCache()

    await cache.get(ada, "/")
    await cache.get(bob, "/")

    assert cache.hits <= 1
    other = SharedCache()
    other._responses[("/api/me",)] = await ada.ask("GET", "/api/me")
    assert (await other.get(bob, "/api/me")).json()["name"] == "Ada"


async def test_54_no_address_names_a_seat(house: House) -> None:
    """Whose View it is depends on who asks, never on the address."""
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)

    for query in ("?seat=1", "?viewer=1", "?account=1"):
        answer = await ada.ask("GET", f"/api/tables/{table}/view{query}")
        assert answer.status_code == 400 or answer.json()["seat"] == 0
