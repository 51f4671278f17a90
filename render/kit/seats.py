"""Seat marks: a colour and a shape for each seat, with a person's initial or a computer player's face."""

from typing import NamedTuple

from render.kit.canvas import Canvas, Shape
from render.kit.faces import face, face_of, nearest_size
from render.kit.page import Page
from render.kit.palette import BONE, INK, dark, down, is_light, light
from render.kit.paths import circle, rounded_box, star
from render.kit.shadows import with_shadow
from render.kit.sprite_cache import Sprite, sprite
from render.kit.type import MIN_FONT_PX, initial, layout_line


class SeatLook(NamedTuple):
    """A seat's colour and its shape in a box of 100.

    `middle` is the y of the shape's optical centre, `room` the share of the box that a face takes.
    """

    colour: str
    shape: Shape
    middle: float
    room: float


_FAT_STAR = star(53, 50.0, 32.0)
"""A five-pointed star with a body wide enough for a letter."""
SEATS: tuple[SeatLook, ...] = (
    SeatLook("#56B4E9", circle(50, 50, 46), 50, 0.84),
    SeatLook("#FFFFFF", rounded_box(7, 7, 86, 86, 10), 50, 0.86),
    SeatLook("#004488", "M50 4Q53 4 55 8L98 87Q100 94 92 94H8Q0 94 2 87L45 8Q47 4 50 4Z", 66, 0.66),
    SeatLook("#DDAA33", "M50 2L98 50L50 98L2 50Z", 50, 0.7),
    SeatLook("#7A3E00", _FAT_STAR, 54, 0.7),
)
SHAPES = ("circle", "square", "triangle", "diamond", "star")


def seat_colour(seat: int) -> str:
    return SEATS[seat].colour


def seat_ink(seat: int) -> str:
    """The text colour that reads on a seat's colour."""
    return INK if is_light(SEATS[seat].colour) else BONE


@sprite
def seat_mark(seat: int, size: int) -> Sprite:
    """The seat's shape in its colour, without a letter."""
    look = SEATS[seat]
    canvas = Canvas(size)
    with canvas.at(5, 5, 0.9):
        canvas.path(look.shape, down(light(look.colour, 0.25), look.colour, dark(look.colour, 0.14)))
    canvas.bevel(5, 22).outline(4.6)
    return with_shadow(canvas.to_image(), max(3, size * 0.06), max(2, size // 20), 0.45, 0.35)


def put_seat(page: Page, x: float, y: float, seat: int, size: int, name: str) -> None:
    """Draw a seat's mark with the player's initial, or with the face of a computer player."""
    page.put(seat_mark(seat, size), x, y)
    look = SEATS[seat]
    middle = y + (look.middle - 50) * 0.9 * size / 100
    who = face_of(name)
    if who is not None:
        page.put(face(who, nearest_size(size * look.room)), x, middle)
        return
    font_px = max(MIN_FONT_PX, round(size * 0.5))
    letter = layout_line(initial(name, str(seat + 1)), "number", font_px)
    page.text_line(x, middle, letter, seat_ink(seat), "middle")
