"""Playing and watching: moves, chat, replays, forecasts, notes and standing orders."""
