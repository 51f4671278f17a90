"""The board of Borealis for spectators: the open cards and the progress of all players."""

from dataclasses import dataclass

from render.borealis.card_strips import STRIP_HEIGHT
from render.borealis.highlights import BoardMarks
from render.borealis.pieces import CHIP, ICE_RIM, animal_chip, empty_chip, flag_gauge, table_ground
from render.borealis.table_parts import (
    CARD_BACK,
    STRIP_STEP,
    TALL_STRIP_HEIGHT,
    PictureContext,
    put_deck,
    put_objectives,
    put_pool,
    put_round,
    put_score_cards,
    put_title,
    spark,
)
from render.kit import WIDTH, Page, Sprite, fit_text, icon, put_seat
from render.kit.palette import BONE, CHANGED, GOLD_LIGHT
from render.kit.plates import wood_panel
from render.kit.shadows import rim
from rules.borealis.pieces import LAST_ROUND_CARDS
from rules.borealis.view import PlayerView, SiteView
from rules.game import Seat

POOL_TOP, OBJECTIVES_TOP = 104, 340
SCORES_TOP = OBJECTIVES_TOP + 3 * STRIP_STEP
PLAYERS_TOP, ROW = SCORES_TOP + 2 * (TALL_STRIP_HEIGHT + STRIP_STEP - STRIP_HEIGHT) + 4, 190
PANEL = (1160, 182)
SITES_LEFT, SITE_STEP = 296, 250
CHIP_STEP, CHIPS_IN_ROW = CHIP + 2, 4


def height_for(players: int) -> int:
    return PLAYERS_TOP + players * ROW + 4


def row_panel(seat: Seat, owes: bool) -> Sprite:
    """The panel of a player's row; light with a gold rim if the player owes a move."""
    if owes:
        return wood_panel(*PANEL, 22, "oak", 44 + seat, GOLD_LIGHT, 6)
    return wood_panel(*PANEL, 22, "dark", 44 + seat, ICE_RIM, 4)


@dataclass(frozen=True, slots=True)
class SpectatorBoard:
    context: PictureContext

    def paint(self) -> Page:
        players = self.context.view.players
        page = Page(table_ground(WIDTH, height_for(len(players))).image)
        put_title(page)
        put_round(page, 600, self.context)
        put_deck(page, 1010, self.context)
        put_pool(page, POOL_TOP, self.context)
        put_objectives(page, OBJECTIVES_TOP, self.context)
        put_score_cards(page, SCORES_TOP, self.context, None)
        page.part("players", 20, PLAYERS_TOP, 20 + PANEL[0], PLAYERS_TOP + len(players) * ROW - 8)
        for player in players:
            self._player(page, player)
        return page

    def _player(self, page: Page, player: PlayerView) -> None:
        view, seat = self.context.view, player.seat
        top = PLAYERS_TOP + seat * ROW
        name = self.context.names[seat]
        page.put_corner(row_panel(seat, seat in view.to_act), 20, top)
        put_seat(page, 72, top + 54, seat, 80, name)
        page.text_line(122, top + 57, fit_text(name, "title", 46, 168, 850, f"{seat + 1}"), BONE)
        for nth in range(player.hand_size):
            page.put(icon("card_back", 44, CARD_BACK), 142 + nth * 30, top + 132)
        if seat == view.first:
            page.put(icon("pawn", 56), 72, top + 134)
        changed = self.context.changes.board(seat)
        for nth, site in enumerate(player.sites):
            self._site(page, SITES_LEFT + nth * SITE_STEP, top, site, changed)
        page.put(icon("star", 60), 1072, top + 54)
        page.number(1102, top + 55, player.stars, 46, anchor="lm")
        page.put(icon("laurel", 56), 1072, top + 132)
        page.number(1102, top + 132, player.score.total, 46, GOLD_LIGHT, "lm")
        if changed.stars:
            spark(page, 1050, top + 26)

    def _site(self, page: Page, left: float, top: float, site: SiteView, changed: BoardMarks) -> None:
        """Draw a site's cards in the order they were played, and its flag below."""
        for place in range(LAST_ROUND_CARDS):
            row, column = divmod(place, CHIPS_IN_ROW)
            x, y = left + CHIP / 2 + column * CHIP_STEP, top + 38 + row * CHIP_STEP
            chip = animal_chip(site.cards[place].species) if place < len(site.cards) else empty_chip()
            page.put(chip, x, y)
            if site.site in changed.cards and place == len(site.cards) - 1:
                page.put(rim(CHIP, CHIP, 10, CHANGED, 5), x, y)
        y = top + 152
        page.put(icon("flag", 48), left + 22, y - 2)
        page.put(flag_gauge(site.flag), left + 112, y)
        page.number(left + 186, y, site.flag_points, 42, anchor="lm")
        if site.site in changed.flags:
            page.put(rim(CHIP, CHIP - 6, 10, CHANGED, 5), left + 22, y)
