"""The page about the customer's documents: what it names is there. A database is migrated for it: seconds."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import asyncpg
import pytest

from rondel.server.api.router import http_app
from rondel.wire.registry import load_game
from tests.contracts.databases import migrated, url_of
from tests.docs.named_tests import ROOT, defined_in

PAGE = (ROOT / "docs/your-documents.md").read_text(encoding="utf-8")
ROWS = (ROOT / "docs/your-documents-rows.md").read_text(encoding="utf-8")
BOTH = PAGE + ROWS
DOCUMENTS = ("M", "S", "P", "D", "I")
MOST_OTHERWISE = 52
"""This number and the one below only shrink."""

MOST_MISSING = 0
VERDICTS = ("met", "otherwise", "partly", "not")

ROW = re.compile(r"^\| (?P<id>[A-Z]-\d+) \|(?P<cells>.*)\|$", re.MULTILINE)
CELL = re.compile(r"(?<!\\)\|")
CODE = re.compile(r"`([^`]+)`")
CALL = re.compile(r"^(GET|POST|PATCH|DELETE) (/api/[^?]*)(?:\?.*)?$")
COLUMN = re.compile(r"^([a-z_]+)\.([a-z_]+)$")


class Requirement(NamedTuple):
    """A row of the list."""

    id: str
    asks: str
    verdict: str
    where: str
    tests: str


def requirements() -> list[Requirement]:
    """Every row, in the order of the page."""
    rows = []
    for found in ROW.finditer(ROWS):
        cells = [cell.strip() for cell in CELL.split(found["cells"])]
        assert len(cells) == 4, found[0]
        rows.append(Requirement(found["id"], *cells))
    return rows


LISTED = requirements()


def spans(text: str) -> list[str]:
    """What is written as code."""
    return CODE.findall(text)


def test_every_document_is_listed_and_its_ids_are_consecutive() -> None:
    assert [row.id for row in LISTED] == [
        f"{document}-{number:03}"
        for document in DOCUMENTS
        for number in range(1, 1 + sum(row.id.startswith(document) for row in LISTED))
    ]
    assert len(LISTED) >= 517


def test_a_requirement_is_met_or_otherwise_with_a_reason() -> None:
    otherwise = [row for row in LISTED if row.verdict == "otherwise"]

    assert {row.verdict for row in LISTED} <= set(VERDICTS)
    assert len(otherwise) <= MOST_OTHERWISE
    assert sum(row.verdict in ("partly", "not") for row in LISTED) <= MOST_MISSING
    for row in otherwise:
        assert len(re.findall(r"\. Because [^.]+(?:\.\w[^.]*)*\.$", row.where)) == 1, row
    assert not [row for row in LISTED if row.verdict == "met" and "Because" in row.where]


def test_the_counts_of_the_summary_are_those_of_the_list() -> None:
    for document in DOCUMENTS:
        assert f"| {document} | {_counts([row for row in LISTED if row.id.startswith(document)])} |" in PAGE
    assert f"| together | | {_counts(LISTED)} |" in PAGE


def _counts(rows: list[Requirement]) -> str:
    verdicts = [row.verdict for row in rows]
    return " | ".join(map(str, [len(rows), *map(verdicts.count, VERDICTS)]))


def test_every_deviation_and_every_gap_is_in_the_table_of_the_page_and_nothing_else_is() -> None:
    differing, missing = PAGE.split("## Where we differ")[1].split("## What is still missing")
    for part, verdicts in ((differing, ("otherwise",)), (missing.split("## Summary")[0], ("partly", "not"))):
        named = re.findall(r"\b[MSPDI]-\d{3}\b", part)
        assert sorted(named) == sorted(row.id for row in LISTED if row.verdict in verdicts)
    for line in re.findall(r"^\| [MSPDI]-.*$", differing, re.MULTILINE):
        assert all(cell.strip() for cell in CELL.split(line)[1:-1]), line
        assert len(CELL.split(line)) == 7, line


def test_the_page_is_linked_from_the_first_screen_of_the_readme_and_from_the_index() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert "docs/your-documents.md" in readme.split("## Try it")[0]
    assert "your-documents.md" in (ROOT / "docs/index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_test_that_is_named_exists(document: str) -> None:
    for row in LISTED:
        if row.id.startswith(document):
            named = spans(row.tests)
            assert row.tests == ", ".join(f"`{test}`" for test in named), row
            assert named, row
            for test in named:
                path, _, name = test.partition("::")
                assert name in defined_in(path), f"{row.id}: {test}"


def test_every_requirement_says_where_it_is_seen() -> None:
    assert [row.id for row in LISTED if not row.where or not row.asks] == []


def test_every_call_that_is_named_is_served() -> None:
    served = {
        (method.upper(), _without_names(path))
        for path, item in http_app().openapi_schema.to_schema()["paths"].items()
        for method in item
    }
    called = {
        (method, f"/api/game/{{}}/{name}")
        for game in ("cambio", "imperial")
        for name, call in load_game(game).calls.items()
        for method in ["GET" if call.ask is None else "POST"]
    }
    named = {(found[1], _without_names(found[2])) for code in spans(BOTH) if (found := CALL.match(code))}

    assert named - served - called == set()
    assert len(named) > 15


def _without_names(path: str) -> str:
    """`/api/decks/{id}/state` is `/api/{game}/{table}/state`, with decks for the game."""
    plain = re.sub(r"\{[^}]*\}|\[[^]]*\]", "{}", path)
    return re.sub(r"^/api/(decks|\{\})/\{\}/state$", "/api/{}/{}/state", plain)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


async def test_every_table_and_column_that_is_named_is_in_the_database(database: str) -> None:
    connection = await asyncpg.connect(database)
    found = await connection.fetch(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    )
    await connection.close()

    columns = {(row["table_name"], row["column_name"]) for row in found}
    tables = {table for table, _ in columns}
    named = {match.groups() for code in spans(BOTH) if (match := COLUMN.match(code))}
    assert {pair for pair in named if pair[0] in tables} - columns == set()
    assert {pair[0] for pair in named} <= tables | {"tests", "guides"}
    assert {"card", "game_score", "game_session", "player", "special_power", "turn"} <= tables


def test_every_screen_that_is_named_has_a_page() -> None:
    routes = set(
        re.findall(r'<Route path="([^"]+)"', (ROOT / "web/src/site/App.tsx").read_text(encoding="utf-8"))
    )
    pages = {re.sub(r":\w+", "{}", route) for route in routes}
    named = {
        re.sub(r"\{[^}]*\}|(?<=/new/)\w+", "{}", code)
        for code in spans(BOTH)
        if re.fullmatch(r"/(t|j|new|you|history|replay|tables)(/[^ ]*)?", code)
    }

    assert named - pages == set()
    assert {"/t/{}", "/new/{}", "/you"} <= named


async def test_what_was_out_of_scope_is_not_served(database: str) -> None:
    """No statistics of wins and losses, no tournaments: neither a call nor a table."""
    paths = " ".join(http_app().openapi_schema.to_schema()["paths"])
    connection = await asyncpg.connect(database)
    found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    await connection.close()

    names = paths + " ".join(row["tablename"] for row in found)
    assert not re.search(r"rating|statistic|tournament|ladder", names)
