"""Every sprite a picture of Shipwrights can need, so that they can be painted ahead."""

from collections.abc import Iterator
from itertools import product

from render.kit.faces import every_face
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import CHANGED, GOLD, GOLD_LIGHT, INK, INTENDED, OAK_LIGHT, SHIELD
from render.kit.plates import CHOICE, beam, choice_plate, tab_plate, vellum_panel, wood_panel
from render.kit.seats import seat_colour, seat_mark
from render.kit.shadows import glow, rim, well
from render.kit.sprites import Request
from render.shipwrights import board, cards, closeups, hand, number_marks, pieces, score_sheet, village, yard
from render.shipwrights.cards import Sign, effect
from render.shipwrights.people import sign_of
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import BUILDINGS, CARDS, CRAFTSMEN, GOODS, SHIPS, TOOLS

SEATS = range(5)
PLAYERS = range(2, 6)
ROWS = range(2, 2 + len(BUILDINGS) + 1)
"""Rows of a score sheet: ships and strength, and the buildings somebody has."""
MOST_SHIPS = 6
"""Beyond four the game ends; nobody finishes more than two more that day."""
MOST_CHOICES = 25
"""As many entries as a list can have."""
WORTH = ("coin", "worker", *GOODS)


def every_sprite(faces: tuple[Face, ...]) -> Iterator[Request]:
    yield from _grounds()
    yield from _cards(faces)
    yield from _villages()
    yield from _yard()
    yield from _hand()
    yield from _closeups()
    yield from _sheets()
    yield from _marks()
    yield from _choices()


def _choices() -> Iterator[Request]:
    sizes = (CHOICE, number_marks.SMALL_CHOICE, hand.BIG_CHOICE)
    for number, size, chosen in product(range(1, MOST_CHOICES + 1), sizes, (False, True)):
        yield choice_plate.request(number, size, chosen)


def _grounds() -> Iterator[Request]:
    for ground in (pieces.shore, pieces.green, pieces.bench, pieces.evening):
        yield ground.request(WIDTH)
    yield beam.request(WIDTH + 20, 100)


def _icons(sizes: tuple[int, ...], names: tuple[str, ...]) -> Iterator[Request]:
    for name, size in product(names, sizes):
        yield icon.request(name, size)


def _cards(faces: tuple[Face, ...]) -> Iterator[Request]:
    for card in CARDS:
        yield pieces.card_body.request(card, *cards.DRAFT)
        yield pieces.card_body.request(card, *cards.HAND)
        yield pieces.card_body.request(card, *cards.HAND, True)
    for kind in pieces.KIND_COLOURS:
        yield pieces.kind_badge.request(kind, 96)
    signs = {sign for face in faces for row in effect(face) for sign in row}
    for sign, size in product(sorted(signs, key=repr), cards.SIGN_SIZES):
        yield from _sign(sign, size)
    yield from _icons((58,), WORTH)
    yield from _icons((82, 104), ("coin", "worker"))
    yield from _icons((64, 138), CRAFTSMEN)
    yield from _icons((82,), ("war_flag", "trade_flag"))
    yield icon.request("points", 88)
    for size in (40, 46, 58):
        for name, gain in (
            ("mill", True),
            ("mill", False),
            ("worker", True),
            ("worker", False),
            ("coin", True),
        ):
            yield pieces.modifier.request(name, gain, size)


def _sign(sign: Sign, size: int) -> Iterator[Request]:
    if sign.points is not None:
        yield icon.request("points", size)
    elif sign.gain is not None:
        yield pieces.modifier.request(sign.icon, sign.gain, size)
    elif sign.icon == "becomes":
        yield icon.request("becomes", round(size * 0.66))
    elif sign.icon:
        yield icon.request(sign.icon, size)
        if sign.struck:
            yield icon.request("struck", round(size * 1.12))


