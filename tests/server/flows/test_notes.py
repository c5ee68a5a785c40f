"""Notes over HTTP: a text about a table that only its writer is told."""

import pytest

from rondel.server.settings import Rate
from tests.server.visitors import House, open_house, settings


async def test_a_note_is_kept_for_its_writer_and_told_to_nobody_else(house: House) -> None:
    ada, bob, cy = [await house.visitor(name) for name in ("Ada", "Bob", "Cy")]
    table = await house.table(ada, bob)
    path = f"/api/tables/{table}/note"
    empty = [(await each.get(path))["text"] for each in (ada, bob, cy)]

    written = await ada.post(path, {"text": "Bob bluffs\nwith kings"})

    assert empty == ["", "", ""]
    assert written == {"table": table, "text": "Bob bluffs\nwith kings"}
    assert await ada.get(path) == written
    assert [(await each.get(path))["text"] for each in (bob, cy)] == ["", ""]
    assert (await ada.get("/api/me/export"))["notes"][0]["text"] == "Bob bluffs\nwith kings"
    assert (await bob.get("/api/me/export"))["notes"] == []


async def test_only_people_who_play_there_write_notes(house: House) -> None:
    ada, bob, cy = [await house.visitor(name) for name in ("Ada", "Bob", "Cy")]
    table = await house.table(ada, bob)

    answer = await cy.ask("POST", f"/api/tables/{table}/note", {"text": "mine"})

    assert (answer.status_code, answer.json()["code"]) == (403, "NO_SEAT")


@pytest.mark.parametrize("text", ["x" * 4001, "bell \a"])
async def test_a_note_is_short_and_plain(house: House, text: str) -> None:
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)

    answer = await ada.ask("POST", f"/api/tables/{table}/note", {"text": text})

    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
    assert (await ada.get(f"/api/tables/{table}/note"))["text"] == ""


async def test_notes_are_written_only_so_often() -> None:
    async with open_house(settings(note_rate=Rate(3, 3_600_000))) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob)

        answers = [await ada.ask("POST", f"/api/tables/{table}/note", {"text": str(n)}) for n in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
