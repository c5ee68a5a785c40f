"""Logs: one JSON object a line. Only keys that are listed here get in, so nothing hidden can."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Final, TextIO

import msgspec
import structlog

ALLOWED: Final = frozenset(
    (
        "event",
        "level",
        "timestamp",
        "node",
        "cell",
        "table",
        "seat",
        "version",
        "head",
        "epoch",
        "game",
        "account",
        "session",
        "code",
        "reason",
        "cause",
        "seconds",
        "lost_ms",
        "retry_after_s",
        "package",
        "entry",
        "error",
        "fault",
        "where",
        "job",
        "kind",
        "count",
        "method",
        "route",
        "status",
        "took_ms",
        "late_ms",
        "after_ms",
        "host",
        "port",
        "address",
        "signal",
        "stage",
        "logger",
    )
)
"""Names, numbers and places. No action, event, view, options, body, token, name, e-mail or text."""

_LONGEST: Final = 300


def allow(_logger: Any, _method: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop every key that is not listed, and say which; cut what is long."""
    dropped = sorted(fields.keys() - ALLOWED)
    allowed = {key: _short(value) for key, value in fields.items() if key in ALLOWED}
    if dropped:
        allowed["dropped"] = dropped
    return allowed


def _short(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_short(part) for part in value[-20:]]
    if value is None or isinstance(value, bool | int | float):
        return value
    return str(value)[:_LONGEST]


class Foreign(logging.Handler):
    """Records of libraries: their name, level and the place, without the message's arguments or traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say that it was said, and where; the message as it is written in the library's source."""
        where = f"{record.module}:{record.lineno}"
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        message = record.msg if isinstance(record.msg, str) and record.args else record.name
        log = structlog.get_logger()
        log.log(
            record.levelno, message, logger=record.name, where=where, **({"error": error} if error else {})
        )


def start_logging(level: str, to: TextIO | None = None) -> None:
    """From now on logs are JSON lines on `to`, standard error unless told otherwise."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            allow,
            structlog.processors.JSONRenderer(serializer=_json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=to or sys.stderr),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers[:] = [Foreign(max(number, logging.WARNING))]
    root.setLevel(logging.WARNING)


def _json(value: Any, **_: Any) -> str:
    return msgspec.json.encode(value).decode()
