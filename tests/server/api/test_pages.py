"""The web client as files: served from memory, kept for ever where names change, under a strict policy."""

from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.server.api.pages.files import Pages
from rondel.server.api.pages.first_page import Link, link_of
from rondel.server.api.routes.dev import DevPage
from rondel.server.flows.tables.invitation import Invitation, invitation
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import take_seat
from rondel.server.ports.messages import Mail
from rondel.server.ports.value import StoreUnavailableError
from tests.server.nodes import Club, somebody
from tests.server.visitors import House, Visitor


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(
        "<!doctype html><head><title>Rondel</title></head><main><!--invitation--></main>"
    )
    (tmp_path / "preload.json").write_text(
        '{"table": ["/assets/t.js"], "faces": {"cambio": {"en": ["/assets/c.js"], "de": ["/assets/c.css"]}}}'
    )
    (tmp_path / "assets" / "app-1a2b.js").write_text("void 0")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    return tmp_path


async def fetch(
    pages: Pages, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await pages({"type": "http", "method": method, "path": path, "headers": raw}, send)
    start, body = messages
    return start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, body["body"]


async def test_files_are_served_by_their_kind(folder: Path) -> None:
    pages = Pages(folder)

    script = await fetch(pages, "/assets/app-1a2b.js")
    manifest = await fetch(pages, "/manifest.webmanifest")

    assert (script[0], script[2]) == (200, b"void 0")
    assert "javascript" in script[1]["content-type"]
    assert script[1]["cache-control"] == "public, max-age=31536000, immutable"
    assert manifest[1]["content-type"] == "application/manifest+json; charset=utf-8"
    assert manifest[1]["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/table/123", "/join/ABCD2345", "/index.html"])
async def test_every_address_without_a_file_is_the_first_page(folder: Path, path: str) -> None:
    status, headers, body = await fetch(Pages(folder), path)

    assert status == 200
    assert b"Rondel" in body
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


async def test_a_file_that_is_not_there_is_not_found(folder: Path) -> None:
    pages = Pages(folder)

    for path in ("/assets/old-9f.js", "/../settings.py", "/robots.txt"):
        assert (await fetch(pages, path))[0] == 404


async def test_who_has_it_already_is_sent_nothing(folder: Path) -> None:
    pages = Pages(folder)
    tag = (await fetch(pages, "/"))[1]["etag"]

    status, _, body = await fetch(pages, "/", if_none_match=tag)
    head = await fetch(pages, "/", "HEAD")

    assert (status, body) == (304, b"")
    assert (head[0], head[2]) == (200, b"")


async def test_a_packed_file_goes_to_whoever_can_unpack_it(folder: Path) -> None:
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(b"packed")
    (folder / "assets" / "app-1a2b.js.br").write_bytes(b"packed better")
    pages = Pages(folder)

    plain = await fetch(pages, "/assets/app-1a2b.js")
    packed = await fetch(pages, "/assets/app-1a2b.js", accept_encoding="gzip, deflate")
    better = await fetch(pages, "/assets/app-1a2b.js", accept_encoding="gzip, deflate, br")

    assert [response[2] for response in (plain, packed, better)] == [b"void 0", b"packed", b"packed better"]
    assert "content-encoding" not in plain[1]
    assert (packed[1]["content-encoding"], better[1]["content-encoding"]) == ("gzip", "br")
    assert (await fetch(pages, "/assets/app-1a2b.js.gz"))[0] == 404


async def test_without_a_client_the_site_says_how_to_get_one(tmp_path: Path) -> None:
    status, _, body = await fetch(Pages(tmp_path), "/")

    assert status == 404
    assert b"uv run just web" in body


@pytest.mark.parametrize(
    ("method", "path", "is_page"),
    [
        ("GET", "/", True),
        ("HEAD", "/table/1", True),
        ("POST", "/", False),
        ("GET", "/api/me", False),
        ("GET", "/schema/openapi.json", False),
        ("GET", "/healthz", False),
    ],
)
def test_calls_are_no_pages(tmp_path: Path, method: str, path: str, is_page: bool) -> None:
    assert Pages(tmp_path).serves({"type": "http", "method": method, "path": path}) is is_page


@pytest.mark.parametrize(
    ("path", "client", "host", "is_served"),
    [
        ("/dev", ("127.0.0.1", 5), b"localhost:8000", True),
        ("/dev", ("192.0.2.7", 5), b"localhost:8000", False),
        ("/dev", ("127.0.0.1", 5), b"elsewhere.example", False),
        ("/dev", None, b"localhost:8000", False),
        ("/", ("127.0.0.1", 5), b"localhost:8000", False),
    ],
)
def test_the_page_of_mails_is_for_this_machine_and_for_no_other_site(
    path: str, client: tuple[str, int] | None, host: bytes, is_served: bool
) -> None:
    page = DevPage([], ["http://localhost:8000"])

    scope = {"type": "http", "path": path, "client": client, "headers": [(b"host", host)]}

    assert page.serves(scope) is is_served


