"""A server of the host's own: its name, its logo, its pages, and the games it offers."""

import struct
import zlib
from pathlib import Path

import msgspec
import pytest

from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.api.pages.branding import LOGO_BYTES, Branding, check_games, read_branding, read_logo
from rondel.server.api.pages.files import Pages
from rondel.server.settings import Settings, SettingsError
from rondel.wire.registry import installed_games
from tests.server.api.test_pages import fetch
from tests.server.visitors import open_house, settings


def png(width: int = 512, height: int = 512, filler: bytes = b"") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(b"".join(b"\0" + b"\x20\x60\x58\xff" * width for _ in range(height)), 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", head), chunk(b"tEXt", filler), chunk(b"IDAT", rows), chunk(b"IEND", b""))
    )


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "logo.png").write_bytes(png())
    (tmp_path / "imprint.md").write_text("# Imprint\n\nChess club <b>Ötting</b>\n")
    (tmp_path / "privacy.txt").write_text("We keep your name.\n")
    return tmp_path


def chosen(files: Path) -> dict[str, str]:
    return {
        "name": "Club & Co",
        "logo": str(files / "logo.png"),
        "imprint": str(files / "imprint.md"),
        "privacy": str(files / "privacy.txt"),
    }


async def test_the_pages_of_a_server_have_its_name_and_its_logo(files: Path) -> None:
    async with open_house(settings(**chosen(files))) as house:
        stranger = house.stranger()
        first = (await stranger.ask("GET", "/")).text
        manifest = await stranger.get("/manifest.webmanifest")
        logo = await stranger.ask("GET", "/logo")

    assert "<title>Club &amp; Co</title>" in first
    assert '<meta name="application-name" content="Club &amp; Co"' in first
    assert '<meta name="rondel-pages" content="imprint privacy">' in first
    assert "Rondel" not in first
    assert (manifest["name"], manifest["short_name"]) == ("Club & Co", "Club & Co")
    assert manifest["icons"] == [{"src": "/logo", "sizes": "512x512", "type": "image/png", "purpose": "any"}]
    assert logo.content == png()
    assert logo.headers["content-type"] == "image/png"
    assert logo.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in logo.headers["content-security-policy"]


async def test_a_host_writes_pages_and_they_are_sent_as_text(files: Path) -> None:
    async with open_house(settings(**chosen(files))) as house:
        stranger = house.stranger()

        imprint = await stranger.get("/api/server/pages/imprint")
        privacy = await stranger.get("/api/server/pages/privacy")
        other = await stranger.ask("GET", "/api/server/pages/name")

    assert imprint == {"text": "# Imprint\n\nChess club <b>Ötting</b>\n", "isMarkdown": True}
    assert privacy == {"text": "We keep your name.\n", "isMarkdown": False}
    assert (other.status_code, other.json()["code"]) == (404, "NO_SUCH_PAGE")


async def test_without_files_there_is_neither_a_page_nor_a_link() -> None:
    async with open_house(settings()) as house:
        stranger = house.stranger()
        first = (await stranger.ask("GET", "/")).text
        answers = [await stranger.ask("GET", f"/api/server/pages/{page}") for page in ("imprint", "privacy")]

    assert "rondel-pages" not in first
    assert "rondel-logo" not in first
    assert [answer.status_code for answer in answers] == [404, 404]


async def test_mails_and_invitations_have_the_servers_name(files: Path) -> None:
    async with open_house(settings(**chosen(files))) as house:
        ada = await house.visitor("Ada")
        await ada.post("/api/me/email", {"email": "ada@example.org"})
        table = await house.table(ada, start=False)
        link = (await house.stranger().ask("GET", f"/t/{table}")).text
        mailer = house.node.mailer

        assert isinstance(mailer, MemoryMailer)
        assert [mail.subject for mail in mailer.sent] == ["Sign in to Club & Co"]
        assert '<meta property="og:site_name" content="Club &amp; Co">' in link


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "must be a PNG"),
        (b"\xff\xd8\xff\xe0 a JPEG", "must be a PNG"),
        (b"\x89PNG\r\n\x1a\n<script>", "must be a PNG"),
        (png(32, 32), "32 by 32 pixels"),
        (png(filler=b"x" * LOGO_BYTES), "larger than 256 KiB"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_logo_is_a_png_of_some_size_by_its_bytes(tmp_path: Path, content: bytes | None, says: str) -> None:
    """A picture that is called .png and is none, or could run a script, is not served."""
    file = tmp_path / "logo.png"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(SettingsError, match=says):
        read_logo(str(file))


@pytest.mark.parametrize(("content", "says"), [(b"\xff\xfe\x00", "not UTF-8"), (b" \n", "is empty")])
def test_a_page_is_text_with_something_in_it(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "imprint.md").write_bytes(content)

    with pytest.raises(SettingsError, match=says):
        read_branding(Settings(imprint=str(tmp_path / "imprint.md")))


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "x" * 41])
def test_a_server_has_a_name_of_one_line(name: str) -> None:
    with pytest.raises(SettingsError, match="RONDEL_NAME must be one line"):
        Settings(name=name)


async def test_a_name_is_never_markup(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<head><title>Rondel</title></head>")
    (tmp_path / "manifest.webmanifest").write_text('{"name": "Rondel"}')
    pages = Pages(tmp_path, branding=Branding('</title><script>"'))

    _, _, first = await fetch(pages, "/")
    _, _, manifest = await fetch(pages, "/manifest.webmanifest")

    assert first == b"<head><title>&lt;/title&gt;&lt;script&gt;&quot;</title></head>"
    assert msgspec.json.decode(manifest)["name"] == '</title><script>"'


async def test_games_that_are_not_offered_cannot_be_opened_and_running_tables_go_on() -> None:
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        running = await house.table(ada, bob)
        ended = await house.table(ada, bob)
        for who in (ada, bob):
            await who.post(f"/api/tables/{ended}/end/request")

        house.node.settings = msgspec.structs.replace(house.node.settings, games=("decks",))
        offered = {game["name"]: game["isOffered"] for game in await ada.get("/api/games")}
        refused = [
            await ada.ask("POST", "/api/tables", {"game": "cambio"}),
            await ada.ask("POST", "/api/games/cambio/lesson"),
            await ada.ask("POST", f"/api/tables/{ended}/rematch"),
        ]
        allowed = await ada.ask("POST", "/api/tables", {"game": "decks"})
        seen = await ada.get(f"/api/tables/{running}/view")

    assert offered["decks"]
    assert not offered["cambio"]
    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(404, "NO_SUCH_GAME")] * 3
    assert allowed.is_success
    assert seen["table"] == running


def test_a_game_that_is_not_installed_stops_the_start() -> None:
    with pytest.raises(SettingsError, match=r"names chess, which is not installed\. Installed are: .*cambio"):
        check_games(Settings(games=("cambio", "chess")), installed_games())
