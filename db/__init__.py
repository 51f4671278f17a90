"""The database: tables, migrations, and the store. Knows text and numbers, not rules."""

from db.codes import tidy_code
from db.reads import Reads
from db.rows import (
    Binding,
    Entry,
    Finding,
    Game,
    Note,
    Person,
    Post,
    Seated,
    Server,
    Snapshot,
    Status,
    Success,
    Timer,
)
from db.store import Store, Write
from db.trouble import Conflict, DatabaseTrouble, Duplicate
from db.undo import effective
from db.write_games import hash_of

__all__ = [
    "Binding",
    "Conflict",
    "DatabaseTrouble",
    "Duplicate",
    "Entry",
    "Finding",
    "Game",
    "Note",
    "Person",
    "Post",
    "Reads",
    "Seated",
    "Server",
    "Snapshot",
    "Status",
    "Store",
    "Success",
    "Timer",
    "Write",
    "effective",
    "hash_of",
    "tidy_code",
]
