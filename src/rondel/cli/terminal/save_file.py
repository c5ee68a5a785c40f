"""Where a sitting in the terminal is kept: its transcript, and beside it the secret of its luck."""

import os
import tempfile
from pathlib import Path

from rondel.kernel import AnyGame
from rondel.table.local import LocalTable
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import read


class SaveFileError(Exception):
    """A sitting was kept here, and it cannot be taken up again."""


def default_path(game: str) -> Path:
    """In the user's data folder, as freedesktop.org says where that is."""
    folder = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not folder.is_absolute():
        folder = Path.home() / ".local" / "share"
    return folder / "rondel" / f"{game}.jsonl"


class Save:
    """The two files of a sitting. Each is replaced whole or not at all, and only its owner reads it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.secret_path = path.with_suffix(".secret")

    def read(self, game: AnyGame) -> LocalTable | None:
        """The table kept here, None if there is none, or Unreadable."""
        try:
            text = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise SaveFileError(f"{error.strerror}.") from None
        try:
            return LocalTable.resumed(game, text, bytes.fromhex(self.secret_path.read_text("ascii")))
        except OSError as error:
            raise SaveFileError(f"{self.secret_path.name}: {error.strerror}.") from None
        except MalformedError as malformed:
            raise SaveFileError(malformed.message) from None
        except Exception as error:  # noqa: BLE001 - whatever a false file breaks, it cannot be read
            raise SaveFileError(f"{type(error).__name__}: {error}.") from None

    def write_secret(self, secret: bytes) -> None:
        """Keep the secret of a new table."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _replace(self.secret_path, secret.hex().encode())

    def write(self, transcript: bytes) -> None:
        """Keep the journal as it is now."""
        _replace(self.path, transcript)

    def keep_old(self) -> Path:
        """Put the sitting that is here under its table's id, so that another can begin."""
        transcript = read(self.path.read_bytes())
        table = "".join(letter for letter in transcript.header.table if letter.isalnum() or letter in "-_")
        target = self.path.with_stem(f"{self.path.stem}-{table}")
        if transcript.end is None:
            self.secret_path.replace(target.with_suffix(".secret"))
        else:
            self.secret_path.unlink(missing_ok=True)
        return self.path.replace(target)

    def set_aside(self) -> Path:
        """Put files that cannot be read where nothing overwrites them."""
        suffix, number = ".broken", 1
        while _with(self.path, suffix).exists():
            number += 1
            suffix = f".broken{number}"
        if self.secret_path.exists():
            self.secret_path.replace(_with(self.secret_path, suffix))
        return self.path.replace(_with(self.path, suffix))


def _with(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside it, readable by its owner alone, and let it take its place."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
