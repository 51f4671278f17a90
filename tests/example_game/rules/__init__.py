"""Runes: a tiny game made by the steps of CONTRIBUTING, to prove them. Nobody is offered it."""
