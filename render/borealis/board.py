"""The board of Borealis: one player's expedition (camps, sites, stacks and tracks) and the open cards."""

from dataclasses import dataclass
from typing import NamedTuple

from render.borealis.highlights import BoardMarks
from render.borealis.pieces import (
    FROST,
    SPACE,
    STRIP,
    TOP_CARD,
    TUCK,
    SpaceState,
    camp_ground,
    empty_place,
    scientist,
    stack_card,
    stack_vehicle,
    track_space,
    track_vehicle,
)
from render.borealis.table_parts import (
    SNOW,
    STRIP_STEP,
    PictureContext,
    put_deck,
    put_objectives,
    put_pool,
    put_round,
    put_score_cards,
    spark,
)
from render.kit import WIDTH, Page, fit_text, font, icon, put_seat
from render.kit.arctic import ice_panel
from render.kit.palette import CHANGED, GOLD_LIGHT, INK, INTENDED, OAK_LIGHT
from render.kit.plates import beam, put_number_plate, vellum_panel, wood_panel
from render.kit.regions import rectangle
from render.kit.shadows import glow, rim, well
from rules.borealis.pieces import COLOURS, Place, Team
from rules.borealis.view import PlayerView, SiteView
from rules.game import Seat

HEIGHT = 1594
CAMP_TOP, CAMP = 102, (434, 122)
REGROUP = (252, 122)
SITE_TOP, WELL = 236, (214, 586)
CREW_TOP, CREW = 832, (378, 120)
SITE_LEFTS = (20, 411, 802)
TRACK_STEP = 72
SPACE_STAR = 66
POOL_TOP, OBJECTIVES_TOP = 970, 1210
SCORES_TOP = OBJECTIVES_TOP + 3 * STRIP_STEP


class CrewSpot(NamedTuple):
    """Position and size of the scientists of a place."""

    place: Place
    left: float
    middle: float
    width: float
    size: int


@dataclass(frozen=True, slots=True)
class Board:
    context: PictureContext
    seat: Seat

    @property
    def _player(self) -> PlayerView:
        return self.context.view.players[self.seat]

    def paint(self) -> Page:
        page = Page(camp_ground(WIDTH, HEIGHT).image)
        player, changed = self._player, self.context.changes.board(self.seat)
        self._beam(page, changed)
        self._camps(page, player, changed)
        for left, site in zip(SITE_LEFTS, player.sites, strict=True):
            self._stack(page, left, site, changed)
            self._track(page, left + WELL[0] + 4, site, changed)
            self._team(page, left, site, changed)
        put_pool(page, POOL_TOP, self.context)
        put_objectives(page, OBJECTIVES_TOP, self.context)
        put_score_cards(page, SCORES_TOP, self.context, self.seat)
        return page

    def _beam(self, page: Page, changed: BoardMarks) -> None:
        view, player, intended = self.context.view, self._player, self.context.intended
        page.put_corner(beam(WIDTH + 20, 96, "grey"), -10, -6)
        if self.seat in view.to_act:
            page.put(glow(74, 74, 20, GOLD_LIGHT, 8, 6), 56, 38)
        name = self.context.names[self.seat]
        put_seat(page, 56, 38, self.seat, 70, name)
        lettered = fit_text(name, "title", 54, 256, 900, f"{self.seat + 1}")
        page.text_line(104, 41, lettered, "#16222c")
        page.text_line(104, 38, lettered, SNOW)
        if view.first == self.seat:
            page.put(icon("pawn", 62), 402, 38)
            page.part("first_player", 370, 6, 434, 70)
        put_round(page, 510, self.context)
        put_deck(page, 754, self.context)
        page.put(icon("star", 70), 902, 36)
        page.number(940, 38, player.stars, 52, anchor="lm")
        page.part("tokens", 866, 4, 1014, 74)
        page.put(icon("laurel", 70), 1060, 38)
        page.number(1100, 38, player.score.total, 52, GOLD_LIGHT, anchor="lm")
        page.part("total", 1024, 4, 1192, 74)
        if changed.stars:
            spark(page, 872, 20)
        if intended and intended.stars:
            page.put(glow(78, 78, 39, INTENDED, 8), 902, 36)

    # Camps and scientists

    def _camps(self, page: Page, player: PlayerView, changed: BoardMarks) -> None:
        middle, intended = CAMP_TOP + CAMP[1] / 2, self.context.intended
        camps: tuple[tuple[int, Place, Team, int, int], ...] = (
            (20, "left_camp", player.left_camp, 66, 122),
            (746, "right_camp", player.right_camp, CAMP[0] - 62, 24),
        )
        for left, place, team, tent, crew in camps:
            page.put_corner(wood_panel(*CAMP, 24, "dark", 9, OAK_LIGHT, 3), left, CAMP_TOP)
            page.put(icon("camp", 106), left + tent, middle - 2)
            put_crew(page, CrewSpot(place, left + crew, middle + 2, 294, 72), team, changed)
            page.part("camps", left, CAMP_TOP, left + CAMP[0], CAMP_TOP + CAMP[1])
            if intended and intended.camps:
                page.put_corner(glow(*CAMP, 24, INTENDED, 12, 8), left, CAMP_TOP)
        returning = sum(player.left_camp) + sum(player.right_camp)
        page.put_corner(vellum_panel(*REGROUP, 24, 19), 474, CAMP_TOP)
        page.put(icon("regroup", 84), 526, middle)
        page.put(icon("star", 58), 602, middle - 2)
        stars = returning * self.context.components.stars.returned
        page.text(634, middle, f"+{stars}", font("number", 50, 850), INK, "lm")
        page.part("regrouping", 474, CAMP_TOP, 474 + REGROUP[0], CAMP_TOP + REGROUP[1])
        if intended and intended.camps:
            page.put_corner(glow(*REGROUP, 24, INTENDED, 12, 8), 474, CAMP_TOP)

    # Sites

    def _team(self, page: Page, left: int, site: SiteView, changed: BoardMarks) -> None:
        view, intended, numbering = self.context.view, self.context.intended, self.context.numbering
        page.put_corner(ice_panel(*CREW, 24, 12 + left, FROST, 4), left, CREW_TOP)
        if view.phase == "gather" and self.seat in view.to_act:
            page.put_corner(glow(*CREW, 24, GOLD_LIGHT, 10, 6), left, CREW_TOP)
        if intended and intended.site == site.site:
            page.put_corner(glow(*CREW, 24, INTENDED, 12, 8), left, CREW_TOP)
        spot = CrewSpot(site.site, left + 8, CREW_TOP + CREW[1] / 2, CREW[0] - 4, 80)
        put_crew(page, spot, site.team, changed)
        if site.site == "middle":
            page.part("crew", left, CREW_TOP, left + CREW[0], CREW_TOP + CREW[1])
        if numbering and (number := numbering.site(site.site)):
            target = rectangle(left, SITE_TOP, left + CREW[0], CREW_TOP + CREW[1])
            put_number_plate(page, left + CREW[0] / 2, CREW_TOP - 4, number, target)

    def _stack(self, page: Page, left: int, site: SiteView, changed: BoardMarks) -> None:
        page.put_corner(well(*WELL, 26, "#071827", 0.48), left, SITE_TOP)
        if site.site == "left":
            page.part("stack", left, SITE_TOP, left + WELL[0], SITE_TOP + WELL[1])
        foot = SITE_TOP + WELL[1] - 10
        height = (len(site.cards) - 1) * STRIP[1] + TOP_CARD if site.cards else 0
        for free in range(7 - len(site.cards)):
            top = foot - height - (free + 1) * STRIP[1]
            if top >= SITE_TOP:
                page.put_corner(empty_place(STRIP[0] - 22, STRIP[1] - 12), left + 19, top + 6)
        y = foot
        for number, card in enumerate(site.cards):
            last = number == len(site.cards) - 1
            y -= TOP_CARD if last else STRIP[1]
            page.put_corner(stack_card(card.species, last), left + 8, y - (0 if last else TUCK))
            middle = y + (TOP_CARD if last else STRIP[1]) / 2
            page.put(stack_vehicle(card.vehicle, last), left + 8 + STRIP[0] - 52, middle)
            if card.stars:
                page.put(icon("star", 46), left + 8 + STRIP[0] - 100, y + 22)
        if site.site in changed.cards and site.cards:
            page.put_corner(rim(STRIP[0], TOP_CARD, 18, CHANGED, 7), left + 8, y)

    def _track(self, page: Page, left: int, site: SiteView, changed: BoardMarks) -> None:
        """Draw the exploration track beside the stack, from its start at the foot."""
        foot = SITE_TOP + WELL[1] - 4
        if site.site == "right":
            page.part("track", left, SITE_TOP, left + SPACE[0], SITE_TOP + WELL[1])
        for number in range(len(site.track)):
            top = foot - SPACE[1] - number * TRACK_STEP
            put_space(page, left, top, site, number, self.seat)
            if number == site.flag and site.site in changed.flags:
                page.put_corner(rim(*SPACE, 16, CHANGED, 6), left, top)


