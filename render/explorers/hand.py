"""The hand of Explorers: tiles painted like the map, and the captains to choose from or to play for."""

from dataclasses import dataclass

from PIL import Image

from render.explorers.board import Sizes, symbol_token
from render.explorers.bonus import put_bonus, width_of
from render.explorers.geometry import ROOT3, centre
from render.explorers.ground import parchment, wooden_frame
from render.explorers.hexes import hex_glow, hex_mask, hex_rim
from render.explorers.layout import Layout
from render.explorers.marks import Intention, land_after, turned
from render.explorers.placer import Kind, Placer, Wish, footprint
from render.explorers.raster import Raster
from render.explorers.terrain import paint
from render.explorers.tokens import number_plate
from render.explorers.world import Piece, World
from render.kit.icons import drawn, greyed, icon
from render.kit.page import WIDTH, Page, stamp
from render.kit.palette import GOLD_LIGHT, INK, INTENDED, rgb
from render.kit.plates import vellum_panel
from render.kit.scenes import DAWN, DUSK, STORM, coast
from render.kit.seats import put_seat
from render.kit.shadows import glow, plate, shadowed
from render.kit.sprites import Request, Sprite, sprite
from render.kit.textures import vellum, wood
from render.kit.type import font
from rules.explorers.pieces import CAPTAINS, Captain, Ground, Symbol
from rules.explorers.tile import Tile, regions
from rules.explorers.view import HandTile, View
from rules.game import Seat

HEIGHT = 900
RADIUS = 174
TILE_Y = 244
PLATE_Y, FACTS_Y = 480, 586
CAPTAINS_TOP, CAPTAIN_HEIGHT = 678, 160
CARD = (540, 720)
BONUS_SIZES = (96, 84, 72, 62)
_MIDDLES: dict[Ground | None, int] = {None: 0, "land": 1, "sea": 2}
_EDGE, _SIDE = "#ECDEBA", "#563A22"


def captain_room(captains: int) -> int:
    """The width that a captain has under the tiles."""
    return (WIDTH - 184) // max(1, captains)


def face(tile: HandTile, turn: int = 0) -> Sprite:
    land = sum(1 << corner for corner, is_land in enumerate(land_after(tile, turn)) if is_land)
    at = sum(1 << corner for corner in turned(tile.symbol_corners, turn))
    return tile_face(tile.number, land, _MIDDLES[tile.middle], tile.symbol, at)


def printed_face(tile: Tile) -> Request:
    """The face of a tile as it is printed, to be painted ahead."""
    ground: Ground = "sea" if tile.symbol == "enemy_ship" else "land"
    region = next(found for found in regions(tile.land, tile.middle, ground) if tile.at in found)
    at = sum(1 << corner for corner in region)
    return tile_face.request(tile.number, tile.land, _MIDDLES[tile.middle], tile.symbol, at)


