"""Imperial's table in the terminal."""

from rondel.cli.tables.imperial.table import ImperialTable

TABLE = ImperialTable
