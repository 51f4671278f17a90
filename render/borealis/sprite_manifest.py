"""Sprite manifest of Borealis, for pre-rendering."""

from collections.abc import Iterator

from render.borealis import board, closeups, hand, pieces, score_sheet, spectator_board
from render.borealis.card_strips import STRIP_HEIGHT, STRIP_WIDTH, objective_strip, score_sign, score_strip
from render.borealis.pieces import CHIP, FROST, ICE_RIM, SPACE, STRIP, TOP_CARD
from render.borealis.table_parts import CARD_BACK, CARD_LAYOUTS, IN_HAND, IN_STRIP, TALL_STRIP_HEIGHT
from render.kit.arctic import ice_panel
from render.kit.faces import every_face
from render.kit.icons import icon
from render.kit.page import WIDTH
from render.kit.palette import CHANGED, GOLD_LIGHT, INTENDED, OAK_LIGHT
from render.kit.plates import NUMBER_PLATE_PX, beam, choice_plate, tab_plate, vellum_panel, wood_panel
from render.kit.seats import seat_mark
from render.kit.shadows import glow, rim, well
from render.kit.sprite_cache import SpriteKey
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, HAND_SIZE, OBJECTIVES, SCORE_CARDS, SPECIES, VEHICLES

SEATS = range(4)
TABLES = (2, 3, 4)
SHEET_ROWS = (6, 7)


def every_sprite(components: Components) -> Iterator[SpriteKey]:
    yield from _grounds()
    yield from _animals()
    yield from _expedition()
    yield from _signs(components)
    yield from _players()
    yield from score_sheet.LAYOUT.sprites(SHEET_ROWS, TABLES)
    yield from _icons()
    yield from _marks()


def _grounds() -> Iterator[SpriteKey]:
    yield pieces.camp_ground.key(WIDTH, board.HEIGHT)
    yield pieces.night.key(WIDTH, hand.HEIGHT, hand.GROUND_SEED)
    yield pieces.night.key(WIDTH, closeups.HEIGHT, closeups.GROUND_SEED)
    for players in TABLES:
        yield pieces.table_ground.key(WIDTH, spectator_board.height_for(players))
    for rows in SHEET_ROWS:
        yield pieces.night.key(WIDTH, score_sheet.LAYOUT.height(rows), score_sheet.GROUND_SEED)
    yield beam.key(WIDTH + 20, 96, "grey")


def _animals() -> Iterator[SpriteKey]:
    for layout in CARD_LAYOUTS:
        for species in SPECIES:
            yield pieces.card_face.key(species, layout.width, layout.height, layout.top, layout.bottom)
        for colour in COLOURS:
            for leftwards in (True, False):
                yield pieces.scientist_arrow.key(colour, leftwards, *layout.arrow)
        for vehicle in VEHICLES:
            yield pieces.vehicle_badge.key(vehicle, layout.badge)
        yield icon.key("star", layout.star)
    for species in SPECIES:
        yield pieces.animal_chip.key(species)
    for top in (False, True):
        for species in SPECIES:
            yield pieces.stack_card.key(species, top)
        for vehicle in VEHICLES:
            yield pieces.stack_vehicle.key(vehicle, top)


def _expedition() -> Iterator[SpriteKey]:
    yield wood_panel.key(*board.CAMP, 24, "dark", 9, OAK_LIGHT, 3)
    yield vellum_panel.key(*board.REGROUP, 24, 19)
    yield well.key(*board.WELL, 26, "#071827", 0.48)
    yield pieces.empty_place.key(STRIP[0] - 22, STRIP[1] - 12)
    for left in board.SITE_LEFTS:
        yield ice_panel.key(*board.CREW, 24, 12 + left, FROST, 4)
    for seat in SEATS:
        yield pieces.track_space.key("here", seat)
    for state in ("past", "next", "ahead"):
        yield pieces.track_space.key(state, 0)
    for vehicle in VEHICLES:
        for past in (False, True):
            yield pieces.track_vehicle.key(vehicle, 46, past)
    for colour in COLOURS:
        for size in (72, 80):
            yield pieces.scientist.key(colour, size)
            yield pieces.scientist.key(colour, round(size * 0.84), absent=True)
        yield pieces.scientist.key(colour, closeups.SMALL)
    yield pieces.slip.key(*closeups.SLIP)
    for row in range(len(SPECIES)):
        yield wood_panel.key(*closeups.PANEL, 22, "dark", 60 + row, ICE_RIM, 4)


