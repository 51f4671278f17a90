"""Landscapes for card art and backgrounds: skies, snowy ridges, water and meadows."""

import math
from dataclasses import dataclass

import numpy as np
from PIL import Image

from render.kit.fields import Field, noise, pixel_grid, ramp, to_image
from render.kit.palette import mix, rgb


@dataclass(frozen=True, slots=True)
class Weather:
    """Colours of the sky from the zenith down, and of the near and the deep water."""

    sky: tuple[str, ...]
    water: tuple[str, str]


DAWN = Weather(("#3C6E8C", "#9CC0C4", "#F6DDA8", "#F2B77A"), ("#2A6078", "#12344A"))
DUSK = Weather(("#2B2F55", "#7A4A6E", "#D9775A", "#F4BE7A"), ("#6A4462", "#221C3C"))
STORM = Weather(("#33424F", "#5C7280", "#A8B7B8"), ("#3B5562", "#1B2E3A"))


def _ridge(width: int, seed: int, rough: float) -> Field:
    """A skyline between 0 and 1 by midpoint displacement."""
    random = np.random.default_rng(seed)
    line = np.array([random.random(), random.random()])
    swing = 1.0
    for _ in range(8):
        middle = (line[:-1] + line[1:]) / 2 + (random.random(len(line) - 1) - 0.5) * swing
        finer = np.empty(len(line) + len(middle))
        finer[0::2], finer[1::2] = line, middle
        line, swing = finer, swing * rough
    smooth = np.interp(np.linspace(0, len(line) - 1, width), np.arange(len(line)), line)
    return np.asarray((smooth - smooth.min()) / (np.ptp(smooth) + 1e-6), np.float32)


def _smooth(line: Field, spread: float) -> Field:
    reach = int(spread * 3) + 1
    kernel = np.exp(-((np.arange(-reach, reach + 1) / spread) ** 2) / 2)
    padded = np.pad(line, reach, mode="edge")
    return np.convolve(padded, kernel / kernel.sum(), mode="valid").astype(np.float32)


@dataclass(frozen=True, slots=True)
class Range:
    """A mountain range: the y of its foot, its height, and its colours."""

    base: float
    height: float
    seed: int
    lit: str
    shade: str
    snow: str
    snow_depth: float
    haze: str = ""


def mountains(land: Field, those: Range) -> None:
    """Paint a range onto a landscape, in place."""
    height, width, _ = land.shape
    top = max(0, int(those.base - those.height) - 2)
    bottom = min(height, int(those.base) + 1)
    crest = those.base - _ridge(width, those.seed, 0.56) * those.height
    down = np.arange(top, bottom, dtype=np.float32)[:, None]
    depth = down - crest[None, :]
    rough = noise(width, bottom - top, width / 9, height / 7, 3, those.seed + 3)
    along = np.arange(width, dtype=np.float32)[None, :] + depth * 0.30 + rough * width * 0.03
    facing = np.gradient(_smooth(crest, width * 0.008))[np.clip(along, 0, width - 1).astype(int)]
    light = np.clip(0.5 - facing * 1.5, 0, 1)
    light = np.where(light > 0.5, np.clip(light + 0.2, 0, 1), np.clip(light - 0.15, 0, 1)).astype(np.float32)
    rock = ramp(light, those.shade, those.lit)
    line = those.height * those.snow_depth * (0.55 + 0.6 * _ridge(width, those.seed + 9, 0.8))
    snow_line = line[None, :] * (0.45 + (those.base - crest)[None, :] / those.height * 0.8)
    snowy = np.clip((snow_line + rough * those.height * 0.12 - depth) / 2 + 0.5, 0, 1)
    tone = np.array([0.64, 0.74, 0.86], np.float32)
    snow = np.array(rgb(those.snow), np.float32) * (tone + (1 - tone) * light[..., None])
    rock += (snow - rock) * snowy[..., None]
    if those.haze:
        veil = np.clip((down - (those.base - those.height)) / those.height, 0, 1) ** 1.6 * 0.75
        rock += (np.array(rgb(those.haze), np.float32) - rock) * veil[..., None]
    cover = np.clip(depth + 0.5, 0, 1)[..., None]
    land[top:bottom] += (rock - land[top:bottom]) * cover


