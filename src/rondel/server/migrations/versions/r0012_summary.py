"""A table in play has a summary, for lists of tables."""

from pathlib import Path

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: summaries are gone."""
    op.execute("ALTER TABLE game_session DROP COLUMN summary")
