"""The language spoken at a table, and the waiting list."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("games", sa.Column("language", sa.Text(), nullable=True))
    _waiting()


def _waiting() -> None:
    op.create_table(
        "waiting",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_waiting_server")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_waiting_person")),
        sa.PrimaryKeyConstraint("server", "key", "person", name=op.f("pk_waiting")),
    )
    op.create_index(op.f("ix_waiting_person"), "waiting", ["person"])
