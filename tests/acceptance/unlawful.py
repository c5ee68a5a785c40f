"""What no client may do: every action that is not legal is sent all the same, by seats and by a stranger."""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import uuid4

from tests.acceptance.client import Client, of_event, opened
from tests.acceptance.games import client_must
from tests.load.lateness import Span

SLOT: Final = {"seat": 0, "position": 0}
OTHER: Final = {"seat": 1, "position": 3}


def _action(kind: str, **payload: Any) -> dict[str, Any]:
    return {"type": kind, "payload": payload}


ACTIONS: Final = (
    _action("CONFIRM_INITIAL_VIEW"),
    _action("DRAW_CARD", source="deck"),
    _action("DRAW_CARD", source="discard"),
    _action("SWAP_CARD", position=0),
    _action("SWAP_CARD", position=4),
    _action("DISCARD_CARD"),
    _action("USE_POWER", powerType="peek_own", slots=[SLOT]),
    _action("USE_POWER", powerType="peek_opponent", slots=[OTHER]),
    _action("USE_POWER", powerType="blind_swap", slots=[SLOT, OTHER]),
    _action("USE_POWER", powerType="look_own", slots=[]),
    _action("SKIP_POWER"),
    _action("ACKNOWLEDGE_REVEAL", swap=False),
    _action("ACKNOWLEDGE_REVEAL", swap=True),
    _action("CALL_CAMBIO"),
    _action("SNAP", discardVersion=1, targetSeat=1, position=0),
    _action("PASS_SNAP", discardVersion=1),
    _action("GIVE_CARD", position=0),
    _action("START_GAME"),
    _action("SET_CONNECTED", seat=1, connected=False),
    _action("EXPIRE_TURN"),
    _action("HIDE_CARD"),
    _action("DEAL_ME_FOUR_KINGS"),
)


UNHURRIED: Final = {"initialViewMs": 60_000, "turnMs": 0, "powerDecisionMs": 0, "peekMs": 15_000}
"""No deadline passes while everything is tried, so that only a try can move the table."""


class Tried(NamedTuple):
    """What somebody tried who may not, and what the server answered."""

    what: str
    status: int
    code: str | None
    expected: str | None = None
    """The code that must be answered, where the documents name the case."""

    @property
    def is_refused(self) -> bool:
        """A clear no: neither done nor a fault of the server's."""
        is_no = 400 <= self.status < 500 and self.code not in (None, "TABLE_HALTED")
        return is_no and self.expected in (None, self.code)


async def unlawful(tried: list[Tried], players: Sequence[Client], stranger: Client, positions: int) -> None:
    """At so many positions of a game, everything that is not legal; whether a version came of it, too."""
    table = await opened(players, **UNHURRIED)
    for _ in range(positions):
        before = [await player.get(f"/api/tables/{table}/view") for player in players]
        version = before[0]["version"]
        for player, frame in (*zip(players, before, strict=True), (stranger, {"legal": []})):
            legal = [_action(action["type"], **action.get("payload", {})) for action in frame["legal"]]
            for action in ACTIONS:
                if action not in legal:
                    answer = await player.ask(
                        "POST", f"/api/tables/{table}/act", _act_request(action, frame.get("version"))
                    )
                    tried.append(Tried(action["type"], answer.status_code, answer.json().get("code")))
        after = (await players[0].get(f"/api/tables/{table}/view"))["version"]
        if after != version:
            tried.append(Tried("all of them", 200, None))
        await _one_further(players, table)


def _act_request(action: Any, expected_version: int | None) -> dict[str, Any]:
    return {"id": str(uuid4()), "action": action, "expectedVersion": expected_version}


async def _one_further(players: Sequence[Client], table: str) -> None:
    """Each seat that may act takes its first legal action, but never calls Cambio."""
    for player in players:
        frame = await player.get(f"/api/tables/{table}/view")
        legal = [action for action in frame["legal"] if action["type"] != "CALL_CAMBIO"]
        if legal:
            await client_must(player, table, legal[0])
            return


async def named_errors(tried: list[Tried], players: Sequence[Client]) -> None:
    """The errors that the documents name: targets that are none, and a second call."""
    table = await opened(players)
    for player in players:
        await client_must(player, table, {"type": "CONFIRM_INITIAL_VIEW"})
    turn = 0
    while not tried:
        player = players[turn % 2]
        turn += 1
        await client_must(player, table, _action("DRAW_CARD", source="deck"))
        response = await client_must(player, table, _action("DISCARD_CARD"))
        power = response["view"]["power"]
        if power is not None and power["powerType"] != "look_own":
            await _wrong_targets(tried, player, table, power["powerType"], response["view"]["you"])
        if power is not None:
            await client_must(player, table, {"type": "SKIP_POWER"})
    caller, other = players[turn % 2], players[1 - turn % 2]
    await client_must(caller, table, {"type": "CALL_CAMBIO"})
    for player in (other, caller):
        answer = await player.do(table, {"type": "CALL_CAMBIO"})
        expected = "CAMBIO_ALREADY_CALLED"
        tried.append(Tried("a second call", answer.status_code, answer.json().get("code"), expected))


async def _wrong_targets(tried: list[Tried], player: Client, table: str, power: str, seat: int) -> None:
    own, other = {"seat": seat, "position": 0}, {"seat": 1 - seat, "position": 0}
    right = {"peek_own": [own], "peek_opponent": [other], "blind_swap": [own, other]}[power]
    beyond = [*right[:-1], {**right[-1], "position": 4}]
    foreign = [{**right[0], "seat": 1 - right[0]["seat"]}, *right[1:]]
    unlike = "peek_own" if power != "peek_own" else "peek_opponent"
    cases: tuple[tuple[str, str, list[dict[str, int]], str], ...] = (
        (f"{power}, position 4 of 0 to 3", power, beyond, "INVALID_POSITION"),
        (f"{power}, the card of the wrong player", power, foreign, "INVALID_TARGET"),
        (f"{power}, without a target", power, [], "INVALID_TARGET"),
        (f"{unlike} for {power}", unlike, right, "WRONG_POWER"),
    )
    for what, named, slots, code in cases:
        answer = await player.do(table, _action("USE_POWER", powerType=named, slots=slots))
        tried.append(Tried(what, answer.status_code, answer.json().get("code"), code))


async def peek(players: Sequence[Client]) -> Span:
    """A peek of a player who does nothing: from the POST to the event that hides it."""
    table = await opened(players)
    for player in players:
        await player.listen(table)
        await client_must(player, table, {"type": "CONFIRM_INITIAL_VIEW"})
    turn = 0
    while True:
        player = players[turn % 2]
        turn += 1
        await player.until(of_event("TURN_STARTED", turnNumber=turn))
        await client_must(player, table, _action("DRAW_CARD", source="deck"))
        response = await client_must(player, table, _action("DISCARD_CARD"))
        power = response["view"]["power"]
        if power is None:
            continue
        uses = [action for action in await _legal(player, table) if action["type"] == "USE_POWER"]
        sent_at = time.perf_counter()
        await client_must(player, table, uses[0])
        if power["powerType"] == "blind_swap":
            continue
        seat = response["view"]["you"]
        await player.until(of_event("CARD_REVEALED", seat=seat, reason=power["powerType"]))
        hidden = await player.until(of_event("CARD_HIDDEN", seat=seat, reason="expired"), timeout_s=20)
        return Span(sent_at, hidden.at)


async def _legal(player: Client, table: str) -> list[Any]:
    legal: list[Any] = (await player.get(f"/api/tables/{table}/view"))["legal"]
    return legal
