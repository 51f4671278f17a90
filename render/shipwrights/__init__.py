"""Pictures of Shipwrights of the North Sea."""

from render.shipwrights.painter import ShipwrightsPainter

__all__ = ["ShipwrightsPainter"]
