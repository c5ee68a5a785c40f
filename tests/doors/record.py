"""Mutants of what is made of the journal: the projection, and the archive."""

from typing import Final

from tests.doors.mutant import Mutant

_ROWS: Final = "server/record/rows.py"
_ARCHIVING: Final = "server/maintenance/move_to_archive.py"

_PROJECTOR: Final = "server/record/test_projector.py::test_"
_ARCHIVE: Final = "cli/test_archive.py::test_"

PROJECTION: Final = (
    Mutant(
        "rows of another history are folded on a snapshot",
        _ROWS,
        "    if stored and line_of(stored[0]).digest_after(digest) != stored[0].digest:\n",
        "    if False:\n",
        (_PROJECTOR + "a_snapshot_of_another_history_is_not_folded_on",),
    ),
    Mutant(
        "what a later version leaves out is taken back to null",
        _ROWS,
        " for column, value in row.items() if is_whole or value is not None}",
        " for column, value in row.items()}",
        (_PROJECTOR + "versions_that_are_written_together_take_nothing_back_to_null_but_in_whole_rows",),
    ),
)

ARCHIVE: Final = (
    Mutant(
        "the secret of an abandoned table is archived",
        _ARCHIVING,
        "outcome is not None and not outcome.is_abandoned and table.lesson is None",
        "outcome is not None and table.lesson is None",
        (_ARCHIVE + "no_archive_has_the_secret_of_an_abandoned_table",),
    ),
    Mutant(
        "a table is archived whose record is not written yet",
        _ARCHIVING,
        "WHERE p.table_id = g.id AND p.version < g.version)\n",
        "WHERE p.table_id = g.id AND p.version < 0)\n",
        (_ARCHIVE + "a_table_whose_record_is_not_written_yet_stays",),
    ),
    Mutant(
        "moves are deleted that the archive does not give back",
        _ARCHIVING,
        "if archived is None or rows_of(archived) != tuple(_without_id(each) for each in stored):",
        "if archived is None:",
        (_ARCHIVE + "a_table_stays_whose_moves_the_archive_does_not_give_back",),
    ),
)

RECORD: Final = (*PROJECTION, *ARCHIVE)
