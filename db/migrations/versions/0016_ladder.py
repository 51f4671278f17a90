"""Create ladders of duels, and mark the games that are played for them."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column, serial_id

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("games", sa.Column("ladder", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "ladders",
        column("server", sa.BigInteger, "servers.id", primary_key=True),
        column("key", sa.Text, primary_key=True),
        column("channel", sa.BigInteger),
        column("pace", sa.Text),
        column("created", sa.BigInteger),
    )
    op.create_table(
        "ladder_members",
        column("server", sa.BigInteger, "servers.id", primary_key=True),
        column("key", sa.Text, primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True, index=True),
        column("rung", sa.Integer),
        column("joined", sa.BigInteger),
        column("active", sa.BigInteger),
    )
    op.create_table(
        "ladder_challenges",
        serial_id(),
        column("server", sa.BigInteger, "servers.id"),
        column("key", sa.Text),
        column("person", sa.BigInteger, "people.id", index=True),
        column("rival", sa.BigInteger, "people.id", index=True),
        column("created", sa.BigInteger),
        column("closes", sa.BigInteger),
        column("result", sa.Text, nullable=True),
        column("game", sa.Text, "games.code", nullable=True),
        column("message", sa.BigInteger, nullable=True),
        sa.Index(None, "server", "key"),
        sqlite_autoincrement=True,
    )
