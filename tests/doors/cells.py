"""Mutants of several databases: which one is asked, and what is said when one is away."""

from typing import Final

from tests.doors.mutant import Mutant

_TESTS: Final = "server/test_cells.py::test_"

CELLS: Final = (
    Mutant(
        "a database that is another cell is joined",
        "server/postgres/placement.py",
        "    if there is None or tuple(there) != (name, number):\n",
        "    if False:\n",
        (_TESTS + "a_database_that_is_another_cell_is_not_joined",),
    ),
    Mutant(
        "a list that lacks tables does not say so",
        "server/node.py",
        "                is_whole = False\n",
        "                pass\n",
        (_TESTS + "a_cell_that_is_away_stops_only_its_tables",),
    ),
    Mutant(
        "an account is deleted at home alone",
        "server/flows/people.py",
        "        await cell.personal.delete(account.id)\n",
        "        pass\n",
        (_TESTS + "everything_about_a_person_is_exported_and_forgotten",),
    ),
    Mutant(
        "an account is deleted although a cell is away",
        "server/flows/lobby.py",
        "    if not found.is_whole:\n",
        "    if False:\n",
        (_TESTS + "a_cell_that_is_away_stops_only_its_tables",),
    ),
    Mutant(
        "a new table is opened in a cell that is away",
        "server/node.py",
        "if node.cell in taking and not node.is_away()]",
        "if node.cell in taking]",
        (_TESTS + "a_cell_that_is_away_stops_only_its_tables",),
    ),
    Mutant(
        "the version of a private table is told while its cell is away",
        "server/api/errors.py",
        '        "UNAVAILABLE",\n        "NOT_SIGNED_IN",\n',
        '        "NOT_SIGNED_IN",\n',
        (_TESTS + "a_stranger_learns_nothing_of_a_private_table_of_a_cell_that_is_away",),
    ),
    Mutant(
        "a cell that refuses connections fails all lists",
        "server/postgres/pool.py",
        "        except asyncpg.PostgresError as refused:",
        "        except ZeroDivisionError as refused:",
        (_TESTS + "a_cell_that_refuses_connections_is_away",),
    ),
    Mutant(
        "a code is asked of home alone",
        "server/flows/lobby.py",
        "    table = None if placement is None else await placement.table_of(code)\n",
        "    table = None\n",
        (_TESTS + "a_table_of_another_cell_is_opened_found_and_played",),
    ),
    Mutant(
        "what a moderator does in a cell is not logged at home",
        "server/cells.py",
        "        is_done = await doing\n        if is_done:\n",
        "        is_done = await doing\n        if False:\n",
        (_TESTS + "what_a_moderator_does_in_a_cell_is_logged_at_home",),
    ),
)
