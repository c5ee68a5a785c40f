"""Hypothesis without a stopwatch: a busy machine is not a failing test."""

from hypothesis import settings

settings.register_profile("rondel", deadline=None)
settings.load_profile("rondel")