@sprite
def tile_face(number: int, land: int, middle: int, symbol: Symbol, at: int) -> Sprite:
    """A tile of thick board, with the piece it brings; corners are bits."""
    ground: Ground | None = next(name for name, code in _MIDDLES.items() if code == middle)
    # Somewhere far from the map: each tile has hills and woods of its own.
    cell = 40 + 7 * (number % 8), -40 - 7 * (number // 8)
    piece = Piece(*cell, tuple(bool(land >> corner & 1) for corner in range(6)), ground)
    x, y = (round(part * RADIUS) for part in centre(cell))
    wide, high = 2 * RADIUS + 12, round(ROOT3 * RADIUS) // 2 * 2 + 12
    left, top = (x - wide // 2) // 2 * 2, (y - high // 2) // 2 * 2
    box = left, top, left + wide, top + high
    shown = paint(World(frozenset({piece}), mainland=False), RADIUS, box)
    raster = Raster(frozenset({piece}), RADIUS, box, shown.colours, shown.paint, shown.shore)
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
    spot = Placer(Layout(0, RADIUS, left, top), raster).put(Wish(cell, kind, corners, footprint(token), 7))
    lay = round(mid[0] + spot[0] - (x - left) - token.image.width / 2)
    body.alpha_composite(token.image, (lay, round(mid[1] + spot[1] - (y - top) - token.image.height / 2)))
    return shadowed(body, 12, 10, 0.5, 0.35)


@sprite
def captain_card(captain: Captain) -> Sprite:
    """A captain before a coast of their own, over a plaque for what they are worth."""
    weather = (DAWN, DUSK, STORM)[CAPTAINS.index(captain) % 3]
    body = plate(wood(*CARD, "oak", 71), 30)
    art = coast(CARD[0] - 44, 500, weather, 3 + CAPTAINS.index(captain), fine=2)
    body.alpha_composite(plate(art, 20, -0.3, -0.35), (22, 22))
    plaque = plate(vellum(CARD[0] - 44, 156, 72), 18, border="#4A2C19", line=5)
    body.alpha_composite(plaque, (22, CARD[1] - 178))
    sign = shadowed(drawn(f"captain_{captain}", 340, outline=2), 14, 12, 0.55, 0.4)
    stamp(body, sign, CARD[0] / 2, 280)
    return shadowed(body, 18, 12, 0.5, 0.4)


@dataclass(frozen=True)
class HandPicture:
    """One picture of a hand, for its owner's eyes only."""

    view: View
    seat: Seat
    names: tuple[str, ...]
    intended: Intention | None

    def paint(self) -> Page:
        page = Page(parchment(WIDTH, HEIGHT).image)
        wooden_frame(page.image)
        if self.view.phase == "captains":
            self._choice(page)
        else:
            self._tiles(page)
            self._captains(page)
        return page

    # Tiles

    def _tiles(self, page: Page) -> None:
        hand = self.view.hand or ()
        for number, tile in enumerate(hand):
            x = WIDTH / 2 + (number - (len(hand) - 1) / 2) * 384
            self._tile(page, tile, x)

    def _tile(self, page: Page, tile: HandTile, x: float) -> None:
        meant = self.intended is not None and self.intended.tile == tile
        turn = self.intended.turn if meant and self.intended else 0
        choosing = self.view.phase == "place" and self.view.active == self.seat
        shown = face(tile, turn)
        if choosing and not tile.cells:
            shown = Sprite(greyed(shown.image, 0.75), shown.pad)
        if meant:
            page.put(hex_glow(RADIUS + 6, INTENDED), x, TILE_Y)
        page.put(shown, x, TILE_Y)
        if meant:
            page.put(hex_rim(RADIUS, INTENDED, 7, False), x, TILE_Y)
        page.put(number_plate(tile.number, "cell", 58, meant), x, PLATE_Y)
        if choosing:
            page.put(icon("hex_tile", 60), x - 50, FACTS_Y)
            page.text(x - 6, FACTS_Y, f"×{len(tile.cells)}", font("number", 54, 750), INK, "lm")

    # Captains

    def _captains(self, page: Page) -> None:
        """What the player's captains are worth."""
        captains = self.view.players[self.seat].captains
        middle = CAPTAINS_TOP + CAPTAIN_HEIGHT / 2
        put_seat(page, 92, middle, self.seat, 92, self.names[self.seat])
        room = captain_room(len(captains))
        for number, captain in enumerate(captains):
            left = 164 + number * room
            panel = vellum_panel(room - 20, CAPTAIN_HEIGHT, 22, 61 + number, "#6A4124", 6)
            page.put_corner(panel, left, CAPTAINS_TOP)
            page.put(icon(f"captain_{captain}", 112), left + 88, middle)
            size = 96 if len(captains) == 1 else 62
            put_bonus(page, captain, len(self.view.players), left + 176, middle, size)

    def _choice(self, page: Page) -> None:
        """Two captains, of which one is kept."""
        dealt = self.view.dealt
        for number, captain in enumerate(dealt):
            x = WIDTH / 2 + (number - (len(dealt) - 1) / 2) * (CARD[0] + 30)
            self._card(page, captain, x)

    def _card(self, page: Page, captain: Captain, x: float) -> None:
        left, top = x - CARD[0] / 2, (HEIGHT - CARD[1]) / 2
        page.put_corner(captain_card(captain), left, top)
        if self.intended is not None and self.intended.captain == captain:
            page.put_corner(glow(*CARD, 30, INTENDED, 18, 12), left, top)
        elif self.view.kept == captain:
            page.put_corner(glow(*CARD, 30, GOLD_LIGHT, 18, 12), left, top)
        size = next(size for size in BONUS_SIZES if width_of(captain, size) < CARD[0] - 60)
        put_bonus(page, captain, len(self.view.players), x - width_of(captain, size) / 2, top + 620, size)
