"""A table in the terminal for any game: what a seat sees as text, what it may do as a numbered list."""

from typing import Final

from rondel.cli.plain.table import PlainTable

TABLE: Final = PlainTable
