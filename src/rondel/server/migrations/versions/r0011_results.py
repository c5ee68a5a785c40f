"""A table may have a name, and keeps its outcome; running public tables are found by an index."""

from pathlib import Path

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: names and outcomes are gone."""
    op.execute("DROP INDEX game_session_running")
    op.execute("ALTER TABLE game_session DROP COLUMN name, DROP COLUMN outcome")
