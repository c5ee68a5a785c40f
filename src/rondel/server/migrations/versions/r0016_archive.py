"""When a table's moves went to the archive."""

from pathlib import Path

from alembic import op

revision = "0016"
down_revision = "0014"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was. Moves that are in the archive stay there."""
    op.execute("ALTER TABLE game_session DROP COLUMN archived_at")
