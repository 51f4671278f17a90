"""Skald on Discord. The only package that imports discord.py."""
