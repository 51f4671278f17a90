"""Lofoten, a duel of two Jarls over the goods of the archipelago."""
