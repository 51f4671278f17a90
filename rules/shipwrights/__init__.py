"""Shipwrights of the North Sea: a morning's draft, an afternoon's work, and four ships to build."""
