"""Every sprite a picture of Explorers can need, so that they can be painted ahead."""

from collections.abc import Iterator

from render.explorers import closeups, hand, roster, score_sheet, turning
from render.explorers.banners import MARK, banner, banner_width, corner_ring, open_corner
from render.explorers.bonus import BONUSES, LETTERS
from render.explorers.flora import KINDS, tree, wave
from render.explorers.ground import compass_rose, hex_outline, parchment, sea_serpent
from render.explorers.hexes import hex_glow, hex_rim, hex_veil
from render.explorers.layout import FRAME, HEIGHTS, RADII, ROSTER
from render.explorers.number_marks import PLATE
from render.explorers.pieces import MANY, Sizes
from render.explorers.tile_preview import every_way
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
from render.kit.plates import CHOICE, beam, choice_plate, medal, span_plate, vellum_panel, wood_panel
from render.kit.seats import seat_colour, seat_mark
from render.kit.shadows import glow, rim, well
from render.kit.sprites import Request
from rules.explorers.components import Components
from rules.explorers.pieces import ANIMALS, CAPTAINS, VIKINGS

SEATS = range(4)
SHEET_ROWS = (7, 9)
"""Seven areas, and what breaks a tie where there is one."""
STRENGTHS = (2, 3, 4, 5)
COMMON_RADII = tuple(radius for radius in RADII if radius >= 50)


def every_sprite(components: Components) -> Iterator[Request]:
    yield from _grounds()
    for radius in COMMON_RADII:
        yield from _pieces(radius)
    yield from _choices()
    yield from _roster()
    yield from _hand(components)
    yield from _closeups()
    yield from _sheet()


def _grounds() -> Iterator[Request]:
    for height in dict.fromkeys((*HEIGHTS, hand.HEIGHT, hand.DEALING)):
        yield parchment.request(WIDTH, height)
    for radius in range(36, 126, 6):
        yield compass_rose.request(radius)
    for width in range(100, 240, 10):
        yield sea_serpent.request(width)


