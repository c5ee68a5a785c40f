"""Invitations to a server, and what hosts of tables decide before play."""

from pathlib import Path

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: no invitation holds, every lobby is open, and nobody was removed from one."""
    op.execute("DROP TABLE invite, removed_player")
    op.execute("ALTER TABLE game_session DROP COLUMN is_shut")
