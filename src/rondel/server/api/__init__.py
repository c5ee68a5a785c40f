"""The HTTP and WebSocket API, and the static pages."""
