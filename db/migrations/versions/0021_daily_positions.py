"""Create positions of the day and their answers."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "daily_positions",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("position", _SERIAL, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("revealed", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_daily_positions_server")),
        sa.ForeignKeyConstraint(["position"], ["positions.id"], name=op.f("fk_daily_positions_position")),
        sa.PrimaryKeyConstraint("server", "day", name=op.f("pk_daily_positions")),
    )
    op.create_table(
        "daily_answers",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_daily_answers_server")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_daily_answers_person")),
        sa.PrimaryKeyConstraint("server", "day", "person", name=op.f("pk_daily_answers")),
    )
    op.create_index(op.f("ix_daily_answers_person"), "daily_answers", ["person"])
