"""All reads, the same inside a writing transaction and outside one."""

from db.read_games import ReadsGames
from db.read_notes import ReadsNotes
from db.read_standings import ReadsStandings
from db.read_story import ReadsStory


class Reads(ReadsStory, ReadsGames, ReadsNotes, ReadsStandings):
    """Everything that can be read."""
