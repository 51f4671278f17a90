"""Standings as values: results, ratings, seasons, leaderboards, cups, leagues and voyages."""
