"""Messages that call somebody are plain content, and stay so when they are edited."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("messages", sa.Column("classic", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("messages", sa.Column("live", sa.Boolean, nullable=False, server_default=sa.false()))
    messages = sa.table("messages", sa.column("game"), sa.column("kind"), sa.column("at"), sa.column("live"))
    later = messages.alias("later")
    latest = sa.select(sa.func.max(later.c.at)).where(later.c.game == messages.c.game, later.c.kind == "card")
    is_latest = messages.c.at == latest.scalar_subquery()
    op.execute(messages.update().where(messages.c.kind == "card", is_latest).values(live=sa.true()))
