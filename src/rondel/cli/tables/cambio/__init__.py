"""Cambio's table in the terminal."""

from rondel.cli.tables.cambio.table import CambioTable

TABLE = CambioTable
