"""Games in the terminal: sessions, save files and screens."""
