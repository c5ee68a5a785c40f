"""`python -m rondel.server.api.schema_process` prints the schema of all calls."""

import sys

import msgspec

from rondel.server.api.openapi import with_errors
from rondel.server.api.router import http_app


def main() -> None:
    """Print it as JSON."""
    sys.stdout.buffer.write(msgspec.json.encode(with_errors(http_app().openapi_schema.to_schema())))


if __name__ == "__main__":
    main()
