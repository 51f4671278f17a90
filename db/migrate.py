"""Brings a database to the schema of this Skald, or says why it cannot."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from db.engine import hold_schema
from db.trouble import DatabaseTrouble


def scripts() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def revision_of(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str:
    head = ScriptDirectory.from_config(scripts()).get_current_head()
    assert head is not None
    return head


def behind(connection: Connection) -> bool:
    """Whether the schema is older than this Skald; a database that is not ours to touch is refused."""
    directory = ScriptDirectory.from_config(scripts())
    revision = revision_of(connection)
    if revision is None:
        if inspect(connection).get_table_names():
            raise DatabaseTrouble("foreign", "the database holds tables that are not Skald's")
        return True
    known = {script.revision for script in directory.walk_revisions()}
    if revision not in known:
        raise DatabaseTrouble("newer", f"its schema ({revision}) is that of a newer Skald")
    return revision != directory.get_current_head()


def bring_up_to_date(connection: Connection) -> None:
    """Run within the transaction of the given connection: all steps are taken, or none."""
    hold_schema(connection)
    if behind(connection):
        config = scripts()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    else:
        # Whether there is anything to write or not, now is the time to learn that it cannot be done.
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
