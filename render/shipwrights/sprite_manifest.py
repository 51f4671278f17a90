"""Sprite manifest of Shipwrights, for pre-rendering."""

from collections.abc import Iterator
from itertools import product

from render.kit.faces import every_face
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import CHANGED, GOLD, GOLD_LIGHT, INK, INTENDED, OAK_LIGHT, SHIELD
from render.kit.plates import NUMBER_PLATE_PX, beam, choice_plate, tab_plate, vellum_panel, wood_panel
from render.kit.seats import seat_colour, seat_mark
from render.kit.shadows import glow, rim, well
from render.kit.sprite_cache import SpriteKey
from render.shipwrights import (
    board,
    cards,
    closeups,
    hand,
    overlay,
    own_board,
    pieces,
    score_sheet,
    village_row,
)
from render.shipwrights.cards import Sign, effect_rows
from render.shipwrights.portraits import sign_of
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import BUILDINGS, CARDS, CRAFTSMEN, GOODS, SHIPS, TOOLS

SEATS = range(5)
PLAYERS = range(2, 6)
ROWS = range(2, 2 + len(BUILDINGS) + 1)
"""Rows of a score sheet: ships, strength, and each building that was built."""
MOST_SHIPS = 6
"""The game ends after four; a player finishes at most two more that day."""
MOST_CHOICES = 25
"""The most entries that a list can have."""
WORTH = ("coin", "worker", *GOODS)


def every_sprite(faces: tuple[Face, ...]) -> Iterator[SpriteKey]:
    yield from _grounds()
    yield from _cards(faces)
    yield from _villages()
    yield from _yard()
    yield from _hand()
    yield from _closeups()
    yield from _sheets()
    yield from _marks()
    yield from _choices()


def _choices() -> Iterator[SpriteKey]:
    sizes = (NUMBER_PLATE_PX, overlay.SMALL_NUMBER_PX, hand.BIG_NUMBER_PX)
    for number, size, chosen in product(range(1, MOST_CHOICES + 1), sizes, (False, True)):
        yield choice_plate.key(number, size, chosen)


def _grounds() -> Iterator[SpriteKey]:
    for ground in (pieces.shore, pieces.green, pieces.bench, pieces.evening):
        yield ground.key(WIDTH)
    yield beam.key(WIDTH + 20, 100)


def _icons(sizes: tuple[int, ...], names: tuple[str, ...]) -> Iterator[SpriteKey]:
    for name, size in product(names, sizes):
        yield icon.key(name, size)


def _cards(faces: tuple[Face, ...]) -> Iterator[SpriteKey]:
    for card in CARDS:
        yield pieces.card_body.key(card, *cards.DRAFT)
        yield pieces.card_body.key(card, *cards.HAND)
        yield pieces.card_body.key(card, *cards.HAND, True)
    for kind in pieces.KIND_COLOURS:
        yield pieces.kind_badge.key(kind, 96)
    signs = {sign for face in faces for row in effect_rows(face) for sign in row}
    for sign, size in product(sorted(signs, key=repr), cards.SIGN_SIZES):
        yield from _sign(sign, size)
    yield from _icons((58,), WORTH)
    yield from _icons((82, 104), ("coin", "worker"))
    yield from _icons((64, 138), CRAFTSMEN)
    yield from _icons((82,), ("war_flag", "trade_flag"))
    yield icon.key("points", 88)
    for size in (40, 46, 58):
        for name, gain in (
            ("mill", True),
            ("mill", False),
            ("worker", True),
            ("worker", False),
            ("coin", True),
        ):
            yield pieces.modifier.key(name, gain, size)


def _sign(sign: Sign, size: int) -> Iterator[SpriteKey]:
    if sign.points is not None:
        yield icon.key("points", size)
    elif sign.gain is not None:
        yield pieces.modifier.key(sign.icon, sign.gain, size)
    elif sign.icon == "becomes":
        yield icon.key("becomes", round(size * 0.66))
    elif sign.icon:
        yield icon.key(sign.icon, size)
        if sign.struck:
            yield icon.key("struck", round(size * 1.12))


