"""The bill of materials: what it takes from the Dockerfile and from the client's lock file."""

import json
import re
from typing import Any

from tests.bill_of_materials import ROOT, add_client, client_packages, image_install

LOCK: dict[str, Any] = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
PACKAGE: dict[str, Any] = json.loads((ROOT / "web/package.json").read_text())

IMPORTED = re.compile(r"""\b(?:from|import)\s*\(?\s*["']((?:@[\w-]+/)?\w[\w-]*)(?:/[^"']*)?["']""")
"""The package in an import of TypeScript, if it is one and no file."""


def test_it_is_made_of_the_extras_that_the_image_has() -> None:
    command = image_install()

    assert command[:2] == ["uv", "sync"]
    assert {"--locked", "--no-dev", "--no-install-project"} <= {*command}
    assert [command[at + 1] for at, word in enumerate(command) if word == "--extra"] == ["server", "otel"]


def test_every_package_that_the_client_imports_is_named_and_no_tool_is() -> None:
    named = {name for _, name in client_packages(LOCK)}
    sources = [*(ROOT / "web/src").rglob("*.ts"), *(ROOT / "web/src").rglob("*.tsx")]
    imported = {name for source in sources for name in IMPORTED.findall(source.read_text())}

    assert {"react", "wouter", "@base-ui/react", "@tanstack/react-query"} <= imported <= named
    assert PACKAGE["dependencies"].keys() <= named
    assert not PACKAGE["devDependencies"].keys() & named


def test_a_package_is_found_where_its_user_finds_it() -> None:
    lock: dict[str, dict[str, Any]] = {
        "": {"dependencies": {"a": "1", "b": "1"}},
        "node_modules/a": {"version": "1.0.0", "dependencies": {"b": "2"}},
        "node_modules/a/node_modules/b": {
            "version": "2.0.0",
            "peerDependencies": {"@c/d": "*", "tool": "*"},
            "peerDependenciesMeta": {"tool": {"optional": True}},
        },
        "node_modules/b": {"version": "1.0.0"},
        "node_modules/@c/d": {"version": "3.0.0"},
        "node_modules/tool": {"version": "4.0.0"},
    }
    integrity = {"integrity": "sha512-AQID", "license": "MIT"}
    whole = {folder: {**package, **integrity} for folder, package in lock.items()}
    bill: dict[str, Any] = {
        "metadata": {"component": {"bom-ref": "rondel"}},
        "components": [],
        "dependencies": [{"ref": "rondel", "dependsOn": ["python"]}],
    }

    add_client(bill, whole)

    assert [each["purl"] for each in bill["components"]] == [
        "pkg:npm/%40c/d@3.0.0",
        "pkg:npm/a@1.0.0",
        "pkg:npm/b@2.0.0",
        "pkg:npm/b@1.0.0",
    ]
    assert bill["components"][1]["hashes"] == [{"alg": "SHA-512", "content": "010203"}]
    needs = {each["ref"]: each["dependsOn"] for each in bill["dependencies"]}
    assert needs["rondel"] == ["python", "pkg:npm/a@1.0.0", "pkg:npm/b@1.0.0"]
    assert needs["pkg:npm/a@1.0.0"] == ["pkg:npm/b@2.0.0"]
    assert needs["pkg:npm/b@2.0.0"] == ["pkg:npm/%40c/d@3.0.0"]
    assert needs["pkg:npm/b@1.0.0"] == []
