"""Rondel: server, web client and toolkit for turn-based games with hidden information."""
