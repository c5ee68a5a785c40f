"""A table may be a lesson: its luck follows from a published seed, and it counts for nothing."""

from pathlib import Path

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """Nodes of the version before know no lessons: one that is running would have other luck there."""
    op.execute("ALTER TABLE game_session DROP COLUMN lesson")
