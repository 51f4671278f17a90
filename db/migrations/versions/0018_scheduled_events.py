"""Store the scheduled events of servers."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "scheduled_events",
        column("server", sa.BigInteger, "servers.id", primary_key=True),
        column("subject", sa.Text, primary_key=True),
        column("event", sa.BigInteger),
        column("digest", sa.Text),
    )
