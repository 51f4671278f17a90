"""Create the challenges to play on from a position."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["code"], ["continuations.code"], name=op.f("fk_challenges_code")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_challenges_server")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_challenges")),
    )
