"""The table of Borealis for everybody: the pool, what can be reached and scored, how far each has come."""

from dataclasses import dataclass

from render.borealis.marks import BoardMarks, Changes, Intention
from render.borealis.pieces import ICE_RIM, animal_chip, empty_chip, flag_gauge, table_ground
from render.borealis.shared import CARD_BACK, IN_POOL, OnTheTable, put_deck, put_title, spark
from render.borealis.signs import SCORE
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, GOLD_LIGHT
from render.kit.plates import wood_panel
from render.kit.seats import put_seat
from render.kit.sprites import Sprite
from render.kit.type import fitted
from rules.borealis.components import Components
from rules.borealis.pieces import LAST_CARD
from rules.borealis.view import PlayerView, SiteView, View
from rules.game import Seat

POOL_TOP, OBJECTIVES_TOP, SCORES_TOP = 108, 560, 760
SCORES_HEIGHT = SCORE[1] + 66
PLAYERS_TOP, ROW = 994, 148
PANEL = (1160, 138)
SITES_LEFT, SITE_STEP = 300, 246


def height_for(players: int) -> int:
    return PLAYERS_TOP + players * ROW + 10


def row_panel(seat: Seat, owes: bool) -> Sprite:
    """A player's row; lighter and with a rim of gold for whoever owes a move."""
    if owes:
        return wood_panel(*PANEL, 22, "oak", 44 + seat, GOLD_LIGHT, 6)
    return wood_panel(*PANEL, 22, "dark", 44 + seat, ICE_RIM, 4)


@dataclass(frozen=True, slots=True)
class Table:
    """One picture of the table."""

    view: View
    names: tuple[str, ...]
    changes: Changes
    intended: Intention | None
    components: Components

    def paint(self) -> Page:
        page = Page(table_ground(WIDTH, height_for(len(self.view.players))).image)
        put_title(page)
        if self.view.last_round:
            page.put(icon("hourglass", 66), 560, 36)
        put_deck(page, 980, 37, self.view.deck, self.intended)
        table = OnTheTable(self.view, self.names, self.changes, self.intended, self.components)
        table.pool(page, POOL_TOP, IN_POOL)
        table.objectives(page, OBJECTIVES_TOP)
        table.score_cards(page, SCORES_TOP, SCORES_HEIGHT)
        table.points_below(page, SCORES_TOP + SCORE[1] + 18)
        for player in self.view.players:
            self._player(page, player)
        return page

    def _player(self, page: Page, player: PlayerView) -> None:
        seat, top = player.seat, PLAYERS_TOP + player.seat * ROW
        middle = top + PANEL[1] / 2
        owes = seat in self.view.to_act
        page.put_corner(row_panel(seat, owes), 20, top)
        put_seat(page, 72, top + 45, seat, 80, self.names[seat])
        page.line(122, top + 48, fitted(self.names[seat], "title", 46, 172, 850, f"{seat + 1}"), BONE)
        for nth in range(player.hand_size):
            page.put(icon("card_back", 44, CARD_BACK), 140 + nth * 30, top + 106)
        if seat == self.view.first:
            page.put(icon("pawn", 52), 72, top + 111)
        changed = self.changes.board(seat)
        for nth, site in enumerate(player.sites):
            self._site(page, SITES_LEFT + nth * SITE_STEP, middle, site, changed)
        page.put(icon("star", 60), 1066, middle - 32)
        page.number(1098, middle - 31, player.stars, 46, anchor="lm")
        page.put(icon("laurel", 56), 1066, middle + 33)
        page.number(1098, middle + 33, player.score.total, 46, GOLD_LIGHT, "lm")
        if changed.stars:
            spark(page, 1040, middle - 50)

    def _site(self, page: Page, left: float, middle: float, site: SiteView, changed: BoardMarks) -> None:
        for place in range(LAST_CARD):
            chip = animal_chip(site.cards[place].species) if place < len(site.cards) else empty_chip()
            page.put(chip, left + 18 + place * 33, middle - 32)
        page.put(icon("flag", 48), left + 18, middle + 32)
        page.put(flag_gauge(site.flag), left + 108, middle + 34)
        page.number(left + 180, middle + 34, site.flag_points, 42, anchor="lm")
        if site.site in changed.cards:
            last = max(0, len(site.cards) - 1)
            spark(page, left + 18 + last * 33 + 12, middle - 58)
        if site.site in changed.flags:
            spark(page, left + 40 + site.flag * 18, middle + 12)
