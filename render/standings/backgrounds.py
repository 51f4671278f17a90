"""Backgrounds of standings: slate, and northern lights above it."""

import numpy as np
from PIL import Image

from render.kit import WIDTH, Sprite, sprite
from render.kit.arctic import snowfield
from render.kit.fields import noise, pixel_grid, ramp, to_image
from render.kit.shadows import with_vignette

MIN_HEIGHT, MAX_HEIGHT = 900, 1600
SKY = 330


def allowed_height(height: float) -> int:
    """The nearest allowed picture height: neither too flat nor too tall, and not square."""
    fitting = round(min(MAX_HEIGHT, max(MIN_HEIGHT, height)))
    return fitting + 20 if abs(fitting - WIDTH) < 20 else fitting


def slab(height: int) -> Image.Image:
    return _slate().image.crop((0, 0, WIDTH, height))


def night(height: int) -> Image.Image:
    """Slate below a northern sky; for a low picture a whole landscape."""
    if height == MIN_HEIGHT:
        return _landscape().image
    ground = slab(height)
    ground.paste(_sky().image, (0, 0), _sky().image)
    return ground


@sprite
def _slate() -> Sprite:
    across, down = pixel_grid(WIDTH, MAX_HEIGHT)
    amount = 0.45 + 0.30 * noise(WIDTH, MAX_HEIGHT, 300, octaves=4, seed=11)
    amount += 0.10 * noise(WIDTH, MAX_HEIGHT, 90, 8, 3, 12)
    far = np.hypot(across / WIDTH - 0.5, (down / MAX_HEIGHT - 0.45) * 0.8)
    amount -= (0.35 * np.clip(far - 0.2, 0, 1)).astype(np.float32)
    return Sprite(to_image(ramp(amount, "#0E151C", "#18232C", "#25333D", "#34444E")))


@sprite
def _landscape() -> Sprite:
    return with_vignette(snowfield(WIDTH, MIN_HEIGHT, 61, horizon=0.72), 0.35)


@sprite
def _sky() -> Sprite:
    """Ridges below northern lights, fading out downwards."""
    scene = snowfield(WIDTH, SKY, 52).convert("RGBA")
    fading = np.clip((SKY - 30 - np.arange(SKY)) / 120, 0, 1)[:, None] * np.ones((1, WIDTH))
    scene.putalpha(Image.fromarray((fading * 255).astype(np.uint8), "L"))
    return Sprite(scene)
