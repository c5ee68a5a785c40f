"""Cells: the stores and rooms of one database, and what a process shares among them."""
