"""Pictures of Lofoten."""

from render.lofoten.painter import LofotenPainter

__all__ = ["LofotenPainter"]
