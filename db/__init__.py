"""The database: tables, migrations, and the store. Knows text and numbers, not rules."""

from db.codes import tidy_code
from db.reads import Reads
from db.rows import (
    Absence,
    Binding,
    Entry,
    Finding,
    Game,
    Kudos,
    Meeting,
    Note,
    Person,
    Post,
    Rating,
    RatingStep,
    Result,
    Season,
    Seated,
    Server,
    Snapshot,
    Status,
    Success,
    Tally,
    Timer,
    Vote,
)
from db.store import Store, Write
from db.trouble import Conflict, DatabaseTrouble, Duplicate
from db.undo import effective
from db.write_games import hash_of

__all__ = [
    "Absence",
    "Binding",
    "Conflict",
    "DatabaseTrouble",
    "Duplicate",
    "Entry",
    "Finding",
    "Game",
    "Kudos",
    "Meeting",
    "Note",
    "Person",
    "Post",
    "Rating",
    "RatingStep",
    "Reads",
    "Result",
    "Season",
    "Seated",
    "Server",
    "Snapshot",
    "Status",
    "Store",
    "Success",
    "Tally",
    "Timer",
    "Vote",
    "Write",
    "effective",
    "hash_of",
    "tidy_code",
]
