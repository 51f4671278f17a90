"""The hand of Explorers: the tiles, and the captains to choose from or to play for."""

from dataclasses import dataclass

from PIL import Image

from render.explorers.captain_bonus import put_bonus, width_of
from render.explorers.geometry import ROOT3, centre
from render.explorers.heightmap import Heightmap, MapTile
from render.explorers.hexes import hex_glow, hex_mask, hex_rim
from render.explorers.highlights import Intention, rotated_corners, rotated_land
from render.explorers.layout import Layout
from render.explorers.map_background import parchment, wooden_frame
from render.explorers.numbering import NumberedTarget
from render.explorers.piece_placement import Kind, PiecePlacer, PlacementRequest, footprint
from render.explorers.pieces import Sizes, symbol_token
from render.explorers.raster_cache import ShoreMap
from render.explorers.terrain import paint
from render.kit import WIDTH, Page, Sprite, fit_text, font, icon, sprite
from render.kit.icons import desaturate, draw_icon
from render.kit.page import stamp
from render.kit.palette import GOLD_LIGHT, INK, INTENDED, rgb
from render.kit.plates import put_number_plate, put_points, vellum_panel
from render.kit.regions import rectangle
from render.kit.scenes import DAWN, DUSK, STORM, coast
from render.kit.shadows import glow, plate, rim, with_shadow
from render.kit.textures import vellum, wood
from rules.components import Name
from rules.explorers.pieces import CAPTAINS, Captain, Ground, Symbol
from rules.explorers.tile import Tile, regions
from rules.explorers.view import HandTile, View
from rules.game import Seat

HEIGHT = 900
RADIUS = 174
TILE_Y = 260
FACTS_Y = 486
CAPTAINS_TOP, CAPTAIN_HEIGHT = 576, 280
DEALT_TOP, DEALT_TILES_Y = 28, 764
"""While captains are chosen: the top of their cards, and the middle of the tiles below them."""
CARD = (540, 600)
SMALL_TILE = 0.62
TILE_CHOICE, CARD_CHOICE = 84, 96
"""Number plate sizes on tiles and on captains."""
BONUS_SIZES = (96, 84, 72, 62)
_MIDDLES: dict[Ground | None, int] = {None: 0, "land": 1, "sea": 2}
_EDGE, _SIDE = "#ECDEBA", "#563A22"


def face_values(tile: HandTile, turn: int = 0) -> tuple[int, int, int, Symbol, int]:
    land = sum(1 << corner for corner, is_land in enumerate(rotated_land(tile, turn)) if is_land)
    at = sum(1 << corner for corner in rotated_corners(tile.symbol_corners, turn))
    return tile.number, land, _MIDDLES[tile.middle], tile.symbol, at


def face(tile: HandTile, turn: int = 0) -> Sprite:
    return tile_face(*face_values(tile, turn))


def printed_values(tile: Tile) -> tuple[int, int, int, Symbol, int]:
    """Arguments of `tile_face` for a tile as it is printed."""
    ground: Ground = "sea" if tile.symbol == "enemy_ship" else "land"
    region = next(found for found in regions(tile.land, tile.middle, ground) if tile.at in found)
    at = sum(1 << corner for corner in region)
    return tile.number, tile.land, _MIDDLES[tile.middle], tile.symbol, at


