"""Ways to sign in without mail: passkeys, identities at a provider, what a browser was asked to answer."""

from pathlib import Path

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Run the SQL beside this file."""
    op.execute(Path(__file__).with_suffix(".sql").read_text())


def downgrade() -> None:
    """As it was: people sign in by mail alone."""
    op.execute("DROP TABLE passkey, identity, challenge")
