"""Pictures of Borealis: Arctic Expeditions."""

from render.borealis.painter import BorealisPainter

__all__ = ["BorealisPainter"]
