"""The schema of all calls (OpenAPI), with our own errors in it."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from typing import Any

import msgspec
from litestar import Request, Response, Router

from rondel.server.api.context.json_file import JsonFile
from rondel.server.api.responses import ErrorResponse
from rondel.server.settings import PREFIX

METHODS = ("get", "post", "patch", "delete")


class Schema:
    """`/schema/openapi.json`: made once, when somebody first asks for it.

    A process of its own makes it, which takes a second and 50 MiB: others wait for neither.
    """

    def __init__(self) -> None:
        self._file: JsonFile | None = None
        self._making = asyncio.Lock()
        self.router = Router(
            "/schema", route_handlers=[], include_in_schema=False, before_request=self._answer
        )

    async def _answer(self, request: Request[Any, Any, Any]) -> Response[bytes | None] | None:
        """Return the schema; nothing for another path, which Litestar answers."""
        if not request.scope["path"].endswith("/openapi.json"):
            return None
        async with self._making:
            if self._file is None:
                self._file = JsonFile.of(msgspec.Raw(await _printed()))
        headers = request.headers
        return self._file.response(headers.get("if-none-match"), headers.get("accept-encoding", ""))


async def _printed() -> bytes:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rondel.server.api.schema_process"),
        stdout=PIPE,
        env={name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
    )
    printed, _ = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"schema_process ended with exit code {process.returncode}")
    return printed


def with_errors(schema: dict[str, Any]) -> dict[str, Any]:
    """Every call may also answer with an error, and all errors look the same."""
    schema["components"]["schemas"][ErrorResponse.__name__] = _error()
    media_type = {"schema": {"$ref": f"#/components/schemas/{ErrorResponse.__name__}"}}
    for path in schema["paths"].values():
        for method in METHODS:
            if method in path:
                answers = path[method]["responses"]
                answers.pop("400", None)
                for status, answer in answers.items():
                    _correct(status, answer)
                answers["default"] = {
                    "description": ErrorResponse.__doc__ or "",
                    "content": {"application/json": media_type},
                }
    return schema


def _correct(status: str, answer: dict[str, Any]) -> None:
    """Bytes that are JSON already are any JSON, not a text of it; and an answer without content has none."""
    if status == "204":
        answer.pop("content", None)
        return
    media_type = answer.get("content", {}).get("application/json")
    if media_type is not None and media_type["schema"].get("type") == "string":
        media_type["schema"] = {}


def _error() -> dict[str, Any]:
    text, maybe = {"type": "string"}, {"type": ["string", "null"]}
    return {
        "properties": {
            "code": text,
            "message": text,
            "hint": maybe,
            "table": maybe,
            "version": {"type": ["integer", "null"]},
        },
        "type": "object",
        "required": ["message", "code", "hint", "table", "version"],
        "title": ErrorResponse.__name__,
    }
