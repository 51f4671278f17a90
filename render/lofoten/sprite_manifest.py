"""Sprite manifest of Lofoten, for pre-rendering."""

from collections.abc import Iterator

from render.kit.faces import every_face
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import (
    BONE,
    CHANGED,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    INTENDED,
    OAK_DARK,
    OAK_LIGHT,
    SHIELD,
)
from render.kit.plates import (
    NUMBER_PLATE_PX,
    badge_plate,
    beam,
    choice_plate,
    plank_panel,
    tab_plate,
    vellum_panel,
    wood_panel,
)
from render.kit.seats import seat_colour, seat_mark
from render.kit.shadows import glow, rim, well
from render.kit.sprite_cache import SpriteKey
from render.lofoten import (
    cards,
    closeups,
    course_previews,
    hand,
    market,
    picture_context,
    pieces,
    players,
    score_sheet,
    warehouses,
)
from render.lofoten.hand_slots import SLOT_STYLES
from render.lofoten.players import EFFECT_ICONS
from rules.lofoten.pieces import GOODS, JARLS, SHIELDS

AMOUNTS = (1, 2, 3)
SEATS = (0, 1)
SHEET_ROWS = range(4, 10)
PLATES = (players.PLATE[1], players.PLATE[1] + players.SHIELD_ROW)


def every_sprite() -> Iterator[SpriteKey]:
    yield from _grounds()
    yield from _goods()
    yield from _fleets()
    yield from _plates()
    yield from _places()
    yield from _icons()
    yield from _glows()
    yield from _cards()
    yield from _module_icons()
    yield from _choices()


def _choices() -> Iterator[SpriteKey]:
    """Number plates, and previews of the ways to use a card."""
    for number in range(1, 26):
        for size in (NUMBER_PLATE_PX, hand.LARGE):
            yield choice_plate.key(number, size, False)
    for grid in course_previews.GRIDS:
        yield vellum_panel.key(*course_previews.cell_size(*grid), 20, 15, SHIELD, 5)
    for place in SLOT_STYLES.values():
        for mirrored in (False, True):
            for sizes in (course_previews.SMALL, course_previews.LARGE):
                yield icon.key("turn", sizes.turn, place.bright, mirrored=mirrored)
            yield icon.key("turn", 66, place.bright, mirrored=mirrored)
            yield icon.key("slide", 66, place.bright, mirrored=mirrored)
    for sizes in (course_previews.SMALL, course_previews.LARGE):
        yield icon.key("anchor", sizes.anchor)
        yield icon.key("longship", sizes.ship)
        yield icon.key("cabin", sizes.cabin)
        for good in GOODS:
            yield icon.key(good, sizes.good)
    yield from _closeups()


def _closeups() -> Iterator[SpriteKey]:
    yield vellum_panel.key(284, 172, 18, 16)
    yield vellum_panel.key(574, 270, 18, 17)
    yield vellum_panel.key(*closeups.BAND, 18, 18)


def _grounds() -> Iterator[SpriteKey]:
    yield pieces.chart.key(WIDTH, picture_context.HEIGHT)
    yield pieces.table.key(WIDTH, hand.HEIGHT)
    for rows in SHEET_ROWS:
        yield pieces.evening.key(WIDTH, score_sheet.LAYOUT.height(rows))


def _goods() -> Iterator[SpriteKey]:
    for good in GOODS:
        for amount in (0, *AMOUNTS):
            yield pieces.stack_of_tiles.key(good, amount, 66)
        for amount in AMOUNTS:
            for size in (146, course_previews.LARGE.tile, 98, course_previews.SMALL.tile):
                yield pieces.goods_tile.key(good, amount, size)
            for size in (70, 58):
                yield pieces.amount_tile.key(good, amount, size)
        for size in (70, 58):
            yield pieces.flipped_tile.key(good, size)
        yield pieces.goods_tile.key(good, 0, 66)
        for size in (82, 104, 118, 150):
            yield pieces.order_chip.key(good, size)
        for dim in (False, True):
            yield pieces.order_card.key(good, *hand.CARD, dim)
        yield pieces.order_card.key(good, *hand.SMALL)
    yield pieces.empty_stack.key(70)


