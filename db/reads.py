"""All reads, the same inside a writing transaction and outside one."""

from db.read_games import ReadsGames


class Reads(ReadsGames):
    """Everything that can be read."""
