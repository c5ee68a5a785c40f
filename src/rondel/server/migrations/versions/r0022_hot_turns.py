"""Whose turn it is may change without touching an index."""

from pathlib import Path

from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """The key and the index as they were."""
    name = "game_session_current_turn_player"
    op.execute(f"ALTER TABLE game_session DROP CONSTRAINT {name}")
    op.execute(
        f"ALTER TABLE game_session ADD CONSTRAINT {name} "
        "FOREIGN KEY (current_turn_player_id) REFERENCES player"
    )
    op.execute(f"CREATE INDEX {name} ON game_session (current_turn_player_id)")
