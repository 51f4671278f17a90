"""Add from where on a card that was edited in place shows its game."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("messages", sa.Column("since", sa.Integer(), nullable=True))
