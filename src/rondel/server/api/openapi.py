"""The schema of all calls (OpenAPI), with our own errors in it."""

from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from rondel.server.api.responses import ErrorResponse

METHODS = ("get", "post", "patch", "delete")


class OurSchema(JsonRenderPlugin):
    """The schema as JSON; it is made when somebody first asks for it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The schema, with our own errors in it."""
        return super().render(request, with_errors(openapi_schema))


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
