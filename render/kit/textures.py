"""Surfaces: wood, planks, vellum, sea."""

import math
from functools import lru_cache
from typing import Literal

import numpy as np
from PIL import Image

from render.kit.fields import distance_to_boxes, noise, pixel_grid, ramp, to_field, to_image
from render.kit.palette import FJORD, FJORD_LIGHT, NIGHT, OAK, OAK_DARK, OAK_MID, PINE, VELLUM

Tone = Literal["oak", "dark", "pine", "grey", "drift"]
_TONES: dict[str, tuple[str, str, str, str]] = {
    "oak": (OAK_DARK, OAK_MID, OAK, "#A06C3F"),
    "dark": ("#20160f", "#332215", "#463020", "#5a4029"),
    "pine": ("#A8763F", "#C4935A", PINE, "#E9C992"),
    "grey": ("#3b4247", "#545d62", "#6d777b", "#8b9597"),
    "drift": ("#6f5b45", "#8a7358", "#a48b6c", "#bda584"),
}


@lru_cache(maxsize=16)
def wood(width: int, height: int, tone: Tone = "oak", seed: int = 1) -> Image.Image:
    """Grain along the width: long waves, rings, fine fibre."""
    grain = noise(width, height, 420, 26, 3, seed)
    warp = noise(width, height, 500, 90, 2, seed + 5)
    down = np.arange(height, dtype=np.float32)[:, None]
    rings = np.sin((down / 15 + warp * 5) * np.float32(2 * math.pi / 1.6))
    fibre = noise(width, height, 130, 2.2, 2, seed + 9)
    return to_image(ramp(0.52 + 0.34 * grain + 0.10 * rings + 0.20 * fibre, *_TONES[tone]))


def planks(
    width: int, height: int, plank: int, tone: Tone = "dark", seed: int = 3, upright: bool = False
) -> Image.Image:
    """Boards side by side, cut from a few pieces of wood."""
    if upright:
        return planks(height, width, plank, tone, seed).transpose(Image.Transpose.ROTATE_90)
    floor = Image.new("RGB", (width, height))
    random = np.random.default_rng(seed)
    for number, top in enumerate(range(0, height, plank)):
        board = to_field(wood(width, plank, tone, seed * 31 + number % 4)) * np.float32(
            0.9 + 0.2 * random.random()
        )
        board = np.roll(board, int(random.integers(0, width)), 1)
        board[:2] *= 0.35
        board[2:4] *= 1.18
        board[-3:] *= 0.6
        floor.paste(to_image(board), (0, top))
    return floor


def vellum(width: int, height: int, seed: int = 2, burn: float = 1.0) -> Image.Image:
    """Skin with blotches and fibre, darker towards an uneven edge."""
    amount = 0.62 + 0.30 * noise(width, height, 240, octaves=4, seed=seed)
    amount += 0.05 * noise(width, height, 5, octaves=2, seed=seed + 3)
    amount += 0.05 * noise(width, height, 60, 2.5, 2, seed + 8)
    skin = ramp(amount, "#D9C393", "#E9D8B0", VELLUM, "#FBF3DE")
    if burn:
        across, down = pixel_grid(width, height)
        inwards = np.minimum(np.minimum(across, width - 1 - across), np.minimum(down, height - 1 - down))
        inwards = inwards + np.float32(12) * noise(width, height, 60, octaves=3, seed=seed + 4)
        edge = np.exp(-np.clip(inwards, 0, None) / 26) * burn
        skin = skin * (1 - edge[..., None] * np.array([0.26, 0.36, 0.52], np.float32))
    return to_image(skin)


def sea(width: int, height: int, shores: tuple[tuple[int, int, int, int], ...], seed: int = 7) -> Image.Image:
    """Dark water with crests, and the lines an old chart draws along its shores."""
    across, down = pixel_grid(width, height)
    swell = noise(width, height, 260, 80, 3, seed + 2)
    crest = np.clip((np.sin((down / 23 + swell * np.float32(4.2)) * np.float32(math.pi)) - 0.93) / 0.07, 0, 1)
    crest = crest * np.clip(noise(width, height, 180, 30, 3, seed + 4) * 2.2 + 0.15, 0, 1)
    water = ramp(0.5 + 0.42 * noise(width, height, 520, octaves=4, seed=seed), NIGHT, FJORD, FJORD_LIGHT)
    far = np.hypot((across - width / 2) / (width * 0.72), (down - height / 2) / (height * 0.72))
    dim = 1 - 0.38 * np.clip(far - 0.45, 0, 1)
    offshore = distance_to_boxes(width, height, shores) + noise(width, height, 120, octaves=3, seed=8) * 9
    lines = sum(
        np.exp(-(((offshore - place) / 1.7) ** 2)) * strength
        for place, strength in ((14, 0.55), (32, 0.36), (54, 0.24), (80, 0.15), (110, 0.09))
    )
    shallow = np.exp(-np.clip(offshore, 0, None) / 34)
    for channel, (foam, chart, bank) in enumerate(((26, 150, 10), (44, 200, 34), (48, 205, 38))):
        water[..., channel] = (water[..., channel] + crest * foam) * dim + lines * chart + shallow * bank
    return to_image(water)
