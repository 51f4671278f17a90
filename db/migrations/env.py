"""Alembic environment: runs migrations on the caller's connection, in its transaction."""

from alembic import context

from db.rows import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
