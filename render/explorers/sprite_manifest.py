"""Sprite manifest of Explorers, for pre-rendering."""

from collections.abc import Iterator

from render.explorers import closeups, hand, roster, rotation_choices, score_sheet
from render.explorers.banners import MARK_PX, banner, banner_width, corner_ring, open_corner
from render.explorers.captain_bonus import BONUSES, LETTERS
from render.explorers.flora import KINDS, tree, wave
from render.explorers.hexes import hex_glow, hex_rim, hex_veil
from render.explorers.layout import FRAME, HEIGHTS, RADII, ROSTER
from render.explorers.map_background import compass_rose, hex_outline, parchment, sea_serpent
from render.explorers.overlay import PLATE
from render.explorers.pieces import SHARED_SEA_SCALES, Sizes
from render.explorers.tile_preview import every_preview
from render.explorers.tokens import (
    animal_token,
    enemy_token,
    longship_token,
    outpost_token,
    settlement_token,
    strength_shield,
    vikings_token,
)
from render.kit.faces import every_face
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import CHANGED, GOLD_LIGHT, INTENDED
from render.kit.plates import NUMBER_PLATE_PX, beam, choice_plate, medal, span_plate, vellum_panel, wood_panel
from render.kit.seats import seat_colour, seat_mark
from render.kit.shadows import glow, rim, well
from render.kit.sprite_cache import SpriteKey
from rules.explorers.components import Components
from rules.explorers.pieces import ANIMALS, CAPTAINS, VIKINGS_PER_PLAYER

SEATS = range(4)
SHEET_ROWS = (7, 9)
"""Seven areas, and two more rows if a tie is broken."""
STRENGTHS = (2, 3, 4, 5)
COMMON_RADII = tuple(radius for radius in RADII if radius >= 50)


def every_sprite(components: Components) -> Iterator[SpriteKey]:
    yield from _grounds()
    for radius in COMMON_RADII:
        yield from _pieces(radius)
    yield from _choices()
    yield from _roster()
    yield from _hand(components)
    yield from _closeups()
    yield from _sheet()


def _grounds() -> Iterator[SpriteKey]:
    for height in dict.fromkeys((*HEIGHTS, hand.HEIGHT, hand.DEALING)):
        yield parchment.key(WIDTH, height)
    for radius in range(36, 126, 6):
        yield compass_rose.key(radius)
    for width in range(100, 240, 10):
        yield sea_serpent.key(width)


