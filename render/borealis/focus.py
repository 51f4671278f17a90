"""Focus pictures: the reader's sites with the hand or the open cards; before the first round, the goals."""

from dataclasses import dataclass
from typing import Literal

from render.borealis.board import CREW, SITE_LEFTS, CrewSpot, put_crew, put_space
from render.borealis.hand import put_card_marks, put_cell
from render.borealis.highlights import BoardMarks
from render.borealis.pieces import CHIP, FROST, ICE_RIM, SPACE, animal_chip, camp_ground, empty_chip
from render.borealis.table_parts import (
    CARD_BACK,
    IN_STRIP,
    LOW,
    POOL_LEFT,
    POOL_STEP,
    STRIP_STEP,
    CardLayout,
    PictureContext,
    put_card,
    put_objectives,
    put_pool,
    put_score_cards,
)
from render.kit import WIDTH, Page, font, icon
from render.kit.arctic import ice_panel
from render.kit.palette import CHANGED, INK, INTENDED, OAK_LIGHT, VELLUM_DARK
from render.kit.plates import put_number_plate, vellum_panel, wood_panel
from render.kit.regions import rectangle
from render.kit.shadows import glow, rim, well
from render.painter import PictureRequest
from rules.borealis.pieces import SITES, Place, Team
from rules.borealis.view import HandCardView, PlayerView, SiteView, View
from rules.game import Seat

HEIGHT, LOW_HEIGHT = 884, 812
TOP, GAP = 12, 8
CAMP, MIDDLE = (396, 104), (344, 104)
CREW_HEIGHT = 112
SITE = (378, 286)
CARD_PITCH = (100, 68)
CARDS_HIGH = 4
SPACES, SPACE_STEP = 4, 70
SHELF, CELL_STEP = (281, 134), 88
GOALS = 5
PLATE_ROOM = 30
"""Room below the open cards for their numbers."""
Scene = Literal["opening", "open_cards", "expedition"]
POOL_KINDS = frozenset({"take", "draw", "refresh"})


def scene_of(request: PictureRequest[View]) -> Scene:
    """Returns what the prompt, or the moves to confirm, are about; else what the phase is about."""
    view = request.view
    moves = [offer.moves[0] for offer in request.prompt.offers] if request.prompt else request.focus_moves
    kinds = {move.kind for move in moves}
    if "exchange" in kinds or (not kinds and view.phase == "exchange"):
        return "opening"
    if kinds & POOL_KINDS or (not kinds and view.phase == "draw" and view.seat in view.to_act):
        return "open_cards"
    return "expedition"


def paint_focus(context: PictureContext, seat: Seat) -> Page:
    focus = Focus(context, seat)
    match scene_of(context.request):
        case "opening":
            return focus.opening()
        case "open_cards":
            return focus.open_cards()
        case "expedition":
            return focus.expedition()


