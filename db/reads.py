"""All reads, the same inside a writing transaction and outside one."""

from db.read_clocks import ReadsClocks
from db.read_games import ReadsGames
from db.read_kudos import ReadsKudos
from db.read_notes import ReadsNotes
from db.read_orders import ReadsOrders
from db.read_privacy import ReadsPrivacy
from db.read_standings import ReadsStandings
from db.read_story import ReadsStory
from db.read_votes import ReadsVotes


class Reads(
    ReadsClocks,
    ReadsStory,
    ReadsGames,
    ReadsKudos,
    ReadsNotes,
    ReadsOrders,
    ReadsPrivacy,
    ReadsStandings,
    ReadsVotes,
):
    """Everything that can be read."""
