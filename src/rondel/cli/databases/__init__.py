"""Database URLs, settings and loops over cells and tables, for the commands of operators."""
