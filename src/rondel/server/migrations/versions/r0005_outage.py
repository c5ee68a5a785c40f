"""When no node served: live clocks get that time back."""

from pathlib import Path

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: outages are forgotten, and clocks run on through them."""
    op.execute("DROP FUNCTION beat")
    op.execute("DROP TABLE outage")
    op.execute("ALTER TABLE cell DROP COLUMN served_at")
