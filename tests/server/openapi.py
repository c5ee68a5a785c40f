"""`python -m tests.server.openapi --examples 300`: schemathesis against the schema that a server serves.

Every operation is called with what its schema allows and with what it does not, half of the time with ids of
tables that are there. No answer may be 500 or more, and every answer must be as the schema says. The server
stores in memory, or with `--database URL` in PostgreSQL.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from rich.console import Console
from rich.progress import Progress
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.fuzz import judged, served

CHECKS: Final[list[Any]] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
LAST: Final = ("DELETE /api/me", "DELETE /api/me/sessions", "DELETE /api/me/sessions/{session}")
"""After these nobody is signed in any more."""

MODES: Final = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


class Probe:
    """One server, one account, some tables; what was answered, and what should not have been."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(verify=False, base_url=url)
        self.session = requests.Session()
        self.statuses: Counter[int] = Counter()
        self.wrong: dict[str, str] = {}
        self.calls = 0
        self.tables: list[str] = []
        self.headers: dict[str, str] = {}

    def close(self) -> None:
        """Hang up."""
        self.http.close()
        self.session.close()

    def create_guest(self) -> None:
        """Somebody with a table that has begun, one that has not, and a private one."""
        self.http.post("/api/guests", json={"name": "Prober"})
        page = {"Origin": self.url, "X-Rondel": "1"}
        token = self.http.post("/api/me/tokens", json={}, headers=page).json()["token"]
        self.http.cookies.clear()
        self.headers = {"Authorization": f"Bearer {token}"}
        for access in ("public", "unlisted", "private"):
            body = {"game": "cambio", "options": {"seats": 2}, "access": access}
            table = self.http.post("/api/tables", json=body, headers=self.headers).json()["id"]
            self.http.post(f"/api/tables/{table}/seat", json={}, headers=self.headers)
            self.tables.append(table)
        self.http.post(f"/api/tables/{self.tables[0]}/bots", json={"level": "easy"}, headers=self.headers)
        self.http.post(f"/api/tables/{self.tables[0]}/start", headers=self.headers)

    def run(self, examples: int, tick: Callable[[str], None] = lambda _: None) -> None:
        """So many calls of each operation, by each way of making them up."""
        schema = schemathesis.openapi.from_url(f"{self.url}/schema/openapi.json")
        found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        for operation in sorted(found, key=lambda operation: operation.label in LAST):
            tick(operation.label)
            for mode in MODES:
                try:
                    self._hold(operation, mode, examples)
                except (Exception, FailureGroup) as error:  # noqa: BLE001 - whatever it is, it is told
                    self.wrong[f"{operation.label} {mode.value}"] = _describe(error)

    def _hold(self, operation: Any, mode: GenerationMode, examples: int) -> None:
        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode), table=st.sampled_from(("", *self.tables)))
        def check(case: Any, table: str) -> None:
            if table and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            response = case.call(headers=self.headers, session=self.session)
            self.calls += 1
            self.statuses[response.status_code] += 1
            case.validate_response(response, checks=CHECKS)

        try:
            check()
        except Unsatisfiable:
            return  # nothing can be wrong with a call that takes nothing


def _describe(error: BaseException) -> str:
    parts = getattr(error, "exceptions", (error,))
    return " | ".join(f"{type(part).__name__}: {part}".replace("\n", " ")[:600] for part in parts)


def probe(
    examples: int, tick: Callable[[str], None] = lambda _: None, *, database: str | None = None
) -> tuple[Probe, list[str]]:
    """Call everything a server of our own serves; what it did not handle, by its own word."""
    with tempfile.TemporaryDirectory(prefix="rondel-openapi-") as folder:
        log = Path(folder) / "log"
        with served(log, database) as (url, _):
            probing = Probe(url)
            with closing(probing):
                probing.create_guest()
                probing.run(examples, tick)
            metrics = httpx.get(f"{url}/metrics", verify=False).text
        return probing, judged(log.read_text(), metrics, probing.headers["Authorization"].split()[1])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.openapi", description=__doc__)
    parser.add_argument("--examples", type=int, default=300)
    parser.add_argument("--database", metavar="URL", help="an empty database with all tables")
    arguments = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    began = time.monotonic()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("operations", total=None)
        found, unhandled = probe(
            arguments.examples,
            lambda name: progress.update(task, description=name),
            database=arguments.database,
        )
    for name, why in found.wrong.items():
        console.print(f"{name}: {why}", markup=False)
    for line in unhandled:
        console.print(line, markup=False)
    failures = sum(count for status, count in found.statuses.items() if status >= 500)
    console.print(f"statuses: {dict(sorted(found.statuses.items()))}", markup=False)
    console.print(
        f"{found.calls} calls, >=500 {failures}, not as the schema says {len(found.wrong)}, "
        f"unhandled {len(unhandled)}, {time.monotonic() - began:.0f} s"
    )
    return int(bool(failures or found.wrong or unhandled))


if __name__ == "__main__":
    sys.exit(main())
