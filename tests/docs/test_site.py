"""The site: dead links are found in it, its menu has every page, its reference every public name."""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

import rondel.client
import rondel.kernel
import rondel.kit
import rondel.laws
from tests.docs.site import ROOT, faults, main, outside

DOCS = ROOT / "docs"


def write(folder: Path, name: str, body: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"<html><body>{body}</body></html>", encoding="utf-8")


def test_links_to_pages_and_places_in_them_are_followed(tmp_path: Path) -> None:
    write(
        tmp_path, "index.html", '<a href="one/#here">1</a><a href="one/">2</a><a href="https://a.test/">3</a>'
    )
    write(tmp_path, "one/index.html", '<h1 id="here">1</h1><a href="../">home</a><a href="#here">here</a>')

    assert list(faults(tmp_path)) == []
    assert outside(tmp_path) == {"https://a.test/": 1}
    assert main(tmp_path) == 0


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="two/">2</a>', "index.html links to two/"),
        ('<a href="one/#there">1</a>', "index.html links to one/#there"),
        ('<img src="missing.png">', "index.html links to missing.png"),
        ('<script src="https://a.test/a.js"></script>', "index.html loads https://a.test/a.js"),
    ],
)
def test_what_leads_nowhere_or_is_loaded_from_elsewhere_is_a_fault(
    body: str, fault: str, tmp_path: Path
) -> None:
    write(tmp_path, "index.html", body)
    write(tmp_path, "one/index.html", '<h1 id="here">1</h1>')

    assert list(faults(tmp_path)) == [fault]
    assert main(tmp_path) == 1


def test_a_site_without_pages_is_a_fault(tmp_path: Path) -> None:
    assert main(tmp_path) == 1


def pages(menu: Any) -> list[str]:
    """The pages and patterns that a menu names, those of its parts among them."""
    if isinstance(menu, str):
        return [menu]
    items = [menu["glob"]] if "glob" in menu else menu.values() if isinstance(menu, dict) else menu
    return [page for item in items for page in pages(item)]


def test_the_menu_names_pages_that_exist_and_every_page_is_in_it() -> None:
    named = pages(msgspec.yaml.decode((DOCS / ".nav.yml").read_bytes())["nav"])
    found = {name: set(DOCS.glob(name)) for name in named}

    assert [name for name in named if not found[name]] == []
    assert set(DOCS.rglob("*.md")) - set().union(*found.values()) == set()


@pytest.mark.parametrize("package", [rondel.kernel, rondel.kit, rondel.laws, rondel.client])
def test_the_reference_has_every_public_name(package: ModuleType) -> None:
    page = (DOCS / f"reference/{package.__name__.rpartition('.')[2]}.md").read_text(encoding="utf-8")
    elsewhere = set(rondel.kernel.__all__) if package is rondel.kit else set()

    assert set(package.__all__) - elsewhere - described(page) == set()


def described(page: str) -> set[str]:
    """The names that a page of the reference describes."""
    found: set[str] = set()
    for target, block in re.findall(r"^::: (\S+)\n((?:    .*\n)*)", page, re.MULTILINE):
        source = ROOT / "src" / (target.replace(".", "/") + ".py")
        members = re.search(r" members: \[(.*?)\]", block)
        if members is not None:
            found |= set(members[1].split(", "))
        elif source.is_file():
            found |= set(
                re.findall(r"^(?:def |class |async def )?(\w+)[:( =]", source.read_text(), re.MULTILINE)
            )
        elif source.with_suffix("").is_dir():
            found |= set(import_module(target).__all__)
        else:
            found.add(target.rpartition(".")[2])
    return found
