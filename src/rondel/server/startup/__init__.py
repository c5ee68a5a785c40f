"""Building a server process from settings."""
