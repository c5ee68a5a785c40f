"""PostgreSQL implementations of the ports."""