def _sky(width: int, height: int, colours: tuple[str, ...]) -> Field:
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    return np.repeat(ramp(down, *colours), width, axis=1)


def coast(width: int, height: int, weather: Weather, seed: int, supersampling: int = 1) -> Image.Image:
    """Mountains over the sea, with a low sun."""
    w, h = width * supersampling, height * supersampling
    sky = weather.sky
    across, down = pixel_grid(w, h)
    horizon = int(h * 0.58)
    land = np.zeros((h, w, 3), np.float32)
    land[:horizon] = _sky(w, horizon, sky)
    sun_x, sun_y = w * 0.70, horizon * 0.72
    far = np.hypot(across[:horizon] - sun_x, down[:horizon] - sun_y)
    land[:horizon] += np.exp(-far / (w * 0.16))[..., None] * np.array([90, 70, 30], np.float32)
    disc = np.clip((w * 0.055 - far) / supersampling + 0.5, 0, 1)
    land[:horizon] += disc[..., None] * np.array([60, 52, 36], np.float32)
    cloud = np.clip(noise(w, horizon, w / 3, h / 12, 4, seed + 20) * 1.6, 0, 1)
    land[:horizon] += (255 - land[:horizon]) * cloud[..., None] * 0.35
    glare = mix(sky[-1], "#ffffff", 0.6)
    back = mix(sky[1], "#ffffff", 0.12), mix(sky[0], "#10202c", 0.15)
    front = mix(sky[0], "#203040", 0.25), mix(sky[0], "#0c1620", 0.55)
    haze = mix(sky[-2], "#ffffff", 0.15)
    mountains(land, Range(horizon + 2, h * 0.40, seed + 1, *back, glare, 0.42, haze))
    mountains(land, Range(horizon + 2, h * 0.24, seed + 5, *front, mix(sky[-1], "#dfe8ee", 0.6), 0.22))
    _water(land, horizon, weather, sun_x, seed)
    return to_image(land).reduce(supersampling) if supersampling > 1 else to_image(land)


def _water(land: Field, horizon: int, weather: Weather, sun_x: float, seed: int) -> None:
    h, w, _ = land.shape
    near, deep = weather.water
    last = weather.sky[-1]
    across, below = pixel_grid(w, h - horizon)
    water = _sky(w, h - horizon, (mix(near, last, 0.25), near, deep))
    swell = noise(w, h - horizon, w / 4, h / 16, 3, seed + 2)
    crest = np.sin((np.log1p(below / (h * 0.03)) * 9 + swell * 2.6) * math.pi)
    crest = np.clip((crest - 0.72) / 0.28, 0, 1)
    water += crest[..., None] * (np.array(rgb(last), np.float32) * 0.22)
    path = np.exp(-np.abs(across - sun_x) / (w * 0.05 + below * 0.25 + 1)) * np.clip(crest + 0.25, 0, 1)
    water += path[..., None] * np.array([80, 60, 34], np.float32)
    land[horizon:] = water


def meadow(width: int, height: int, seed: int, supersampling: int = 1) -> Image.Image:
    """Grass under mountains by day."""
    w, h = width * supersampling, height * supersampling
    across, down = pixel_grid(w, h)
    horizon = int(h * 0.62)
    land = np.zeros((h, w, 3), np.float32)
    land[:horizon] = _sky(w, horizon, ("#5E9DBB", "#B5D6D8", "#F4E9C4"))
    land[horizon:] = rgb("#93AE5A")
    hills = Range(
        horizon + int(h * 0.03), h * 0.42, seed + 1, "#9DB9BF", "#5B7F92", "#F7FAF8", 0.45, "#D8E3D0"
    )
    mountains(land, hills)
    edge = horizon + h * 0.02 * np.sin(across / w * 6 + seed)
    depth = np.clip((down - horizon) / (h - horizon), 0, 1).astype(np.float32)
    grass = (
        ramp(depth, "#93AE5A", "#4E7138")
        + noise(w, h, 40 * supersampling, 10 * supersampling, 3, seed + 4)[..., None] * 16
    )
    land += (grass - land) * np.clip(down - edge, 0, 1)[..., None]
    return to_image(land).reduce(supersampling) if supersampling > 1 else to_image(land)
