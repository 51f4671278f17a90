"""The catalogues: what Skald and its games say, in every language."""

LANGUAGES = ("en", "fr")
SOURCE = "en"
OWN = "skald"
"""The domain of Skald's own sentences; every other domain is a game's key."""
