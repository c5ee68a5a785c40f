"""Sample Game."""
