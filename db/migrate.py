"""Brings a database to the schema of this Skald, or says why it cannot."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from db.engine import hold_schema
from db.errors import DatabaseTrouble

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATIONS = Path(__file__).parent / "migrations"


def scripts() -> "Config":
    from alembic.config import Config  # a start with nothing to bring up to date does without

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def revision_of(connection: Connection) -> str | None:
    """The schema of a database, by the number of the step that led to it; None where it is not ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def revisions() -> list[str]:
    """The steps that this Skald knows, the newest last: the file of each begins with its number."""
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def newest_revision() -> str:
    return revisions()[-1]


def behind(connection: Connection) -> bool:
    """Whether the schema is older than this Skald; a database that is not ours to touch is refused."""
    revision, known = revision_of(connection), revisions()
    if revision is None:
        if inspect(connection).get_table_names():
            raise DatabaseTrouble("foreign", "the database holds tables that are not Skald's")
        return True
    if revision not in known:
        raise DatabaseTrouble("newer", f"its schema ({revision}) is that of a newer Skald")
    return revision != known[-1]


def bring_up_to_date(connection: Connection) -> None:
    """Run within the transaction of the given connection: all steps are taken, or none."""
    hold_schema(connection)
    if behind(connection):
        from alembic import command

        config = scripts()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    else:
        # Whether there is anything to write or not, now is the time to learn that it cannot be done.
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
