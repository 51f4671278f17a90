"""Add the language of games, and create the matchmaking queue and leagues."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("games", sa.Column("language", sa.Text(), nullable=True))
    _waiting()
    _leagues()


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


def _leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_leagues_server")),
        sa.PrimaryKeyConstraint("server", "key", name=op.f("pk_leagues")),
    )
    op.create_table(
        "league_members",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_league_members_server")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_league_members_person")),
        sa.PrimaryKeyConstraint("server", "key", "person", name=op.f("pk_league_members")),
    )
    op.create_index(op.f("ix_league_members_person"), "league_members", ["person"])
    op.add_column("cups", sa.Column("month", sa.BigInteger(), nullable=True))
    op.add_column("cups", sa.Column("division", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_cups_server_key_month"), "cups", ["server", "key", "month"])
