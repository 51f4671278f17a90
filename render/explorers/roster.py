"""What lies under the map: the state of the game, and each player's ship, crew, cargo and gains."""

from dataclasses import dataclass

from PIL.ImageFont import FreeTypeFont

from render.explorers.layout import FRAME, ROSTER
from render.explorers.marks import Changes
from render.explorers.tokens import strength_shield
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import CHANGED, GOLD_LIGHT, INK
from render.kit.plates import put_points, vellum_panel, wood_panel
from render.kit.seats import put_seat, seat_colour
from render.kit.shadows import glow, rim, well
from render.kit.sprites import Sprite
from render.kit.type import fitted, font
from rules.explorers.pieces import ACTIONS, HOLD
from rules.explorers.view import PlayerView, View

BEAM = 58
PANEL = 200
GAP = 8
INSIDE = FRAME + 4
PLACE = 62
WIDE = 500
BLOCK = 310
"""How wide, in a wide panel, the part is that every panel has."""


def panel_width(players: int) -> int:
    return (WIDTH - 2 * INSIDE - (players - 1) * GAP) // players


def roster(page: Page, view: View, names: tuple[str, ...], changes: Changes, top: int) -> None:
    """Draw it from `top` down to the lower frame."""
    page.put_corner(wood_panel(WIDTH - 2 * FRAME + 6, ROSTER - 16, 8, "dark", 31), FRAME - 3, top + 2)
    _state(page, view, names, top + 4 + BEAM / 2)
    width = panel_width(len(view.players))
    for player in view.players:
        left = INSIDE + player.seat * (width + GAP)
        _Panel(view, player, names[player.seat], changes, left, top + BEAM + 4, width).paint(page)


def _state(page: Page, view: View, names: tuple[str, ...], y: float) -> None:
    """Turns, the stack, the supply, whose turn it is and the actions left."""
    page.put(icon("winter", 50), INSIDE + 34, y)
    page.number(INSIDE + 66, y, f"{min(view.turn, view.turns)}/{view.turns}", 40, anchor="lm")
    if view.winter is not None:
        put_seat(page, INSIDE + 222, y, view.winter, 52, names[view.winter])
    for x, name, count in (
        (INSIDE + 320, "hex_tile", view.stack),
        (INSIDE + 458, "settlement", view.settlements_left),
        (INSIDE + 596, "enemy_ship", view.enemy_ships_left),
    ):
        page.put(icon(name, 48), x, y)
        page.number(x + 32, y, count, 40, anchor="lm")
    if view.phase in ("actions", "place"):
        right = WIDTH - INSIDE
        put_seat(page, right - 288, y, view.active, 52, names[view.active])
        for number in range(ACTIONS):
            left = number < view.actions and view.phase == "actions"
            page.put(icon("slide", 48, GOLD_LIGHT, dim=not left), right - 222 + number * 60, y)


def _figures() -> FreeTypeFont:
    return font("number", 38, 750)


@dataclass(frozen=True)
class _Panel:
    """One player's panel."""

    view: View
    player: PlayerView
    name: str
    changes: Changes
    left: int
    top: int
    width: int

    def paint(self, page: Page) -> None:
        seat = self.player.seat
        panel = vellum_panel(self.width, PANEL, 16, 51 + seat, seat_colour(seat), 7)
        page.put_corner(panel, self.left, self.top)
        if seat in self.view.to_act:
            page.put_corner(glow(self.width, PANEL, 18, GOLD_LIGHT, 6, 6), self.left, self.top)
        self._who(page)
        self._ship(page)
        self._counts(page)
        if self.width >= WIDE:
            self._gains(page)

    def _x(self, share: float) -> float:
        """A place across the block that every panel has."""
        return self.left + share * (BLOCK if self.width >= WIDE else self.width)

    def _who(self, page: Page) -> None:
        player, y = self.player, self.top + 44
        put_seat(page, self._x(0.14), y, player.seat, 64, self.name)
        put_points(page, self._x(0.385), y, player.points, 72)
        if player.seat in self.changes.points:
            page.put(icon("spark", 46), self._x(0.385) + 32, y - 24)
        if self.width < WIDE:
            for captain in player.captains:
                page.put(icon(f"captain_{captain}", 54), self._x(0.615), y)
        page.put(icon("dead_viking", 42), self._x(0.785), y)
        page.text(self._x(0.785) + 24, y, str(player.dead), _figures(), INK, "lm")

    def _ship(self, page: Page) -> None:
        """The hold, place by place, and the Vikings on the Mainland."""
        ship, y = self.player.longship, self.top + 111
        cargo = ["viking"] * ship.vikings + [f"livestock_{animal}" for animal in ship.livestock]
        for place in range(HOLD):
            x = self._x(0.14 + place * 0.235)
            page.put(well(PLACE, PLACE, 14, "#3a2413", 0.40), x, y)
            if place < len(cargo):
                page.put(icon(cargo[place], PLACE - 6), x, y)
            if self.player.seat in self.changes.holds:
                page.put(rim(PLACE, PLACE, 14, CHANGED, 6), x, y)
        page.put(icon("viking", 46), self._x(0.785), y)
        page.text(self._x(0.785) + 24, y, str(self.player.on_mainland), _figures(), INK, "lm")

    def _counts(self, page: Page) -> None:
        player, y = self.player, self.top + 168
        counts = (
            ("outpost", player.outposts_left),
            ("livestock_sheep", len(player.delivered)),
            ("settlement", len(player.raided)),
            ("enemy_ship", player.destroyed),
        )
        for number, (name, count) in enumerate(counts):
            x = self._x(0.097 + number * 0.238)
            page.put(icon(name, 36), x, y)
            page.text(x + 20, y, str(count), _figures(), INK, "lm")

    def _gains(self, page: Page) -> None:
        """In a wide panel: name, captains, and what was brought home, piece by piece."""
        left = self.left + BLOCK + 14
        room = self.width - BLOCK - 34
        player = self.player
        wanted = 66 * len(player.captains)
        name = fitted(self.name, "title", 46, max(60, room - wanted - 10), otherwise=f"{player.seat + 1}")
        page.line(left, self.top + 46, name)
        for number, captain in enumerate(player.captains):
            x = self.left + self.width - 44 - 66 * (len(player.captains) - 1 - number)
            page.put(icon(f"captain_{captain}", 62), x, self.top + 46)
        pieces = [icon(f"livestock_{animal}", 50) for animal in player.delivered]
        _row(page, pieces, left, room, self.top + 108, 52)
        trophies = [strength_shield(strength, 38) for strength in player.raided]
        trophies += [icon("enemy_ship", 50)] * player.destroyed
        _row(page, trophies, left, room, self.top + 164, 56)


def _row(page: Page, pieces: list[Sprite], left: float, room: float, y: float, pitch: float) -> None:
    """Pieces side by side; where there are many, one over the other."""
    step = min(pitch, (room - pitch) / max(1, len(pieces) - 1))
    for number, piece in enumerate(pieces):
        page.put(piece, left + pitch / 2 + number * step, y)
