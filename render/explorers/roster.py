"""The roster below or beside the map: the turn, and each player's ship, crew, cargo and gains."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL.ImageFont import FreeTypeFont

from render.explorers.highlights import Changes
from render.explorers.layout import FRAME, ROSTER, Layout
from render.explorers.tokens import strength_shield
from render.kit import WIDTH, Page, Sprite, fit_text, font, icon, put_seat
from render.kit.palette import CHANGED, GOLD_LIGHT, INK
from render.kit.plates import put_points, vellum_panel, wood_panel
from render.kit.seats import seat_colour
from render.kit.shadows import glow, rim, well
from render.kit.type import MIN_FONT_PX, layout_line
from render.painter import RequestReader
from rules.components import Name
from rules.explorers.pieces import ACTIONS_PER_TURN, HOLD_SIZE, Captain
from rules.explorers.view import LongshipView, PlayerView, View

BEAM = 58
PANEL = 264
GAP = 8
INSIDE = FRAME + 4
PLACE = 56
WIDE = 500
BLOCK = 310
"""Width of the part that narrow and wide panels share."""


def put_hold(page: Page, ship: LongshipView, spaces: Sequence[float], y: float) -> None:
    """Draw the spaces of a longship from left to right, at these places, with what is aboard."""
    cargo = ["viking"] * ship.vikings + [f"livestock_{animal}" for animal in ship.livestock]
    for place, x in enumerate(spaces):
        page.put(well(PLACE, PLACE, 14, "#3a2413", 0.40), x, y)
        if place < len(cargo):
            page.put(icon(cargo[place], PLACE - 6), x, y)


@dataclass(frozen=True)
class Roster(RequestReader[View]):
    """Draws the lower part of a board, with names in the reader's language."""

    changes: Changes
    captains: dict[Captain, Name]

    def put(self, page: Page, layout: Layout) -> None:
        if layout.has_side_roster:
            self._put_beside(page, layout)
        else:
            self._put_below(page, layout.map_bottom)

    def _put_below(self, page: Page, top: int) -> None:
        """Draw the roster from `top` down to the frame, the players side by side."""
        page.put_corner(wood_panel(WIDTH - 2 * FRAME + 6, ROSTER - 16, 8, "dark", 31), FRAME - 3, top + 2)
        y = top + 4 + BEAM / 2
        self._turns(page, INSIDE, y)
        self._supply(page, INSIDE + 320, y, 138, 48, 40)
        self._actions(page, WIDTH - INSIDE, y, 60)
        players = len(self.view.players)
        width = (WIDTH - 2 * INSIDE - (players - 1) * GAP) // players
        for player in self.view.players:
            left = INSIDE + player.seat * (width + GAP)
            _Panel(self, player, left, top + BEAM + 4, width).paint(page)

    def _put_beside(self, page: Page, layout: Layout) -> None:
        """Draw the roster from the map to the right frame, the players one below the other."""
        left, high = layout.map_right, layout.height - 2 * FRAME + 6
        width = WIDTH - FRAME - left
        page.put_corner(wood_panel(width + 1, high, 8, "dark", 31), left + 2, FRAME - 3)
        y = FRAME + BEAM / 2
        self._turns(page, left + 8, y)
        self._supply(page, left + 28, y + BEAM, 97, 42, 38)
        self._actions(page, WIDTH - FRAME - 6, y + 2 * BEAM, 54)
        for player in self.view.players:
            top = FRAME + 3 * BEAM + 4 + player.seat * (PANEL + GAP)
            _Panel(self, player, left + 8, top, width - 10).paint(page)

    def captain(self, captain: Captain) -> str:
        return self.captains[captain].text(self.request.language)

    def _turns(self, page: Page, left: float, y: float) -> None:
        """Draw the turn, and the player with the winter token."""
        view = self.view
        page.put(icon("winter", 50), left + 34, y)
        page.number(left + 66, y, f"{min(view.turn, view.turns)}/{view.turns}", 40, anchor="lm")
        page.part("turns", left + 4, y - 26, left + 194, y + 26)
        if view.winter is not None:
            put_seat(page, left + 222, y, view.winter, 52, self.names[view.winter])

    def _supply(self, page: Page, left: float, y: float, step: float, icon_px: int, size: int) -> None:
        """Draw the stack, and the settlements and enemy ships to come."""
        view = self.view
        for number, (name, count, part) in enumerate(
            (
                ("hex_tile", view.stack, "stack"),
                ("settlement", view.settlements_left, "settlements_left"),
                ("enemy_ship", view.enemy_ships_left, "enemy_ships_left"),
            )
        ):
            x = left + number * step
            page.put(icon(name, icon_px), x, y)
            page.number(x + icon_px / 2 + 2, y, count, size, anchor="lm")
            page.part(part, x - 26, y - 26, x + 78, y + 26)

    def _actions(self, page: Page, right: float, y: float, step: float) -> None:
        """Draw the active player and the actions left."""
        view = self.view
        if view.phase in ("actions", "place"):
            put_seat(page, right - 4 * step - 40, y, view.active, 52, self.names[view.active])
            for number in range(ACTIONS_PER_TURN):
                left = number < view.actions and view.phase == "actions"
                page.put(icon("slide", 48, GOLD_LIGHT, dim=not left), right - 3.5 * step + number * step, y)
            page.part("actions", right - 4 * step, y - 26, right, y + 26)