@dataclass(frozen=True, slots=True)
class Focus:
    """Draws one focus picture, for its reader only."""

    context: PictureContext
    seat: Seat

    @property
    def _player(self) -> PlayerView:
        return self.context.view.players[self.seat]

    @property
    def _hand(self) -> tuple[HandCardView, ...]:
        return self.context.view.hand or ()

    @property
    def _changed(self) -> BoardMarks:
        return self.context.changes.board(self.seat)

    def opening(self) -> Page:
        """Goals, the scientists of each site, and the hand."""
        page = self._page(HEIGHT)
        put_objectives(page, TOP, self.context)
        put_score_cards(page, TOP + 3 * STRIP_STEP, self.context, self.seat)
        top = TOP + GOALS * STRIP_STEP + GAP
        for left, site in zip(SITE_LEFTS, self._player.sites, strict=True):
            self._team(page, left, top, site)
        self._hand_with_cells(page, top + CREW_HEIGHT + 2 * GAP)
        return page

    def expedition(self) -> Page:
        """Camps, sites and the hand with the sites of each card."""
        page = self._page(HEIGHT)
        self._camps(page, TOP)
        top = self._sites(page, TOP + CAMP[1] + GAP)
        self._hand_with_cells(page, top + GAP)
        return page

    def open_cards(self) -> Page:
        """Sites, the open cards, the hand, and what a renewal is paid with."""
        page = self._page(LOW_HEIGHT)
        top = self._sites(page, TOP)
        put_pool(page, top, self.context)
        top += IN_STRIP.height + PLATE_ROOM
        for place, held in enumerate(self._hand):
            self._card(page, place, held, top, LOW)
        self._supply(page, POOL_LEFT + 3 * POOL_STEP, top)
        return page

    def _page(self, height: int) -> Page:
        return Page(camp_ground(WIDTH, HEIGHT).image.crop((0, 0, WIDTH, height)))

    # Camps

    def _camps(self, page: Page, top: int) -> None:
        player, intended, middle = self._player, self.context.intended, top + CAMP[1] / 2
        camps: tuple[tuple[int, Place, Team, int, int], ...] = (
            (20, "left_camp", player.left_camp, 56, 100),
            (WIDTH - 20 - CAMP[0], "right_camp", player.right_camp, CAMP[0] - 56, 10),
        )
        for left, place, team, tent, crew in camps:
            page.put_corner(wood_panel(*CAMP, 24, "dark", 9, OAK_LIGHT, 3), left, top)
            page.put(icon("camp", 88), left + tent, middle - 2)
            put_crew(page, CrewSpot(place, left + crew, middle + 2, 286, 66), team, self._changed)
            if intended and intended.camps:
                page.put_corner(glow(*CAMP, 24, INTENDED, 12, 8), left, top)
        left = (WIDTH - MIDDLE[0]) // 2
        page.put_corner(vellum_panel(*MIDDLE, 24, 19), left, top)
        self._stars(page, left + 44, middle)
        page.vline(left + 138, top + 20, top + MIDDLE[1] - 20, VELLUM_DARK)
        returning = sum(player.left_camp) + sum(player.right_camp)
        page.put(icon("regroup", 72), left + 184, middle)
        page.put(icon("star", 48), left + 244, middle - 2)
        gained = returning * self.context.components.stars.returned
        page.text(left + 272, middle, f"+{gained}", font("number", 46, 850), INK, "lm")

    def _stars(self, page: Page, x: float, y: float) -> None:
        page.put(icon("star", 56), x, y - 2)
        page.text(x + 34, y, str(self._player.stars), font("number", 50, 850), INK, "lm")
        if self._changed.stars:
            page.put(icon("spark", 44), x - 20, y - 24)
        if self.context.intended and self.context.intended.stars:
            page.put(glow(78, 78, 39, INTENDED, 8), x, y)

    # Sites

    def _sites(self, page: Page, top: int) -> int:
        """Draw the three sites with their scientists. Returns the bottom."""
        for left, site in zip(SITE_LEFTS, self._player.sites, strict=True):
            page.put_corner(well(*SITE, 26, "#071827", 0.48), left, top)
            self._stack(page, left + 8, top, site)
            self._track(page, left + SITE[0] - SPACE[0] - 8, top, site)
            self._team(page, left, top + SITE[1] + GAP, site)
        return top + SITE[1] + CREW_HEIGHT + 2 * GAP

    def _stack(self, page: Page, left: int, top: int, site: SiteView) -> None:
        """Draw the cards of a site with their vehicles, from below, in two columns."""
        foot = top + SITE[1] - 10
        for place in range(2 * CARDS_HIGH - 1):
            column, row = divmod(place, CARDS_HIGH)
            x, y = left + column * CARD_PITCH[0] + CHIP / 2, foot - row * CARD_PITCH[1] - CHIP / 2
            if place >= len(site.cards):
                page.put(empty_chip(), x, y)
                continue
            card = site.cards[place]
            page.put(animal_chip(card.species), x, y)
            page.put(icon(card.vehicle, 42), x + CHIP / 2 + 21, y)
            if place == len(site.cards) - 1 and site.site in self._changed.cards:
                page.put(rim(96, 64, 16, CHANGED, 6), x + 18, y)

    def _track(self, page: Page, left: int, top: int, site: SiteView) -> None:
        """Draw the space of the flag and those that follow, upwards."""
        first = min(site.flag, len(site.track) - SPACES)
        foot = top + SITE[1] - 8
        for step in range(SPACES):
            space_top = foot - SPACE[1] - step * SPACE_STEP
            put_space(page, left, space_top, site, first + step, self.seat)
            if first + step == site.flag and site.site in self._changed.flags:
                page.put_corner(rim(*SPACE, 16, CHANGED, 6), left, space_top)

    def _team(self, page: Page, left: int, top: int, site: SiteView) -> None:
        intended, numbering = self.context.intended, self.context.numbering
        size = CREW[0], CREW_HEIGHT
        page.put_corner(ice_panel(*size, 24, 12 + left, FROST, 4), left, top)
        if intended and intended.site == site.site:
            page.put_corner(glow(*size, 24, INTENDED, 12, 8), left, top)
        spot = CrewSpot(site.site, left + 8, top + CREW_HEIGHT / 2, CREW[0] - 4, 76)
        put_crew(page, spot, site.team, self._changed)
        if numbering and (number := numbering.site(site.site)):
            target = rectangle(left, top - 38, left + CREW[0], top + CREW_HEIGHT)
            put_number_plate(page, left + CREW[0] / 2, top - 4, number, target)

    # Cards

    def _card(self, page: Page, place: int, held: HandCardView, top: int, layout: CardLayout) -> None:
        left = POOL_LEFT + place * POOL_STEP
        put_card(page, left, top, held.card, layout)
        put_card_marks(page, self.context, place, left, top, layout)

    def _hand_with_cells(self, page: Page, top: int) -> None:
        shelf = top + IN_STRIP.height + GAP
        numbering = self.context.numbering
        for place, held in enumerate(self._hand):
            left = POOL_LEFT + place * POOL_STEP
            self._card(page, place, held, top, IN_STRIP)
            page.put_corner(wood_panel(*SHELF, 24, "dark", 20 + place, ICE_RIM, 4), left, shelf)
            card = rectangle(left, top, left + SHELF[0], shelf + SHELF[1])
            for nth, site in enumerate(SITES):
                x, y = left + 52 + nth * CELL_STEP, shelf + SHELF[1] / 2
                put_cell(page, self.context, (place, site), x, y, card)
            if numbering and (number := numbering.held(place)):
                put_number_plate(page, left + SHELF[0] / 2, shelf - 10, number, card)

    def _supply(self, page: Page, left: int, top: int) -> None:
        """Draw the deck and the reader's stars."""
        page.put_corner(vellum_panel(LOW.width, LOW.height, 24, 19), left, top)
        y = top + LOW.height / 2
        page.put(icon("card_back", 70, CARD_BACK), left + 54, y)
        page.text(left + 92, y, str(self.context.view.deck), font("number", 48, 850), INK, "lm")
        if self.context.intended and self.context.intended.deck:
            page.put(glow(62, 82, 12, INTENDED, 8), left + 54, y)
        self._stars(page, left + 192, y)
