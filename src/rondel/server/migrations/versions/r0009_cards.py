"""`card` becomes a table of the relational record, and the database holds more rules of chapter 19."""

from pathlib import Path

from alembic import op

revision = "0009"
down_revision = "0008"

_VIEW = """
CREATE VIEW card AS
SELECT
    c.id, s.id AS game_session_id, c.rank, c.suit, c.point_value, c.location, c.player_id, c.position,
    CASE
        WHEN c.visibility <> 'peeking' OR (newest.version = s.version AND c.until > ms_of(now()))
            THEN c.visibility
        ELSE 'hidden'
    END AS visibility,
    c.power
FROM game_session AS s
CROSS JOIN LATERAL (
    SELECT version, cards FROM snapshot WHERE game_session_id = s.id ORDER BY version DESC LIMIT 1
) AS newest
CROSS JOIN LATERAL jsonb_to_recordset(newest.cards) AS c (
    id uuid, rank text, suit text, point_value integer, location text, player_id uuid, position integer,
    visibility text, until bigint, power power_type
)
"""


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """The view again; a game that was played meanwhile it shows from its next snapshot on."""
    for trigger, table in (
        ("cambio_phases", "game_session"),
        ("cambio_scores_of_session", "game_session"),
        ("cambio_scores_of_player", "player"),
        ("cambio_scores", "game_score"),
    ):
        op.execute(f"DROP TRIGGER {trigger} ON {table}")
    op.execute("ALTER TABLE turn DROP CONSTRAINT turn_card_drawn, DROP CONSTRAINT turn_target_card")
    op.execute("ALTER TABLE special_power DROP CONSTRAINT special_power_target_card")
    op.execute("DROP TABLE card")
    op.execute("DROP FUNCTION cambio_judge_phase, cambio_judge_scores, cambio_scores, cambio_judge_peek")
    op.execute(_VIEW)
    op.execute("GRANT SELECT ON card TO rondel_app")
