"""Connections before they are requests: limits, client addresses and socket handover between workers."""
