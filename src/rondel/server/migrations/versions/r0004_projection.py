"""The relational record becomes a projection that follows the journal."""

from pathlib import Path

from alembic import op

revision = "0004"
down_revision = "0003"

_JUDGE_CALLER = """
CREATE OR REPLACE FUNCTION cambio_judge_caller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM cambio_broken('the caller never changes', NEW.id);
    RETURN NULL;
END
$$
"""

_SESSION_LATER = """
CREATE CONSTRAINT TRIGGER cambio_session_later AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND (
    NEW.phase IS DISTINCT FROM OLD.phase
    OR (NEW.phase IN ('final_round', 'completed') AND (
        NEW.cambio_caller_id IS DISTINCT FROM OLD.cambio_caller_id
        OR NEW.ending IS DISTINCT FROM OLD.ending
        OR NEW.completed_at IS DISTINCT FROM OLD.completed_at
    ))
))
EXECUTE FUNCTION cambio_judge_session()
"""


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """Drop the projection's versions; its rows stay, and the version before writes them with each move."""
    op.execute("DROP TRIGGER cambio_session_later ON game_session")
    op.execute(_SESSION_LATER)
    op.execute(_JUDGE_CALLER)
    op.execute("ALTER TABLE game_session DROP COLUMN is_record_final")  # and with it its index
    op.execute("DROP TABLE projection")