def _pieces(radius: int) -> Iterator[Request]:
    sizes = Sizes(radius)
    yield hex_outline.request(radius)
    grain = round(radius * min(1.0, 92 / radius))
    yield wave.request(grain)
    for kind in range(KINDS):
        yield tree.request(kind, grain)
    for animal in ANIMALS:
        yield animal_token.request(animal, sizes.animal)
    yield enemy_token.request(sizes.enemy)
    for strength in (0, *STRENGTHS):
        yield settlement_token.request(strength, sizes.settlement, sizes.lettering)
    for seat in SEATS:
        yield outpost_token.request(seat, sizes.outpost)
        for share in MANY:
            yield longship_token.request(seat, int(sizes.ship * share) // 2 * 2)
        yield longship_token.request(seat, sizes.ship)
        for count in range(1, VIKINGS + 1):
            yield vikings_token.request(seat, count, sizes.lettering)
    yield hex_rim.request(radius - 3, CHANGED, 5, True)
    yield hex_rim.request(radius - 1, INTENDED, 4, True)
    yield hex_glow.request(radius, INTENDED)
    yield hex_veil.request(radius - 5)
    yield open_corner.request(corner_ring(radius))


def _choices() -> Iterator[Request]:
    for number in range(1, 26):
        for size in (PLATE, CHOICE, hand.TILE_CHOICE, hand.CARD_CHOICE):
            yield choice_plate.request(number, size, False)
    for glyphs in (3, 4, 5):
        yield span_plate.request(PLATE, glyphs)
    for ways in range(2, turning.MOST + 1):
        side = turning.thumbnail(ways)
        yield rim.request(side, side, 8, INTENDED, 5)
    for holders in range(5):
        for size in (1, 10):
            for complete in (False, True):
                yield banner.request(banner_width(size, holders), complete)
    for seat in SEATS:
        yield seat_mark.request(seat, MARK)
    yield icon.request("spark", 46)
    yield icon.request("pointing", 60)


def _roster() -> Iterator[Request]:
    yield wood_panel.request(WIDTH - 2 * FRAME + 6, ROSTER - 16, 8, "dark", 31)
    for players in (1, 2, 3, 4):
        width = roster.panel_width(players)
        for seat in range(players):
            yield vellum_panel.request(width, roster.PANEL, 16, 51 + seat, seat_colour(seat), 7)
        yield glow.request(width, roster.PANEL, 18, GOLD_LIGHT, 6, 6)
    for seat in SEATS:
        yield seat_mark.request(seat, 52)
        yield seat_mark.request(seat, 54)
    yield from every_face()
    yield well.request(roster.PLACE, roster.PLACE, 14, "#3a2413", 0.40)
    yield rim.request(roster.PLACE, roster.PLACE, 14, CHANGED, 6)
    for strength in STRENGTHS:
        yield strength_shield.request(strength, 38)
    for name, size in (
        ("winter", 50), ("hex_tile", 48), ("settlement", 48), ("enemy_ship", 48), ("points", 60),
        ("viking", 46), ("viking", roster.PLACE - 6), ("outpost", 40), ("livestock_sheep", 40),
        ("dead_viking", 40), ("settlement", 40), ("enemy_ship", 40), ("island", 40), ("enemy_ship", 50),
    ):  # fmt: skip
        yield icon.request(name, size)
    for dim in (False, True):
        yield icon.request("slide", 48, GOLD_LIGHT, dim=dim)
    for animal in ANIMALS:
        yield icon.request(f"livestock_{animal}", 50)
        yield icon.request(f"livestock_{animal}", roster.PLACE - 6)
    for captain in CAPTAINS:
        yield icon.request(f"captain_{captain}", 46)


def _hand(components: Components) -> Iterator[Request]:
    for tile in components.tile.values():
        yield hand.tile_face.request(*hand.printed_values(tile))
        yield hand.small_face.request(*hand.printed_values(tile))
    yield from every_way(components.tile.values())
    yield hex_glow.request(hand.RADIUS + 6, INTENDED)
    yield hex_rim.request(hand.RADIUS, INTENDED, 7, False)
    yield icon.request("hex_tile", 56)
    for colour in (INTENDED, GOLD_LIGHT):
        yield glow.request(*hand.CARD, 30, colour, 18, 12)
    for count in (1, 2):
        for number in range(count):
            width = hand.captain_room(count) - 16
            yield vellum_panel.request(width, hand.CAPTAIN_HEIGHT, 22, 61 + number, "#6A4124", 6)
            yield rim.request(width, hand.CAPTAIN_HEIGHT, 22, GOLD_LIGHT, 10)
    for captain in CAPTAINS:
        yield icon.request(f"captain_{captain}", 130)
        yield hand.captain_card.request(captain)
    yield icon.request("points", 104)
    for size in hand.BONUS_SIZES:
        yield icon.request("points", size)
        yield medal.request(2, size)
        yield icon.request("crown", size, dim=True)
        yield icon.request("barred", size)
        for name in sorted({part for _, parts in BONUSES.values() for part in parts} - LETTERS):
            if name not in ("second", "no_crown"):
                yield icon.request(name, size)


def _closeups() -> Iterator[Request]:
    for count in (1, 2):
        width = closeups.WIDE // count - 12
        for number in range(count):
            yield vellum_panel.request(width, closeups.CAPTAIN_HIGH, 22, 61 + number, "#6A4124", 6)
        yield rim.request(width, closeups.CAPTAIN_HIGH, 22, GOLD_LIGHT, 10)
    for captain in CAPTAINS:
        yield icon.request(f"captain_{captain}", 112)
    for seat in SEATS:
        yield seat_mark.request(seat, 92)
    for name, size in (("explorers_longship", 88), ("viking", 88), ("island", 48), ("points", 84)):
        yield icon.request(name, size)


def _sheet() -> Iterator[Request]:
    yield beam.request(WIDTH + 20, 100)
    for rows in SHEET_ROWS:
        yield score_sheet.daybreak.request(WIDTH, score_sheet.FORM.height(rows))
    yield from score_sheet.FORM.sprites(SHEET_ROWS, range(1, 5))
    for name in sorted(set(score_sheet.ROW_ICONS.values())):
        yield icon.request(name, 88)
    for name, size in (("points", 110), ("crown", 58)):
        yield icon.request(name, size)
    for captain in CAPTAINS:
        yield icon.request(f"captain_{captain}", 66)
