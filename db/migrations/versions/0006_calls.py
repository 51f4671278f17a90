"""Messages that call somebody are plain content, and stay so when they are edited."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("messages", sa.Column("classic", sa.Boolean, nullable=False, server_default=sa.false()))
