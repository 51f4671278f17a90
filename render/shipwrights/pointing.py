"""Marks laid over a picture: orange where something changed, green where a move would reach."""

from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import CHANGED, INK, INTENDED
from render.kit.shadows import glow, rim
from render.shipwrights.marks import Changes, Intention, Part
from render.shipwrights.pieces import pill
from rules.game import Seat
from rules.shipwrights.pieces import Craftsman

Box = tuple[float, float, int, int]
"""Left, top, width, height."""
DELTA = (92, 54)
RADIUS = 18


@dataclass(frozen=True, slots=True)
class Pointers:
    """What is pointed out in one picture."""

    changes: Changes
    intended: Intention | None

    def place(self, page: Page, seat: Seat, part: Part, box: Box) -> None:
        """Point at a part of somebody's board, if there is reason to."""
        if (seat, part) in self.changes.parts:
            self.changed(page, box)
        if self.intended and (seat, part) in self.intended.touched:
            self.meant(page, box, self.intended.touched[seat, part])

    def item(self, page: Page, seat: Seat, part: Part, number: int, box: Box) -> None:
        """Point at one piece of a row."""
        if (seat, part, number) in self.changes.items:
            self.changed(page, box)

    def craftsman(self, page: Page, seat: Seat, craftsman: Craftsman, box: Box) -> None:
        if self.intended and (seat, craftsman) in self.intended.craftsmen:
            self.meant(page, box)

    def row_lost(self, seat: Seat, part: Part) -> bool:
        """Whether a row of pieces changed by nothing but losses."""
        gained = any(place[:2] == (seat, part) for place in self.changes.items)
        return (seat, part) in self.changes.parts and not gained

    def changed(self, page: Page, box: Box) -> None:
        left, top, width, height = box
        page.put_corner(rim(width, height, RADIUS, CHANGED, 6), left, top)
        page.put(icon("spark", 52), left + width - 10, top + 10)

    def meant(self, page: Page, box: Box, delta: int = 0) -> None:
        left, top, width, height = box
        page.put_corner(glow(width, height, RADIUS, INTENDED, 10, 7), left, top)
        if delta:
            # Over the upper edge, so that the number it changes stays in sight.
            put_delta(page, left + (width / 2 if width < 200 else width * 0.4), top - 12, delta)


def put_delta(page: Page, x: float, y: float, delta: int) -> None:
    """What a move would add or take away."""
    page.put(pill(*DELTA, INTENDED, INK), x, y)
    page.number(x, y, f"{delta:+d}".replace("-", "−"), 40, INK, stroke=0)
