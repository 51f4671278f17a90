"""Create the first tables: servers, people, games, seats, moves, snapshots, messages, outbox, timers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("locale", sa.Text(), nullable=True),
        sa.Column("timezone", sa.Text(), nullable=True),
        sa.Column("preferences", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("hints_seen", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("settings", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "games",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("commitment", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("host", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("state_hash", sa.Text(), nullable=True),
        sa.Column("outcome", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("last_activity", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("status IN ('lobby', 'running', 'over', 'closed')", name=op.f("ck_games_status")),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name=op.f("fk_games_host")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_games_server")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_channel"), "games", ["channel"], unique=False)
    op.create_index(op.f("ix_games_server_status"), "games", ["server", "status"], unique=False)
    op.create_index(op.f("ix_games_status_last_activity"), "games", ["status", "last_activity"], unique=False)
    op.create_index(op.f("ix_games_thread"), "games", ["thread"], unique=False)
    op.create_table(
        "messages",
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_messages_game")),
        sa.PrimaryKeyConstraint("message", name=op.f("pk_messages")),
    )
    op.create_index(op.f("ix_messages_game_kind"), "messages", ["game", "kind"], unique=False)
    op.create_table(
        "moves",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("barrier", sa.Boolean(), nullable=False),
        sa.Column("back_to", sa.Integer(), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("state_hash", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("back_to < ply", name=op.f("ck_moves_back_to")),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_moves_game")),
        sa.PrimaryKeyConstraint("game", "ply", name=op.f("pk_moves")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_moves_interaction_id")),
    )
    op.create_table(
        "outbox",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_outbox_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["lane", "id"],
        unique=False,
        sqlite_where=sa.text("done_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("owes_since", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_seats_game")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_seats_person")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("game", "person", name=op.f("uq_seats_game_person")),
    )
    op.create_index(op.f("ix_seats_person"), "seats", ["person"], unique=False)
    op.create_table(
        "timers",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_timers_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_timers")),
        sa.UniqueConstraint("key", name=op.f("uq_timers_key")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_timers_due"), "timers", ["due"], unique=False)
    op.create_index(op.f("ix_timers_game"), "timers", ["game"], unique=False)
    op.create_table(
        "snapshots",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("state_hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game", "ply"], ["moves.game", "moves.ply"], name=op.f("fk_snapshots_game_ply")
        ),
        sa.PrimaryKeyConstraint("game", "ply", name=op.f("pk_snapshots")),
    )
