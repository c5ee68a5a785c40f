"""Eight partitions beside the journal, which follow it from now on."""

from pathlib import Path

from alembic import op

from rondel.server.migrations.indexes import INDEXES

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: nothing follows the journal, and no index is built beside it."""
    op.execute(f"DROP INDEX IF EXISTS {', '.join(INDEXES)}")
    op.execute("DROP TRIGGER journal_follow ON journal")
    op.execute("DROP FUNCTION journal_follow")
    op.execute("DROP TABLE journal_parts, journal_copy")
