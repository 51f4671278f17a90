"""Close-ups: a player's own things, the islands, the tiles out of the game."""

from dataclasses import dataclass

from render.explorers.banners import BANNER_HEIGHT, banner, banner_width
from render.explorers.captain_bonus import put_bonus, width_of
from render.explorers.hand import BONUS_SIZES, printed_values, small_face
from render.explorers.layout import HEIGHTS
from render.explorers.map_background import parchment, wooden_frame
from render.explorers.roster import put_hold
from render.explorers.score_sheet import ROW_ICONS
from render.explorers.tokens import strength_shield
from render.kit import WIDTH, Page, Sprite, fit_text, font, icon, put_seat
from render.kit.palette import GOLD_LIGHT, INK
from render.kit.plates import put_points, vellum_panel
from render.kit.shadows import rim
from render.painter import RequestReader, closeup_seat
from rules.explorers.components import Components
from rules.explorers.pieces import HOLD_SIZE
from rules.explorers.scoring import CATEGORIES
from rules.explorers.view import IslandView, PlayerView, View

MIN_HEIGHT = 900
LEFT, WIDE = 44, WIDTH - 88
CAPTAIN_HIGH = 200
ROW = 86
HIGH_ROW = 160
"""Height of a row where islands are few."""
CELLS_PER_LINE, CELLS_LEADING, CELLS_WIDE = 5, 42, 450
MAX_ISLANDS = 16
TILES_PER_ROW = 4


def page_height(wanted: int) -> int:
    """The smallest allowed picture height that has this much room."""
    return next((height for height in (MIN_HEIGHT, *HEIGHTS) if height >= wanted), HEIGHTS[-1])


