"""Every call the served schema names answers as the schema says, whatever is sent."""

import os

import pytest
import schemathesis

from tests.contracts.databases import url_of
from tests.faults.process import anonymous_mib
from tests.sample import size
from tests.server.openapi import probe
from tests.server.visitors import House


@pytest.mark.drawn(1 / 2)
@pytest.mark.parametrize("store", ["memory", "PostgreSQL"])
def test_no_call_fails_and_every_answer_is_as_the_schema_says(template: str, store: str) -> None:
    found, unhandled = probe(
        examples=size(4, nightly=8), database=None if store == "memory" else url_of(template)
    )

    assert found.wrong == {}
    assert unhandled == []
    assert not [status for status in found.statuses if status >= 500]
    assert {200, 400, 404, 409} <= found.statuses.keys()
    assert found.calls > 300


async def test_the_schema_is_valid_and_tells_every_call(house: House) -> None:
    schema = await house.stranger().get("/schema/openapi.json")

    schemathesis.openapi.from_dict(schema).validate()
    assert len(schema["paths"]) >= 25


async def test_the_schema_is_sent_once_to_a_browser_and_this_process_does_not_make_it(house: House) -> None:
    before = anonymous_mib(os.getpid())
    stranger = house.stranger()
    first = await stranger.ask("GET", "/schema/openapi.json")
    again = await stranger.http.get("/schema/openapi.json", headers={"If-None-Match": first.headers["etag"]})

    assert (first.status_code, first.headers["content-encoding"]) == (200, "gzip")
    assert (again.status_code, again.content) == (304, b"")
    assert anonymous_mib(os.getpid()) - before < 16
