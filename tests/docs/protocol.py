"""Every frame of the protocol, recorded at a real table.

`uv run python -m tests.docs.protocol` writes the page.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, get_args
from uuid import uuid4

from rondel.cli.arguments.package_source import on_the_path, source_in
from rondel.wire import protocol
from tests.server.visitors import House, Visitor, Wire, open_house, settings

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/protocol.md"
WIDTH: Final = 96

_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DIGEST: Final = re.compile(r"\b[0-9a-f]{64}\b")
_MOMENT: Final = re.compile(r"\b1[0-9]{12}\b")

RENAMES: Final = Path(__file__).parents[2] / "tools/renames.json"

EARLIER: Final = """\
## Earlier names

Drafts of this page used other names. No release accepts them.

| earlier | where | name |
|---|---|---|
"""

HEAD: Final = """\
# The protocol

A client opens one WebSocket at `/ws` for all its tables and exchanges JSON text frames, told apart by
`type`. It holds no rules: it draws Views and sends listed actions. The [Python client](guides/client.md)
does all of this; [the guide to HTTP](guides/http.md) shows the same game without a socket.

```text
connect --> watch --> view --> step --> step --> ...   every version, in order; view again after a long gap
                        |        ^
                        v        |
                       act --> ack                     committed; its step follows
                           --> nack                    not done; nothing is stored
                           --> (no answer)             unknown: send the same act, with the same id, again

goaway --> connect to any node after afterMs --> watch
```

- **`/ws?table=ID`** is optional: it names the first table, so that a server of several processes can pick
  one. It grants nothing.
- **Every version reaches every viewer as exactly one `step`**, in order. `view` comes first, and after a
  long gap.
- **An `ack` means committed.**
- **The handshake comes first.** It has no body, and no frame is sent before its answer 101. A message has
  at most 64 fragments, and no text holds U+0000.
- **Frames are padded** with blanks to fixed sizes (256, 512, 1024, then each 2048 bytes). Values that may be
  hidden count in their longest form, an ace like a ten, so the length tells none of them.
- **With `patches`** a client receives what has changed instead of a full View:
  `{"view": {"players": {"1": {"hand": [2, 1]}}, "turn": [1]}}`. A patch follows the View of the version
  before it on the same socket. A step that may have a patch has at least 1024 bytes.
- Fields that a frame does not need are left out.

