"""Add until when a game is paused by agreement."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("games", sa.Column("paused_until", sa.BigInteger(), nullable=True))
