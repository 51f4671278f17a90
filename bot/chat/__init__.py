"""Skald on Discord: what people tap and type, and what they are shown. Only here is discord.py known."""
