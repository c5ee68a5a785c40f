"""Mutants of several databases: which one is asked, and what is said when one is away."""

from typing import Final

from tests.doors.mutant import Mutant

_TESTS: Final = "server/cells/test_cells.py::test_"

CELLS: Final = (
    Mutant(
        "a database that is another cell is joined",
        "server/adapters/postgres/placement.py",
        "    if there is None or tuple(there) != (name, number):\n",
        "    if False:\n",
        (_TESTS + "a_database_that_is_another_cell_is_not_joined",),
    ),
    Mutant(
        "a list that lacks tables does not say so",
        "server/cells/cells.py",
        "                is_whole = False\n",
        "                pass\n",
        (_TESTS + "a_cell_that_is_away_stops_only_its_tables",),
    ),
    Mutant(
        "an account is deleted at home alone",
        "server/flows/accounts/people.py",
        "        await cell.personal.delete(account.id)\n",
        "        pass\n",
        (_TESTS + "everything_about_a_person_is_exported_and_forgotten",),
    ),
    Mutant(
        "an account is deleted although a cell is away",
        "server/flows/tables/lobby.py",
        "    if not found.is_whole:\n",
        "    if False:\n",
        (_TESTS + "a_cell_that_is_away_stops_only_its_tables",),
    ),
    Mutant(
        "a new table is opened in a cell that is away",
        "server/cells/cells.py",
        "if cell.number in taking and not cell.is_away()]",
        "if cell.number in taking]",
        (_TESTS + "a_cell_that_is_away_stops_only_its_tables",),
    ),
    Mutant(
        "the version of a private table is told while its cell is away",
        "server/api/context/errors.py",
        '        "UNAVAILABLE",\n        "NOT_SIGNED_IN",\n',
        '        "NOT_SIGNED_IN",\n',
        (_TESTS + "a_stranger_learns_nothing_of_a_private_table_of_a_cell_that_is_away",),
    ),
    Mutant(
        "a cell that refuses connections fails all lists",
        "server/adapters/postgres/pool.py",
        "        except asyncpg.PostgresError as refused:",
        "        except ZeroDivisionError as refused:",
        (_TESTS + "a_cell_that_refuses_connections_is_away",),
    ),
    Mutant(
        "a code is asked of home alone",
        "server/flows/tables/lobby.py",
        "    table = None if placement is None else await placement.table_of(code)\n",
        "    table = None\n",
        (_TESTS + "a_table_of_another_cell_is_opened_found_and_played",),
    ),
    Mutant(
        "what a moderator does in a cell is not logged at home",
        "server/startup/join_cells.py",
        "        is_done = await doing\n        if is_done:\n",
        "        is_done = await doing\n        if False:\n",
        (_TESTS + "what_a_moderator_does_in_a_cell_is_logged_at_home",),
    ),
    Mutant(
        "what a cell that is away has about somebody is left out of their data",
        "server/flows/accounts/people.py",
        '    if cells.waiting:\n        raise StoreUnavailableError("a cell is away")\n',
        "",
        (_TESTS + "nobody_is_exported_or_deleted_before_all_cells_are_joined",),
    ),
    Mutant(
        "a list that lacks home is a list",
        "server/cells/cells.py",
        "                if cell is self.home or not isinstance(answer, Exception):\n",
        "                if not isinstance(answer, Exception):\n",
        (_TESTS + "there_is_no_list_without_home",),
    ),
    Mutant(
        "a cell that was closed to new tables takes one",
        "server/cells/cells.py",
        "if cell.number in taking and not cell.is_away()]",
        "if not cell.is_away()]",
        (_TESTS + "lists_are_of_all_cells_the_newest_first",),
    ),
)
