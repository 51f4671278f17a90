"""Add openings of voyages, which the computer plays before the user takes over a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("games", sa.Column("begins", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("voyages", sa.Column("opening", sa.Text(), nullable=False, server_default=""))
    op.add_column("voyages", sa.Column("par", sa.Integer(), nullable=True))
