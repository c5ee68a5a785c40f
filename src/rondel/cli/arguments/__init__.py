"""Options and arguments that several commands share, and their parsing."""
