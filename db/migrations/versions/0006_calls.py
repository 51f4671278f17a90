"""Add columns of messages and games; create registrations, invitations and emoji."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import JSON, column

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
    op.create_table(
        "registrations",
        column("application", sa.BigInteger, primary_key=True),
        column("digest", sa.Text),
        column("ids", JSON),
    )
    op.add_column("messages", sa.Column("picture", sa.Text, nullable=True))
    op.add_column("games", sa.Column("starts", sa.Text, nullable=False, server_default="host"))
    op.create_table(
        "invitations",
        column("game", sa.Text, "games.code", primary_key=True),
        column("person", sa.BigInteger, primary_key=True, index=True),
        column("at", sa.BigInteger),
        column("declined", sa.Boolean, server_default=sa.false()),
    )
    op.add_column("messages", sa.Column("lacking", sa.Text, nullable=True))
    op.add_column("people", sa.Column("door", sa.BigInteger, nullable=True))
    op.add_column(
        "messages", sa.Column("files", sa.JSON(none_as_null=True), nullable=False, server_default="{}")
    )
    op.create_table(
        "emoji",
        column("application", sa.BigInteger, primary_key=True),
        column("name", sa.Text, primary_key=True),
        column("id", sa.BigInteger),
        column("version", sa.Text),
    )
