"""Arctic scenery: northern lights over snowy ridges, ice, and plates of ice."""

import numpy as np
from PIL import Image

from render.kit.fields import Field, blur, noise, pixel_grid, ramp, to_field, to_image
from render.kit.palette import rgb
from render.kit.scenes import Range, mountains
from render.kit.shadows import plate, with_shadow
from render.kit.sprite_cache import Sprite, sprite

_CURTAINS = (("#7CF5B0", "#1F8FA0", 0.95), ("#4BE3A0", "#5A55C8", 0.85), ("#A6F7C0", "#9A4FC0", 0.60))
"""Of each curtain of light: the colour at its foot, the colour at its top, and its strength."""


def northern_lights(width: int, height: int, seed: int, horizon: float) -> Field:
    """A night sky with stars and curtains of light, sharp at the foot and fading upwards."""
    # The light is soft: half the resolution is enough for it, and four times as fast.
    soft = to_image(_curtains(width // 2, height // 2, seed, horizon))
    sky = to_field(soft.resize((width, height), Image.Resampling.BICUBIC)).copy()
    stars = _stars(width, height, int(height * horizon), np.random.default_rng(seed))
    sky += stars[..., None] * np.array([0.9, 0.95, 1], np.float32)
    return sky


def _curtains(width: int, height: int, seed: int, horizon: float) -> Field:
    _, down = pixel_grid(width, height)
    depth = np.asarray(np.clip(down / height / max(0.3, horizon) * 0.8, 0, 1), np.float32)
    sky = ramp(depth, "#081226", "#0C2140", "#123A58", "#1C5468")
    random = np.random.default_rng(seed)
    x = np.arange(width, dtype=np.float32)
    ground = height * horizon
    for number, (foot, top, strength) in enumerate(_CURTAINS):
        swing = random.random(2) * 6.28
        base = (
            ground * (0.86 - 0.20 * number)
            + ground * 0.10 * np.sin(x / width * (3.1 + number) + swing[0])
            + ground * 0.035 * np.sin(x / width * (9 + 2 * number) + swing[1])
        )
        rays = np.clip(0.55 + _curve(width, width / 46, 3, seed + number * 7), 0.12, 1.5)
        rays = rays * np.clip(0.62 + 0.9 * _curve(width, width / 3.2, 2, seed + 40 + number), 0.05, 1.3)
        above = ((base[None, :] - down) / ground).astype(np.float32)
        fading = np.exp(-np.clip(above, 0, None) / (0.26 - 0.03 * number))
        fading *= 1 - np.exp(-np.clip(above, 0, None) / 0.012) * 0.35
        shine = np.where(above > 0, fading, np.exp(np.clip(above, None, 0) / 0.030) * 0.65)
        shine = shine * rays[None, :] * np.float32(strength)
        sky += ramp(np.clip(above / 0.42, 0, 1), foot, top) * shine[..., None] * 1.05 * (1 - sky / 255)
    return np.asarray(sky, np.float32)


def _curve(width: int, reach: float, octaves: int, seed: int) -> Field:
    return np.asarray(noise(width, 2, max(6, reach), 2, octaves, seed)[0], np.float32)


def _stars(width: int, height: int, horizon: int, random: np.random.Generator) -> Field:
    count = width * height // 5200
    sky = np.zeros((height, width), np.float32)
    rows, columns = random.integers(0, max(1, horizon), count), random.integers(0, width, count)
    sky[rows, columns] = random.random(count) ** 2 * 255
    return np.asarray(np.clip(np.maximum(sky, blur(sky, 1) * 3.2), 0, 230), np.float32)


def snowfield(
    width: int, height: int, seed: int, supersampling: int = 1, horizon: float = 0.66
) -> Image.Image:
    """Snowy ridges under northern lights, and a field of snow before them."""
    w, h = width * supersampling, height * supersampling
    land = northern_lights(w, h, seed, horizon)
    ground = h * horizon
    far = ground + h * 0.05, h * 0.30, seed + 1, "#7FA7BE", "#2E4C68", "#DCEAF2", 0.6, "#7FB2BE"
    mountains(land, Range(*far))
    mountains(land, Range(ground + h * 0.10, h * 0.18, seed + 6, "#5F8AA4", "#274560", "#EAF3F8", 0.7))
    first = int(ground)
    across, down = pixel_grid(w, h - first)
    edge = h * (0.05 + 0.03 * np.sin(across / w * 5 + seed)) + h * 0.01 * np.sin(across / w * 17)
    edge = (edge + ground - first).astype(np.float32)
    snow = ramp(np.clip((down - edge) / (h * 0.3), 0, 1), "#F2F8FB", "#A9C9DA")
    drift = np.clip(noise(w, h - first, w / 2.5, h / 14, 3, seed + 8) * 1.2, 0, 1)[..., None] * 0.22
    snow += (np.array(rgb("#8FB6CB"), np.float32) - snow) * drift
    land[first:] += (snow - land[first:]) * np.clip(down - edge, 0, 1)[..., None]
    return to_image(land).reduce(supersampling) if supersampling > 1 else to_image(land)


def ice(width: int, height: int, seed: int = 4, cracks: bool = True) -> Image.Image:
    """Pale ice, with the cracks where its floes meet."""
    # Computed at half the resolution: nothing in it is finer.
    w, h = width // 2 + 1, height // 2 + 1
    amount = 0.62 + 0.34 * noise(w, h, 160, octaves=4, seed=seed)
    amount += 0.07 * noise(w, h, 15, octaves=3, seed=seed + 2)
    surface = ramp(amount, "#6FA3BA", "#A9CFDE", "#D6EAF2", "#F6FBFD")
    if cracks:
        between = _between_floes(w, h, seed)[..., None]
        surface += np.exp(-between / 3.2) * np.array([26, 20, 14], np.float32)
        surface -= np.exp(-between / 26) * np.array([16, 9, 4], np.float32)
    return to_image(surface).resize((w * 2, h * 2), Image.Resampling.BICUBIC).crop((0, 0, width, height))


def _between_floes(width: int, height: int, seed: int) -> Field:
    """Worley noise: the distance to the second nearest of some random points minus that to the nearest."""
    random = np.random.default_rng(seed)
    points = random.random((max(6, width * height // 13000), 2)) * [height * 2, width * 2]
    across, down = pixel_grid(width, height)
    warp = noise(width, height, 30, octaves=3, seed=seed + 6) * 26
    across, down = across * 2 + warp, down * 2 + warp
    nearest = np.full((height, width), np.float32(16) * (width + height) ** 2, np.float32)
    second = nearest.copy()
    for y, x in points.astype(np.float32):
        far = np.square(down - y) + np.square(across - x)
        second = np.minimum(second, np.maximum(far, nearest))
        nearest = np.minimum(nearest, far)
    return np.asarray(np.sqrt(second) - np.sqrt(nearest), np.float32)


@sprite
def ice_panel(width: int, height: int, radius: int, seed: int, border: str = "", line: int = 0) -> Sprite:
    return with_shadow(
        plate(ice(width, height, seed), radius, border=border or None, line=line), 14, 9, 0.5, 0.4
    )
