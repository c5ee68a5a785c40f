"""Rondel: a home for turn-based games that have secrets."""
