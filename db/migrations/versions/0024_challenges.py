"""Create the challenges to play on from a position."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column, columns

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "challenges",
        column("code", sa.Text, "continuations.code", primary_key=True),
        column("server", sa.BigInteger, "servers.id"),
        *columns("channel closes", sa.BigInteger),
        column("message", sa.BigInteger, nullable=True),
    )
