"""The past of a game: log replay, saga, verification, export."""
