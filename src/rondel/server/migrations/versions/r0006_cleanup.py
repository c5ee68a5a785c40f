"""Since when a table is halted; ratings and the outbox rows of kind `ended` go."""

from pathlib import Path

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was; nothing was ever in `rating`."""
    op.execute("DROP INDEX outbox_due")
    op.execute("CREATE INDEX outbox_due ON outbox (due_at) WHERE kind <> 'ended'")
    op.execute(
        "CREATE TABLE rating ("
        "account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE, game text NOT NULL,"
        " mu double precision NOT NULL, sigma double precision NOT NULL, played integer NOT NULL DEFAULT 0,"
        " updated_at bigint NOT NULL, PRIMARY KEY (account_id, game))"
    )
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON rating TO rondel_app")
    op.execute("ALTER TABLE game_session DROP COLUMN halted_at")
