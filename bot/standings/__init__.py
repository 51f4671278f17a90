"""Standings: what finished games come to, how strong people are, and how both are shown."""
