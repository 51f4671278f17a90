"""Create positions to learn from, and the cards of users who practise them."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import SERIAL, column, columns, serial_id

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "positions",
        column("source", sa.Text, unique=True),
        column("key", sa.Text),
        column("rules_version", sa.Integer),
        column("pack", sa.Text),
        *columns("seats seat", sa.Integer),
        column("state", sa.Text),
        column("answers", sa.JSON),
        column("played", sa.Integer),
        *columns("loss gap", sa.Float),
        column("game", sa.Text, "games.code", nullable=True, index=True),
        column("ply", sa.Integer, nullable=True),
        column("created", sa.BigInteger),
        serial_id(),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "position_searches",
        column("source", sa.Text, primary_key=True),
        column("at", sa.BigInteger),
    )
    op.create_table(
        "practice_cards",
        column("person", sa.BigInteger, "people.id", primary_key=True),
        column("position", SERIAL, "positions.id", primary_key=True),
        column("stage", sa.Integer),
        column("due", sa.BigInteger, nullable=True),
        column("answered", sa.BigInteger),
        *columns("right wrong", sa.Integer),
        sa.Index(None, "person", "due"),
    )
