"""Features of a server: leaderboards, profiles, cups, leagues, voyages, seasons, digests."""
