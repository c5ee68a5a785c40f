"""The web client as files: served from memory, kept for ever where names change, under a strict policy."""

from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from rondel.server.api.dev import DevPage
from rondel.server.api.first_page import Link, link_of
from rondel.server.api.pages import Pages
from rondel.server.flows.invitation import Invitation, invitation
from rondel.server.flows.open_table import open_table
from rondel.server.flows.seats import take_seat
from rondel.server.ports import Mail, Unavailable
from tests.server.nodes import Club, somebody


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


async def asked(
    pages: Pages, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await pages({"type": "http", "method": method, "path": path, "headers": raw}, send)
    start, body = told
    return start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, body["body"]


async def test_files_are_served_by_their_kind(folder: Path) -> None:
    pages = Pages(folder)

    script = await asked(pages, "/assets/app-1a2b.js")
    manifest = await asked(pages, "/manifest.webmanifest")

    assert (script[0], script[2]) == (200, b"void 0")
    assert "javascript" in script[1]["content-type"]
    assert script[1]["cache-control"] == "public, max-age=31536000, immutable"
    assert manifest[1]["content-type"] == "application/manifest+json; charset=utf-8"
    assert manifest[1]["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/table/123", "/join/ABCD2345", "/index.html"])
async def test_every_address_without_a_file_is_the_first_page(folder: Path, path: str) -> None:
    status, headers, body = await asked(Pages(folder), path)

    assert status == 200
    assert b"Rondel" in body
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]


async def test_a_file_that_is_not_there_is_not_found(folder: Path) -> None:
    pages = Pages(folder)

    for path in ("/assets/old-9f.js", "/../settings.py", "/robots.txt"):
        assert (await asked(pages, path))[0] == 404


async def test_who_has_it_already_is_sent_nothing(folder: Path) -> None:
    pages = Pages(folder)
    tag = (await asked(pages, "/"))[1]["etag"]

    status, _, body = await asked(pages, "/", if_none_match=tag)
    head = await asked(pages, "/", "HEAD")

    assert (status, body) == (304, b"")
    assert (head[0], head[2]) == (200, b"")


async def test_a_packed_file_goes_to_whoever_can_unpack_it(folder: Path) -> None:
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(b"packed")
    (folder / "assets" / "app-1a2b.js.br").write_bytes(b"packed better")
    pages = Pages(folder)

    plain = await asked(pages, "/assets/app-1a2b.js")
    packed = await asked(pages, "/assets/app-1a2b.js", accept_encoding="gzip, deflate")
    better = await asked(pages, "/assets/app-1a2b.js", accept_encoding="gzip, deflate, br")

    assert [told[2] for told in (plain, packed, better)] == [b"void 0", b"packed", b"packed better"]
    assert "content-encoding" not in plain[1]
    assert (packed[1]["content-encoding"], better[1]["content-encoding"]) == ("gzip", "br")
    assert (await asked(pages, "/assets/app-1a2b.js.gz"))[0] == 404


async def test_without_a_client_the_site_says_how_to_get_one(tmp_path: Path) -> None:
    status, _, body = await asked(Pages(tmp_path), "/")

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
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    mail = Mail("<i>@example.com", "<script>", "open http://here/sign-in#a'b<c", "")
    await DevPage([mail], [])({}, send)

    body = told[1]["body"].decode()
    assert "<script>" not in body
    assert "<i>" not in body
    assert "href='http://here/sign-in#a&#x27;b&lt;c'" in body


TABLE = UUID("01a1e264-9fb6-73ad-b6b1-4dcaf229edb2")


@pytest.mark.parametrize(
    ("path", "query", "link"),
    [
        (f"/t/{TABLE}", b"", Link(TABLE, None)),
        (f"/t/{TABLE}", b"key=a%2Db&x=1", Link(TABLE, "a-b")),
        ("/j/ABCD2345", b"", Link("ABCD2345", None)),
        ("/t/no-table-at-all-but-of-the-length-36", b"", None),
        ("/j/" + "A" * 65, b"", None),
        ("/j/", b"", None),
        ("/", b"", None),
    ],
)
def test_a_link_leads_to_a_table(path: str, query: bytes, link: Link | None) -> None:
    assert link_of(path, query) == link


async def test_the_page_of_a_link_names_game_and_host_and_the_files_that_are_needed(folder: Path) -> None:
    async def invited(_link: Link, _scope: Any) -> Invitation:
        return Invitation("cambio", "Cambio", "<Ana>")

    pages = Pages(folder, invited)

    english = (await asked(pages, f"/t/{TABLE}"))[2].decode()
    german = (await asked(pages, "/j/ABCD2345", accept_language="de-AT,en"))[2].decode()

    assert 'property="og:title" content="Cambio: &lt;Ana&gt; invites you to a table"' in english
    assert "<h1>Cambio</h1><p>Table of &lt;Ana&gt;</p>" in english
    assert '<link rel="modulepreload" crossorigin href="/assets/c.js">' in english
    assert "lädt dich an einen Tisch ein" in german
    assert '<link rel="preload" as="style" crossorigin href="/assets/c.css">' in german
    assert "<Ana>" not in english + german


async def test_a_page_without_an_invitation_says_nothing_of_the_table(folder: Path) -> None:
    pages = Pages(folder)

    one, other = [(await asked(pages, f"/t/{table}"))[1:] for table in (TABLE, uuid4())]

    assert one == other
    assert b"og:title" not in one[1]
    assert b"/assets/t.js" in one[1]


async def test_an_invitation_to_a_private_table_needs_its_key_and_nothing_tells_it_from_none() -> None:
    club, ada = Club(), somebody("Ada")
    await club.node.people.add(ada)
    private = await open_table(club.node, ada, game="cambio", access="private", seats=2)
    unlisted = await open_table(club.node, ada, game="cambio", seats=2)
    await take_seat(club.node, somebody("Ada"), unlisted.id)
    await take_seat(club.node, ada, unlisted.id)

    async def said(link: UUID | str, key: str | None = None) -> Invitation | None:
        return await invitation(club.node, link, key)

    assert await said(private.id) is None
    assert await said(private.id, "wrong") is None
    assert await said(private.code) is None
    assert await said(uuid4()) is None
    assert await said("ABCD2345") is None
    assert await said(private.id, private.key) == Invitation("cambio", "Cambio", "Ada")
    assert await said(unlisted.id) == await said(unlisted.code) == Invitation("cambio", "Cambio", "Ada 2")


async def test_while_the_store_is_away_a_link_is_a_page_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()

    async def away(*_: object) -> None:
        raise Unavailable("away")

    monkeypatch.setattr(club.node.tables, "visible", away)

    assert await invitation(club.node, TABLE) is None
