"""Every sprite a picture of Lofoten can need, so that they can be painted ahead."""

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
    CHOICE,
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
from render.kit.sprites import Request
from render.lofoten import cards, closeups, courses, hand, market, pieces, players, score_sheet, shown, stores
from render.lofoten.hand_slots import PLACES
from render.lofoten.players import EFFECT_ICONS
from rules.lofoten.pieces import GOODS, JARLS, SHIELDS

AMOUNTS = (1, 2, 3)
SEATS = (0, 1)
SHEET_ROWS = range(4, 10)
PLATES = (players.PLATE[1], players.PLATE[1] + players.SHIELD_ROW)


def every_sprite() -> Iterator[Request]:
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


def _choices() -> Iterator[Request]:
    """The numbers of the answers, and the ways to use a card."""
    for number in range(1, 26):
        for size in (CHOICE, hand.LARGE):
            yield choice_plate.request(number, size, False)
    for grid in courses.GRIDS:
        yield vellum_panel.request(*courses.cell(*grid), 20, 15, SHIELD, 5)
    for place in PLACES.values():
        for mirrored in (False, True):
            for signs in (courses.SMALL, courses.LARGE):
                yield icon.request("turn", signs.turn, place.bright, mirrored=mirrored)
            yield icon.request("turn", 66, place.bright, mirrored=mirrored)
            yield icon.request("slide", 66, place.bright, mirrored=mirrored)
    for signs in (courses.SMALL, courses.LARGE):
        yield icon.request("anchor", signs.anchor)
        yield icon.request("longship", signs.ship)
        yield icon.request("cabin", signs.cabin)
        for good in GOODS:
            yield icon.request(good, signs.good)
    yield from _closeups()


def _closeups() -> Iterator[Request]:
    yield vellum_panel.request(284, 172, 18, 16)
    yield vellum_panel.request(574, 270, 18, 17)
    yield vellum_panel.request(*closeups.BAND, 18, 18)


def _grounds() -> Iterator[Request]:
    yield pieces.chart.request(WIDTH, shown.HEIGHT)
    yield pieces.table.request(WIDTH, hand.HEIGHT)
    for rows in SHEET_ROWS:
        yield pieces.evening.request(WIDTH, score_sheet.FORM.height(rows))


def _goods() -> Iterator[Request]:
    for good in GOODS:
        for amount in (0, *AMOUNTS):
            yield pieces.stack_of_tiles.request(good, amount, 66)
        for amount in AMOUNTS:
            for size in (146, courses.LARGE.tile, 98, courses.SMALL.tile):
                yield pieces.goods_tile.request(good, amount, size)
            for size in (70, 58):
                yield pieces.amount_tile.request(good, amount, size)
        for size in (70, 58):
            yield pieces.flipped_tile.request(good, size)
        yield pieces.goods_tile.request(good, 0, 66)
        for size in (82, 104, 118, 150):
            yield pieces.order_chip.request(good, size)
        for dim in (False, True):
            yield pieces.order_card.request(good, *hand.CARD, dim)
        yield pieces.order_card.request(good, *hand.SMALL)
    yield pieces.empty_stack.request(70)


def _fleets() -> Iterator[Request]:
    left, top, right, bottom = pieces.MARKET
    yield plank_panel.request(right - left, bottom - top, 18, "drift", 42, 6, False, 10)
    yield plank_panel.request(220, 150, 12, "drift", 30, 12, True, 6)
    yield plank_panel.request(220, 80, 12, "drift", 30, 12, True, 6)
    yield pieces.mooring_post.request()
    yield pieces.dock_mark.request()
    yield pieces.wheel_wood.request(shown.RADIUS)
    yield well.request(162, 162, 26, "#1c130c", 0.42)
    for seat in SEATS:
        yield pieces.wheel_ring.request(seat, shown.RADIUS)
        yield pieces.ship_at_dock.request(seat)
        for quarter in range(4):
            for upgraded in (False, True):
                yield pieces.longship.request(seat, quarter, upgraded)
        for upwards in (False, True):
            yield pieces.zone_hook.request(seat, upwards)
            yield pieces.pointer.request(seat, upwards)
            yield pieces.pointer.request(seat, upwards, True)


def _plates() -> Iterator[Request]:
    yield beam.request(WIDTH + 20, 100)
    for seat in SEATS:
        for height in PLATES:
            yield vellum_panel.request(players.PLATE[0], height, 26, 4 + seat, seat_colour(seat), 9)
        yield rim.request(stores.STORE[0] - 24, stores.ROW, 16, seat_colour(seat), 5)
        for size in (58, 82, 86):
            yield seat_mark.request(seat, size)
    yield from every_face()
    for number in range(4):
        yield wood_panel.request(*stores.STORE, 22, "oak", 30 + number)
    yield well.request(stores.STORE[0] - 24, stores.ROW, 16, "#120b06", 0.45)
    for size in (52, 54, 56):
        yield tab_plate.request(size)
    for height in PLATES:
        yield rim.request(players.PLATE[0], height, 26, INK, 2)
    yield from score_sheet.FORM.sprites(SHEET_ROWS, (2,))


