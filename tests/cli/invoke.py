"""The command line, called from a test."""

from click.testing import CliRunner, Result

from rondel.cli.main import main


def rondel(*arguments: object) -> Result:
    """What `rondel ARGUMENTS` printed, and its exit code."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def assert_wrong_use(result: Result, *said: str) -> None:
    """One line on stderr that says this, nothing on stdout, exit code 2."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1, result.stderr
    for part in said:
        assert part in result.stderr
