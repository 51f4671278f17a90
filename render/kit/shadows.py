"""Depth: masks, shadows, bevelled plates, wells, glows and vignettes."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.fields import blur, pixel_grid, to_field, to_mask
from render.kit.palette import INK, SHADOW, rgb
from render.kit.sprite_cache import Sprite, sprite

_SUPERSAMPLING = 4


@lru_cache(maxsize=64)
def round_mask(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("L", (width * _SUPERSAMPLING, height * _SUPERSAMPLING), 0)
    box = (0, 0, width * _SUPERSAMPLING - 1, height * _SUPERSAMPLING - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * _SUPERSAMPLING, fill=255)
    return mask.reduce(_SUPERSAMPLING)


@lru_cache(maxsize=64)
def round_rim(width: int, height: int, radius: int, line: float) -> Image.Image:
    mask = Image.new("L", (width * _SUPERSAMPLING, height * _SUPERSAMPLING), 0)
    box = (0, 0, width * _SUPERSAMPLING - 1, height * _SUPERSAMPLING - 1)
    ImageDraw.Draw(mask).rounded_rectangle(
        box, radius * _SUPERSAMPLING, outline=255, width=round(line * _SUPERSAMPLING)
    )
    return mask.reduce(_SUPERSAMPLING)


def colour_layer(colour: str, mask: Image.Image, strength: float = 1) -> Image.Image:
    """A layer of one colour, with a mask as its alpha channel."""
    layer = Image.new("RGBA", mask.size, (*rgb(colour), 0))
    layer.putalpha(mask if strength == 1 else mask.point([round(v * strength) for v in range(256)]))
    return layer


def ink_edge(body: Image.Image, radius: int, line: float) -> None:
    """Draw an ink line inside the edge of a plate."""
    body.alpha_composite(colour_layer(INK, round_rim(body.width, body.height, radius, line)))


def with_shadow(
    body: Image.Image, spread: float = 14, drop: int = 9, ambient: float = 0.5, contact: float = 0.45
) -> Sprite:
    """A sprite with a drop shadow: wide and soft, and narrow where the body touches the ground."""
    pad = int(spread * 2.2 + abs(drop))
    alpha = Image.new("L", (body.width + 2 * pad, body.height + 2 * pad), 0)
    alpha.paste(body.getchannel("A"), (pad, pad))
    wide = np.roll(to_field(alpha.filter(ImageFilter.GaussianBlur(spread))), drop, 0) * ambient
    near = to_field(alpha.filter(ImageFilter.GaussianBlur(max(1.5, spread * 0.22))))
    near = np.roll(near, max(1, drop // 4), 0) * contact
    both = 255 - (255 - wide) * (255 - near) / 255
    layer = colour_layer(SHADOW, Image.fromarray(np.clip(both, 0, 255).astype(np.uint8), "L"))
    layer.alpha_composite(body, (pad, pad))
    return Sprite(layer, pad)


def plate(
    texture: Image.Image,
    radius: int,
    lit: float = 0.5,
    shaded: float = 0.55,
    border: str | None = None,
    line: int = 0,
) -> Image.Image:
    """A textured plate with a light top edge and a dark bottom edge; negative values press it in."""
    width, height = texture.size
    mask = round_mask(width, height, radius)
    hill = blur(np.pad(to_field(mask) / np.float32(255), 8), 2)
    downwards, across = np.gradient(hill)
    slope = np.asarray(across * 0.4 + downwards * 0.92)[8:-8, 8:-8]
    lift = np.where(slope > 0, slope * (300 * lit), slope * (380 * shaded))
    shade = to_field(texture.convert("RGB")) + lift[..., None]
    body = Image.fromarray(np.clip(shade, 0, 255).astype(np.uint8), "RGB").convert("RGBA")
    body.putalpha(mask)
    if border:
        body.alpha_composite(
            colour_layer(border, ImageChops.multiply(round_rim(width, height, radius, line), mask))
        )
    return body


@sprite
def well(width: int, height: int, radius: int, colour: str = "#000000", depth: float = 0.34) -> Sprite:
    """A recess: dark, with a shadow under its upper edge and light on its lower edge."""
    inside = to_field(round_mask(width, height, radius)) / np.float32(255)
    margin = 24
    under = np.roll(blur(1 - np.pad(inside, margin), 7), 7, 0)[margin:-margin, margin:-margin]
    body = colour_layer(colour, to_mask(np.clip(depth + under * 0.62, 0, 0.92) * inside))
    fade = Image.linear_gradient("L").resize((width, height))
    body.alpha_composite(
        colour_layer("#ffffff", ImageChops.multiply(round_rim(width, height, radius, 2), fade), 0.42)
    )
    return Sprite(body)


@sprite
def rim(width: int, height: int, radius: int, colour: str, line: int) -> Sprite:
    return Sprite(colour_layer(colour, round_rim(width, height, radius, line)))


@sprite
def glow(width: int, height: int, radius: int, colour: str, spread: int = 14, line: int = 5) -> Sprite:
    """A bright rim with a halo."""
    pad = spread * 3
    ring = Image.new("L", (width + 2 * pad, height + 2 * pad), 0)
    box = (pad, pad, pad + width - 1, pad + height - 1)
    ImageDraw.Draw(ring).rounded_rectangle(box, radius, outline=255, width=line)
    halo = to_field(ring.filter(ImageFilter.GaussianBlur(spread))) * 1.9
    halo = halo + to_field(ring.filter(ImageFilter.GaussianBlur(1)))
    return Sprite(colour_layer(colour, Image.fromarray(np.clip(halo, 0, 255).astype(np.uint8), "L")), pad)


def with_vignette(ground: Image.Image, strength: float) -> Sprite:
    """A background that darkens towards its edges."""
    width, height = ground.size
    across, down = pixel_grid(width, height)
    far = np.hypot((across / width - 0.5) / 0.75, (down / height - 0.45) / 0.75)
    layers = ground.convert("RGBA")
    shade = to_mask((np.clip(far - 0.35, 0, 1) * strength * 1.3).astype(np.float32))
    layers.alpha_composite(colour_layer(SHADOW, shade))
    return Sprite(layers.convert("RGB"))
