"""Every sprite a picture of Borealis can need, so that they can be painted ahead."""

from collections.abc import Iterator

from render.borealis import board, discards, hand, pieces, score_sheet, shared_table
from render.borealis.common import CARD_BACK, FORMS, IN_HAND, IN_STRIP, TALL_STRIP
from render.borealis.pieces import CHIP, FROST, ICE_RIM, SPACE, STRIP, TOP_CARD
from render.borealis.signs import STRIP_HEIGHT, STRIP_WIDTH, objective_strip, score_sign, score_strip
from render.kit.arctic import ice_panel
from render.kit.faces import every_face
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import CHANGED, GOLD_LIGHT, INTENDED, OAK_LIGHT
from render.kit.plates import CHOICE, beam, choice_plate, tab_plate, vellum_panel, wood_panel
from render.kit.seats import seat_mark
from render.kit.shadows import glow, rim, well
from render.kit.sprites import Request
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, HAND, OBJECTIVES, SCORE_CARDS, SPECIES, VEHICLES

SEATS = range(4)
TABLES = (2, 3, 4)
SHEET_ROWS = (6, 7)


def every_sprite(components: Components) -> Iterator[Request]:
    yield from _grounds()
    yield from _animals()
    yield from _expedition()
    yield from _signs(components)
    yield from _players()
    yield from score_sheet.FORM.sprites(SHEET_ROWS, TABLES)
    yield from _icons()
    yield from _marks()


def _grounds() -> Iterator[Request]:
    yield pieces.camp_ground.request(WIDTH, board.HEIGHT)
    yield pieces.night.request(WIDTH, hand.HEIGHT, hand.GROUND_SEED)
    yield pieces.night.request(WIDTH, discards.HEIGHT, discards.GROUND_SEED)
    for players in TABLES:
        yield pieces.table_ground.request(WIDTH, shared_table.height_for(players))
    for rows in SHEET_ROWS:
        yield pieces.night.request(WIDTH, score_sheet.FORM.height(rows), score_sheet.GROUND_SEED)
    yield beam.request(WIDTH + 20, 96, "grey")


def _animals() -> Iterator[Request]:
    for form in FORMS:
        for species in SPECIES:
            yield pieces.card_face.request(species, form.width, form.height, form.top, form.bottom)
        for colour in COLOURS:
            for leftwards in (True, False):
                yield pieces.scientist_arrow.request(colour, leftwards, *form.arrow)
        for vehicle in VEHICLES:
            yield pieces.vehicle_badge.request(vehicle, form.badge)
        yield icon.request("star", form.star)
    for species in SPECIES:
        yield pieces.animal_chip.request(species)
    for top in (False, True):
        for species in SPECIES:
            yield pieces.stack_card.request(species, top)
        for vehicle in VEHICLES:
            yield pieces.stack_vehicle.request(vehicle, top)


def _expedition() -> Iterator[Request]:
    yield wood_panel.request(*board.CAMP, 24, "dark", 9, OAK_LIGHT, 3)
    yield vellum_panel.request(*board.REGROUP, 24, 19)
    yield well.request(*board.WELL, 26, "#071827", 0.48)
    yield pieces.empty_place.request(STRIP[0] - 22, STRIP[1] - 12)
    for left in board.SITE_LEFTS:
        yield ice_panel.request(*board.CREW, 24, 12 + left, FROST, 4)
    for seat in SEATS:
        yield pieces.track_space.request("here", seat)
    for state in ("past", "next", "ahead"):
        yield pieces.track_space.request(state, 0)
    for vehicle in VEHICLES:
        for past in (False, True):
            yield pieces.track_vehicle.request(vehicle, 46, past)
    for colour in COLOURS:
        for size in (72, 80):
            yield pieces.scientist.request(colour, size)
            yield pieces.scientist.request(colour, round(size * 0.84), absent=True)
        yield pieces.scientist.request(colour, discards.SMALL)
    yield pieces.slip.request(*discards.SLIP)
    for row in range(len(SPECIES)):
        yield wood_panel.request(*discards.PANEL, 22, "dark", 60 + row, ICE_RIM, 4)


