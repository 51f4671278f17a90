"""Migrates the schema with Alembic, in one transaction."""

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from db.engine import lock_schema
from db.errors import DatabaseError

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS = Path(__file__).parent / "migrations"


def alembic_config() -> "Config":
    from alembic.config import Config  # slow, and not needed if the schema is current

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def current_revision(connection: sa.Connection) -> str | None:
    """Return the revision of a database's schema. None if it has never been migrated."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return revision


def known_revisions() -> list[str]:
    """Return the revisions of this version, newest last. Each is the number its file name starts with."""
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def newest_revision() -> str:
    return known_revisions()[-1]


def is_outdated(connection: sa.Connection) -> bool:
    """True if the schema needs a migration.

    Raises DatabaseError if the database belongs to another program or to a newer version.
    """
    revision, known = current_revision(connection), known_revisions()
    if revision is None:
        if sa.inspect(connection).get_table_names():
            raise DatabaseError("foreign", "the database holds tables that are not Skald's")
        return True
    if revision not in known:
        raise DatabaseError("newer", f"its schema ({revision}) is that of a newer Skald")
    return revision != known[-1]


def upgrade(connection: sa.Connection) -> None:
    """Apply all missing migrations in the transaction of the connection.

    Raises DatabaseError if the database cannot be migrated or written.
    """
    lock_schema(connection)
    if is_outdated(connection):
        from alembic import command

        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    else:
        # Write something, so that a read-only database is refused at the start.
        connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
