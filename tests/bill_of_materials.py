"""`just sbom`: a CycloneDX file that names every package of a release, with version, licence and hash.

It names what the image installs, from an environment with these locked packages and nothing else, and what
the built web client holds, from its lock file. Neither has a tool of ours, nor what a base image brings.
"""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[1]

Lock = Mapping[str, Mapping[str, Any]]
"""The packages of a package-lock.json by their folders; the client's own is the empty one."""


def write(file: Path) -> None:
    """Write the bill. Raises AssertionError if it does not name what is locked."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = f"{folder}/fresh"
        environment = {**os.environ, "UV_PROJECT_ENVIRONMENT": fresh}
        subprocess.run(image_install(), cwd=ROOT, env=environment, check=True)
        command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
        command += ["--of", "JSON", "--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "application"]
        subprocess.run([*command, "-o", str(file), f"{fresh}/bin/python"], check=True)
    bill = json.loads(file.read_text())
    add_client(bill, json.loads((ROOT / "web/package-lock.json").read_text())["packages"])
    file.write_text(json.dumps(bill, indent=2) + "\n")
    check(bill)


def image_install() -> list[str]:
    """The command by which the Dockerfile installs the server's packages, and not yet Rondel itself."""
    found = re.search(
        r"^RUN (uv sync .*--no-install-project)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE
    )
    assert found is not None, "The Dockerfile has another way to install the packages: say it here."
    return [*found[1].split(), "--quiet"]


def add_client(bill: dict[str, Any], lock: Lock) -> None:
    """Add the packages of the client, and that Rondel needs those which it names itself."""
    shipped = dict(client_packages(lock))
    bill["components"] += [component(name, lock[folder]) for folder, name in shipped.items()]
    [rondel] = [
        each for each in bill["dependencies"] if each["ref"] == bill["metadata"]["component"]["bom-ref"]
    ]
    direct = [f"node_modules/{name}" for name in lock[""]["dependencies"]]
    rondel["dependsOn"] = [
        *rondel.get("dependsOn", []),
        *(_url(shipped[each], lock[each]) for each in direct),
    ]
    bill["dependencies"] += [
        {
            "ref": _url(name, lock[folder]),
            "dependsOn": sorted(_url(shipped[each], lock[each]) for each in needs(lock, folder)),
        }
        for folder, name in shipped.items()
    ]


def client_packages(lock: Lock) -> Iterator[tuple[str, str]]:
    """Folder and name of each package that the client needs when it runs, in the order of their folders."""
    found: set[str] = set()
    waiting = [f"node_modules/{name}" for name in lock[""]["dependencies"]]
    while waiting:
        folder = waiting.pop()
        if folder not in found:
            found.add(folder)
            waiting += needs(lock, folder)
    for folder in sorted(found):
        yield folder, folder.rpartition("node_modules/")[2]


def needs(lock: Lock, folder: str) -> list[str]:
    """The folders of what a package needs: its dependencies, and peers that it cannot do without."""
    package = lock[folder]
    optional = package.get("peerDependenciesMeta", {})
    peers = (name for name in package.get("peerDependencies", {}) if name not in optional)
    return [_resolved(lock, folder, name) for name in (*package.get("dependencies", {}), *peers)]


def _resolved(lock: Lock, folder: str, name: str) -> str:
    """Where a package finds another: in its own folder, or in one around it."""
    while f"{folder}/node_modules/{name}".lstrip("/") not in lock:
        assert folder, f"package-lock.json has no {name}"
        folder = folder.rpartition("node_modules/")[0].rstrip("/")
    return f"{folder}/node_modules/{name}".lstrip("/")


def component(name: str, package: Mapping[str, Any]) -> dict[str, Any]:
    """A package of npm as CycloneDX has it."""
    algorithm, _, digest = package["integrity"].partition("-")
    assert algorithm == "sha512", package["integrity"]
    return {
        "bom-ref": _url(name, package),
        "type": "library",
        "name": name,
        "version": package["version"],
        "purl": _url(name, package),
        "hashes": [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}],
        "licenses": [{"license": {"id": package["license"]}}],
    }


def _url(name: str, package: Mapping[str, Any]) -> str:
    return f"pkg:npm/{quote(name, safe='/')}@{package['version']}"


def check(bill: dict[str, Any]) -> None:
    """It names what is locked, in the locked versions."""
    npm = {each["name"] for each in bill["components"] if each["purl"].startswith("pkg:npm/")}
    named = {
        each["name"].lower().replace("_", "-"): each["version"]
        for each in bill["components"]
        if each["purl"].startswith("pkg:pypi/")
    }
    locked = {
        each["name"]: each.get("version") for each in tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    }
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "rondel"
    assert {"asyncpg", "litestar", "msgspec", "uvicorn", "cryptography", "opentelemetry-sdk"} <= named.keys()
    assert "pytest" not in named
    assert {"react", "scheduler"} <= npm
    wrong = {name: found for name, found in named.items() if locked.get(name) != found}
    assert not wrong, wrong
    sys.stdout.write(f"It names {len(named)} packages of Python and {len(npm)} of the web client.\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        write(Path(scratch) / "rondel.cdx.json")
