"""Work on databases by commands: migrate, back up, restore, check, archive and prune."""
