"""Create clocks, absences, votes, standing orders, plans and notes, for games that last for days."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import JSON, SERIAL, column, columns, create_serial_table

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    create_serial_table(
        "absences",
        column("person", sa.BigInteger, "people.id"),
        *columns("start until", sa.BigInteger),
        column("cause", sa.Text),
        sa.Index(None, "person", "start"),
    )
    op.create_table(
        "notes",
        column("game", sa.Text, "games.code", primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True),
        column("text", sa.Text),
        column("at", sa.BigInteger),
    )
    create_serial_table(
        "orders",
        column("game", sa.Text, "games.code", index=True),
        column("seat", sa.Integer),
        column("person", sa.BigInteger, "people.id", index=True),
        column("payload", JSON),
        column("created", sa.BigInteger),
        column("ended", sa.BigInteger, nullable=True),
        column("result", sa.Text, nullable=True),
    )
    op.create_table(
        "plans",
        column("game", sa.Text, "games.code", primary_key=True),
        column("person", sa.BigInteger, "people.id", primary_key=True),
        column("seat", sa.Integer),
        column("text", sa.Text),
        column("ply", sa.Integer),
        column("at", sa.BigInteger),
    )
    create_serial_table(
        "votes",
        column("game", sa.Text, "games.code", index=True),
        column("kind", sa.Text),
        column("seat", sa.Integer, nullable=True),
        column("payload", JSON),
        column("opened", sa.BigInteger),
        column("opened_by", sa.BigInteger, nullable=True),
        column("closes", sa.BigInteger),
        column("closed", sa.BigInteger, nullable=True),
        column("result", sa.Text, nullable=True),
    )
    op.create_table(
        "ballots",
        column("vote", SERIAL, "votes.id", primary_key=True),
        column("person", sa.BigInteger, primary_key=True),
        column("choice", sa.Text),
        column("at", sa.BigInteger),
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
