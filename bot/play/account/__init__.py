"""Use cases of one user or server: preferences, notes, privacy, settings."""
