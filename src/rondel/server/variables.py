"""How a setting is written in an environment variable, and read from one."""

from typing import Annotated, Any, Self, get_args, get_origin

import msgspec

from rondel.kernel import Ms


class Rate(msgspec.Struct, frozen=True):
    """At most `burst` at once, and as many again within `per_ms`. Written 20/10s."""

    burst: int
    per_ms: Ms

    @classmethod
    def of(cls, text: str) -> Self:
        """Read 20/10s or 10/60s."""
        burst, _, seconds = text.partition("/")
        return cls(int(burst), int(seconds.removesuffix("s")) * 1000)

    def __str__(self) -> str:
        return f"{self.burst}/{self.per_ms // 1000}s"


def read(text: str, kind: Any) -> Any:
    """The value that `text` stands for; ValueError if it is none of this kind."""
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if get_origin(bare) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if bare is Rate:
        return Rate.of(text)
    if type(None) in get_args(bare) and not text:
        return None
    return msgspec.convert(text, kind, strict=False)


def written(value: Any) -> str:
    """The text that `read` turns into this value."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, tuple) else str(value)
