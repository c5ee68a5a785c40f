"""Faces by others, as files: under an address that names their bytes, so they are kept for ever.

`/faces/index.json` says where each is, and what a browser must compare it with before it runs.
"""

import gzip
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

import msgspec

from rondel.kernel import Struct
from rondel.server.api.pages.files import FACES, Page, tag_of
from rondel.wire.faces import KINDS, LoadedFace

INDEX: Final = f"{FACES}index.json"


class CheckedFile(Struct):
    """A file and what it must be."""

    at: str
    integrity: str


class ServedFace(Struct):
    """The face of a game: which version of the facade it is written against, its module, its style."""

    facade: int
    module: CheckedFile
    style: CheckedFile | None


def face_pages(faces: Mapping[str, LoadedFace]) -> Mapping[str, Page]:
    """Every file of these faces by its address, and the list of them."""
    served = {name: _served(name, face) for name, face in faces.items()}
    index = msgspec.json.encode(served)
    files = {address: page for name, face in faces.items() for address, page in _files(name, face)}
    return {INDEX: Page({"": index}, KINDS[".json"].encode(), tag_of(index), is_for_ever=False), **files}


def _served(name: str, face: LoadedFace) -> ServedFace:
    def checked(file: str) -> CheckedFile:
        return CheckedFile(_address(name, face, file), face.integrity(file))

    return ServedFace(face.facade, checked(face.module), None if face.style is None else checked(face.style))


def _files(name: str, face: LoadedFace) -> Iterator[tuple[str, Page]]:
    for file, content in face.files.items():
        kind = KINDS[PurePosixPath(file).suffix]
        packed = {"gzip": gzip.compress(content, 9, mtime=0)} if "charset" in kind else {}
        page = Page({**packed, "": content}, kind.encode(), tag_of(content), is_for_ever=True)
        yield _address(name, face, file), page


def _address(name: str, face: LoadedFace, file: str) -> str:
    return f"{FACES}{name}/{face.digest}/{file}"
