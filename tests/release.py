"""`just release v1.2.3`: what a release consists of, in dist/: packages, bill of materials, notes."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from tests import bill_of_materials

ROOT = Path(__file__).parents[1]


def version() -> str:
    """The version that is being released."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def notes() -> str:
    """What CHANGELOG.md says of this version, or the notes that wait for it."""
    for section in (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1:]:
        if section.split()[0] == version():
            return f"## {section}"
    draft = ["towncrier", "build", "--draft", "--version", version()]
    return subprocess.run(draft, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def release(tag: str) -> None:
    """Everything, into dist/."""
    if tag != f"v{version()}":
        sys.exit(f"The tag is {tag}, but pyproject.toml says {version()}.")
    dist = ROOT / "dist"
    subprocess.run(["uv", "build", "--out-dir", str(dist)], cwd=ROOT, check=True)
    (dist / "NOTES.md").write_text(notes())
    bill_of_materials.write(dist / f"rondel-{version()}.cdx.json")


if __name__ == "__main__":
    release(sys.argv[1])
