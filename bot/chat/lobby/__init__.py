"""From opening a table to its thread: lobby cards, options, invitations, matchmaking, archive."""
