"""Standings as values: what finished games come to, how strong people are, seasons and boards."""
