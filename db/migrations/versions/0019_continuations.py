"""Create continuations, and mark the games that are played from them."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("games", sa.Column("continues", sa.Text(), nullable=True))
    op.create_index(op.f("ix_games_continues"), "games", ["continues"])
    op.create_table(
        "continuations",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_continuations_game")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_continuations")),
    )
    op.create_index(op.f("ix_continuations_game"), "continuations", ["game"])
