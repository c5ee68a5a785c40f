from pathlib import Path

import pytest

from rondel.client import Folder, Memory, Outbox, PendingMove

MOVES = [PendingMove(f"table {number}", f"id-{number}", number, {"type": "COUNT"}) for number in range(3)]


@pytest.fixture(params=["memory", "folder"])
def outbox(request: pytest.FixtureRequest, tmp_path: Path) -> Outbox:
    return Memory() if request.param == "memory" else Folder(tmp_path / "moves")


async def test_moves_are_kept_in_order_until_they_are_answered(outbox: Outbox) -> None:
    for move in MOVES:
        await outbox.keep(move)
    await outbox.keep(MOVES[0])
    await outbox.forget("id-1")
    await outbox.forget("id-1")

    stored = {move.id: move for move in await outbox.list_pending()}

    assert stored == {"id-0": MOVES[0], "id-2": MOVES[2]}


async def test_an_empty_outbox_has_nothing(outbox: Outbox) -> None:
    assert await outbox.list_pending() == []


async def test_another_program_finds_what_is_kept_and_no_half_of_it(tmp_path: Path) -> None:
    await Folder(tmp_path).keep(MOVES[0])
    (tmp_path / "id-9.half").write_bytes(b'{"table"')  # the power went out while it was written

    assert await Folder(tmp_path).list_pending() == [MOVES[0]]
