"""Create results, ratings, seasons and kudos."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import JSON, column, columns, member_key

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "ratings",
        *member_key(),
        *columns("mu sigma", sa.Float),
        column("games", sa.Integer),
        column("last", sa.BigInteger),
    )
    op.create_table(
        "seasons",
        column("server", sa.BigInteger, "servers.id", primary_key=True),
        column("start", sa.BigInteger, primary_key=True),
        column("until", sa.BigInteger),
        column("closed", sa.BigInteger, nullable=True),
        column("podium", JSON, nullable=True),
    )
    op.create_table(
        "kudos",
        column("game", sa.Text, "games.code", primary_key=True),
        column("giver", sa.BigInteger, "people.id", primary_key=True),
        column("receiver", sa.BigInteger, "people.id", primary_key=True, index=True),
        column("at", sa.BigInteger),
    )
    op.create_table(
        "rating_steps",
        column("game", sa.Text, "games.code", primary_key=True),
        column("key", sa.Text, primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True, index=True),
        column("server", sa.BigInteger, "servers.id"),
        *columns("mu_before sigma_before mu sigma odds", sa.Float),
        column("at", sa.BigInteger),
        sa.Index(None, "server", "key", "person", "at"),
    )
    op.create_table(
        "results",
        column("game", sa.Text, "games.code", primary_key=True),
        column("seat", sa.Integer, primary_key=True),
        column("person", sa.BigInteger, "people.id", nullable=True),
        column("server", sa.BigInteger, "servers.id", nullable=True),
        column("key", sa.Text),
        column("seats", sa.Integer),
        column("began", sa.Boolean),
        *columns("place tied", sa.Integer),
        column("score", sa.Integer, nullable=True),
        column("share", sa.Float),
        *columns("rated counted", sa.Boolean),
        column("favourites", JSON),
        *columns("started ended", sa.BigInteger),
        sa.Index(None, "person", "ended"),
        sa.Index(None, "server", "key", "ended"),
    )