def _signs(components: Components) -> Iterator[SpriteKey]:
    for objective in OBJECTIVES:
        about = components.objectives.of(objective)
        for open_ in (True, False):
            yield objective_strip.key(objective, about.kind, about.number, components.stars.objective, open_)
    for card in SCORE_CARDS:
        points, pair = components.score_cards.of(card).points, components.score_cards.level_pair
        for height in (STRIP_HEIGHT, TALL_STRIP_HEIGHT):
            yield score_strip.key(card, points, pair, height)
        yield score_sign.key(card)


def _players() -> Iterator[SpriteKey]:
    yield from every_face()
    for seat in SEATS:
        for size in (58, 70, 78, 80):
            yield seat_mark.key(seat, size)
        yield wood_panel.key(*spectator_board.PANEL, 22, "oak", 44 + seat, GOLD_LIGHT, 6)
        yield wood_panel.key(*spectator_board.PANEL, 22, "dark", 44 + seat, ICE_RIM, 4)
    yield pieces.empty_chip.key()
    for reached in range(8):
        yield pieces.flag_gauge.key(reached)
    for place in range(HAND_SIZE):
        yield wood_panel.key(*hand.SHELF, 24, "dark", 20 + place, ICE_RIM, 4)
    for lit in (True, False):
        yield pieces.site_cell.key(lit)
    for size in (62, 84):
        yield tab_plate.key(size)


def _icons() -> Iterator[SpriteKey]:
    plain = (
        ("camp", 106), ("regroup", 84), ("star", 46), ("star", 52), ("star", 58), ("star", 60), ("star", 62),
        ("star", 70), ("star", 106), ("laurel", 70), ("laurel", 56), ("flag", 76), ("flag", 48), ("flag", 52),
        ("flag", 74), ("pawn", 62), ("pawn", 56), ("hourglass", 62), ("crown", 92),
        ("site", 62), ("yes", 52), ("discard", 150), ("discard", 62), ("slide", 60), ("spark", 44),
        ("polar_bear", 68),
    )  # fmt: skip
    for name, size in plain:
        yield icon.key(name, size)
    for size in (44, 62, 76):
        yield icon.key("card_back", size, CARD_BACK)
    for vehicle in VEHICLES:
        yield icon.key(vehicle, 92)
    for dim in (True, False):
        yield icon.key("fat_star", board.SPACE_STAR, dim=dim)
    yield icon.key("site", 62, dim=True)
    yield icon.key("nowhere", 38, dim=True)


def _marks() -> Iterator[SpriteKey]:
    yield rim.key(IN_STRIP.width, IN_STRIP.height, 24, CHANGED, 7)
    yield glow.key(IN_STRIP.width, IN_STRIP.height, 24, GOLD_LIGHT, 8, 6)
    for layout in CARD_LAYOUTS:
        yield glow.key(layout.width, layout.height, 24, INTENDED, 14, 9)
    yield pieces.wash.key(IN_HAND.width, IN_HAND.height, 24, "#0B1620", 0.5)
    yield glow.key(80, 118, 18, INTENDED, 8, 7)
    yield rim.key(STRIP_WIDTH, STRIP_HEIGHT, 18, CHANGED, 7)
    yield rim.key(STRIP[0], TOP_CARD, 18, CHANGED, 7)
    yield rim.key(*SPACE, 16, CHANGED, 6)
    yield rim.key(98, 104, 20, CHANGED, 5)
    yield rim.key(CHIP, CHIP, 10, CHANGED, 5)
    yield rim.key(CHIP, CHIP - 6, 10, CHANGED, 5)
    yield glow.key(*SPACE, 16, GOLD_LIGHT, 7, 4)
    yield glow.key(78, 78, 39, INTENDED, 8)
    yield glow.key(74, 74, 20, GOLD_LIGHT, 8, 6)
    yield glow.key(58, 74, 12, INTENDED, 8)
    yield glow.key(*board.CREW, 24, GOLD_LIGHT, 10, 6)
    for size in (board.CAMP, board.REGROUP, board.CREW):
        yield glow.key(*size, 24, INTENDED, 12, 8)
    for number in range(1, 26):
        for chosen in (True, False):
            yield choice_plate.key(number, NUMBER_PLATE_PX, chosen)
