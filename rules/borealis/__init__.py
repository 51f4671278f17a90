"""Borealis: Arctic Expeditions, a race of two to four expeditions for pictures of wild animals."""
