"""Two builds are compared byte by byte, and what differs is named."""

import io
import tarfile
import zipfile

from tests.reproducible import differences


def wheel(files: dict[str, bytes], *, year: int = 2020, mode: int = 0o644) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, (year, 2, 2, 0, 0, 0))
            info.external_attr = mode << 16
            archive.writestr(info, content)
    return packed.getvalue()


def source(files: dict[str, bytes], *, at: int = 0) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(content), at
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def test_equal_bytes_differ_in_nothing() -> None:
    one = wheel({"a.py": b"1"})

    assert differences("a.whl", one, wheel({"a.py": b"1"})) == []


def test_what_differs_is_named() -> None:
    one = wheel({"a.py": b"1", "b.py": b"2", "c.py": b"3"})

    assert differences("a.whl", one, wheel({"a.py": b"1", "b.py": b"x", "d.py": b"3"})) == [
        "only once: c.py",
        "only once: d.py",
        "other bytes: b.py",
    ]


def test_times_modes_and_order_count() -> None:
    one = wheel({"a.py": b"1"})

    (later,) = differences("a.whl", one, wheel({"a.py": b"1"}, year=2021))
    (closed,) = differences("a.whl", one, wheel({"a.py": b"1"}, mode=0o600))
    (older,) = differences("a.tar.gz", source({"a.py": b"1"}), source({"a.py": b"1"}, at=5))
    (order,) = differences("a.whl", wheel({"a": b"", "b": b""}), wheel({"b": b"", "a": b""}))

    assert "2021" in later
    assert closed.startswith("other mode or time: a.py")
    assert older.startswith("other mode or time: a.py")
    assert "another order" in order
