"""Runes: a tiny game that proves the steps of docs/adding-a-game.md. Only tests register it."""
