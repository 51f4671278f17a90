"""All reads, the same inside a writing transaction and outside one."""

from db.read_games import ReadsGames
from db.read_notes import ReadsNotes


class Reads(ReadsGames, ReadsNotes):
    """Everything that can be read."""
