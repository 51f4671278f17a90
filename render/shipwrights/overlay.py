"""Draws highlights and number plates over a picture: changes, the intention, numbered answers."""

from dataclasses import dataclass, field

from render.kit import Page, icon
from render.kit.palette import CHANGED, INK, INTENDED
from render.kit.plates import NUMBER_PLATE_PX, put_number_plate
from render.kit.regions import Outline, bounding_rectangle, rectangle
from render.kit.shadows import glow, rim
from render.shipwrights.highlights import Changes, Intention, Part
from render.shipwrights.numbering import Numbering, Spot, part_spot
from render.shipwrights.pieces import pill
from rules.game import Seat

Box = tuple[float, float, int, int]
"""Left, top, width, height."""
DELTA = (92, 54)
RADIUS = 18
SMALL_NUMBER_PX = 54
MIN_NUMBER_Y = 24
"""Keeps numbers below the upper edge of the picture."""
NARROW_PX = 200
"""A narrower box gets a small number on its edge."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Highlights and numbers of one picture. Boxes are registered while they are drawn; numbers come last."""

    changes: Changes = field(default_factory=Changes)
    intended: Intention | None = None
    numbering: Numbering | None = None
    spots: dict[Spot, Box] = field(default_factory=dict)
    raised: dict[Spot, int] = field(default_factory=dict)
    """How far above its box a spot begins, where the number is set below it."""

    def mark_part(self, page: Page, seat: Seat, part: Part, box: Box) -> None:
        """Register a part of a player's board and highlight it if needed."""
        self.spots[part_spot(seat, part)] = box
        if (seat, part) in self.changes.parts:
            self.put_changed(page, box)
        if self.intended and (seat, part) in self.intended.touched:
            self.put_intended(page, box, self.intended.touched[seat, part])

    def mark_item(self, page: Page, seat: Seat, part: Part, number: int, box: Box) -> None:
        """Register one piece of a row and highlight it if needed."""
        self.spots[part_spot(seat, part, number)] = box
        if (seat, part, number) in self.changes.items:
            self.put_changed(page, box)
        if part == "craftsmen" and self.intended and (seat, number) in self.intended.craftsmen:
            self.put_intended(page, box)

    def row_lost(self, seat: Seat, part: Part) -> bool:
        """True if a row changed only by losses."""
        gained = any(place[:2] == (seat, part) for place in self.changes.items)
        return (seat, part) in self.changes.parts and not gained

    def touches(self, seat: Seat, part: Part) -> bool:
        return self.intended is not None and (seat, part) in self.intended.touched

    def put_changed(self, page: Page, box: Box) -> None:
        left, top, width, height = box
        page.put_corner(rim(width, height, RADIUS, CHANGED, 6), left, top)
        page.put(icon("spark", 52), left + width - 10, top + 10)

    def put_intended(self, page: Page, box: Box, delta: int = 0) -> None:
        left, top, width, height = box
        page.put_corner(glow(width, height, RADIUS, INTENDED, 10, 7), left, top)
        if delta:
            # Over the upper edge, so that the changed number stays visible, but within the picture. A tall
            # box has room inside: over that of the gold are the points of the fleet.
            y = max(top + 30 if height > width * 1.2 else top - 12, DELTA[1] / 2 + 2)
            put_delta(page, left + (width / 2 if width < 200 else width * 0.4), y, delta)

    def put_numbers(self, page: Page) -> None:
        """Draw a rim around chosen spots, and the number of each answer in this picture."""
        if self.numbering is None:
            return
        for spot in sorted(self.numbering.chosen & self.spots.keys()):
            self.put_intended(page, self.spots[spot])
        for spot, number in self.numbering.numbers.items():
            if spot in self.spots:
                box = self.spots[spot]
                x, y = _beside(spot, box)
                put_number_plate(page, x, y, number, self._target(spot, x, y), _size(box))

    def _target(self, spot: Spot, x: float, y: float) -> Outline:
        """The rectangle of a spot together with its number."""
        left, top, width, height = self.spots[spot]
        reach = _size(self.spots[spot]) / 2
        corners = rectangle(left, top - self.raised.get(spot, 0), left + width, top + height)
        return bounding_rectangle((*corners, *rectangle(x - reach, y - reach, x + reach, y + reach)))


def _size(box: Box) -> int:
    return SMALL_NUMBER_PX if box[2] < NARROW_PX or box[3] < NARROW_PX // 2 else NUMBER_PLATE_PX


def _beside(spot: Spot, box: Box) -> tuple[float, float]:
    """Position of a number that leaves its target visible: on a corner, or above an edge."""
    left, top, width, height = box
    if _size(box) == NUMBER_PLATE_PX:
        return left + width - 44, top + 44
    upper = max(top, MIN_NUMBER_Y)
    match spot[0]:
        case "seat":
            return max(left - 8, SMALL_NUMBER_PX / 2), upper + height / 2
        case "craftsmen" | "tool" if height < width * 1.1:  # the heads of tools point up
            return left + width - 10, top + height - 8
        case "craftsmen" | "tool" | "workshop_a" | "workshop_b":
            return left + width - 12, upper + 10
        case _ if height > width * 0.75:
            return left + width / 2, upper + 8
        case _:
            return left + 28, upper - 6


def put_delta(page: Page, x: float, y: float, delta: int) -> None:
    page.put(pill(*DELTA, INTENDED, INK), x, y)
    page.number(x, y, f"{delta:+d}".replace("-", "−"), 40, INK, stroke=0)
