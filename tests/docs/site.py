"""The built site: every link inside of it leads somewhere, and no page loads anything from elsewhere.

`uv run python -m tests.docs.site [FOLDER]` says what is wrong, lists where links lead outside, and exits 1
if anything is wrong. Links to other sites are not followed.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

ROOT: Final = Path(__file__).parents[2]
LOADED: Final = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "srcset"), ("iframe", "src")}


class Link(NamedTuple):
    """Where an element of a page leads; `is_loaded` if a browser fetches it by itself."""

    target: str
    is_loaded: bool


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.ids |= {attributes[name] for name in ("id", "name") if name in attributes}
        for name in ("href", "src", "srcset"):
            if name in attributes and attributes.get("rel") != "canonical":
                self.links.append(Link(attributes[name], (tag, name) in LOADED))


@cache
def _read(page: Path) -> _Reader:
    reader = _Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader


def faults(site: Path) -> Iterator[str]:
    """Every link that leads nowhere, and everything that is loaded from elsewhere, page by page."""
    for page in sorted(site.rglob("*.html")):
        if page.name == "404.html":
            continue  # it is shown at any address, so its links are absolute
        for link in dict.fromkeys(_read(page).links):
            where = page.relative_to(site)
            if _is_outside(link.target):
                if link.is_loaded:
                    yield f"{where} loads {link.target}"
            elif not _leads_somewhere(site, page, link.target):
                yield f"{where} links to {link.target}"


def outside(site: Path) -> Mapping[str, int]:
    """The addresses of other sites, with the number of pages that link there."""
    found: dict[str, int] = {}
    for page in site.rglob("*.html"):
        for target in {link.target for link in _read(page).links if _is_outside(link.target)}:
            found[target] = found.get(target, 0) + 1
    return dict(sorted(found.items()))


def _is_outside(target: str) -> bool:
    return urlsplit(target).scheme in ("http", "https", "mailto") or target.startswith("//")


def _leads_somewhere(site: Path, page: Path, target: str) -> bool:
    parts = urlsplit(target)
    if parts.scheme in ("data", "javascript"):
        return True
    path = unquote(parts.path)
    file = page if not path else site / path.lstrip("/") if path.startswith("/") else page.parent / path
    if path.endswith("/") or file.is_dir():
        file /= "index.html"
    if not file.is_file():
        return False
    anchor = unquote(parts.fragment)
    return not anchor or file.suffix != ".html" or anchor in _read(file.resolve()).ids


def main(site: Path) -> int:
    """Print what there is to say; 1 if a link is dead."""
    pages = len(list(site.rglob("*.html")))
    dead, others = list(faults(site)), outside(site)
    lines = [
        f"{pages} pages, {len(dead)} dead links; {len(others)} addresses of other sites, not followed:",
        *(f"  {address} ({count})" for address, count in others.items()),
        *dead,
    ]
    sys.stdout.write("\n".join([*lines, ""]))
    return int(bool(dead) or not pages)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"))