async def test_the_page_of_mails_shows_text_as_text() -> None:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    mail = Mail("<i>@example.com", "<script>", "open http://here/sign-in#a'b<c", "")
    await DevPage([mail], [])({}, send)

    body = messages[1]["body"].decode()
    assert "<script>" not in body
    assert "<i>" not in body
    assert "href='http://here/sign-in#a&#x27;b&lt;c'" in body


TABLE = UUID("01a1e264-9fb6-73ad-b6b1-4dcaf229edb2")


@pytest.mark.parametrize(
    ("path", "link"),
    [
        (f"/t/{TABLE}", TABLE),
        ("/j/ABCD2345", "ABCD2345"),
        ("/t/no-table-at-all-but-of-the-length-36", None),
        ("/j/" + "A" * 65, None),
        ("/j/", None),
        ("/", None),
    ],
)
def test_a_link_leads_to_a_table(path: str, link: Link | None) -> None:
    assert link_of(path) == link


async def test_the_page_of_a_link_names_game_and_host_and_the_files_that_are_needed(folder: Path) -> None:
    async def invited(_link: Link, _scope: Any) -> Invitation:
        return Invitation("cambio", "Cambio", "<Ana>", CAMBIO.about)

    pages = Pages(folder, invited)

    english = (await fetch(pages, f"/t/{TABLE}"))[2].decode()
    german = (await fetch(pages, "/j/ABCD2345", accept_language="de-AT,en"))[2].decode()

    assert 'property="og:title" content="&lt;Ana&gt; invites you to play Cambio"' in english
    assert "<h1>Cambio</h1><p>Hosted by &lt;Ana&gt;</p>" in english
    assert '<link rel="modulepreload" crossorigin href="/assets/c.js">' in english
    assert 'content="Four face-down cards. Peek, swap and remember: the lowest score wins. Choose' in english
    assert "lädt dich ein: Cambio" in german
    assert 'content="Vier Karten liegen verdeckt vor dir.' in german
    assert '<link rel="preload" as="style" crossorigin href="/assets/c.css">' in german
    assert "<Ana>" not in english + german


async def test_a_page_without_an_invitation_says_nothing_of_the_table(folder: Path) -> None:
    pages = Pages(folder)

    one, other = [(await fetch(pages, f"/t/{table}"))[1:] for table in (TABLE, uuid4())]

    assert one == other
    assert b"og:title" not in one[1]
    assert b"/assets/t.js" in one[1]


async def test_there_is_no_invitation_to_a_private_table_and_nothing_tells_it_from_none() -> None:
    club, ada = Club(), somebody("Ada")
    await club.node.people.add(ada)
    private = await open_table(club.cells, ada, game="cambio", access="private", seats=2)
    unlisted = await open_table(club.cells, ada, game="cambio", seats=2)
    await take_seat(club.cell, somebody("Ada"), unlisted.id)
    await take_seat(club.cell, ada, unlisted.id)

    async def find(link: Link) -> Invitation | None:
        return await invitation(club.cells, link)

    assert await find(private.id) is None
    assert await find(private.code) is None
    assert await find(uuid4()) is None
    assert await find("ABCD2345") is None
    assert (
        await find(unlisted.id)
        == await find(unlisted.code)
        == Invitation("cambio", "Cambio", "Ada 2", CAMBIO.about)
    )


async def test_the_page_of_a_private_table_is_that_of_no_table_whatever_its_address_has(house: House) -> None:
    ada, stranger = await house.visitor("Ada"), house.stranger()
    opened = await ada.post("/api/tables", {"game": "cambio", "access": "private", "seats": 2})

    async def page(visitor: Visitor, table: object, query: str = "", **headers: str) -> tuple[bytes, Any]:
        answer = await visitor.ask("GET", f"/t/{table}{query}", headers=headers)
        return answer.content, {**answer.headers, "date": ""}

    none = await page(stranger, uuid4())
    key = opened["key"]
    for visitor in (ada, stranger):
        assert await page(visitor, opened["id"]) == none
        assert await page(visitor, opened["id"], f"?key={key}") == none
        assert await page(visitor, opened["id"], **{"Rondel-Key": key}) == none
    assert none[1]["referrer-policy"] == "no-referrer"


async def test_while_the_store_is_away_a_link_is_a_page_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()

    async def away(*_: object) -> None:
        raise StoreUnavailableError("away")

    monkeypatch.setattr(club.cell.tables, "visible", away)

    assert await invitation(club.cells, TABLE) is None
