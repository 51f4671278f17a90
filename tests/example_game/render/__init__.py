"""Pictures of Runes."""

from tests.example_game.render.painter import RunesPainter

__all__ = ["RunesPainter"]
