"""The web client as files: served from memory, kept for ever where names change, under a strict policy."""

from pathlib import Path
from typing import Any

import pytest

from rondel.server.api.pages import Pages


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Rondel</title>")
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
