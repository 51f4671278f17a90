"""Create positions of the day and their answers."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import SERIAL, column, columns

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "daily_positions",
        column("server", sa.BigInteger, "servers.id", primary_key=True),
        column("day", sa.BigInteger, primary_key=True),
        column("position", SERIAL, "positions.id"),
        column("channel", sa.BigInteger),
        *columns("message revealed", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "daily_answers",
        column("server", sa.BigInteger, "servers.id", primary_key=True),
        column("day", sa.BigInteger, primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True, index=True),
        column("answer", sa.Integer),
        column("at", sa.BigInteger),
    )
