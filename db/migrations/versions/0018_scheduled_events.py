"""Store the scheduled events of servers."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "scheduled_events",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("event", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_scheduled_events_server")),
        sa.PrimaryKeyConstraint("server", "subject", name=op.f("pk_scheduled_events")),
    )
