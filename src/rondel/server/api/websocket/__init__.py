"""WebSocket sessions and the tables that they watch."""