The examples were recorded at a table of [Moths](guides/your-game.md) where Ada and Ben sit; Ada reads.
Ids, digests and times are replaced. `uv run python -m tests.docs.protocol` generates this page.
"""


async def caught() -> dict[tuple[str, str], dict[str, Any]]:
    """For each direction and type of frame an example: the last one that Ada sent or received."""
    with on_the_path(source_in(ROOT / "examples/moths")):
        async with open_house(settings(drain_ms=300, presence_ms=50)) as house:
            ada, ben = await house.visitor("Ada"), await house.visitor("Ben")
            async with ada.socket() as wire, ben.socket() as other:
                sent = await _played(house, ada, ben, wire, other)
                house.server.should_exit = True
                await wire.until("goaway")
    received = {("received", frame["type"]): frame for frame in wire.seen}
    return {**{("sent", frame["type"]): frame for frame in sent}, **received}


async def _played(house: House, ada: Visitor, ben: Visitor, wire: Wire, other: Wire) -> list[dict[str, Any]]:
    """A table from its opening to the second night; gives all that Ada sent."""
    table = await _opened(ada, ben, wire, other)
    sent: list[dict[str, Any]] = [{"type": "watch", "table": table}]

    async def send(**frame: Any) -> None:
        sent.append(frame)
        await wire.send(**frame)

    await send(type="chat", table=table, text="Good luck!")
    await wire.until("chat")
    await send(type="ping", lastVersions={table: 1})
    await wire.until("pong")
    await send(type="act", table=table, id=str(uuid4()), expectedVersion=1, action=_light(7))
    await wire.until("nack")
    await send(type="act", table=table, id=str(uuid4()), expectedVersion=1, action=_light(6))
    await wire.until("ack")
    await other.send(type="act", table=table, id=str(uuid4()), expectedVersion=1, action=_light(2))
    await other.until("ack")
    while not any(frame["type"] == "step" and frame["version"] == 3 for frame in wire.seen):
        await wire.next()
    await wire.sit(table)
    await send(type="chat", table=table, text="Mine!")
    await wire.until("chat")
    return sent


async def _opened(ada: Visitor, ben: Visitor, wire: Wire, other: Wire) -> str:
    """Both sit down while Ada looks on, and play begins."""
    table: str = (await ada.post("/api/tables", {"game": "moths"}))["id"]
    await ada.post(f"/api/tables/{table}/seat", {})
    await wire.sit(table)
    await ben.post(f"/api/tables/{table}/seat", {})
    await other.sit(table)
    while (await wire.until("presence", timeout_s=30))["here"] != [0, 1]:
        pass
    for visitor in (ada, ben):
        await visitor.post(f"/api/tables/{table}/ready", {"isReady": True})
    await ada.post(f"/api/tables/{table}/start")
    while (await wire.until("step", "view", timeout_s=30))["version"] < 1:
        pass
    return table


def _light(lantern: int) -> dict[str, Any]:
    return {"type": "LIGHT", "payload": {"lantern": lantern}}


def page(frames: dict[tuple[str, str], dict[str, Any]]) -> str:
    """The page with an example of every frame."""
    parts = [HEAD]
    for direction, title, union in (
        ("sent", "Client messages", protocol.ClientFrame),
        ("received", "Server messages", protocol.ServerFrame),
    ):
        parts.append(f"## {title}\n")
        for noun in get_args(union):
            tag = noun.__struct_config__.tag
            example = _plain(_laid_out(frames[direction, tag]))
            parts.append(
                f"### `{tag}`\n\n{_on_the_wire(cleandoc(noun.__doc__))}\n\n```json\n{example}\n```\n"
            )
    parts.append(EARLIER + "".join(_row(old, new) for old, new in _earlier_names().items()))
    return "\n".join(parts)


def _earlier_names() -> dict[str, str]:
    names: dict[str, str] = json.loads(RENAMES.read_text(encoding="utf-8"))["wire"]
    return names


def _row(old: str, new: str) -> str:
    """Return a row of the table: the old name, where it stood, the name now."""
    name, _, place = old.partition(" (")
    return f"| `{name}` | {place.removesuffix(')') or 'everywhere'} | `{new}` |\n"


def _on_the_wire(text: str) -> str:
    """Names of fields as frames have them: `lastVersion` for `last_version`."""
    return re.sub(r"`[a-z_]+`", lambda name: re.sub(r"_(.)", lambda found: found[1].upper(), name[0]), text)


def _plain(text: str) -> str:
    """Without what is another one each time: ids by number, digests cut short, one moment for all times."""
    ids = list(dict.fromkeys(found[0] for found in _ID.finditer(text)))
    text = _ID.sub(lambda found: f"01900000-0000-7000-8000-{ids.index(found[0]) + 1:012}", text)
    return _MOMENT.sub("1700000000000", _DIGEST.sub("3c9d…f1", text))


def _laid_out(value: Any, indent: str = "", before: int = 0) -> str:
    """JSON with as much on a line as fits."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(indent) + before <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + "  "
    if isinstance(value, list):
        lines = [inner + _laid_out(each, inner) for each in value]
    else:
        lines = [f'{inner}"{name}": {_laid_out(each, inner, len(name) + 4)}' for name, each in value.items()]
    first, last = ("[", "]") if isinstance(value, list) else ("{", "}")
    return "\n".join([first, ",\n".join(lines), indent + last])


def shapes(text: str) -> list[Any]:
    """What the examples of a page have in common with any others: their names, kinds and tags."""
    return [
        _shape(json.loads(block))
        for block in re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _named(name, each) for name, each in value.items() if name not in ("picks", "wish")}
    if isinstance(value, list):
        return [_shape(each) for each in value]
    return type(value).__name__


def _named(name: str, value: Any) -> Any:
    """A tag, a status, a text that is not drawn by luck."""
    return value if name in ("type", "status", "game", "label", "id", "name", "kind") else _shape(value)


def prose(text: str) -> Iterator[str]:
    """All lines outside of the examples."""
    yield from re.sub(r"^```json\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL).splitlines()


if __name__ == "__main__":
    PAGE.write_text(page(asyncio.run(caught())), encoding="utf-8")
