"""The server: tables for many people, on one or more nodes."""
