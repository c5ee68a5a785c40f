"""`just release v1.2.3`: what a release consists of, in dist/: packages, bill of materials, notes.

`just sbom` makes the bill of materials alone. It is made from an environment with the wheel's locked
dependencies and nothing else, so it names what a server runs and no tool of ours.
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def version() -> str:
    """The version that is being released."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def bill_of_materials(into: Path) -> Path:
    """A CycloneDX file that names every package a server needs, with version and licence."""
    file = into / f"rondel-{version()}.cdx.json"
    with tempfile.TemporaryDirectory() as folder:
        fresh = f"{folder}/fresh"
        environment = {**os.environ, "UV_PROJECT_ENVIRONMENT": fresh}
        locked = ["uv", "sync", "--quiet", "--locked", "--no-dev", "--extra", "server"]
        locked.append("--no-install-project")  # it is named from pyproject.toml
        subprocess.run(locked, cwd=ROOT, env=environment, check=True)
        command = [
            sys.executable,
            "-m",
            "cyclonedx_py",
            "environment",
            "--output-reproducible",
            "--of",
            "JSON",
        ]
        command += ["--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "application", "-o", str(file)]
        subprocess.run([*command, f"{fresh}/bin/python"], check=True)
    check(file)
    return file


def check(file: Path) -> None:
    """It names what is locked, in the locked versions."""
    bill = json.loads(file.read_text())
    named = {each["name"].lower().replace("_", "-"): each["version"] for each in bill["components"]}
    locked = {
        each["name"]: each.get("version") for each in tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    }
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "rondel"
    assert {"asyncpg", "litestar", "msgspec", "uvicorn", "cryptography"} <= named.keys()
    assert "pytest" not in named
    wrong = {name: found for name, found in named.items() if locked.get(name) != found}
    assert not wrong, wrong
    sys.stdout.write(f"{file.name} names {len(named)} packages.\n")


def release(tag: str) -> None:
    """Everything, into dist/."""
    if tag != f"v{version()}":
        sys.exit(f"The tag is {tag}, but pyproject.toml says {version()}.")
    dist = ROOT / "dist"
    subprocess.run(["uv", "build", "--out-dir", str(dist)], cwd=ROOT, check=True)
    notes = ["towncrier", "build", "--draft", "--version", version()]
    (dist / "NOTES.md").write_bytes(
        subprocess.run(notes, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    )
    bill_of_materials(dist)


if __name__ == "__main__":
    if sys.argv[1:] == ["sbom"]:
        with tempfile.TemporaryDirectory() as folder:
            bill_of_materials(Path(folder))
    else:
        release(sys.argv[1])
