"""The schema of all calls (OpenAPI), with our own errors in it."""

from litestar import Litestar
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Reference, Schema
from litestar.openapi.spec.enums import OpenAPIType

from rondel.server.api.told import ErrorTold

METHODS = ("get", "post", "patch", "delete")


def with_errors(app: Litestar) -> Litestar:
    """Every call may also answer with an error, and all errors look the same."""
    schema = app.openapi_schema
    assert schema.components.schemas is not None
    schema.components.schemas[ErrorTold.__name__] = _error()
    told = OpenAPIMediaType(schema=Reference(ref=f"#/components/schemas/{ErrorTold.__name__}"))
    for path in (schema.paths or {}).values():
        for method in METHODS:
            operation = getattr(path, method)
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)
                for status, answer in operation.responses.items():
                    _correct(status, answer)
                operation.responses["default"] = OpenAPIResponse(
                    description=ErrorTold.__doc__ or "", content={"application/json": told}
                )
    return app


def _correct(status: str, answer: OpenAPIResponse | Reference) -> None:
    """Bytes that are JSON already are any JSON, not a text of it; and an answer without content has none."""
    if not isinstance(answer, OpenAPIResponse) or answer.content is None:
        return
    if status == "204":
        answer.content = None
        return
    told = answer.content.get("application/json")
    if told is not None and isinstance(told.schema, Schema) and told.schema.type is OpenAPIType.STRING:
        told.schema = Schema()


def _error() -> Schema:
    text, maybe = OpenAPIType.STRING, [OpenAPIType.STRING, OpenAPIType.NULL]
    return Schema(
        type=OpenAPIType.OBJECT,
        title=ErrorTold.__name__,
        required=["because", "code", "next", "table", "version"],
        properties={
            "code": Schema(type=text),
            "because": Schema(type=text),
            "next": Schema(type=maybe),
            "table": Schema(type=maybe),
            "version": Schema(type=[OpenAPIType.INTEGER, OpenAPIType.NULL]),
        },
    )