def _figures() -> FreeTypeFont:
    return font("number", 38, 750)


@dataclass(frozen=True)
class _Panel:
    roster: Roster
    player: PlayerView
    left: int
    top: int
    width: int

    def paint(self, page: Page) -> None:
        seat = self.player.seat
        panel = vellum_panel(self.width, PANEL, 16, 51 + seat, seat_colour(seat), 7)
        page.put_corner(panel, self.left, self.top)
        if seat in self.roster.view.to_act:
            page.put_corner(glow(self.width, PANEL, 18, GOLD_LIGHT, 6, 6), self.left, self.top)
        self._who(page)
        self._captain(page)
        self._ship(page)
        self._counts(page)
        if self.width >= WIDE:
            self._gains(page)

    def _x(self, share: float) -> float:
        """The x at a share of the counts' width."""
        return self.left + share * (BLOCK if self.width >= WIDE else self.width)

    def _who(self, page: Page) -> None:
        player, y = self.player, self.top + 38
        put_seat(page, self.left + 36, y, player.seat, 54, self.roster.names[player.seat])
        right = self.left + self.width - 38
        put_points(page, right, y, player.points, 60)
        page.part("points", right - 34, y - 34, right + 34, y + 34)
        if player.seat in self.roster.changes.points:
            page.put(icon("spark", 46), right + 22, y - 22)
        room = self.width - 66 - 38 - 32
        name = fit_text(
            self.roster.names[player.seat], "letter", 44, room, 700, fallback=f"{player.seat + 1}"
        )
        page.text_line(self.left + 66, y, name)

    def _captain(self, page: Page) -> None:
        """Draw the captains by icon and name; in a solo game also the points each would add."""
        player, y = self.player, self.top + 92
        room = (self.width - 20) // max(1, len(player.captains))
        for number, captain in enumerate(player.captains):
            left = self.left + 14 + number * room
            worth = f" +{player.captain_points[number]}" if len(player.captains) > 1 else ""
            text = self.roster.captain(captain) + worth
            # In a narrow panel a long name takes precedence over the icon.
            aside = 54 if layout_line(text, "letter", MIN_FONT_PX).width <= room - 62 else 4
            if aside > 4:
                page.put(icon(f"captain_{captain}", 46), left + 24, y)
            name = fit_text(text, "letter", 40, room - aside - 4, 700)
            page.text_line(left + aside, y, name)
            page.part("captain", left, y - 24, left + aside + name.width, y + 24)

    def _ship(self, page: Page) -> None:
        """Draw the hold space by space, and the Vikings on the Mainland."""
        y, spaces = self.top + 146, [self._x(0.14 + place * 0.218) for place in range(HOLD_SIZE)]
        put_hold(page, self.player.longship, spaces, y)
        if self.player.seat in self.roster.changes.holds:
            for x in spaces:
                page.put(rim(PLACE, PLACE, 14, CHANGED, 6), x, y)
        page.part("hold", self._x(0.14) - 28, y - 28, self._x(0.576) + 28, y + 28)
        self._count(page, 0.77, y, "viking", self.player.on_mainland, "at_home", 46)

    def _counts(self, page: Page) -> None:
        player = self.player
        rows = (
            (
                ("outpost", len(self._outposts()), "outposts_built"),
                ("livestock_sheep", len(player.delivered), "delivered"),
                ("dead_viking", player.dead, "dead"),
            ),
            (
                ("settlement", len(player.raided), "raided"),
                ("enemy_ship", player.destroyed, "destroyed"),
                ("island", self._islands(), "islands_held"),
            ),
        )
        for number_of_row, row in enumerate(rows):
            for number, (name, count, part) in enumerate(row):
                self._count(
                    page, 0.12 + number * 0.325, self.top + 196 + 44 * number_of_row, name, count, part, 40
                )

    def _count(self, page: Page, share: float, y: float, name: str, count: int, part: str, size: int) -> None:
        x = self._x(share)
        page.put(icon(name, size), x, y)
        page.text(x + size / 2 + 4, y, str(count), _figures(), INK, "lm")
        page.part(part, x - size / 2, y - 22, x + size / 2 + 30, y + 22)

    def _outposts(self) -> list[str]:
        return [outpost.point for outpost in self.roster.view.outposts if outpost.seat == self.player.seat]

    def _islands(self) -> int:
        islands = self.roster.view.islands
        return sum(island.complete and self.player.seat in island.controllers for island in islands)

    def _gains(self, page: Page) -> None:
        """Draw, in a wide panel, every piece that was brought home."""
        left = self.left + BLOCK + 14
        room = self.width - BLOCK - 34
        player = self.player
        pieces = [icon(f"livestock_{animal}", 50) for animal in player.delivered]
        _row(page, pieces, left, room, self.top + 148, 52)
        trophies = [strength_shield(strength, 38) for strength in player.raided]
        trophies += [icon("enemy_ship", 50)] * player.destroyed
        _row(page, trophies, left, room, self.top + 216, 56)


def _row(page: Page, pieces: list[Sprite], left: float, room: float, y: float, pitch: float) -> None:
    """Draw pieces in a row, overlapping where there are many."""
    step = min(pitch, (room - pitch) / max(1, len(pieces) - 1))
    for number, piece in enumerate(pieces):
        page.put(piece, left + pitch / 2 + number * step, y)
