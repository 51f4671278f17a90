"""Create the keys of web links."""

import sqlalchemy as sa
from alembic import op

from db.migrations.tables import column

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "web_links",
        column("key_hash", sa.Text, primary_key=True),
        column("game", sa.Text, "games.code"),
        column("kind", sa.Text),
        column("person", sa.BigInteger, nullable=True, index=True),
        column("created", sa.BigInteger),
        column("expires", sa.BigInteger, nullable=True),
        column("key", sa.Text, nullable=True),
        sa.Index(None, "game", "kind"),
    )
