"""How people want to be told that it is their turn, and what is to be sent to them."""

from pathlib import Path

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: what was to be sent is forgotten."""
    op.execute("DROP TABLE notice, mute, device, alert")
    op.execute("ALTER TABLE outbox DROP COLUMN due_at")  # and with it its index
