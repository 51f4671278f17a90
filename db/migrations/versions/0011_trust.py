"""Add who sent an invitation, and keep closed ones for a day, so that invitations can be limited."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column(
        "invitations", sa.Column("inviter", sa.Text(), nullable=False, server_default=sa.text("''"))
    )
    op.add_column("invitations", sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()))
