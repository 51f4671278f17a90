"""Create positions to learn from, and the cards of users who practise them."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "positions",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("loss", sa.Float(), nullable=False),
        sa.Column("gap", sa.Float(), nullable=False),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("id", _SERIAL, autoincrement=True, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_positions_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_positions")),
        sa.UniqueConstraint("source", name=op.f("uq_positions_source")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_positions_game"), "positions", ["game"])
    op.create_table(
        "position_searches",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source", name=op.f("pk_position_searches")),
    )
    op.create_table(
        "practice_cards",
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("position", _SERIAL, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("answered", sa.BigInteger(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_practice_cards_person")),
        sa.ForeignKeyConstraint(["position"], ["positions.id"], name=op.f("fk_practice_cards_position")),
        sa.PrimaryKeyConstraint("person", "position", name=op.f("pk_practice_cards")),
    )
    op.create_index(op.f("ix_practice_cards_person_due"), "practice_cards", ["person", "due"])
