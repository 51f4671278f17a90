"""Conditional moves: turns prepared ahead, and the lookahead they need."""
