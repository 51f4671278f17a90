"""Create clocks, absences, votes, standing orders, plans and notes, for games that last for days."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "absences",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_absences_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absences")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_absences_person_start"), "absences", ["person", "start"])
    op.create_table(
        "notes",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_notes_game")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_notes_person")),
        sa.PrimaryKeyConstraint("game", "person", name=op.f("pk_notes")),
    )
    op.create_table(
        "orders",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_orders_game")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_orders_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_orders_game"), "orders", ["game"])
    op.create_index(op.f("ix_orders_person"), "orders", ["person"])
    op.create_table(
        "plans",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_plans_game")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_plans_person")),
        sa.PrimaryKeyConstraint("game", "person", name=op.f("pk_plans")),
    )
    op.create_table(
        "votes",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("opened_by", sa.BigInteger(), nullable=True),
        sa.Column("closes", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_votes_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_votes")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_votes_game"), "votes", ["game"])
    op.create_table(
        "ballots",
        sa.Column("vote", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["vote"], ["votes.id"], name=op.f("fk_ballots_vote")),
        sa.PrimaryKeyConstraint("vote", "person", name=op.f("pk_ballots")),
    )
    with op.batch_alter_table("games") as batch_op:
        if op.get_bind().dialect.name != "sqlite":  # there, rebuilding the table drops it
            batch_op.drop_constraint(op.f("ck_games_status"), type_="check")
        batch_op.create_check_constraint(
            op.f("ck_games_status"), "status IN ('lobby', 'running', 'archived', 'over', 'closed')"
        )
        batch_op.add_column(sa.Column("pace", sa.Text(), server_default="none", nullable=False))
        batch_op.add_column(sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("moves") as batch_op:
        batch_op.add_column(sa.Column("by", sa.Text(), nullable=True))
    with op.batch_alter_table("seats") as batch_op:
        batch_op.add_column(sa.Column("bank", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("charged_to", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("credited", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("reminded", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("told", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("caretaker_since", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("resigned_at", sa.BigInteger(), nullable=True))
