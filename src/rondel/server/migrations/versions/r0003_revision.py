"""How often a table's record has changed outside its journal: what every append compares."""

from pathlib import Path

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was."""
    op.execute("ALTER TABLE game_session DROP COLUMN revision")
