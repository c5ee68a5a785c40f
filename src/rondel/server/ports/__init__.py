"""The interfaces to stores and services, as Protocols. adapters/ implements them.

The journal is authoritative. Other data may be lost (Bus, Presence, Limits) or can be derived from it.
Every adapter of a port passes the same contract tests (tests/contracts).
"""
