"""Marks laid over a picture: orange where something changed, green where a move would reach, and the numbers
of what may be chosen."""

from dataclasses import dataclass, field

from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import CHANGED, INK, INTENDED
from render.kit.plates import NUMBER_PLATE_PX, put_number_plate
from render.kit.shadows import glow, rim
from render.shipwrights.highlights import Changes, Intention, Part
from render.shipwrights.numbering import Choice, Spot, part_spot
from render.shipwrights.pieces import pill
from rules.game import Seat

Box = tuple[float, float, int, int]
"""Left, top, width, height."""
DELTA = (92, 54)
RADIUS = 18
SMALL_CHOICE = 54
HIGHEST = 24
"""No number goes over the upper edge of a picture."""
NARROW = 200
"""A box narrower than this gets a small number, on its edge."""


@dataclass(frozen=True, slots=True)
class Pointers:
    """What is pointed out in one picture. Spots are noted as they are painted; their numbers come last."""

    changes: Changes = field(default_factory=Changes)
    intended: Intention | None = None
    choice: Choice | None = None
    spots: dict[Spot, Box] = field(default_factory=dict)

    def place(self, page: Page, seat: Seat, part: Part, box: Box) -> None:
        """Point at a part of somebody's board, if there is reason to."""
        self.spots[part_spot(seat, part)] = box
        if (seat, part) in self.changes.parts:
            self.changed(page, box)
        if self.intended and (seat, part) in self.intended.touched:
            self.meant(page, box, self.intended.touched[seat, part])

    def item(self, page: Page, seat: Seat, part: Part, number: int, box: Box) -> None:
        """Point at one piece of a row."""
        self.spots[part_spot(seat, part, number)] = box
        if (seat, part, number) in self.changes.items:
            self.changed(page, box)
        if part == "craftsmen" and self.intended and (seat, number) in self.intended.craftsmen:
            self.meant(page, box)

    def row_lost(self, seat: Seat, part: Part) -> bool:
        """Whether a row of pieces changed by nothing but losses."""
        gained = any(place[:2] == (seat, part) for place in self.changes.items)
        return (seat, part) in self.changes.parts and not gained

    def touches(self, seat: Seat, part: Part) -> bool:
        return self.intended is not None and (seat, part) in self.intended.touched

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

    def put_choices(self, page: Page) -> None:
        """A rim for what is chosen already, a number for each answer that lies in this picture."""
        if self.choice is None:
            return
        for spot in sorted(self.choice.chosen & self.spots.keys()):
            self.meant(page, self.spots[spot])
        for spot, number in self.choice.numbers.items():
            if spot in self.spots:
                box = self.spots[spot]
                put_number_plate(page, *_beside(spot, box), number, _size(box))


def _size(box: Box) -> int:
    return SMALL_CHOICE if box[2] < NARROW or box[3] < NARROW // 2 else NUMBER_PLATE_PX


def _beside(spot: Spot, box: Box) -> tuple[float, float]:
    """Where the number goes, so that what it means stays in sight: on a corner, or over an edge."""
    left, top, width, height = box
    if _size(box) == NUMBER_PLATE_PX:
        return left + width - 44, top + 44
    upper = max(top, HIGHEST)
    match spot[0]:
        case "seat":
            return max(left - 8, SMALL_CHOICE / 2), upper + height / 2
        case "craftsmen" | "tool" if height < width * 1.1:  # the heads of tools point up
            return left + width - 10, top + height - 8
        case "craftsmen" | "tool" | "workshop_a" | "workshop_b":
            return left + width - 12, upper + 10
        case _ if height > width * 0.75:
            return left + width / 2, upper + 8
        case _:
            return left + 28, upper - 6


def put_delta(page: Page, x: float, y: float, delta: int) -> None:
    """What a move would add or take away."""
    page.put(pill(*DELTA, INTENDED, INK), x, y)
    page.number(x, y, f"{delta:+d}".replace("-", "−"), 40, INK, stroke=0)