def _villages() -> Iterator[Request]:
    for scale in village.SCALES:
        high, room = scale.height - 10, scale.room
        yield glow.request(village.WIDTH, high, 24, GOLD_LIGHT, 12, 8)
        for seat in SEATS if scale is village.SMALL else range(3):
            yield wood_panel.request(village.WIDTH, high, 24, "dark", 60 + seat, seat_colour(seat), 6)
            yield pieces.fjord.request(scale.fjord, room, 12 + seat)
        for ship in SHIPS:
            for size in (scale.ship, scale.fjord // 3, scale.workshop_ship):
                yield pieces.ship_at_sea.request(ship, size)
        yield pieces.ghost.request("skeid", scale.ship, "#DFF3F6", 0.22)
        yield pieces.ghost.request("hammer", scale.craftsman - 36)
        yield pieces.ghost.request("bow_saw", scale.cell - 20)
        yield pieces.ghost.request("long_house", scale.cell - 24)
        yield from _icons((scale.cell - 12,), (*TOOLS, *BUILDINGS))
        yield from _icons((scale.craftsman - 16,), CRAFTSMEN)
        yield icon.request("points", min(scale.column - 8, 92))
        for number in (0, 1):
            yield vellum_panel.request(scale.workshop, room, 18, 50 + number)
        yield well.request(scale.workshop, room, 18, village.WELL, 0.42)
        yield well.request(scale.craftsman - 6, room // 2 - 3, 14, village.WELL, 0.42)
        pitch = round((room + 4) / (8 // scale.cells))
        yield well.request(scale.cell - 6, pitch - 6, 14, village.WELL, 0.42)
    yield from _brief()
    for seat in SEATS:
        yield vellum_panel.request(village.WIDTH - 24, village.HEAD, 18, 70 + seat)
        for size in (56, 62, 66, 68, 70, 76, 120):
            yield seat_mark.request(seat, size)
    yield from every_face()
    for size in (40, 70):
        yield pieces.ghost.request("hammer", size)
    yield tab_plate.request(50)
    yield from _icons((44, 52, 64), ("awaited", "crown", "pioneer_flag", "guard"))
    yield from _icons((44,), (*WORTH, *CRAFTSMEN))
    yield from _icons((village.DISCARD - 2,), tuple(map(sign_of, CARDS)))
    yield icon.request("refused", village.DISCARD // 2)
    yield from _icons((village.KIND - 2,), (*WORTH, *CRAFTSMEN))
    yield from _icons((village.CARRIED,), GOODS)
    yield from _icons((54,), (*WORTH, "card_back", "war_flag"))
    yield icon.request("fulfilled", 62)


def _brief() -> Iterator[Request]:
    """The rows of opponents where there are many."""
    for height, seat in product(board.BRIEF.values(), SEATS):
        yield glow.request(village.WIDTH, height, 20, GOLD_LIGHT, 10, 6)
        yield wood_panel.request(village.WIDTH, height, 20, "dark", 60 + seat, seat_colour(seat), 5)
    for height in board.BRIEF.values():
        high = height - village.BRIEF_HEAD - 10
        yield well.request(village.BRIEF_WORKSHOP, high, 14, village.WELL, 0.42)
        for number in (0, 1):
            yield vellum_panel.request(village.BRIEF_WORKSHOP, high, 14, 50 + number)
    for ships in range(4, MOST_SHIPS + 1):
        size = min(village.BRIEF_SHIP, round(village.BRIEF_FLEET / ships) + 6)
        yield pieces.ghost.request("skeid", size - 14, "#DFF3F6", 0.16)
        for ship in SHIPS:
            yield pieces.ship_at_sea.request(ship, size)
    for ship in SHIPS:
        yield pieces.ship_at_sea.request(ship, village.BRIEF_SHIP)
    yield from _icons((46,), (*WORTH, "war_flag", "card_back"))
    yield from _icons((50,), (*CRAFTSMEN, *BUILDINGS))
    yield from _icons((52,), TOOLS)
    for name, size in (("points", 62), ("fulfilled", 44)):
        yield icon.request(name, size)


def _yard() -> Iterator[Request]:
    yield from _shore()
    yield wood_panel.request(*yard.STORE, 24, "oak", 43)
    yield pieces.pill.request(118, 52, SHIELD, GOLD)
    yield well.request(*yard.GOOD, 16, yard.WELL, 0.40)
    yield from _icons((70,), ("worker", *GOODS))
    yield from _icons((88,), ("mill", "long_house"))
    yield from _icons((54,), ("coin", "worker"))
    yield wood_panel.request(528, 226, 18, "dark", 66)
    yield pieces.ghost.request("skeid", 200)
    for number in (0, 1):
        yield vellum_panel.request(*yard.WORKSHOP, 24, 50 + number)
    yield pieces.ribbon.request(60, 80)
    for ship in SHIPS:
        yield pieces.ship_card.request(ship, *yard.SHIP_CARD)
    for met in (True, False):
        yield pieces.chip.request(*yard.CHIP, met)
    yield pieces.lack.request(46)
    yield from _icons((46,), WORTH)
    yield from _icons((52,), CRAFTSMEN)
    yield from _icons((50,), TOOLS)
    yield from _icons((60,), ("war_flag", "trade_flag"))
    yield wood_panel.request(1160, yard.ROW, 24, "dark", 61)
    yield well.request(*yard.TOOL, 20, yard.WELL, 0.40)
    yield well.request(*yard.CRAFTSMAN, 20, yard.WELL, 0.40)
    yield well.request(*yard.BUILDING, 16, yard.WELL, 0.40)
    for tool in TOOLS:
        yield pieces.tool_card.request(tool, *yard.TOOL)
    for craftsman in CRAFTSMEN:
        yield pieces.craftsman_card.request(craftsman, *yard.CRAFTSMAN)
    for name, size in (("bow_saw", 70), ("hammer", 64), ("long_house", 50)):
        yield pieces.ghost.request(name, size)
    yield from _icons((36, 46, 66), GOODS)
    yield from _icons((68,), BUILDINGS)
    yield from _icons((74,), ("moon",))
    yield from _icons((62,), ("coin", "worker"))
    yield from _icons((74,), ("sunrise", "midday"))
    yield from _icons((50, 52, 64, 80), ("points",))
    for name, size in (
        ("fulfilled", 36), ("struck", 56), ("hourglass", 64), ("war_flag", 70), ("becomes", 56),
    ):  # fmt: skip
        yield icon.request(name, size)
    yield from _icons((56, 66, 150), ("card_back",))


def _shore() -> Iterator[Request]:
    for plate, size in yard.FLEET_SIZES:
        yield wood_panel.request(plate, yard.FLEET_PLATE, 18, "dark", 7, OAK_LIGHT, 3)
        for ship in SHIPS:
            yield pieces.ship_at_sea.request(ship, size)
    plate, size = yard.FLEET_SIZES[0]
    yield well.request(plate, yard.FLEET_PLATE, 18, "#0b1a24", 0.30)
    yield pieces.ghost.request("skeid", size, "#0c2230", 0.42)
    for number in range(13):
        yield pieces.stone.request(number)
    yield pieces.gold_ship.request(78)
    yield icon.request("coin", 92)
    yield pieces.price_card.request(*yard.PRICE)
    yield pieces.stack_edge.request(*yard.PRICE)
    yield from _icons((44,), ("war_flag", "trade_flag"))


def _hand() -> Iterator[Request]:
    for cut in cards.CUTS:
        yield well.request(cut.width + 16, cut.height + 14, 30, hand.TRAY, 0.6)
        yield glow.request(cut.width, cut.height, 26, INTENDED, 18, 12)
    yield vellum_panel.request(cards.HAND.width, hand.PLAQUE, 22, 12)
    yield well.request(150, 128, 16, "#3a2a18", 0.5)
    yield well.request(118, hand.STRIP - 20, 14, hand.TRAY, 0.45)
    for seat in SEATS:
        yield wood_panel.request(WIDTH - 40, hand.STRIP, 22, "oak", 44, seat_colour(seat), 5)
    yield wood_panel.request(WIDTH - 40, hand.HEAD - 10, 20, "oak", 45)
    yield well.request(70, 70, 14, "#3a2a18", 0.5)
    yield well.request(300, 420, 30, hand.TRAY, 0.6)
    yield from _icons((50,), ("coin", "worker"))
    yield from _icons((54,), ("card_back", *GOODS))
    yield from _icons((58,), CRAFTSMEN)
    yield from _icons((150,), ("card_back", "sunrise"))
    yield from _icons((44, 104), ("becomes",))
    yield pieces.lack.request(54)
    yield from _icons((76, 96), ("fulfilled", "refused"))
    yield from _icons((96,), ("guard", "crown"))
    yield from _icons((92, 120), SHIPS)
    yield from _icons((72, 76), ("coin", "worker"))
    yield from _icons((52,), CRAFTSMEN)
    for name, size in (("becomes", 50), ("fulfilled", 44)):
        yield icon.request(name, size)
    for size in (46, 62):
        yield tab_plate.request(size)
    yield pieces.lack.request(46)
    yield pieces.ghost.request("hammer", 54)


def _closeups() -> Iterator[Request]:
    for rows in range(1, 7):
        yield wood_panel.request(1160, rows * closeups.LINE + 20, 24, "dark", 62)
    yield from _icons((closeups.SIGN,), tuple(map(sign_of, CARDS)))
    yield icon.request("open_card", 66)


def _sheets() -> Iterator[Request]:
    for form in (score_sheet.FORM, score_sheet.TIED):
        yield from form.sprites(ROWS, PLAYERS)
        for size in sorted({score_sheet.sign_size(form, rows) for rows in ROWS}):
            yield from _icons((size,), (*score_sheet.ICONS.values(), *BUILDINGS))
    yield icon.request("coin", score_sheet.TIE_SIGN)
    for name, size in (("points", 104), ("crown", 54)):
        yield icon.request(name, size)


_POINTED = (
    (104, 142), (100, 60), (78, 60), (48, 60), (60, 60), (64, 64), (108, 70), (60, 64), (68, 68), (52, 56),
    (54, 58), (48, 56), (196, 60), (208, 262), yard.GOOD, yard.WORKSHOP, yard.TOOL, yard.BUILDING, (424, 126),
)  # fmt: skip
"""Boxes that are pointed at on a reader's own board and in the lines of the others."""


def _marks() -> Iterator[Request]:
    boxes = [*_POINTED, *((plate, 216) for plate, _ in yard.FLEET_SIZES)]
    for height in board.BRIEF.values():
        high = height - village.BRIEF_HEAD - 10
        boxes += [(70, high), (village.BRIEF_WORKSHOP, high)]
    for scale in village.SCALES:
        room, cell = scale.room, scale.cell
        pitch = round((room + 4) / (8 // scale.cells))
        boxes += [(size, size - 12) for size in (scale.ship, scale.fjord // 3)]
        boxes += [(scale.fjord, room), (scale.workshop, room), (2 * scale.craftsman - 6, room)]
        boxes += [(scale.craftsman - 6, room // 2 - 3), (cell - 6, pitch - 6), (scale.cells * cell - 6, room)]
    for width, height in boxes:
        yield rim.request(width, height, number_marks.RADIUS, CHANGED, 6)
        yield glow.request(width, height, number_marks.RADIUS, INTENDED, 10, 7)
    yield pieces.pill.request(*number_marks.DELTA, INTENDED, INK)
    yield from _icons((50, 52), ("spark",))