@dataclass(frozen=True)
class Closeups(RequestReader[View]):
    """Draws close-ups; they contain only public information."""

    components: Components

    def paint(self) -> Page:
        seat = closeup_seat(self.request.closeup)
        if seat is not None:
            return self._player_page(self.view.players[seat])
        return self._islands_page() if self.request.closeup == "islands" else self._discards_page()

    def _page(self, height: int) -> Page:
        page = Page(parchment(WIDTH, page_height(height)).image)
        wooden_frame(page.image)
        return page

    # One player

    def _player_page(self, player: PlayerView) -> Page:
        page = self._page(MIN_HEIGHT)
        seat, name = player.seat, self.request.names[player.seat]
        put_seat(page, LEFT + 54, 92, seat, 92, name)
        page.text_line(LEFT + 120, 92, fit_text(name, "title", 66, WIDE - 270, fallback=f"{seat + 1}"))
        put_points(page, LEFT + WIDE - 62, 92, player.points, 104)
        self._captains(page, player)
        self._crew(page, player, 440)
        self._pieces(
            page, [icon(f"livestock_{animal}", 50) for animal in player.delivered], 536, "livestock_sheep"
        )
        trophies = [strength_shield(strength, 38) for strength in player.raided]
        self._pieces(page, trophies + [icon("enemy_ship", 50)] * player.destroyed, 626, "settlement")
        self._areas(page, player)
        return page

    def _captains(self, page: Page, player: PlayerView) -> None:
        room = WIDE // max(1, len(player.captains))
        for number, captain in enumerate(player.captains):
            left, top = LEFT + number * room, 164
            page.put_corner(vellum_panel(room - 12, CAPTAIN_HIGH, 22, 61 + number, "#6A4124", 6), left, top)
            page.put(icon(f"captain_{captain}", 112), left + 84, top + 64)
            name = self.components.captains.of(captain).text(self.request.language)
            page.text_line(left + 156, top + 62, fit_text(name, "title", 52, room - 290))
            put_points(page, left + room - 76, top + 62, player.captain_points[number], 84)
            put_bonus(page, captain, len(self.view.players), left + 34, top + 150, BONUS_SIZES[-1])
            assert width_of(captain, BONUS_SIZES[-1]) < room - 40
            points = player.captain_points
            if len(points) > 1 and points[number] == min(points):
                page.put_corner(rim(room - 12, CAPTAIN_HIGH, 22, GOLD_LIGHT, 10), left, top)

    def _crew(self, page: Page, player: PlayerView, y: float) -> None:
        """Draw the hold, the Vikings elsewhere (at home, ashore, dead) and the outposts."""
        page.put(icon("explorers_longship", 88), LEFT + 50, y)
        put_hold(page, player.longship, [LEFT + 140 + place * 70 for place in range(HOLD_SIZE)], y)
        ashore = sum(land.vikings[player.seat] for tile in self.view.tiles for land in tile.lands)
        built = sum(outpost.seat == player.seat for outpost in self.view.outposts)
        for number, (sign, extra, count) in enumerate(
            (
                ("viking", "", player.on_mainland),
                ("viking", "island", ashore),
                ("dead_viking", "", player.dead),
                ("outpost", "", built),
            )
        ):
            x = LEFT + 400 + number * 190
            page.put(icon(sign, 88), x, y)
            if extra:
                page.put(icon(extra, 48), x + 34, y + 30)
            page.text(x + 62, y, str(count), font("number", 60, 800), INK, "lm")

    def _pieces(self, page: Page, pieces: list[Sprite], y: float, sign: str) -> None:
        """Draw pieces in a row after an icon, overlapping where there are many."""
        page.put(icon(sign, 88), LEFT + 50, y)
        step = min(58.0, (WIDE - 190) / max(1, len(pieces) - 1))
        for number, piece in enumerate(pieces):
            page.put(piece, LEFT + 140 + number * step, y)
        if not pieces:
            page.text(LEFT + 140, y, "–", font("number", 60, 800), INK)

    def _areas(self, page: Page, player: PlayerView) -> None:
        """Draw the points in each area of the score sheet, as if the game ended now."""
        page.hline(LEFT, 690, LEFT + WIDE, "#8A6A3A")
        step = WIDE / len(CATEGORIES)
        for number, (category, points) in enumerate(zip(CATEGORIES, player.scores, strict=True)):
            x = LEFT + step * (number + 0.5)
            captain = player.captains[0] if category == "captain" and player.captains else None
            page.put(icon(f"captain_{captain}", 66) if captain else icon(ROW_ICONS[category], 88), x, 752)
            page.text(x, 832, str(points), font("number", 64, 850), INK)

    # Islands

    def _islands_page(self) -> Page:
        """Draw each island's cells, its points and every player's influence; complete islands first."""
        islands = [island for island in self.view.islands if island.complete or any(island.influence)]
        islands.sort(key=lambda island: (not island.complete, -len(island.cells)))
        islands = islands[:MAX_ISLANDS]
        page = self._page(60 + ROW * len(islands) + 40)
        high = max(ROW, min(HIGH_ROW, (MIN_HEIGHT - 100) // max(1, len(islands))))
        for number, island in enumerate(islands):
            self._island(page, island, 60 + high * (number + 0.5), lines=high // CELLS_LEADING)
        return page

    def _island(self, page: Page, island: IslandView, y: float, lines: int) -> None:
        size = len(island.cells)
        width = banner_width(size, 0)
        page.put(banner(width, island.complete), LEFT + 60, y)
        page.text(LEFT + 64, y - BANNER_HEIGHT * 0.21, str(size), font("number", 40, 850), INK)
        cells = [cell.upper() for cell in island.cells]
        rows = [" ".join(cells[at : at + CELLS_PER_LINE]) for at in range(0, size, CELLS_PER_LINE)]
        rows = [*rows[: lines - 1], " ".join(rows[lines - 1 :])] if len(rows) > lines else rows
        for number, row in enumerate(rows):
            at = y + (number - (len(rows) - 1) / 2) * CELLS_LEADING
            page.text_line(LEFT + 130, at, fit_text(row, "letter", 40, CELLS_WIDE))
        for seat, influence in enumerate(island.influence):
            x = LEFT + 610 + seat * 134
            if influence:
                put_seat(page, x, y, seat, 52, self.request.names[seat])
                page.text(x + 36, y, str(influence), font("number", 46, 850), INK, "lm")
                if seat in island.controllers:
                    page.put(icon("crown", 58), x, y - 44)

    # Tiles out of the game

    def _discards_page(self) -> Page:
        tiles = [self.components.tile[number] for number in self.view.discarded]
        rows = -(-len(tiles) // TILES_PER_ROW)
        high = 250 if rows < 4 else 1480 // rows
        page = self._page(60 + rows * high + 30)
        for number, tile in enumerate(tiles):
            row, column = divmod(number, TILES_PER_ROW)
            page.put(small_face(*printed_values(tile)), 180 + column * 280, 60 + (row + 0.5) * high)
        return page
