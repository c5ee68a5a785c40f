"""Finished and running games as data: SQL projection, replay and verification."""