def put_crew(page: Page, spot: CrewSpot, team: Team, changed: BoardMarks) -> None:
    """Draw the scientists in three fixed columns, one for each colour, with their number."""
    for column, (colour, count) in enumerate(zip(COLOURS, team, strict=True)):
        x, y = spot.left + spot.width / 3 * (column + 0.5) - 16, spot.middle
        crowd = min(3, count) - 1
        if count:
            for behind in range(crowd, -1, -1):
                page.put(scientist(colour, spot.size), x + (crowd - 2 * behind) * 5, y - behind * 4)
            page.number(x + spot.size * 0.56, y + spot.size * 0.28, count, 48)
        else:
            page.put(scientist(colour, round(spot.size * 0.84), absent=True), x, y + 2)
        if (spot.place, column) in changed.teams:
            page.put(rim(98, 104, 20, CHANGED, 5), x + 10, y)


def put_space(page: Page, left: float, top: float, site: SiteView, number: int, seat: Seat) -> None:
    """Draw a space of the exploration track: its vehicles or the flag, and its points."""
    space, state, middle = site.track[number], _state(number, site.flag), top + SPACE[1] / 2
    page.put_corner(track_space(state, seat if state == "here" else 0), left, top)
    if state == "next":
        page.put_corner(glow(*SPACE, 16, GOLD_LIGHT, 7, 4), left, top)
    if state != "here":
        for nth, vehicle in enumerate(space.vehicles):
            page.put(track_vehicle(vehicle, 46, state == "past"), left + 27 + nth * 44, middle)
    else:
        page.put(icon("flag", 76), left + 50, middle - 6)
    if number:
        x = left + SPACE[0] - 33
        page.put(icon("fat_star", SPACE_STAR, dim=state == "past"), x, middle)
        page.text(x, middle + 3, str(space.points), font("number", 38, 900), INK)


def _state(number: int, flag: int) -> SpaceState:
    if number == flag:
        return "here"
    if number == flag + 1:
        return "next"
    return "past" if number < flag else "ahead"
