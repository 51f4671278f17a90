"""Create cups and voyages, and let games seal their seed until a given time."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    _cups()
    _voyages()
    op.add_column("games", sa.Column("sealed_until", sa.BigInteger, nullable=True))


def _cups() -> None:
    op.create_table(
        "cups",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("files", sa.JSON(none_as_null=True), nullable=False, server_default="{}"),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_cups_server")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_cups")),
    )
    op.create_index(op.f("ix_cups_server_status"), "cups", ["server", "status"])
    op.create_table(
        "cup_entrants",
        sa.Column("cup", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn", sa.BigInteger(), nullable=True),
        sa.Column("struck", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(["cup"], ["cups.code"], name=op.f("fk_cup_entrants_cup")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_cup_entrants_person")),
        sa.PrimaryKeyConstraint("cup", "person", name=op.f("pk_cup_entrants")),
    )
    op.create_index(op.f("ix_cup_entrants_person"), "cup_entrants", ["person"])
    op.create_table(
        "cup_seats",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("cup", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_cup_seats_game")),
        sa.ForeignKeyConstraint(["cup"], ["cups.code"], name=op.f("fk_cup_seats_cup")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_cup_seats_person")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_cup_seats")),
    )
    op.create_index(op.f("ix_cup_seats_cup"), "cup_seats", ["cup"])
    op.create_index(op.f("ix_cup_seats_person"), "cup_seats", ["person"])


def _voyages() -> None:
    op.create_table(
        "voyages",
        sa.Column("week", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("revealed", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("week", name=op.f("pk_voyages")),
    )
    op.create_table(
        "voyage_tries",
        sa.Column("week", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("worth", sa.Integer(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["week"], ["voyages.week"], name=op.f("fk_voyage_tries_week")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_voyage_tries_person")),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_voyage_tries_game")),
        sa.PrimaryKeyConstraint("week", "person", name=op.f("pk_voyage_tries")),
    )
    op.create_index(op.f("ix_voyage_tries_game"), "voyage_tries", ["game"])
    op.create_index(op.f("ix_voyage_tries_person"), "voyage_tries", ["person"])
