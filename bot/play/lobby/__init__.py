"""Use cases before and between games: lobby, invitations, matchmaking, archive, relocation."""
