"""Explorers of the North Sea: captains and their Vikings among islands that the players lay out."""
