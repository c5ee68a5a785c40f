"""The revisions of the database schema, in order."""
