"""Revisions of a table's record are random: a counter comes again after a failover."""

from pathlib import Path

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """Nodes of the version before count."""
    op.execute("DROP FUNCTION new_revision")
