"""Add the home server and rules version start of games, and component packs."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("home", sa.BigInteger, nullable=True))
    op.add_column("games", sa.Column("rules_since", sa.Integer, nullable=True))
    op.create_table(
        "components",
        column("key", sa.Text, primary_key=True),
        column("pack", sa.Text, primary_key=True),
        column("text", sa.Text),
    )
