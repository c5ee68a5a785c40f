"""The subcommands of `rondel`, one module each."""