def _places() -> Iterator[Request]:
    yield pieces.slash.request()
    for place, mark in PLACES.items():
        colour = SHIELD if place == "centre" else mark.colour
        large, small = (118, 88) if place == "centre" else (112, 84)
        yield badge_plate.request(large, mark.shape, colour, GOLD_LIGHT)
        yield badge_plate.request(small, mark.shape, hand.DIM, hand.DIM_EDGE)
        yield badge_plate.request(76, mark.shape, hand.DIM, hand.DIM_EDGE)
        yield badge_plate.request(80 if place == "centre" else 76, mark.shape, colour, GOLD_LIGHT)
        yield vellum_panel.request(hand.CARD[0], hand.PLAQUE, 24, 12, mark.frame, 7)
        yield vellum_panel.request(*players.TAG, 24, 7, mark.colour, 8)
        yield pieces.nib.request(mark.colour)
        yield pieces.ghost_card.request(*hand.CARD, mark.colour)
        if place != "centre":
            leftwards = place == "left"
            yield pieces.ghost_card.request(*hand.SMALL, mark.colour)
            for name, size in (("slide", 76), ("slide", 98), ("turn", 98), ("bend", 190)):
                yield icon.request(name, size, mark.bright, mirrored=leftwards)


def _icons() -> Iterator[Request]:
    plain = (
        ("hourglass", 66), ("coin", 64), ("coin", 78), ("coin", 100), ("card_back", 58), ("card_back", 68),
        ("prow", 82), ("again", 78), ("spark", 58), ("pointing", 60), ("barred", 130), ("cabin", 156),
        ("empty_cabin", 156), ("cabin", 128), ("empty_cabin", 128), ("cabin", 100), ("points", 104),
        ("points", 120), ("points", 88), ("points", 118), ("crown", 62), ("laurel", 122),
        ("points", 58), ("tile", 58),
    )  # fmt: skip
    for name, size in plain:
        yield icon.request(name, size)
    for good in GOODS:
        yield icon.request(good, 96)
        yield icon.request(good, 78)
    for sign in EFFECT_ICONS.values():
        for size in (50, 70, 78, 98, 108):
            yield icon.request(sign, size)
        for size in (54, 108):
            yield icon.request(sign, size, dim=True)


def _glows() -> Iterator[Request]:
    for height in PLATES:
        yield glow.request(players.PLATE[0] + 16, height + 16, 34, GOLD_LIGHT, 16, 12)
    yield glow.request(72, 72, 14, GOLD_LIGHT, 6, 4)
    yield glow.request(146, 146, 22, GOLD_LIGHT, 8, 4)
    yield glow.request(*stores.STORE, 22, GOLD_LIGHT, 8, 5)
    yield glow.request(*hand.SMALL, 26, GOLD_LIGHT, 18, 10)
    for size, radius in ((72, 36), (72, 14), (86, 43), (82, 41)):
        yield glow.request(size, size, radius, INTENDED, 8)
    yield glow.request(128, 66, 12, INTENDED, 8)
    for size, radius in ((152, 24), (104, 18), (98, 18)):
        yield glow.request(size, size, radius, INTENDED, 10, 7)
    yield glow.request(*stores.STORE, 22, INTENDED, 12, 8)
    for size, radius in ((74, 16), (62, 14)):
        yield glow.request(size, size, radius, INTENDED, 10, 7)
    yield glow.request(*hand.CARD, 26, INTENDED, 18, 12)
    yield glow.request(*hand.SMALL, 24, INTENDED, 16, 10)
    for mirrored in (False, True):
        yield icon.request("turn", 150, INTENDED, mirrored=mirrored)
        yield icon.request("slide", 120, INTENDED, mirrored=mirrored)
    yield rim.request(156, 156, 26, CHANGED, 6)
    yield rim.request(104, 104, 18, CHANGED, 6)
    yield rim.request(stores.STORE[0] - 24, stores.ROW, 16, CHANGED, 6)


def _cards() -> Iterator[Request]:
    """The plates of Jarls, level 2 rules and better ships."""
    for edge in map(seat_colour, SEATS):
        yield wood_panel.request(*cards.JARL, 24, "dark", 61, edge, 8)
    yield wood_panel.request(*cards.FREE_JARL, 20, "dark", 61, OAK_LIGHT, 6)
    yield vellum_panel.request(76, 112, 14, 3)
    yield vellum_panel.request(*cards.RULE, 18, 5, SHIELD, 5)
    yield glow.request(*cards.FREE_JARL, 20, GOLD_LIGHT, 14, 9)
    yield glow.request(*cards.FREE_JARL, 20, INTENDED, 14, 9)
    yield rim.request(*cards.JARL, 24, CHANGED, 7)
    yield badge_plate.request(72, "hexagon", SHIELD, GOLD_LIGHT)
    yield badge_plate.request(58, "disc", GOLD, GOLD_DARK)
    yield badge_plate.request(58, "disc", OAK_DARK, BONE)
    yield pieces.better_ship.request(score_sheet.SHIP)
    for seat in SEATS:
        for size in (54, 62):
            yield seat_mark.request(seat, size)


def _module_icons() -> Iterator[Request]:
    for jarl in JARLS:
        for size in (70, 84, 124):
            yield icon.request(f"jarl_{jarl}", size)
    for shield in SHIELDS:
        for size in (market.STACK_SHIELD, 34, 50, 54):
            yield icon.request(f"shield_{shield}", size)
    for name in ("cabin", "empty_cabin"):
        yield icon.request(name, 100)
        for size in (92, 128):
            yield icon.request(name, size, cards.LEVEL_2)
    for name in cards.RULE_ICONS.values():
        for size in (46, 66):
            yield icon.request(name, size)
    for name in cards.MEASURE_ICONS.values():
        for size in (46, 52):
            yield icon.request(name, size)
    for name in cards.DEMAND_ICONS.values():
        yield icon.request(name, 68)
    for name in cards.POWER_ICONS.values():
        for size in (44, 72):
            yield icon.request(name, size)
    yield icon.request("points", 72)
    for good in GOODS:
        for size in (38, 48, 60, 68, 78):
            yield icon.request(good, size)
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
        yield icon.request(name, size)
