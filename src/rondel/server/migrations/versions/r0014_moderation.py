"""Moderators, bans, reports, blocks, announcements, and the log of what moderators did."""

from pathlib import Path

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: nobody is banned or has a role, and lines of chat that were removed are shown again."""
    op.execute("DROP TABLE staff, ban, report, block, announcement, audit")
    op.execute("DROP INDEX account_search")
    op.execute("ALTER TABLE chat DROP COLUMN removed_at")
