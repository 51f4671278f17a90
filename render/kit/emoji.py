"""Application emoji of icons, seats and faces: small transparent squares for light and dark themes."""

from io import BytesIO

from PIL import Image

from render.kit.canvas import Canvas
from render.kit.faces import face
from render.kit.icons import draw_icon
from render.kit.palette import BONE, dark, down, light
from render.kit.seats import SEATS
from render.kit.sprite_cache import Sprite, sprite

SIZE = 128


@sprite
def icon_emoji(name: str) -> Sprite:
    """A registered icon in the middle of a square."""
    icon = draw_icon(name, SIZE).copy()
    icon.thumbnail((SIZE, SIZE), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    square.paste(icon, ((SIZE - icon.width) // 2, (SIZE - icon.height) // 2))
    return Sprite(square)


@sprite
def seat_emoji(seat: int) -> Sprite:
    """A seat's shape in its colour, with a pale rim that separates dark colours from a dark theme."""
    look = SEATS[seat]
    canvas = Canvas(SIZE)
    with canvas.at(11, 11, 0.78):
        canvas.path(look.shape, down(light(look.colour, 0.25), look.colour, dark(look.colour, 0.14)))
    return Sprite(canvas.bevel(5, 22).outline(3.4).outline(5, BONE).to_image())


@sprite
def face_emoji(who: str) -> Sprite:
    return Sprite(face(who, SIZE).image)


def as_png(made: Sprite) -> bytes:
    data = BytesIO()
    made.image.save(data, "PNG", optimize=True)
    return data.getvalue()
