"""Create ladders of duels, and mark the games that are played for them."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("games", sa.Column("ladder", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "ladders",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_ladders_server")),
        sa.PrimaryKeyConstraint("server", "key", name=op.f("pk_ladders")),
    )
    op.create_table(
        "ladder_members",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("rung", sa.Integer(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_ladder_members_server")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_ladder_members_person")),
        sa.PrimaryKeyConstraint("server", "key", "person", name=op.f("pk_ladder_members")),
    )
    op.create_index(op.f("ix_ladder_members_person"), "ladder_members", ["person"])
    _challenges()


def _challenges() -> None:
    op.create_table(
        "ladder_challenges",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("rival", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_ladder_challenges_server")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_ladder_challenges_person")),
        sa.ForeignKeyConstraint(["rival"], ["people.id"], name=op.f("fk_ladder_challenges_rival")),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_ladder_challenges_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_challenges")),
        sqlite_autoincrement=True,
    )
    for column in ("person", "rival"):
        op.create_index(op.f(f"ix_ladder_challenges_{column}"), "ladder_challenges", [column])
    op.create_index(op.f("ix_ladder_challenges_server_key"), "ladder_challenges", ["server", "key"])
