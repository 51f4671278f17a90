"""Add the home server and rules version start of games, and component packs."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("home", sa.BigInteger, nullable=True))
    op.add_column("games", sa.Column("rules_since", sa.Integer, nullable=True))
    op.create_table(
        "components",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", "pack", name=op.f("pk_components")),
    )