def _pieces(radius: int) -> Iterator[SpriteKey]:
    sizes = Sizes(radius)
    yield hex_outline.key(radius)
    grain = round(radius * min(1.0, 92 / radius))
    yield wave.key(grain)
    for kind in range(KINDS):
        yield tree.key(kind, grain)
    for animal in ANIMALS:
        yield animal_token.key(animal, sizes.animal)
    yield enemy_token.key(sizes.enemy)
    for strength in (0, *STRENGTHS):
        yield settlement_token.key(strength, sizes.settlement, sizes.font_px)
    for seat in SEATS:
        yield outpost_token.key(seat, sizes.outpost)
        for share in SHARED_SEA_SCALES:
            yield longship_token.key(seat, int(sizes.ship * share) // 2 * 2)
        yield longship_token.key(seat, sizes.ship)
        for count in range(1, VIKINGS_PER_PLAYER + 1):
            yield vikings_token.key(seat, count, sizes.font_px)
    yield hex_rim.key(radius - 3, CHANGED, 5, True)
    yield hex_rim.key(radius - 1, INTENDED, 4, True)
    yield hex_glow.key(radius, INTENDED)
    yield hex_veil.key(radius - 5)
    yield open_corner.key(corner_ring(radius))


def _choices() -> Iterator[SpriteKey]:
    for number in range(1, 26):
        for size in (PLATE, NUMBER_PLATE_PX, hand.TILE_CHOICE, hand.CARD_CHOICE):
            yield choice_plate.key(number, size, False)
    for glyphs in (3, 4, 5):
        yield span_plate.key(PLATE, glyphs)
    for ways in range(2, rotation_choices.MAX_ROTATIONS + 1):
        side = rotation_choices.thumbnail_size(ways)
        yield rim.key(side, side, 8, INTENDED, 5)
    for holders in range(5):
        for size in (1, 10):
            for complete in (False, True):
                yield banner.key(banner_width(size, holders), complete)
    for seat in SEATS:
        yield seat_mark.key(seat, MARK_PX)
    yield icon.key("spark", 46)
    yield icon.key("pointing", 60)


def _roster() -> Iterator[SpriteKey]:
    yield wood_panel.key(WIDTH - 2 * FRAME + 6, ROSTER - 16, 8, "dark", 31)
    for players in (1, 2, 3, 4):
        width = roster.panel_width(players)
        for seat in range(players):
            yield vellum_panel.key(width, roster.PANEL, 16, 51 + seat, seat_colour(seat), 7)
        yield glow.key(width, roster.PANEL, 18, GOLD_LIGHT, 6, 6)
    for seat in SEATS:
        yield seat_mark.key(seat, 52)
        yield seat_mark.key(seat, 54)
    yield from every_face()
    yield well.key(roster.PLACE, roster.PLACE, 14, "#3a2413", 0.40)
    yield rim.key(roster.PLACE, roster.PLACE, 14, CHANGED, 6)
    for strength in STRENGTHS:
        yield strength_shield.key(strength, 38)
    for name, size in (
        ("winter", 50), ("hex_tile", 48), ("settlement", 48), ("enemy_ship", 48), ("points", 60),
        ("viking", 46), ("viking", roster.PLACE - 6), ("outpost", 40), ("livestock_sheep", 40),
        ("dead_viking", 40), ("settlement", 40), ("enemy_ship", 40), ("island", 40), ("enemy_ship", 50),
    ):  # fmt: skip
        yield icon.key(name, size)
    for dim in (False, True):
        yield icon.key("slide", 48, GOLD_LIGHT, dim=dim)
    for animal in ANIMALS:
        yield icon.key(f"livestock_{animal}", 50)
        yield icon.key(f"livestock_{animal}", roster.PLACE - 6)
    for captain in CAPTAINS:
        yield icon.key(f"captain_{captain}", 46)


def _hand(components: Components) -> Iterator[SpriteKey]:
    for tile in components.tile.values():
        yield hand.tile_face.key(*hand.printed_values(tile))
        yield hand.small_face.key(*hand.printed_values(tile))
    yield from every_preview(components.tile.values())
    yield hex_glow.key(hand.RADIUS + 6, INTENDED)
    yield hex_rim.key(hand.RADIUS, INTENDED, 7, False)
    yield icon.key("hex_tile", 56)
    for colour in (INTENDED, GOLD_LIGHT):
        yield glow.key(*hand.CARD, 30, colour, 18, 12)
    for count in (1, 2):
        for number in range(count):
            width = hand.captain_room(count) - 16
            yield vellum_panel.key(width, hand.CAPTAIN_HEIGHT, 22, 61 + number, "#6A4124", 6)
            yield rim.key(width, hand.CAPTAIN_HEIGHT, 22, GOLD_LIGHT, 10)
    for captain in CAPTAINS:
        yield icon.key(f"captain_{captain}", 130)
        yield hand.captain_card.key(captain)
    yield icon.key("points", 104)
    for size in hand.BONUS_SIZES:
        yield icon.key("points", size)
        yield medal.key(2, size)
        yield icon.key("crown", size, dim=True)
        yield icon.key("barred", size)
        for name in sorted({part for _, parts in BONUSES.values() for part in parts} - LETTERS):
            if name not in ("second", "no_crown"):
                yield icon.key(name, size)


def _closeups() -> Iterator[SpriteKey]:
    for count in (1, 2):
        width = closeups.WIDE // count - 12
        for number in range(count):
            yield vellum_panel.key(width, closeups.CAPTAIN_HIGH, 22, 61 + number, "#6A4124", 6)
        yield rim.key(width, closeups.CAPTAIN_HIGH, 22, GOLD_LIGHT, 10)
    for captain in CAPTAINS:
        yield icon.key(f"captain_{captain}", 112)
    for seat in SEATS:
        yield seat_mark.key(seat, 92)
    for name, size in (("explorers_longship", 88), ("viking", 88), ("island", 48), ("points", 84)):
        yield icon.key(name, size)


def _sheet() -> Iterator[SpriteKey]:
    yield beam.key(WIDTH + 20, 100)
    for rows in SHEET_ROWS:
        yield score_sheet.daybreak.key(WIDTH, score_sheet.LAYOUT.height(rows))
    yield from score_sheet.LAYOUT.sprites(SHEET_ROWS, range(1, 5))
    for name in sorted(set(score_sheet.ROW_ICONS.values())):
        yield icon.key(name, 88)
    for name, size in (("points", 110), ("crown", 58)):
        yield icon.key(name, size)
    for captain in CAPTAINS:
        yield icon.key(f"captain_{captain}", 66)
