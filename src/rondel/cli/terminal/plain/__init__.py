"""The table of every game: its Scene, or its View, and a numbered list of what may be done."""
