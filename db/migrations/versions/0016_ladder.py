"""Create ladders of duels, and mark the games that are played for them."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column, columns, create_serial_table, member_key, title_key

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("games", sa.Column("ladder", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "ladders",
        *title_key(),
        column("channel", sa.BigInteger),
        column("pace", sa.Text),
        column("created", sa.BigInteger),
    )
    op.create_table(
        "ladder_members",
        *member_key(),
        column("rung", sa.Integer),
        *columns("joined active", sa.BigInteger),
    )
    create_serial_table(
        "ladder_challenges",
        column("server", sa.BigInteger, "servers.id"),
        column("key", sa.Text),
        column("person", sa.BigInteger, "people.id", index=True),
        column("rival", sa.BigInteger, "people.id", index=True),
        *columns("created closes", sa.BigInteger),
        column("result", sa.Text, nullable=True),
        column("game", sa.Text, "games.code", nullable=True),
        column("message", sa.BigInteger, nullable=True),
        sa.Index(None, "server", "key"),
    )
