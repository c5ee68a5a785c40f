"""Which server and timeline the database was on when a node last started."""

from pathlib import Path

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: nothing is noted."""
    op.execute("ALTER TABLE cell DROP COLUMN history, DROP COLUMN history_epoch")
