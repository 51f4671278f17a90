"""Every sprite a picture of Explorers can need, so that they can be painted ahead."""

from collections.abc import Iterator

from render.explorers import hand, roster, sheet
from render.explorers.board import MANY, Sizes
from render.explorers.bonus import BONUSES, LETTERS
from render.explorers.flora import KINDS, tree, wave
from render.explorers.ground import compass_rose, hex_outline, parchment, sea_serpent
from render.explorers.hexes import hex_glow, hex_rim, hex_veil
from render.explorers.layout import FRAME, HEIGHTS, RADII, ROSTER
from render.explorers.tokens import (
    animal_token,
    enemy_token,
    longship_token,
    number_plate,
    outpost_token,
    settlement_token,
    strength_shield,
    vikings_token,
)
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import CHANGED, GOLD_LIGHT, INTENDED
from render.kit.plates import beam, medal, vellum_panel, wood_panel
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
    yield from _sheet()


def _grounds() -> Iterator[Request]:
    for height in (*HEIGHTS, hand.HEIGHT):
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


def _choices() -> Iterator[Request]:
    for number in range(1, 31):
        for chosen in (False, True):
            for ground in ("land", "sea", "point"):
                yield number_plate.request(number, ground, 38, chosen)
            for lettering in sorted({max(38, min(48, round(radius * 0.5))) for radius in COMMON_RADII}):
                yield number_plate.request(number, "cell", lettering, chosen)
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
        yield seat_mark.request(seat, 64)
    yield well.request(roster.PLACE, roster.PLACE, 14, "#3a2413", 0.40)
    yield rim.request(roster.PLACE, roster.PLACE, 14, CHANGED, 6)
    for strength in STRENGTHS:
        yield strength_shield.request(strength, 38)
    for name, size in (
        ("winter", 50), ("hex_tile", 48), ("settlement", 48), ("enemy_ship", 48), ("points", 72),
        ("dead_viking", 42), ("viking", 46), ("viking", 56), ("outpost", 36), ("livestock_sheep", 36),
        ("settlement", 36), ("enemy_ship", 36), ("enemy_ship", 50),
    ):  # fmt: skip
        yield icon.request(name, size)
    for dim in (False, True):
        yield icon.request("slide", 48, GOLD_LIGHT, dim=dim)
    for animal in ANIMALS:
        yield icon.request(f"livestock_{animal}", 50)
        yield icon.request(f"livestock_{animal}", roster.PLACE - 6)
    for captain in CAPTAINS:
        yield icon.request(f"captain_{captain}", 54)
        yield icon.request(f"captain_{captain}", 62)


def _hand(components: Components) -> Iterator[Request]:
    for tile in components.tile.values():
        yield hand.printed_face(tile)
    yield hex_glow.request(hand.RADIUS + 6, INTENDED)
    yield hex_rim.request(hand.RADIUS, INTENDED, 7, False)
    for number in components.tile:
        for chosen in (False, True):
            yield number_plate.request(number, "cell", 58, chosen)
    yield icon.request("hex_tile", 60)
    for colour in (INTENDED, GOLD_LIGHT):
        yield glow.request(*hand.CARD, 30, colour, 18, 12)
    for seat in SEATS:
        yield seat_mark.request(seat, 92)
    for count in (1, 2):
        for number in range(count):
            width = hand.captain_room(count) - 20
            yield vellum_panel.request(width, hand.CAPTAIN_HEIGHT, 22, 61 + number, "#6A4124", 6)
    for captain in CAPTAINS:
        yield icon.request(f"captain_{captain}", 112)
        yield hand.captain_card.request(captain)
    for size in hand.BONUS_SIZES:
        yield icon.request("points", size)
        yield medal.request(2, size)
        yield icon.request("crown", size, dim=True)
        yield icon.request("barred", size)
        for name in sorted({part for _, parts in BONUSES.values() for part in parts} - LETTERS):
            if name not in ("second", "no_crown"):
                yield icon.request(name, size)


def _sheet() -> Iterator[Request]:
    yield beam.request(WIDTH + 20, 100)
    for rows in SHEET_ROWS:
        yield sheet.daybreak.request(WIDTH, sheet.FORM.height(rows))
    yield from sheet.FORM.sprites(SHEET_ROWS, range(1, 5))
    for name in sorted(set(sheet.ROW_ICONS.values())):
        yield icon.request(name, 88)
    for name, size in (("points", 110), ("crown", 58)):
        yield icon.request(name, size)
    for captain in CAPTAINS:
        yield icon.request(f"captain_{captain}", 66)
