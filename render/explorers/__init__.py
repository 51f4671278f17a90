"""Pictures of Explorers of the North Sea."""

from render.explorers.painter import ExplorersPainter

__all__ = ["ExplorersPainter"]
