"""Tables: open, join, start, bots, absent players and the lobby."""
