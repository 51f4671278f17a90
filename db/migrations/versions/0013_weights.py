"""Add the weight of a result in the ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("results", sa.Column("weight", sa.Float(), nullable=False, server_default=sa.text("1")))
