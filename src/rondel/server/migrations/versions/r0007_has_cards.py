"""Which records have cards, and the key by which a card will refer to its player."""

from pathlib import Path

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """The version before records everything itself again."""
    op.execute("DROP INDEX player_of_session")
    op.execute("ALTER TABLE projection DROP COLUMN has_cards")  # and with it its check and its index
