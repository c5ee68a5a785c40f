"""Mutants of what the host of a table decides: who is removed, and whether new people may sit down."""

from typing import Final

from tests.doors.mutant import Mutant

_SEATS: Final = "server/flows/tables/seats.py"
_TESTS: Final = "server/flows/test_hosts.py::test_"
_IN_PLAY: Final = "server/flows/test_removed_in_play.py::test_"

HOSTS: Final = (
    Mutant(
        "whom the host has removed sits down again",
        _SEATS,
        "    if is_removed(table, account):\n",
        "    if False:\n",
        (_TESTS + "a_removed_person_is_told_and_cannot_sit_down_until_let_back",),
    ),
    Mutant(
        "whom the host has removed during play keeps the seat",
        "server/ports/access.py",
        "    if account is None or is_removed(table, account):\n",
        "    if account is None:\n",
        (_IN_PLAY + "who_is_removed_is_a_spectator_at_every_node_and_the_bot_plays_on",),
    ),
    Mutant(
        "somebody who is at the table is removed during play",
        _SEATS,
        "        is_absent = await check_gone(cell, found, account, seat)\n",
        "        is_absent = None\n",
        (_IN_PLAY + "only_the_host_removes_only_somebody_who_has_gone_and_for_whom_a_bot_plays",),
    ),
    Mutant(
        "new people sit down at a table that its host has closed",
        _SEATS,
        "    if table.is_locked and account != table.host:\n",
        "    if False:\n",
        (_TESTS + "a_closed_lobby_takes_nobody_new_until_it_is_opened",),
    ),
    Mutant(
        "everybody makes somebody the host",
        _SEATS,
        "    found = _hosted(await visible_row(cell, table, account), account)\n    if found.lesson",
        "    found = await visible_row(cell, table, account)\n    if found.lesson",
        (_TESTS + "a_new_host_may_do_what_hosts_do_and_the_former_one_may_not",),
    ),
)
