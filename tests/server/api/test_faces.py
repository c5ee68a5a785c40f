"""Faces by others over HTTP: their files under an address that names their bytes, and nothing else."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from rondel.server.api.pages.files import POLICY
from tests.server.visitors import House, open_house
from tests.wire.packages import MODULE, Packages, install_face

SECRET = "the bot runner's token"


async def index(house: House) -> dict[str, dict[str, dict[str, str]]]:
    faces: dict[str, dict[str, dict[str, str]]] = (
        await house.stranger().http.get("/faces/index.json")
    ).json()
    return faces


@pytest.fixture
def board(packages: Packages) -> Path:
    """The folder of an installed face, with something beside it that is nobody's business."""
    folder = install_face(packages, "facade=1, style='look.css'")
    (folder / "look.css").write_bytes(b"p { color: red }" * 50)
    (folder / "map.webp").write_bytes(b"RIFF")
    (folder / "notes.txt").write_text(SECRET)
    (folder.parent / "secret.json").write_text(SECRET)
    return folder


@pytest.mark.usefixtures("board")
async def test_files_have_their_kind_are_kept_for_ever_and_come_under_the_pages_policy() -> None:
    async with open_house() as house:
        face = (await index(house))["chips"]
        module, style = face["module"]["at"], face["style"]["at"]
        folder = module.removesuffix("face.js")
        http = house.stranger().http
        answers = [await http.get(at) for at in (module, style, f"{folder}map.webp")]
        again = await http.get(module, headers={"if-none-match": answers[0].headers["etag"]})

    assert [answer.headers["content-type"] for answer in answers] == [
        "text/javascript; charset=utf-8",
        "text/css; charset=utf-8",
        "image/webp",
    ]
    assert answers[0].content == MODULE
    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip", "gzip", None]
    for answer in answers:
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert again.status_code == 304


def test_the_policy_of_pages_lets_in_nothing_that_is_no_file_of_this_site() -> None:
    assert POLICY == (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types rondel"
    )


@pytest.mark.usefixtures("board")
async def test_the_list_is_asked_for_each_time_and_says_what_the_files_must_be() -> None:
    async with open_house() as house:
        answer = await house.stranger().http.get("/faces/index.json")

    assert answer.headers["cache-control"] == "no-cache"
    face = answer.json()["chips"]
    assert face["facade"] == 1
    assert face["module"]["at"].startswith("/faces/chips/")
    assert face["module"]["integrity"].startswith("sha384-")
    assert face["style"]["integrity"] != face["module"]["integrity"]


PATHS = (
    "../secret.json",
    "..%2fsecret.json",
    "%2e%2e/secret.json",
    "..%5csecret.json",
    "../../chips.py",
    "/etc/passwd",
    "notes.txt",
    "face.js%00",
    "nothing",
)


async def test_nothing_but_the_files_of_a_face_can_be_read(board: Path) -> None:
    async with open_house() as house:
        inside = (await index(house))["chips"]["module"]["at"].removesuffix("face.js")
        paths = [inside, *(at + path for at in (inside, "/faces/") for path in PATHS)]
        answers = {path: await raw(house, path) for path in paths}

    statuses = {path: int(answer.split(b" ", 2)[1]) for path, answer in answers.items()}
    # a character that no file name has is refused before any file is looked for
    assert {path for path, status in statuses.items() if status == 400} == {
        path for path in answers if path.endswith("%00")
    }
    assert set(statuses.values()) == {400, 404}
    assert not any(SECRET.encode() in answer for answer in answers.values())
    assert (board / "notes.txt").read_text() == SECRET


async def raw(house: House, path: str) -> bytes:
    """What is answered to exactly this path: clients tidy it up before they send it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(house.url).port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


async def test_a_server_without_faces_has_an_empty_list() -> None:
    async with open_house() as house:
        assert await index(house) == {}


async def test_a_broken_face_is_left_out_and_its_game_is_played(packages: Packages) -> None:
    (install_face(packages) / "face.js").unlink()
    packages.refresh()

    async with open_house() as house:
        ada = await house.visitor("Ada")

        assert await index(house) == {}
        assert "chips" in [game["name"] for game in await ada.get("/api/games")]
        assert (await ada.post("/api/tables", {"game": "chips", "seats": 2}))["game"] == "chips"
