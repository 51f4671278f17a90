"""Finished and past turns: story, saga, verification, export."""
