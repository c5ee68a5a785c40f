"""The command `rondel`."""