def _signs(components: Components) -> Iterator[Request]:
    for objective in OBJECTIVES:
        about = components.objectives.of(objective)
        for open_ in (True, False):
            yield objective_strip.request(
                objective, about.kind, about.number, components.stars.objective, open_
            )
    for card in SCORE_CARDS:
        points, pair = components.score_cards.of(card).points, components.score_cards.level_pair
        for height in (STRIP_HEIGHT, TALL_STRIP):
            yield score_strip.request(card, points, pair, height)
        yield score_sign.request(card)


def _players() -> Iterator[Request]:
    yield from every_face()
    for seat in SEATS:
        for size in (58, 70, 78, 80):
            yield seat_mark.request(seat, size)
        yield wood_panel.request(*shared_table.PANEL, 22, "oak", 44 + seat, GOLD_LIGHT, 6)
        yield wood_panel.request(*shared_table.PANEL, 22, "dark", 44 + seat, ICE_RIM, 4)
    yield pieces.empty_chip.request()
    for reached in range(8):
        yield pieces.flag_gauge.request(reached)
    for place in range(HAND):
        yield wood_panel.request(*hand.SHELF, 24, "dark", 20 + place, ICE_RIM, 4)
    for lit in (True, False):
        yield pieces.site_cell.request(lit)
    for size in (62, 84):
        yield tab_plate.request(size)


def _icons() -> Iterator[Request]:
    plain = (
        ("camp", 106), ("regroup", 84), ("star", 46), ("star", 52), ("star", 58), ("star", 60), ("star", 62),
        ("star", 70), ("star", 106), ("laurel", 70), ("laurel", 56), ("flag", 76), ("flag", 48), ("flag", 52),
        ("flag", 74), ("pawn", 62), ("pawn", 56), ("hourglass", 62), ("crown", 92),
        ("site", 62), ("yes", 52), ("discard", 150), ("discard", 62), ("slide", 60), ("spark", 44),
        ("polar_bear", 68),
    )  # fmt: skip
    for name, size in plain:
        yield icon.request(name, size)
    for size in (44, 62, 76):
        yield icon.request("card_back", size, CARD_BACK)
    for vehicle in VEHICLES:
        yield icon.request(vehicle, 92)
    for dim in (True, False):
        yield icon.request("fat_star", board.SPACE_STAR, dim=dim)
    yield icon.request("site", 62, dim=True)
    yield icon.request("nowhere", 38, dim=True)


def _marks() -> Iterator[Request]:
    yield rim.request(IN_STRIP.width, IN_STRIP.height, 24, CHANGED, 7)
    yield glow.request(IN_STRIP.width, IN_STRIP.height, 24, GOLD_LIGHT, 8, 6)
    for form in FORMS:
        yield glow.request(form.width, form.height, 24, INTENDED, 14, 9)
    yield pieces.wash.request(IN_HAND.width, IN_HAND.height, 24, "#0B1620", 0.5)
    yield glow.request(80, 118, 18, INTENDED, 8, 7)
    yield rim.request(STRIP_WIDTH, STRIP_HEIGHT, 18, CHANGED, 7)
    yield rim.request(STRIP[0], TOP_CARD, 18, CHANGED, 7)
    yield rim.request(*SPACE, 16, CHANGED, 6)
    yield rim.request(98, 104, 20, CHANGED, 5)
    yield rim.request(CHIP, CHIP, 10, CHANGED, 5)
    yield rim.request(CHIP, CHIP - 6, 10, CHANGED, 5)
    yield glow.request(*SPACE, 16, GOLD_LIGHT, 7, 4)
    yield glow.request(78, 78, 39, INTENDED, 8)
    yield glow.request(74, 74, 20, GOLD_LIGHT, 8, 6)
    yield glow.request(58, 74, 12, INTENDED, 8)
    yield glow.request(*board.CREW, 24, GOLD_LIGHT, 10, 6)
    for size in (board.CAMP, board.REGROUP, board.CREW):
        yield glow.request(*size, 24, INTENDED, 12, 8)
    for number in range(1, 26):
        for chosen in (True, False):
            yield choice_plate.request(number, CHOICE, chosen)
