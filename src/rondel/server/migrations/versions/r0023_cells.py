"""Tables may live in several databases."""

from pathlib import Path

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As before: one database."""
    op.execute("DROP TABLE table_code")
    op.execute("DROP TABLE known_cell")
    op.execute("ALTER TABLE cell DROP COLUMN name, DROP COLUMN number")
