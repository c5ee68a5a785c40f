"""Faces by others: each is read where it is installed, apart from the others, and nothing beside it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rondel.wire import faces as shelf_of_faces
from rondel.wire.faces import FACADE, GROUP, MOST_BYTES, TYPES, LoadedFace, faces, findings
from rondel.wire.packages import Finding
from rondel.wire.registry import installed_games
from tests.wire.packages import MODULE, Packages, install_face


def found() -> Finding:
    """The one thing that is wrong."""
    (finding,) = findings(installed_games())
    return finding


def face() -> LoadedFace:
    return faces(installed_games())["chips"]


def test_a_face_is_found_with_all_that_a_browser_may_ask_for(packages: Packages) -> None:
    board = install_face(packages, "facade=1, style='look.css'")
    (board / "look.css").write_bytes(b"p{}")
    (board / "art").mkdir()
    (board / "art" / "map.svg").write_bytes(b"<svg/>")
    (board / "face.ts").write_bytes(b"export default null;")
    (board / "notes.txt").write_bytes(b"for nobody")

    assert findings(installed_games()) == []
    assert dict(face().files) == {"art/map.svg": b"<svg/>", "face.js": MODULE, "look.css": b"p{}"}
    assert (face().facade, face().module, face().style) == (FACADE, "face.js", "look.css")
    assert face().integrity("look.css") == (
        "sha384-l5tjHW8LADNSE1AyPUmwbkf/3UM+JeWJSCHSxsox6miUwcatnR+pEle0o/Ibe1pq"
    )


def test_other_bytes_and_other_names_have_another_address(packages: Packages) -> None:
    board = install_face(packages)
    seen = [face().digest]
    for name, content in (("a.svg", b"x"), ("a.svg", b"y"), ("b.svg", b"y")):
        (board / name).write_bytes(content)
        packages.refresh()
        seen.append(face().digest)

    assert len(set(seen)) == 4
    packages.refresh()
    assert face().digest == seen[-1]


def test_what_is_served_was_read_once(packages: Packages) -> None:
    board = install_face(packages)
    before = face()

    (board / "face.js").write_bytes(b"throw 0;")

    assert face() is before


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("facade=1, module='other.js'", "there is no module 'other.js' in "),
        ("facade=1, module='../secret.js'", "there is no module '../secret.js' in "),
        ("facade=1, module='face.ts'", "there is no module 'face.ts' in "),
        ("facade=1, style='none.css'", "there is no style 'none.css' in "),
        ("facade=1, style='face.js'", "there is no style 'face.js' in "),
        ("facade='one'", "its files cannot be read: ValueError: invalid literal for int()"),
    ],
)
def test_a_face_without_its_files_is_named_with_what_is_missing(
    packages: Packages, arguments: str, reason: str
) -> None:
    install_face(packages, arguments)
    (packages.folder / "secret.js").write_bytes(MODULE)

    assert faces(installed_games()) == {}
    assert found().message.startswith(reason)
    assert (found().package, found().entry) == ("chip-box 1.0", "chips = chips:FACE")
    assert "chips" in installed_games()


def linked_elsewhere(board: Path) -> None:
    (board.parent / "secret.json").write_bytes(b"{}")
    (board / "open.json").symlink_to(board.parent / "secret.json")


def linked_folder(board: Path) -> None:
    (board.parent / "chips.json").write_bytes(b"{}")
    (board / "up").symlink_to(board.parent)


def in_two_modules(board: Path) -> None:
    (board / "chunk.js").write_bytes(MODULE)


def too_large(board: Path) -> None:
    with (board / "map.png").open("wb") as file:
        file.truncate(MOST_BYTES)


def not_there(board: Path) -> None:
    (board / "face.js").unlink()
    board.rmdir()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (linked_elsewhere, "its files cannot be read: ValueError: open.json is a link to a file outside"),
        (in_two_modules, "a face is one module, so bundle it: there is chunk.js, too"),
        (too_large, "its files cannot be read: ValueError: they are larger than 4 MiB together"),
        (not_there, "its files cannot be read: FileNotFoundError: "),
    ],
    ids=["linked_elsewhere", "in_two_modules", "too_large", "not_there"],
)
def test_a_folder_that_is_no_face_is_left_out(
    packages: Packages, spoil: Callable[[Path], None], reason: str
) -> None:
    spoil(install_face(packages))
    packages.refresh()

    assert faces(installed_games()) == {}
    assert found().message.startswith(reason)


def test_nothing_behind_a_link_to_a_folder_elsewhere_is_served(packages: Packages) -> None:
    linked_folder(install_face(packages))
    packages.refresh()

    assert list(face().files) == ["face.js"]


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("chips:GAME", "it is a Game, not a WebFace"),
        ("chips:NOTHING", "AttributeError: module 'chips' has no attribute 'NOTHING'"),
        ("nowhere:FACE", "ModuleNotFoundError: No module named 'nowhere'"),
        ("torn:FACE", "SyntaxError: "),
        ("exits:FACE", "SystemExit: 3"),
    ],
)
def test_an_entry_point_that_names_no_face_leaves_its_game_as_it_is(
    packages: Packages, target: str, reason: str
) -> None:
    install_face(packages, target=target)
    (packages.folder / "torn.py").write_text("def (")
    (packages.folder / "exits.py").write_text("raise SystemExit(3)")

    assert "chips" in installed_games()
    assert faces(installed_games()) == {}
    assert found().message.startswith(reason)


@pytest.mark.parametrize(
    ("facade", "then"),
    [
        (FACADE + 1, "Upgrade Rondel, or install an older version of the package"),
        (FACADE - 1, "Install a newer version of the package"),
    ],
)
def test_a_face_for_another_version_is_named_and_served_so_that_pages_can_say_it(
    packages: Packages, facade: int, then: str
) -> None:
    install_face(packages, f"facade={facade}")

    assert found().message == (
        f"it is written against version {facade} of the facade, and this Rondel has version {FACADE}"
    )
    assert found().next.startswith(then)
    assert face().facade == facade


def test_nobody_draws_a_game_of_ours_or_one_that_is_not_there(packages: Packages) -> None:
    board = install_face(packages)
    packages.install("greedy", faces={"cambio": "chips:FACE", "chess": "chips:FACE"})

    assert [each.message for each in findings(installed_games())] == [
        "Rondel draws 'cambio' itself",
        "there is no game 'chess' that can be loaded",
    ]
    assert list(faces(installed_games())) == ["chips"]
    assert board.is_dir()


def test_of_two_faces_for_one_game_neither_is_served(packages: Packages) -> None:
    install_face(packages)
    packages.install("other-box", faces={"chips": "chips:FACE"})

    assert {each.message for each in findings(installed_games())} == {
        "the name 'chips' is claimed by other-box 1.0, too",
        "the name 'chips' is claimed by chip-box 1.0, too",
    }
    assert faces(installed_games()) == {}


def test_a_package_whose_entry_points_cannot_be_read_harms_no_other_face(packages: Packages) -> None:
    install_face(packages)
    packages.install("torn")
    (packages.folder / "torn-1.0.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\n= =\nno line\n")
    shelf_of_faces.refresh()

    assert found().package == "torn 1.0"
    assert list(faces(installed_games())) == ["chips"]


def test_types_for_authors_say_the_version_that_is_served() -> None:
    assert f"readonly version: {FACADE};" in TYPES.read_text(encoding="utf-8")
