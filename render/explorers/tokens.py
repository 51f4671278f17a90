"""Sprites of the pieces on the map."""

from PIL import Image, ImageDraw

from render.explorers.drawing import ENEMY_HALO, HALO, token
from render.explorers.icons import (
    ANIMALS,
    draw_enemy_ship,
    draw_head,
    draw_longship,
    draw_settlement,
    draw_shield,
    draw_tower,
)
from render.kit import Canvas, Sprite, font, sprite
from render.kit.palette import BONE, INK, down, light, rgb
from render.kit.seats import SEATS, seat_ink
from rules.explorers.pieces import Animal


def _letter(made: Sprite, text: str, size: int, colour: str, x: float, y: float) -> Sprite:
    """Write text on a sprite; x and y are shares of its width and height."""
    image = made.image.copy()
    place = image.width * x, image.height * y
    ImageDraw.Draw(image).text(place, text, font=font("letter", size), fill=rgb(colour), anchor="mm")
    return Sprite(image, made.pad)


@sprite
def animal_token(animal: Animal, size: int) -> Sprite:
    return token(ANIMALS[animal], size, outline=max(2, size * 0.034), halo=max(2.2, size * 0.042))


@sprite
def longship_token(seat: int, size: int) -> Sprite:
    look = SEATS[seat]

    def draw(canvas: Canvas, _: str) -> None:
        draw_longship(canvas, look.colour, look.shape, -2 if look.middle > 60 else 0)

    return token(draw, size, outline=max(2, size * 0.024), halo=max(2.4, size * 0.03))


@sprite
def enemy_token(size: int) -> Sprite:
    rim = max(2, size * 0.024)
    return token(draw_enemy_ship, size, outline=rim, halo=rim, halo_colour=ENEMY_HALO, mirrored=True)


@sprite
def strength_shield(strength: int, font_px: int) -> Sprite:
    made = token(draw_shield, round(font_px * 1.24), 112, outline=2.4, halo=2.6)
    return _letter(made, str(strength), font_px, BONE, 0.5, 0.46)


@sprite
def settlement_token(strength: int, size: int, font_px: int) -> Sprite:
    """Longhouses behind a palisade, and the strength on a shield; strength 0 is not known yet."""
    houses = token(draw_settlement, size, 90, outline=max(2, size * 0.025), halo=max(2, size * 0.03))
    if not strength:
        return houses
    shield = strength_shield(strength, font_px)
    right, down_ = round(shield.image.width * 0.34), round(shield.image.height * 0.10)
    wide = houses.image.width + right
    tall = max(houses.image.height, down_ + shield.image.height)
    whole = Image.new("RGBA", (wide, tall), (0, 0, 0, 0))
    whole.alpha_composite(houses.image, (0, 0))
    whole.alpha_composite(shield.image, (wide - shield.image.width, down_))
    return Sprite(whole, houses.pad)


@sprite
def vikings_token(seat: int, count: int, font_px: int) -> Sprite:
    """A helmeted head over the owner's shape, with how many Vikings there are."""
    look = SEATS[seat]
    triangle, diamond, star = look.middle > 60, seat == 3, seat == 4
    wide = 118 if triangle or star else 104 if diamond else 86
    size = round(font_px * 1.28)

    def draw(canvas: Canvas, _: str) -> None:
        draw_head(canvas, 50, 2, 54)
        with canvas.at(50 - wide / 2, 92 - wide / 2 - (8 if triangle else 0), wide / 100):
            canvas.path(look.shape, INK)
            with canvas.at(50, look.middle, 0.88), canvas.at(-50, -look.middle):
                canvas.path(look.shape, down(light(look.colour, 0.16), look.colour))

    made = token(draw, size, 142, outline=2.0, halo=2.8)
    middle = 92 + (wide * 0.15 - 8 if triangle else 2 if star else 0)
    at = (made.pad + _inner(size) + middle * size / 100) / made.image.height
    return _letter(made, str(count), font_px, seat_ink(seat), 0.5, at)


def _inner(size: int) -> int:
    """Margin inside a token's body for its outline and halo."""
    return round(size * 0.14 + 2.0 + 2.8) + 2


@sprite
def outpost_token(seat: int, size: int) -> Sprite:
    """A watchtower like a rook; the plate on it has the owner's colour and shape."""
    look = SEATS[seat]

    def draw(canvas: Canvas, _: str) -> None:
        draw_tower(canvas)
        for wide, colour in ((96, HALO), (84, INK), (68, look.colour)):
            with canvas.at(50 - wide / 2, 94 - wide * look.middle / 100, wide / 100):
                canvas.path(look.shape, colour)

    return token(draw, size, 140, outline=max(2, size * 0.045), halo=max(2.4, size * 0.05))
