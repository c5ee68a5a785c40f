"""In-memory implementations of the ports, for tests, demos and development."""
