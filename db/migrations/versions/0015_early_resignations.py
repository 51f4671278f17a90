"""Mark results of rated duels that ended by resignation within the first turns."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("results", sa.Column("early", sa.Boolean(), nullable=False, server_default=sa.false()))
