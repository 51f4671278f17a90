"""Label placement on a crowded map: near the targets, clear of pieces and each other."""

from itertools import combinations

import pytest

from render.explorers.label_placement import Callout, place_labels
from render.explorers.piece_placement import Footprint, Rect, overlaps_any

pytestmark = pytest.mark.quick

PLATE = Footprint(-30, -30, 30, 30)
MAP: Rect = (0, 0, 1200, 1200)
RADIUS = 60


def rect(spot: tuple[float, float]) -> Rect:
    x, y = spot
    return x + PLATE.left, y + PLATE.top, x + PLATE.right, y + PLATE.bottom


def overlap_area(one: Rect, other: Rect) -> float:
    """The area of the intersection."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def test_with_room_around_it_every_number_stands_where_it_wants_to() -> None:
    callouts = [Callout((x, 300), (x, 300), PLATE) for x in (200, 500, 800)]
    assert place_labels(callouts, [(0, 900, 60, 960)], MAP, RADIUS) == [callout.at for callout in callouts]


@pytest.mark.parametrize("corner", [(160, 160), (560, 560), (840, 760)])
def test_in_a_crowd_no_number_covers_another_or_a_place_or_a_piece(corner: tuple[int, int]) -> None:
    """Seventeen places 60 pixels apart, every other one with a piece on it."""
    left, top = corner
    places = [(left + 60 * (n % 4), top + 60 * (n // 4)) for n in range(17)]
    pieces = [(x - 20, y - 20, x + 20, y + 20) for x, y in places[::2]]
    found = [rect(spot) for spot in place_labels([Callout(p, p, PLATE) for p in places], pieces, MAP, RADIUS)]
    assert all(overlap_area(one, other) == 0 for one, other in combinations(found, 2))
    for number, plate in enumerate(found):
        assert overlap_area(plate, MAP) == pytest.approx(3600)
        others = [place for place in places if place != places[number]]
        assert not any(plate[0] < x < plate[2] and plate[1] < y < plate[3] for x, y in others)
    for piece in pieces:
        assert sum(overlap_area(plate, piece) for plate in found) <= 0.5 * overlap_area(piece, piece)


@pytest.mark.parametrize(
    ("other", "overlaps"),
    [
        ((101, 100, 160, 140), True),
        ((30, 100, 90, 140), False),
        ((30, 100, 104, 140), False),
        ((30, 100, 106, 140), True),
        ((156, 100, 220, 140), False),
        ((154, 100, 220, 140), True),
        ((100, 40, 160, 104), False),
        ((100, 40, 160, 106), True),
        ((100, 136, 160, 200), False),
        ((100, 134, 160, 200), True),
    ],
)
def test_pieces_overlap_by_more_than_a_few_pixels(other: Rect, overlaps: bool) -> None:
    own: Rect = (100, 100, 160, 140)
    assert overlaps_any(own, [own]) is False
    assert overlaps_any(own, [own, other]) is overlaps
