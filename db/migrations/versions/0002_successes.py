"""Create successes."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "successes",
        column("person", sa.BigInteger, primary_key=True),
        column("key", sa.Text, primary_key=True),
        column("success", sa.Text, primary_key=True),
        column("game", sa.Text, index=True),
        column("at", sa.BigInteger),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_successes_game_games")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_successes_person_people")),
    )
