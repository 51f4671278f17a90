"""Create the keys of web links."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "web_links",
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.Column("key", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_web_links_game")),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_web_links")),
    )
    op.create_index(op.f("ix_web_links_game_kind"), "web_links", ["game", "kind"])
    op.create_index(op.f("ix_web_links_person"), "web_links", ["person"])