@sprite
def tile_face(number: int, land: int, middle: int, symbol: Symbol, at: int) -> Sprite:
    """A tile of thick board with its symbol; land and symbol corners are bit masks."""
    ground: Ground | None = next(name for name, code in _MIDDLES.items() if code == middle)
    # Far from the map, so that each tile has hills and woods of its own.
    cell = 40 + 7 * (number % 8), -40 - 7 * (number // 8)
    piece = MapTile(*cell, tuple(bool(land >> corner & 1) for corner in range(6)), ground)
    x, y = (round(part * RADIUS) for part in centre(cell))
    wide, high = 2 * RADIUS + 12, round(ROOT3 * RADIUS) // 2 * 2 + 12
    left, top = (x - wide // 2) // 2 * 2, (y - high // 2) // 2 * 2
    box = left, top, left + wide, top + high
    shown = paint(Heightmap(frozenset({piece}), mainland=False), RADIUS, box)
    shore_map = ShoreMap(frozenset({piece}), RADIUS, box, shown.shore)
    body = Image.new("RGBA", (wide + 60, high + 70), (0, 0, 0, 0))
    mid = body.width // 2, 30 + high // 2
    for radius, colour, lower in ((RADIUS + 5, _SIDE, 8), (RADIUS + 5, _EDGE, 0)):
        rim = hex_mask(radius)
        body.paste(rgb(colour), (mid[0] - rim.width // 2, mid[1] - rim.height // 2 + lower), rim)
    mask = hex_mask(RADIUS)
    art = Image.new("RGB", mask.size)
    art.paste(shown.colours, (mask.width // 2 - (x - left), mask.height // 2 - (y - top)))
    body.paste(art, (mid[0] - mask.width // 2, mid[1] - mask.height // 2), mask)
    kind: Kind = "sea" if symbol == "enemy_ship" else "land"
    token = symbol_token(symbol, Sizes(140, 1.14))
    corners = tuple(corner for corner in range(6) if at >> corner & 1)
    spot = PiecePlacer(Layout(0, RADIUS, left, top), shore_map).place(
        PlacementRequest(cell, kind, corners, footprint(token), 7)
    )
    lay = round(mid[0] + spot[0] - (x - left) - token.image.width / 2)
    body.alpha_composite(token.image, (lay, round(mid[1] + spot[1] - (y - top) - token.image.height / 2)))
    return with_shadow(body, 12, 10, 0.5, 0.35)


@sprite
def captain_card(captain: Captain) -> Sprite:
    """A captain in front of a coast, above a plaque for name and bonus."""
    weather = (DAWN, DUSK, STORM)[CAPTAINS.index(captain) % 3]
    body = plate(wood(*CARD, "oak", 71), 30)
    art = coast(CARD[0] - 44, 340, weather, 3 + CAPTAINS.index(captain), supersampling=2)
    body.alpha_composite(plate(art, 20, -0.3, -0.35), (22, 22))
    plaque = plate(vellum(CARD[0] - 44, 206, 72), 18, border="#4A2C19", line=5)
    body.alpha_composite(plaque, (22, CARD[1] - 226))
    sign = with_shadow(draw_icon(f"captain_{captain}", 260, outline=2), 14, 12, 0.55, 0.4)
    stamp(body, sign, CARD[0] / 2, 196)
    return with_shadow(body, 18, 12, 0.5, 0.4)


@sprite
def small_face(number: int, land: int, middle: int, symbol: Symbol, at: int) -> Sprite:
    whole = tile_face(number, land, middle, symbol, at).image
    return Sprite(whole.resize((round(whole.width * SMALL_TILE), round(whole.height * SMALL_TILE))))


@dataclass(frozen=True)
class HandPicture:
    """Draws one picture of a hand, for its owner only."""

    view: View
    seat: Seat
    captains: dict[Captain, Name]
    language: str
    intended: Intention | None
    choices: tuple[NumberedTarget, ...] = ()

    def paint(self) -> Page:
        dealing = self.view.phase == "captains"
        page = Page(parchment(WIDTH, HEIGHT).image)
        wooden_frame(page.image)
        if dealing:
            self._dealt(page)
        else:
            self._tiles(page)
            self._captains(page)
        return page

    def _number(self, what: str, name: str) -> int | None:
        return next((choice.number for choice in self.choices if choice.target == (what, name)), None)

    # Tiles

    def _tiles(self, page: Page) -> None:
        hand = self.view.hand or ()
        for number, tile in enumerate(hand):
            x = WIDTH / 2 + (number - (len(hand) - 1) / 2) * 384
            self._tile(page, tile, x)

    def _tile(self, page: Page, tile: HandTile, x: float) -> None:
        is_intended = self.intended is not None and self.intended.tile == tile
        turn = self.intended.turn or 0 if is_intended and self.intended else 0
        choosing = self.view.phase == "place" and self.view.active == self.seat
        shown = face(tile, turn)
        if choosing and not tile.cells:
            shown = Sprite(desaturate(shown.image, 0.75), shown.pad)
        if is_intended:
            page.put(hex_glow(RADIUS + 6, INTENDED), x, TILE_Y)
        page.put(shown, x, TILE_Y)
        if is_intended:
            page.put(hex_rim(RADIUS, INTENDED, 7, False), x, TILE_Y)
        page.part("tile", x - 150, TILE_Y - 130, x + 150, TILE_Y + 130)
        number = self._number("tile", str(tile.number))
        if number is not None:
            target = rectangle(x - RADIUS, TILE_Y - RADIUS, x + RADIUS, FACTS_Y + 30)
            put_number_plate(page, x - 120, TILE_Y - 132, number, target, TILE_CHOICE)
        self._facts(page, tile, x, choosing)

    def _facts(self, page: Page, tile: HandTile, x: float, choosing: bool) -> None:
        """Draw the tile's number and how many cells it fits."""
        if not choosing:
            page.text(x, FACTS_Y, f"#{tile.number}", font("number", 44, 750), INK)
            return
        page.text(x - 20, FACTS_Y, f"#{tile.number}", font("number", 44, 750), INK, "rm")
        page.put(icon("hex_tile", 56), x + 34, FACTS_Y)
        page.text(x + 68, FACTS_Y, f"×{len(tile.cells)}", font("number", 48, 750), INK, "lm")
        page.part("tile_number", x - 110, FACTS_Y - 28, x - 16, FACTS_Y + 28)
        page.part("fits", x + 4, FACTS_Y - 28, x + 130, FACTS_Y + 28)

    # Captains

    def _captains(self, page: Page) -> None:
        """Draw the player's captains with their names, bonuses and current points."""
        player = self.view.players[self.seat]
        room = (WIDTH - 64) // max(1, len(player.captains))
        for number, captain in enumerate(player.captains):
            left = 32 + number * room
            panel = vellum_panel(room - 16, CAPTAIN_HEIGHT, 22, 61 + number, "#6A4124", 6)
            page.put_corner(panel, left, CAPTAINS_TOP)
            points = player.captain_points
            if len(points) > 1 and points[number] == min(points):
                # In a solo game the lower of the two counts.
                page.put_corner(rim(room - 16, CAPTAIN_HEIGHT, 22, GOLD_LIGHT, 10), left, CAPTAINS_TOP)
            page.put(icon(f"captain_{captain}", 130), left + 96, CAPTAINS_TOP + 92)
            name = fit_text(self.captains[captain].text(self.language), "title", 62, room - 330)
            page.text_line(left + 180, CAPTAINS_TOP + 92, name)
            put_points(page, left + room - 86, CAPTAINS_TOP + 92, points[number], 104)
            page.part("captain", left + 20, CAPTAINS_TOP + 20, left + 180 + name.width, CAPTAINS_TOP + 160)
            page.part(
                "captain_now", left + room - 138, CAPTAINS_TOP + 40, left + room - 34, CAPTAINS_TOP + 144
            )
            size = next(size for size in BONUS_SIZES if width_of(captain, size) < room - 60)
            put_bonus(page, captain, len(self.view.players), left + 36, CAPTAINS_TOP + 214, size)
            width = width_of(captain, size)
            page.part("bonus", left + 30, CAPTAINS_TOP + 168, left + 36 + width, CAPTAINS_TOP + 260)

    def _dealt(self, page: Page) -> None:
        """Draw the two captains to choose from, with the tiles below."""
        dealt, hand = self.view.dealt, self.view.hand or ()
        for number, captain in enumerate(dealt):
            x = WIDTH / 2 + (number - (len(dealt) - 1) / 2) * (CARD[0] + 30)
            self._card(page, captain, x)
        for number, tile in enumerate(hand):
            x = WIDTH / 2 + (number - (len(hand) - 1) / 2) * 330
            page.put(small_face(*face_values(tile)), x, DEALT_TILES_Y)
        page.part("tiles", 120, DEALT_TILES_Y - 110, WIDTH - 120, DEALT_TILES_Y + 110)

    def _card(self, page: Page, captain: Captain, x: float) -> None:
        left, top = x - CARD[0] / 2, DEALT_TOP
        page.put_corner(captain_card(captain), left, top)
        chosen = self.view.kept == captain
        if self.intended is not None and self.intended.captain == captain:
            page.put_corner(glow(*CARD, 30, INTENDED, 18, 12), left, top)
        elif chosen:
            page.put_corner(glow(*CARD, 30, GOLD_LIGHT, 18, 12), left, top)
        name = fit_text(self.captains[captain].text(self.language), "title", 60, CARD[0] - 80)
        page.text_line(x, top + 424, name, anchor="middle")
        size = next(size for size in BONUS_SIZES if width_of(captain, size) < CARD[0] - 60)
        put_bonus(page, captain, len(self.view.players), x - width_of(captain, size) / 2, top + 510, size)
        page.part("captain_card", left + 60, top + 390, left + CARD[0] - 60, top + 460)
        page.part("bonus", left + 30, top + 466, left + CARD[0] - 30, top + 556)
        number = self._number("captain", captain)
        if number is not None:
            target = rectangle(left, top, left + CARD[0], top + CARD[1])
            put_number_plate(page, left + 66, top + 66, number, target, CARD_CHOICE)
