"""Traces by OpenTelemetry, sent to a collector by OTLP over HTTP. Needs the extra `otel`.

Everything about the collector is set by the standard variables: OTEL_EXPORTER_OTLP_ENDPOINT and its like.
"""

import asyncio
import logging
from collections.abc import Sequence
from threading import Thread
from typing import Final, Self, Unpack
from uuid import UUID

from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

from rondel.kernel import Refusal
from rondel.server.errors import ApiError
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.metrics import Metrics
from rondel.server.runtime.reach import Reach
from rondel.server.runtime.traces import NO_SPAN, Facts, Result, Span, SpanName
from rondel.wire.strict import MalformedError

CLOSE_S: Final = 3.0
"""How long a node that stops waits for a collector."""

_ROOTS: Final = ("rondel.move", "rondel.deliver")
_OUTCOMES: Final[dict[type[BaseException], Result]] = {
    Refusal: "refused",
    ApiError: "denied",
    MalformedError: "malformed",
    StoreUnavailableError: "unavailable",
}
_KEYS: Final = {name: f"rondel.{name}" for name in Facts.__annotations__}


class OtelTraces:
    """Spans of one node. They wait in a queue with a limit, and a thread of its own sends them."""

    def __init__(self, node: str, metrics: Metrics) -> None:
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # an outage is logged once, by Reach
        self._provider = TracerProvider(resource=_resource(node), shutdown_on_exit=False)
        exporter = _Watched(OTLPSpanExporter(), Reach("traces", metrics, quiet_s=0))
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("rondel")

    def span(self, name: SpanName, **facts: Unpack[Facts]) -> Span:
        """Begin a step. Headers of players are not read: a trace begins here."""
        if name not in _ROOTS and not trace.get_current_span().is_recording():
            return NO_SPAN
        return _Recorded(self._tracer.start_span(name, attributes=_attributes(facts)))

    def note(self, **facts: Unpack[Facts]) -> None:
        """Add to the step that is under way."""
        trace.get_current_span().set_attributes(_attributes(facts))

    async def close(self) -> None:
        """Send what waits; a collector that does not answer is left behind."""
        closing = Thread(target=self._provider.shutdown, daemon=True)
        closing.start()
        await asyncio.to_thread(closing.join, CLOSE_S)


class _Recorded:
    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def __enter__(self) -> Self:
        self._token = context.attach(trace.set_span_in_context(self._span))
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """The kind of an exception is all that is noted: its text may be hidden from everybody."""
        context.detach(self._token)
        if kind is not None:
            named = (result for no, result in _OUTCOMES.items() if issubclass(kind, no))
            self._span.set_attribute(_KEYS["outcome"], next(named, "failed"))
        self._span.end()


class _Watched(SpanExporter):
    """Sends spans, and logs once that the collector is lost, and once that it is back."""

    def __init__(self, sends: SpanExporter, reach: Reach) -> None:
        self._sends = sends
        self._reach = reach

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send them; what a collector does not take is dropped."""
        result = self._sends.export(spans)
        if result is SpanExportResult.SUCCESS:
            self._reach.back()
        else:
            self._reach.lost("unreachable")
        return result

    def shutdown(self) -> None:
        """Send nothing more."""
        self._sends.shutdown()


def _attributes(facts: Facts) -> dict[str, str | int]:
    """Only keys that are listed get in."""
    return {_KEYS[key]: str(fact) if isinstance(fact, UUID) else fact for key, fact in facts.items()}  # type: ignore[misc]


def _resource(node: str) -> Resource:
    """Called rondel, and by the node's name, unless the standard variables say otherwise."""
    ours = Resource({"service.name": "rondel", "service.instance.id": node})
    return Resource.create().merge(ours).merge(OTELResourceDetector().detect())
