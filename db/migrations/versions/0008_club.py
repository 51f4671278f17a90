"""Create cups and voyages, and let games seal their seed until a given time."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import JSON, column, columns

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    _cups()
    _voyages()
    op.add_column("games", sa.Column("sealed_until", sa.BigInteger, nullable=True))


def _cups() -> None:
    op.create_table(
        "cups",
        column("code", sa.Text, primary_key=True),
        column("server", sa.BigInteger, "servers.id"),
        column("channel", sa.BigInteger),
        *columns("key pace", sa.Text),
        column("size", sa.Integer),
        column("status", sa.Text),
        column("created", sa.BigInteger),
        *columns("started ended message", sa.BigInteger, nullable=True),
        column("files", JSON, server_default="{}"),
        sa.Index(None, "server", "status"),
    )
    op.create_table(
        "cup_entrants",
        column("cup", sa.Text, "cups.code", primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True, index=True),
        column("joined", sa.BigInteger),
        column("withdrawn", sa.BigInteger, nullable=True),
        column("struck", sa.Boolean, server_default=sa.false()),
    )
    op.create_table(
        "cup_seats",
        column("game", sa.Text, "games.code", primary_key=True),
        column("seat", sa.Integer, primary_key=True),
        column("cup", sa.Text, "cups.code", index=True),
        column("person", sa.BigInteger, "people.id", index=True),
    )


def _voyages() -> None:
    op.create_table(
        "voyages",
        column("week", sa.BigInteger, primary_key=True, autoincrement=False),
        column("closes", sa.BigInteger),
        column("key", sa.Text),
        column("options", JSON),
        column("level", sa.Text, nullable=True),
        column("seed", sa.LargeBinary),
        column("commitment", sa.Text),
        column("revealed", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "voyage_tries",
        column("week", sa.BigInteger, "voyages.week", primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True, index=True),
        column("game", sa.Text, "games.code", index=True),
        column("server", sa.BigInteger, nullable=True),
        column("began", sa.BigInteger),
        column("ended", sa.BigInteger, nullable=True),
        *columns("worth score", sa.Integer, nullable=True),
    )
