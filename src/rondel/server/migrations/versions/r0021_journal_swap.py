"""The partitions become the journal. `rondel.server.migrations.copying` copies its rows before."""

from pathlib import Path

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """One table again, in one transaction: nobody plays meanwhile. The partitions begin again beside it."""
    op.execute("CREATE TABLE journal_plain (LIKE journal INCLUDING ALL)")
    op.execute("INSERT INTO journal_plain SELECT * FROM journal")
    op.execute("DROP TABLE journal")
    op.execute("ALTER TABLE journal_plain RENAME TO journal")
    op.execute("ALTER TABLE journal RENAME CONSTRAINT journal_plain_pkey TO journal_pkey")
    key = "table_id_action_id_key"
    op.execute(f"ALTER TABLE journal RENAME CONSTRAINT journal_plain_{key} TO journal_{key}")
    op.execute("GRANT SELECT, INSERT ON journal TO rondel_app")
    op.execute((Path(__file__).parent / "r0020_journal_parts.sql").read_text())
