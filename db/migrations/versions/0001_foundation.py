"""Create the first tables: servers, people, games, seats, moves, snapshots, messages, outbox, timers."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import JSON, column, columns, create_outbox, create_serial_table

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        *columns("name locale timezone", sa.Text, nullable=True),
        *columns("preferences hints_seen", JSON),
    )
    op.create_table(
        "servers",
        column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        column("language", sa.Text, nullable=True),
        column("settings", JSON),
    )
    op.create_table(
        "games",
        column("code", sa.Text, primary_key=True),
        column("key", sa.Text),
        column("rules_version", sa.Integer),
        column("pack", sa.Text),
        column("options", JSON),
        column("seed", sa.LargeBinary, nullable=True),
        column("commitment", sa.Text, nullable=True),
        column("status", sa.Text),
        column("server", sa.BigInteger, "servers.id", nullable=True),
        column("channel", sa.BigInteger, index=True),
        column("thread", sa.BigInteger, nullable=True, index=True),
        column("host", sa.BigInteger, "people.id", nullable=True),
        *columns("version ply", sa.Integer),
        *columns("state state_hash", sa.Text, nullable=True),
        column("outcome", JSON, nullable=True),
        column("created", sa.BigInteger),
        *columns("started ended", sa.BigInteger, nullable=True),
        column("last_activity", sa.BigInteger),
        sa.CheckConstraint("status IN ('lobby', 'running', 'over', 'closed')", name=op.f("ck_games_status")),
        sa.Index(None, "server", "status"),
        sa.Index(None, "status", "last_activity"),
    )
    op.create_table(
        "messages",
        column("message", sa.BigInteger, primary_key=True, autoincrement=False),
        column("channel", sa.BigInteger),
        column("game", sa.Text, "games.code"),
        column("kind", sa.Text),
        column("seat", sa.Integer, nullable=True),
        column("person", sa.BigInteger, nullable=True),
        column("ply", sa.Integer, nullable=True),
        column("at", sa.BigInteger),
        sa.Index(None, "game", "kind"),
    )
    op.create_table(
        "moves",
        column("game", sa.Text, "games.code", primary_key=True),
        column("ply", sa.Integer, primary_key=True),
        column("seat", sa.Integer, nullable=True),
        column("person", sa.BigInteger, nullable=True),
        *columns("kind text", sa.Text),
        column("barrier", sa.Boolean),
        column("back_to", sa.Integer, nullable=True),
        column("interaction_id", sa.BigInteger, nullable=True, unique=True),
        column("state_hash", sa.Text),
        column("at", sa.BigInteger),
        sa.CheckConstraint("back_to < ply", name=op.f("ck_moves_back_to")),
    )
    create_outbox("outbox")
    op.create_table(
        "seats",
        column("game", sa.Text, "games.code", primary_key=True),
        column("seat", sa.Integer, primary_key=True),
        column("person", sa.BigInteger, "people.id", nullable=True, index=True),
        column("joined", sa.BigInteger),
        column("owes_since", sa.BigInteger, nullable=True),
        sa.UniqueConstraint("game", "person"),
    )
    create_serial_table(
        "timers",
        column("key", sa.Text, unique=True),
        column("game", sa.Text, "games.code", nullable=True, index=True),
        column("person", sa.BigInteger, nullable=True),
        column("kind", sa.Text),
        column("payload", JSON),
        column("due", sa.BigInteger, index=True),
        column("attempts", sa.Integer),
        column("claimed_until", sa.BigInteger),
    )
    op.create_table(
        "snapshots",
        column("game", sa.Text, primary_key=True),
        column("ply", sa.Integer, primary_key=True),
        *columns("state state_hash", sa.Text),
        sa.ForeignKeyConstraint(
            ["game", "ply"], ["moves.game", "moves.ply"], name=op.f("fk_snapshots_game_ply")
        ),
    )
