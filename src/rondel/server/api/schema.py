"""The schema of all calls (OpenAPI), with our own errors in it."""

from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from rondel.server.api.told import ErrorTold

METHODS = ("get", "post", "patch", "delete")


class OurSchema(JsonRenderPlugin):
    """The schema as JSON; it is made when somebody first asks for it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The schema, with our own errors in it."""
        return super().render(request, with_errors(openapi_schema))


def with_errors(schema: dict[str, Any]) -> dict[str, Any]:
    """Every call may also answer with an error, and all errors look the same."""
    schema["components"]["schemas"][ErrorTold.__name__] = _error()
    told = {"schema": {"$ref": f"#/components/schemas/{ErrorTold.__name__}"}}
    for path in schema["paths"].values():
        for method in METHODS:
            if method in path:
                answers = path[method]["responses"]
                answers.pop("400", None)
                for status, answer in answers.items():
                    _correct(status, answer)
                answers["default"] = {
                    "description": ErrorTold.__doc__ or "",
                    "content": {"application/json": told},
                }
    return schema


def _correct(status: str, answer: dict[str, Any]) -> None:
    """Bytes that are JSON already are any JSON, not a text of it; and an answer without content has none."""
    if status == "204":
        answer.pop("content", None)
        return
    told = answer.get("content", {}).get("application/json")
    if told is not None and told["schema"].get("type") == "string":
        told["schema"] = {}


def _error() -> dict[str, Any]:
    text, maybe = {"type": "string"}, {"type": ["string", "null"]}
    return {
        "properties": {
            "code": text,
            "because": text,
            "next": maybe,
            "table": maybe,
            "version": {"type": ["integer", "null"]},
        },
        "type": "object",
        "required": ["because", "code", "next", "table", "version"],
        "title": ErrorTold.__name__,
    }
