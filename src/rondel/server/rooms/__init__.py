"""Rooms: the in-memory cache of each table on a node, and its watchers."""
