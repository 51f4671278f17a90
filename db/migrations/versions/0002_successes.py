"""Create successes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "successes",
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("success", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_successes_game_games")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_successes_person_people")),
        sa.PrimaryKeyConstraint("person", "key", "success", name=op.f("pk_successes")),
    )
    op.create_index(op.f("ix_successes_game"), "successes", ["game"])
