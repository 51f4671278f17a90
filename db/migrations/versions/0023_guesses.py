"""Create the guesses of onlookers."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column, columns

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "guesses",
        column("game", sa.Text, "games.code", primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True, index=True),
        column("ply", sa.Integer, primary_key=True),
        column("seat", sa.Integer),
        column("kind", sa.Text),
        column("at", sa.BigInteger),
        *columns("points played", sa.Integer, nullable=True),
        column("resolved", sa.BigInteger, nullable=True),
        sa.Index(None, "game", "played"),
    )
