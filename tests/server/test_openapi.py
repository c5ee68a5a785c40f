"""Every call the served schema names answers as the schema says, whatever is sent."""

import schemathesis

from tests.server.openapi import probe
from tests.server.visitors import House


def test_no_call_fails_and_every_answer_is_as_the_schema_says() -> None:
    found, unhandled = probe(examples=8)

    assert found.wrong == {}
    assert unhandled == []
    assert not [status for status in found.statuses if status >= 500]
    assert {200, 400, 404, 409} <= found.statuses.keys()
    assert found.calls > 300


async def test_the_schema_is_valid_and_tells_every_call(house: House) -> None:
    schema = await house.stranger().get("/schema/openapi.json")

    schemathesis.openapi.from_dict(schema).validate()
    assert len(schema["paths"]) >= 25
