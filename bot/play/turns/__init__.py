"""Use cases of a running game: moves, undo, votes, orders, caretaker, opponents, the end."""
