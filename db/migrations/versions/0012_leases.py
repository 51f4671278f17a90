"""Index the leases of timers, so that the next due timer is found without reading all of them."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_index(op.f("ix_timers_claimed_until"), "timers", ["claimed_until"])
