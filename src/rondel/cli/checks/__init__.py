"""The checks of `rondel check`, one module each."""
