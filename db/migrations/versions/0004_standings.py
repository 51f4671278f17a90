"""Create results, ratings, seasons and kudos."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_ratings_person")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_ratings_server")),
        sa.PrimaryKeyConstraint("server", "key", "person", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_person"), "ratings", ["person"])
    op.create_table(
        "seasons",
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("podium", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_seasons_server")),
        sa.PrimaryKeyConstraint("server", "start", name=op.f("pk_seasons")),
    )
    op.create_table(
        "kudos",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("giver", sa.BigInteger(), nullable=False),
        sa.Column("receiver", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_kudos_game")),
        sa.ForeignKeyConstraint(["giver"], ["people.id"], name=op.f("fk_kudos_giver")),
        sa.ForeignKeyConstraint(["receiver"], ["people.id"], name=op.f("fk_kudos_receiver")),
        sa.PrimaryKeyConstraint("game", "giver", "receiver", name=op.f("pk_kudos")),
    )
    op.create_index(op.f("ix_kudos_receiver"), "kudos", ["receiver"])
    op.create_table(
        "rating_steps",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("mu_before", sa.Float(), nullable=False),
        sa.Column("sigma_before", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("odds", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_rating_steps_game")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_rating_steps_person")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_rating_steps_server")),
        sa.PrimaryKeyConstraint("game", "key", "person", name=op.f("pk_rating_steps")),
    )
    op.create_index(op.f("ix_rating_steps_person"), "rating_steps", ["person"])
    op.create_index(
        op.f("ix_rating_steps_server_key_person_at"), "rating_steps", ["server", "key", "person", "at"]
    )
    op.create_table(
        "results",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column("server", sa.BigInteger(), nullable=True),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("began", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("tied", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("favourites", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_results_game")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_results_person")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_results_server")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_person_ended"), "results", ["person", "ended"])
    op.create_index(op.f("ix_results_server_key_ended"), "results", ["server", "key", "ended"])
