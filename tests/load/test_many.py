"""The measurements of stored tables run, in small."""

import pytest
from click.testing import CliRunner

from tests.load.archived import main as archived
from tests.load.many import main as many


def test_lists_and_profiles_are_measured_at_two_sizes() -> None:
    result = CliRunner().invoke(many, ["--tables", "1000", "--beside", "500", "--rounds", "20"])

    assert result.exit_code == 0, result.output
    assert "history: my tables" in result.output


@pytest.mark.long
def test_finished_tables_are_archived_and_proven() -> None:
    result = CliRunner().invoke(archived, ["--tables", "20", "--replays", "0"])

    assert result.exit_code == 0, result.output
    assert "archived: 20 of 20 tables proven" in result.output