def _fleets() -> Iterator[SpriteKey]:
    left, top, right, bottom = pieces.MARKET
    yield plank_panel.key(right - left, bottom - top, 18, "drift", 42, 6, False, 10)
    yield plank_panel.key(220, 150, 12, "drift", 30, 12, True, 6)
    yield plank_panel.key(220, 80, 12, "drift", 30, 12, True, 6)
    yield pieces.mooring_post.key()
    yield pieces.dock_mark.key()
    yield pieces.wheel_wood.key(picture_context.RADIUS)
    yield well.key(162, 162, 26, "#1c130c", 0.42)
    for seat in SEATS:
        yield pieces.wheel_ring.key(seat, picture_context.RADIUS)
        yield pieces.ship_at_dock.key(seat)
        for quarter in range(4):
            for upgraded in (False, True):
                yield pieces.longship.key(seat, quarter, upgraded)
        for upwards in (False, True):
            yield pieces.zone_hook.key(seat, upwards)
            yield pieces.pointer.key(seat, upwards)
            yield pieces.pointer.key(seat, upwards, True)


def _plates() -> Iterator[SpriteKey]:
    yield beam.key(WIDTH + 20, 100)
    for seat in SEATS:
        for height in PLATES:
            yield vellum_panel.key(players.PLATE[0], height, 26, 4 + seat, seat_colour(seat), 9)
        yield rim.key(warehouses.WAREHOUSE_SIZE[0] - 24, warehouses.ROW, 16, seat_colour(seat), 5)
        for size in (58, 82, 86):
            yield seat_mark.key(seat, size)
    yield from every_face()
    for number in range(4):
        yield wood_panel.key(*warehouses.WAREHOUSE_SIZE, 22, "oak", 30 + number)
    yield well.key(warehouses.WAREHOUSE_SIZE[0] - 24, warehouses.ROW, 16, "#120b06", 0.45)
    for size in (52, 54, 56):
        yield tab_plate.key(size)
    for height in PLATES:
        yield rim.key(players.PLATE[0], height, 26, INK, 2)
    yield from score_sheet.LAYOUT.sprites(SHEET_ROWS, (2,))


def _places() -> Iterator[SpriteKey]:
    yield pieces.slash.key()
    for place, mark in SLOT_STYLES.items():
        colour = SHIELD if place == "centre" else mark.colour
        large, small = (118, 88) if place == "centre" else (112, 84)
        yield badge_plate.key(large, mark.shape, colour, GOLD_LIGHT)
        yield badge_plate.key(small, mark.shape, hand.DIM, hand.DIM_EDGE)
        yield badge_plate.key(76, mark.shape, hand.DIM, hand.DIM_EDGE)
        yield badge_plate.key(80 if place == "centre" else 76, mark.shape, colour, GOLD_LIGHT)
        yield vellum_panel.key(hand.CARD[0], hand.PLAQUE, 24, 12, mark.frame, 7)
        yield vellum_panel.key(*players.TAG, 24, 7, mark.colour, 8)
        yield pieces.nib.key(mark.colour)
        yield pieces.ghost_card.key(*hand.CARD, mark.colour)
        if place != "centre":
            leftwards = place == "left"
            yield pieces.ghost_card.key(*hand.SMALL, mark.colour)
            for name, size in (("slide", 76), ("slide", 98), ("turn", 98), ("bend", 190)):
                yield icon.key(name, size, mark.bright, mirrored=leftwards)


def _icons() -> Iterator[SpriteKey]:
    plain = (
        ("hourglass", 66), ("coin", 64), ("coin", 78), ("coin", 100), ("card_back", 58), ("card_back", 68),
        ("prow", 82), ("again", 78), ("spark", 58), ("pointing", 60), ("barred", 130), ("cabin", 156),
        ("empty_cabin", 156), ("cabin", 128), ("empty_cabin", 128), ("cabin", 100), ("points", 104),
        ("points", 120), ("points", 88), ("points", 118), ("crown", 62), ("laurel", 122),
        ("points", 58), ("tile", 58),
    )  # fmt: skip
    for name, size in plain:
        yield icon.key(name, size)
    for good in GOODS:
        yield icon.key(good, 96)
        yield icon.key(good, 78)
    for sign in EFFECT_ICONS.values():
        for size in (50, 70, 78, 98, 108):
            yield icon.key(sign, size)
        for size in (54, 108):
            yield icon.key(sign, size, dim=True)


