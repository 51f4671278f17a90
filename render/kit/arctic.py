"""The far north: northern lights over snowy ridges, ice, and plates of ice."""

import numpy as np
from PIL import Image

from render.kit.fields import Field, blur, grid, noise, picture, pixels, ramp
from render.kit.palette import rgb
from render.kit.scenes import Range, mountains
from render.kit.shadows import plate, shadowed
from render.kit.sprites import Sprite, sprite

_CURTAINS = (("#7CF5B0", "#1F8FA0", 0.95), ("#4BE3A0", "#5A55C8", 0.85), ("#A6F7C0", "#9A4FC0", 0.60))
"""The colour of each curtain of light at its foot and at its top, and its strength."""


def _curve(x: Field, reach: float, octaves: int, seed: int) -> Field:
    return noise(len(x), 2, max(6, reach), 2, octaves, seed)[0]


def northern_lights(width: int, height: int, seed: int, horizon: float, power: float = 1.0) -> Field:
    """A night sky with stars and curtains of light, sharp at the foot and fading upwards."""
    _, down = grid(width, height)
    sky = ramp(
        np.clip(down / height / max(0.3, horizon) * 0.8, 0, 1), "#081226", "#0C2140", "#123A58", "#1C5468"
    )
    random = np.random.default_rng(seed)
    sky += _stars(width, height, int(height * horizon), random)[..., None] * np.array(
        [0.9, 0.95, 1], np.float32
    )
    x = np.arange(width, dtype=np.float32)
    ground = height * horizon
    for number, (foot, top, strength) in enumerate(_CURTAINS):
        swing = random.random(4) * 6.28
        base = (
            ground * (0.86 - 0.20 * number)
            + ground * 0.10 * np.sin(x / width * (3.1 + number) + swing[0])
            + ground * 0.035 * np.sin(x / width * (9 + 2 * number) + swing[1])
        )
        rays = np.clip(0.55 + _curve(x, width / 46, 3, seed + number * 7), 0.12, 1.5)
        rays = rays * np.clip(0.62 + 0.9 * _curve(x, width / 3.2, 2, seed + 40 + number), 0.05, 1.3)
        above = ((base[None, :] - down) / ground).astype(np.float32)
        fading = np.exp(-np.clip(above, 0, None) / (0.26 - 0.03 * number))
        fading *= 1 - np.exp(-np.clip(above, 0, None) / 0.012) * 0.35
        shine = np.where(above > 0, fading, np.exp(np.clip(above, None, 0) / 0.030) * 0.65)
        shine = shine * rays[None, :] * np.float32(strength * power)
        sky += ramp(np.clip(above / 0.42, 0, 1), foot, top) * shine[..., None] * 1.05 * (1 - sky / 255)
    return np.asarray(sky, np.float32)


def _stars(width: int, height: int, horizon: int, random: np.random.Generator) -> Field:
    count = width * height // 5200
    sky = np.zeros((height, width), np.float32)
    rows, columns = random.integers(0, max(1, horizon), count), random.integers(0, width, count)
    sky[rows, columns] = random.random(count) ** 2 * 255
    return np.clip(np.maximum(sky, blur(sky, 1) * 3.2), 0, 230)


def snowfield(width: int, height: int, seed: int, fine: int = 1, horizon: float = 0.66) -> Image.Image:
    """Snowy ridges under northern lights, and a field of snow before them."""
    w, h = width * fine, height * fine
    land = northern_lights(w, h, seed, horizon)
    ground = h * horizon
    far = ground + h * 0.05, h * 0.30, seed + 1, "#7FA7BE", "#2E4C68", "#DCEAF2", 0.6, "#7FB2BE"
    mountains(land, Range(*far))
    mountains(land, Range(ground + h * 0.10, h * 0.18, seed + 6, "#5F8AA4", "#274560", "#EAF3F8", 0.7))
    across, down = grid(w, h)
    edge = (
        ground + h * (0.05 + 0.03 * np.sin(across / w * 5 + seed)) + h * 0.01 * np.sin(across / w * 17)
    ).astype(np.float32)
    snow = ramp(np.clip((down - edge) / (h * 0.3), 0, 1), "#F2F8FB", "#A9C9DA")
    drift = np.clip(noise(w, h, w / 2.5, h / 14, 3, seed + 8) * 1.2, 0, 1)[..., None] * 0.22
    snow += (np.array(rgb("#8FB6CB"), np.float32) - snow) * drift
    land += (snow - land) * np.clip(down - edge, 0, 1)[..., None]
    return picture(land).reduce(fine) if fine > 1 else picture(land)


def ice(width: int, height: int, seed: int = 4, cracks: bool = True) -> Image.Image:
    """Pale ice, with the cracks where its floes meet."""
    amount = 0.62 + 0.34 * noise(width, height, 320, octaves=4, seed=seed)
    amount += 0.07 * noise(width, height, 30, octaves=3, seed=seed + 2)
    surface = ramp(amount, "#6FA3BA", "#A9CFDE", "#D6EAF2", "#F6FBFD")
    if cracks:
        between = _between_floes(width, height, seed)[..., None]
        surface += np.exp(-between / 3.2) * np.array([26, 20, 14], np.float32)
        surface -= np.exp(-between / 26) * np.array([16, 9, 4], np.float32)
    return picture(surface)


def _between_floes(width: int, height: int, seed: int) -> Field:
    """How much farther the second nearest of some points is than the nearest, worked out at a third."""
    random = np.random.default_rng(seed)
    points = random.random((max(6, width * height // 52000), 2)) * [height, width]
    coarse = width // 3 + 1, height // 3 + 1
    across, down = grid(*coarse)
    warp = noise(*coarse, 20, octaves=3, seed=seed + 6) * 26
    nearest = np.full((coarse[1], coarse[0]), np.float32(width + height))
    second = nearest.copy()
    for y, x in points:
        far = np.hypot(down * 3 + warp - y, across * 3 + warp - x).astype(np.float32)
        second = np.minimum(second, np.maximum(far, nearest))
        nearest = np.minimum(nearest, far)
    gap = Image.fromarray(np.asarray(second - nearest, np.float32))
    return pixels(gap.resize((width, height), Image.Resampling.BICUBIC))


@sprite
def ice_panel(width: int, height: int, radius: int, seed: int, border: str = "", line: int = 0) -> Sprite:
    """A plate of ice."""
    return shadowed(
        plate(ice(width, height, seed), radius, border=border or None, line=line), 14, 9, 0.5, 0.4
    )
