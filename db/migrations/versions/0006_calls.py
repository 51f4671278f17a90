"""Add columns of messages and games; create registrations, invitations and emoji."""

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
    op.create_table(
        "registrations",
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("ids", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("application", name=op.f("pk_registrations")),
    )
    op.add_column("messages", sa.Column("picture", sa.Text, nullable=True))
    op.add_column("games", sa.Column("starts", sa.Text, nullable=False, server_default="host"))
    op.create_table(
        "invitations",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_invitations_game")),
        sa.PrimaryKeyConstraint("game", "person", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_person"), "invitations", ["person"])
    op.add_column("messages", sa.Column("lacking", sa.Text, nullable=True))
    op.add_column("people", sa.Column("door", sa.BigInteger, nullable=True))
    op.add_column(
        "messages", sa.Column("files", sa.JSON(none_as_null=True), nullable=False, server_default="{}")
    )
    op.create_table(
        "emoji",
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("application", "name", name=op.f("pk_emoji")),
    )
