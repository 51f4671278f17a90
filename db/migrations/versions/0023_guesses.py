"""Create the guesses of onlookers."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "guesses",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("played", sa.Integer(), nullable=True),
        sa.Column("resolved", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_guesses_game")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_guesses_person")),
        sa.PrimaryKeyConstraint("game", "person", "ply", name=op.f("pk_guesses")),
    )
    op.create_index(op.f("ix_guesses_person"), "guesses", ["person"])
    op.create_index(op.f("ix_guesses_game_played"), "guesses", ["game", "played"])
