"""Create continuations, and mark the games that are played from them."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column, columns

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("games", sa.Column("continues", sa.Text(), nullable=True))
    op.create_index(op.f("ix_games_continues"), "games", ["continues"])
    op.create_table(
        "continuations",
        column("code", sa.Text, primary_key=True),
        column("game", sa.Text, "games.code", index=True),
        *columns("ply seat", sa.Integer),
        column("level", sa.Text),
        column("seed", sa.LargeBinary),
        column("created", sa.BigInteger),
    )