def _glows() -> Iterator[SpriteKey]:
    for height in PLATES:
        yield glow.key(players.PLATE[0] + 16, height + 16, 34, GOLD_LIGHT, 16, 12)
    yield glow.key(72, 72, 14, GOLD_LIGHT, 6, 4)
    yield glow.key(146, 146, 22, GOLD_LIGHT, 8, 4)
    yield glow.key(*warehouses.WAREHOUSE_SIZE, 22, GOLD_LIGHT, 8, 5)
    yield glow.key(*hand.SMALL, 26, GOLD_LIGHT, 18, 10)
    for size, radius in ((72, 36), (72, 14), (86, 43), (82, 41)):
        yield glow.key(size, size, radius, INTENDED, 8)
    yield glow.key(128, 66, 12, INTENDED, 8)
    for size, radius in ((152, 24), (104, 18), (98, 18)):
        yield glow.key(size, size, radius, INTENDED, 10, 7)
    yield glow.key(*warehouses.WAREHOUSE_SIZE, 22, INTENDED, 12, 8)
    for size, radius in ((74, 16), (62, 14)):
        yield glow.key(size, size, radius, INTENDED, 10, 7)
    yield glow.key(*hand.CARD, 26, INTENDED, 18, 12)
    yield glow.key(*hand.SMALL, 24, INTENDED, 16, 10)
    for mirrored in (False, True):
        yield icon.key("turn", 150, INTENDED, mirrored=mirrored)
        yield icon.key("slide", 120, INTENDED, mirrored=mirrored)
    yield rim.key(156, 156, 26, CHANGED, 6)
    yield rim.key(104, 104, 18, CHANGED, 6)
    yield rim.key(warehouses.WAREHOUSE_SIZE[0] - 24, warehouses.ROW, 16, CHANGED, 6)


def _cards() -> Iterator[SpriteKey]:
    """The plates of Jarls, level 2 rules and better ships."""
    for edge in map(seat_colour, SEATS):
        yield wood_panel.key(*cards.JARL, 24, "dark", 61, edge, 8)
    yield wood_panel.key(*cards.FREE_JARL, 20, "dark", 61, OAK_LIGHT, 6)
    yield vellum_panel.key(76, 112, 14, 3)
    yield vellum_panel.key(*cards.RULE, 18, 5, SHIELD, 5)
    yield glow.key(*cards.FREE_JARL, 20, GOLD_LIGHT, 14, 9)
    yield glow.key(*cards.FREE_JARL, 20, INTENDED, 14, 9)
    yield rim.key(*cards.JARL, 24, CHANGED, 7)
    yield badge_plate.key(72, "hexagon", SHIELD, GOLD_LIGHT)
    yield badge_plate.key(58, "disc", GOLD, GOLD_DARK)
    yield badge_plate.key(58, "disc", OAK_DARK, BONE)
    yield pieces.better_ship.key(score_sheet.SHIP)
    for seat in SEATS:
        for size in (54, 62):
            yield seat_mark.key(seat, size)


def _module_icons() -> Iterator[SpriteKey]:
    for jarl in JARLS:
        for size in (70, 84, 124):
            yield icon.key(f"jarl_{jarl}", size)
    for shield in SHIELDS:
        for size in (market.STACK_SHIELD, 34, 50, 54):
            yield icon.key(f"shield_{shield}", size)
    for name in ("cabin", "empty_cabin"):
        yield icon.key(name, 100)
        for size in (92, 128):
            yield icon.key(name, size, cards.LEVEL_2)
    for name in cards.RULE_ICONS.values():
        for size in (46, 66):
            yield icon.key(name, size)
    for name in cards.MEASURE_ICONS.values():
        for size in (46, 52):
            yield icon.key(name, size)
    for name in cards.DEMAND_ICONS.values():
        yield icon.key(name, 68)
    for name in cards.POWER_ICONS.values():
        for size in (44, 72):
            yield icon.key(name, size)
    yield icon.key("points", 72)
    for good in GOODS:
        for size in (38, 48, 60, 68, 78):
            yield icon.key(good, size)
    more = (
        ("points", 80),
        ("points", 84),
        ("crown", 38),
        ("crown", 54),
        ("laurel", 84),
        ("laurel", 88),
        ("spark", 40),
        ("coin", 54),
        ("coin", 80),
        ("cabin", 80),
    )
    for name, size in more:
        yield icon.key(name, size)