def _villages() -> Iterator[SpriteKey]:
    for scale in village_row.SCALES:
        high, room = scale.height - 10, scale.room
        yield glow.key(village_row.WIDTH, high, 24, GOLD_LIGHT, 12, 8)
        for seat in SEATS if scale is village_row.SMALL else range(3):
            yield wood_panel.key(village_row.WIDTH, high, 24, "dark", 60 + seat, seat_colour(seat), 6)
            yield pieces.fjord.key(scale.fjord, room, 12 + seat)
        for ship in SHIPS:
            for size in (scale.ship, scale.fjord // 3, scale.workshop_ship):
                yield pieces.ship_at_sea.key(ship, size)
        yield pieces.ghost.key("skeid", scale.ship, "#DFF3F6", 0.22)
        yield pieces.ghost.key("hammer", scale.craftsman - 36)
        yield pieces.ghost.key("bow_saw", scale.cell - 20)
        yield pieces.ghost.key("long_house", scale.cell - 24)
        yield from _icons((scale.cell - 12,), (*TOOLS, *BUILDINGS))
        yield from _icons((scale.craftsman - 16,), CRAFTSMEN)
        yield icon.key("points", min(scale.column - 8, 92))
        for number in (0, 1):
            yield vellum_panel.key(scale.workshop, room, 18, 50 + number)
        yield well.key(scale.workshop, room, 18, village_row.WELL, 0.42)
        yield well.key(scale.craftsman - 6, room // 2 - 3, 14, village_row.WELL, 0.42)
        pitch = round((room + 4) / (8 // scale.cells))
        yield well.key(scale.cell - 6, pitch - 6, 14, village_row.WELL, 0.42)
    yield from _brief()
    for seat in SEATS:
        yield vellum_panel.key(village_row.WIDTH - 24, village_row.HEAD, 18, 70 + seat)
        for size in (56, 62, 66, 68, 70, 76, 120):
            yield seat_mark.key(seat, size)
    yield from every_face()
    for size in (40, 70):
        yield pieces.ghost.key("hammer", size)
    yield tab_plate.key(50)
    yield from _icons((44, 52, 64), ("awaited", "crown", "pioneer_flag", "guard"))
    yield from _icons((44,), (*WORTH, *CRAFTSMEN))
    yield from _icons((village_row.DISCARD - 2,), tuple(map(sign_of, CARDS)))
    yield icon.key("refused", village_row.DISCARD // 2)
    yield from _icons((village_row.KIND - 2,), (*WORTH, *CRAFTSMEN))
    yield from _icons((village_row.CARRIED,), GOODS)
    yield from _icons((54,), (*WORTH, "card_back", "war_flag"))
    yield icon.key("fulfilled", 62)


def _brief() -> Iterator[SpriteKey]:
    """Brief rows of many opponents."""
    for height, seat in product(board.BRIEF.values(), SEATS):
        yield glow.key(village_row.WIDTH, height, 20, GOLD_LIGHT, 10, 6)
        yield wood_panel.key(village_row.WIDTH, height, 20, "dark", 60 + seat, seat_colour(seat), 5)
    for height in board.BRIEF.values():
        high = height - village_row.BRIEF_HEAD - 10
        yield well.key(village_row.BRIEF_WORKSHOP, high, 14, village_row.WELL, 0.42)
        for number in (0, 1):
            yield vellum_panel.key(village_row.BRIEF_WORKSHOP, high, 14, 50 + number)
    for ships in range(4, MOST_SHIPS + 1):
        size = min(village_row.BRIEF_SHIP, round(village_row.BRIEF_FLEET / ships) + 6)
        yield pieces.ghost.key("skeid", size - 14, "#DFF3F6", 0.16)
        for ship in SHIPS:
            yield pieces.ship_at_sea.key(ship, size)
    for ship in SHIPS:
        yield pieces.ship_at_sea.key(ship, village_row.BRIEF_SHIP)
    yield from _icons((46,), (*WORTH, "war_flag", "card_back"))
    yield from _icons((50,), (*CRAFTSMEN, *BUILDINGS))
    yield from _icons((52,), TOOLS)
    for name, size in (("points", 62), ("fulfilled", 44)):
        yield icon.key(name, size)


def _yard() -> Iterator[SpriteKey]:
    yield from _shore()
    yield wood_panel.key(*own_board.STORE_PANEL, 24, "oak", 43)
    yield pieces.pill.key(118, 52, SHIELD, GOLD)
    yield well.key(*own_board.GOOD, 16, own_board.WELL, 0.40)
    yield from _icons((70,), ("worker", *GOODS))
    yield from _icons((88,), ("mill", "long_house"))
    yield from _icons((54,), ("coin", "worker"))
    yield wood_panel.key(528, 226, 18, "dark", 66)
    yield pieces.ghost.key("skeid", 200)
    for number in (0, 1):
        yield vellum_panel.key(*own_board.WORKSHOP, 24, 50 + number)
    yield pieces.ribbon.key(60, 80)
    for ship in SHIPS:
        yield pieces.ship_card.key(ship, *own_board.SHIP_CARD)
    for met in (True, False):
        yield pieces.chip.key(*own_board.CHIP, met)
    yield pieces.lack.key(46)
    yield from _icons((46,), WORTH)
    yield from _icons((52,), CRAFTSMEN)
    yield from _icons((50,), TOOLS)
    yield from _icons((60,), ("war_flag", "trade_flag"))
    yield wood_panel.key(1160, own_board.ROW, 24, "dark", 61)
    yield well.key(*own_board.TOOL, 20, own_board.WELL, 0.40)
    yield well.key(*own_board.CRAFTSMAN, 20, own_board.WELL, 0.40)
    yield well.key(*own_board.BUILDING, 16, own_board.WELL, 0.40)
    for tool in TOOLS:
        yield pieces.tool_card.key(tool, *own_board.TOOL)
    for craftsman in CRAFTSMEN:
        yield pieces.craftsman_card.key(craftsman, *own_board.CRAFTSMAN)
    for name, size in (("bow_saw", 70), ("hammer", 64), ("long_house", 50)):
        yield pieces.ghost.key(name, size)
    yield from _icons((36, 46, 66), GOODS)
    yield from _icons((68,), BUILDINGS)
    yield from _icons((74,), ("moon",))
    yield from _icons((62,), ("coin", "worker"))
    yield from _icons((74,), ("sunrise", "midday"))
    yield from _icons((50, 52, 64, 80), ("points",))
    for name, size in (
        ("fulfilled", 36), ("struck", 56), ("hourglass", 64), ("war_flag", 70), ("becomes", 56),
    ):  # fmt: skip
        yield icon.key(name, size)
    yield from _icons((56, 66, 150), ("card_back",))


def _shore() -> Iterator[SpriteKey]:
    for plate, size in own_board.FLEET_SIZES:
        yield wood_panel.key(plate, own_board.FLEET_PLATE, 18, "dark", 7, OAK_LIGHT, 3)
        for ship in SHIPS:
            yield pieces.ship_at_sea.key(ship, size)
    plate, size = own_board.FLEET_SIZES[0]
    yield well.key(plate, own_board.FLEET_PLATE, 18, "#0b1a24", 0.30)
    yield pieces.ghost.key("skeid", size, "#0c2230", 0.42)
    for number in range(13):
        yield pieces.stone.key(number)
    yield pieces.gold_ship.key(78)
    yield icon.key("coin", 92)
    yield pieces.price_card.key(*own_board.PRICE)
    yield pieces.stack_edge.key(*own_board.PRICE)
    yield from _icons((44,), ("war_flag", "trade_flag"))


def _hand() -> Iterator[SpriteKey]:
    for layout in cards.CARD_LAYOUTS:
        yield well.key(layout.width + 16, layout.height + 14, 30, hand.TRAY, 0.6)
        yield glow.key(layout.width, layout.height, 26, INTENDED, 18, 12)
    yield vellum_panel.key(cards.HAND.width, hand.PLAQUE, 22, 12)
    yield well.key(150, 128, 16, "#3a2a18", 0.5)
    yield well.key(118, hand.STRIP - 20, 14, hand.TRAY, 0.45)
    for seat in SEATS:
        yield wood_panel.key(WIDTH - 40, hand.STRIP, 22, "oak", 44, seat_colour(seat), 5)
    yield wood_panel.key(WIDTH - 40, hand.HEAD - 10, 20, "oak", 45)
    yield well.key(70, 70, 14, "#3a2a18", 0.5)
    yield well.key(300, 420, 30, hand.TRAY, 0.6)
    yield from _icons((50,), ("coin", "worker"))
    yield from _icons((54,), ("card_back", *GOODS))
    yield from _icons((58,), CRAFTSMEN)
    yield from _icons((150,), ("card_back", "sunrise"))
    yield from _icons((44, 104), ("becomes",))
    yield pieces.lack.key(54)
    yield from _icons((76, 96), ("fulfilled", "refused"))
    yield from _icons((96,), ("guard", "crown"))
    yield from _icons((92, 120), SHIPS)
    yield from _icons((72, 76), ("coin", "worker"))
    yield from _icons((52,), CRAFTSMEN)
    for name, size in (("becomes", 50), ("fulfilled", 44)):
        yield icon.key(name, size)
    for size in (46, 62):
        yield tab_plate.key(size)
    yield pieces.lack.key(46)
    yield pieces.ghost.key("hammer", 54)


def _closeups() -> Iterator[SpriteKey]:
    for rows in range(1, 7):
        yield wood_panel.key(1160, rows * closeups.LINE + 20, 24, "dark", 62)
    yield from _icons((closeups.SIGN,), tuple(map(sign_of, CARDS)))
    yield icon.key("open_card", 66)


def _sheets() -> Iterator[SpriteKey]:
    for layout in (score_sheet.LAYOUT, score_sheet.TIED_LAYOUT):
        yield from layout.sprites(ROWS, PLAYERS)
        for size in sorted({score_sheet.sign_size(layout, rows) for rows in ROWS}):
            yield from _icons((size,), (*score_sheet.ICONS.values(), *BUILDINGS))
    yield icon.key("coin", score_sheet.TIE_SIGN)
    for name, size in (("points", 104), ("crown", 54)):
        yield icon.key(name, size)


_POINTED = (
    (104, 142), (100, 60), (78, 60), (48, 60), (60, 60), (64, 64), (108, 70), (60, 64), (68, 68), (52, 56),
    (54, 58), (48, 56), (196, 60), (208, 262), own_board.GOOD, own_board.WORKSHOP, own_board.TOOL,
    own_board.BUILDING, (424, 126),
)  # fmt: skip
"""Sizes of the boxes that are highlighted on own boards and in brief rows."""


def _marks() -> Iterator[SpriteKey]:
    boxes = [*_POINTED, *((plate, 216) for plate, _ in own_board.FLEET_SIZES)]
    for height in board.BRIEF.values():
        high = height - village_row.BRIEF_HEAD - 10
        boxes += [(70, high), (village_row.BRIEF_WORKSHOP, high)]
    for scale in village_row.SCALES:
        room, cell = scale.room, scale.cell
        pitch = round((room + 4) / (8 // scale.cells))
        boxes += [(size, size - 12) for size in (scale.ship, scale.fjord // 3)]
        boxes += [(scale.fjord, room), (scale.workshop, room), (2 * scale.craftsman - 6, room)]
        boxes += [(scale.craftsman - 6, room // 2 - 3), (cell - 6, pitch - 6), (scale.cells * cell - 6, room)]
    for width, height in boxes:
        yield rim.key(width, height, overlay.RADIUS, CHANGED, 6)
        yield glow.key(width, height, overlay.RADIUS, INTENDED, 10, 7)
    yield pieces.pill.key(*overlay.DELTA, INTENDED, INK)
    yield from _icons((50, 52), ("spark",))
