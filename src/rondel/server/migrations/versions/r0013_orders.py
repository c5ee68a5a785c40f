"""Notes and standing orders, which only their owners see."""

from pathlib import Path

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: notes and orders are gone."""
    op.execute("DROP TABLE standing_order, note")
