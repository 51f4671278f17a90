"""Add the language of games, and create the matchmaking queue and leagues."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column, columns, member_key, title_key

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("games", sa.Column("language", sa.Text(), nullable=True))
    _waiting()
    _leagues()


def _waiting() -> None:
    op.create_table(
        "waiting",
        *member_key(),
        column("pace", sa.Text),
        column("seats", sa.Integer),
        *columns("channel since", sa.BigInteger),
    )


def _leagues() -> None:
    op.create_table(
        "leagues",
        *title_key(),
        column("channel", sa.BigInteger),
        column("pace", sa.Text),
        column("created", sa.BigInteger),
    )
    op.create_table(
        "league_members",
        *member_key(),
        column("joined", sa.BigInteger),
    )
    op.add_column("cups", sa.Column("month", sa.BigInteger(), nullable=True))
    op.add_column("cups", sa.Column("division", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_cups_server_key_month"), "cups", ["server", "key", "month"])
