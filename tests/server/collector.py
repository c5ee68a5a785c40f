"""A collector of OpenTelemetry, for real on loopback: it takes OTLP over HTTP and keeps the spans."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from rondel.server.runtime.traces import Facts

KEYS = frozenset(f"rondel.{name}" for name in Facts.__annotations__)
NAMES = frozenset(("rondel.move", "rondel.queue", "rondel.decide", "rondel.append", "rondel.deliver"))


class Taken(NamedTuple):
    """A span as the collector has it."""

    name: str
    id: bytes
    parent: bytes
    trace: bytes
    facts: dict[str, Any]
    events: int
    status: str
    text: str
    """The whole span, and what is said about its node, in words."""


class Collector:
    """What was sent to it."""

    def __init__(self) -> None:
        self.spans: list[Taken] = []
        self.resource: dict[str, Any] = {}
        self.url = ""

    def take(self, body: bytes) -> None:
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            self.resource = _facts(resource.resource.attributes)
            for scope in resource.scope_spans:
                for span in scope.spans:
                    self.spans.append(
                        Taken(
                            span.name,
                            span.span_id,
                            span.parent_span_id,
                            span.trace_id,
                            _facts(span.attributes),
                            len(span.events),
                            span.status.message,
                            f"{self.resource} {scope.scope} {span}",
                        )
                    )

    def named(self, name: str) -> list[Taken]:
        return [span for span in self.spans if span.name == name]

    def wait_for(self, name: str, count: int, limit_s: float = 30) -> list[Taken]:
        """The spans of this name, once there are so many. Blocks: for use in a thread."""
        until = time.monotonic() + limit_s
        while len(self.named(name)) < count:
            assert time.monotonic() < until, f"{len(self.named(name))} of {count} {name} came"
            time.sleep(0.01)
        return self.named(name)


def _facts(attributes: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}


@contextmanager
def collecting(patch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """A collector that the standard variables name."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces", self.path
            collector.take(self.rfile.read(int(self.headers["Content-Length"])))
            answer = ExportTraceServiceResponse().SerializeToString()
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        serving = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        serving.start()
        collector.url = f"http://127.0.0.1:{server.server_port}"
        patch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        patch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        try:
            yield collector
        finally:
            server.shutdown()
            serving.join()
