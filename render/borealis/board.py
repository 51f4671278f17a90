"""A reader's own expedition: camps, sites with their stacks and tracks, and what lies open on the table."""

from dataclasses import dataclass
from typing import NamedTuple

from render.borealis.marks import BoardMarks, Changes, Intention, board_marks
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
from render.borealis.shared import CARD_BACK, IN_STRIP, SNOW, OnTheTable, spark
from render.borealis.signs import SCORE
from render.kit.arctic import ice_panel
from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import CHANGED, GOLD_LIGHT, INK, INTENDED, OAK_LIGHT
from render.kit.plates import beam, vellum_panel, wood_panel
from render.kit.seats import put_seat, seat_ink
from render.kit.shadows import glow, rim, well
from render.kit.type import fitted, font
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, Place, Team
from rules.borealis.view import PlayerView, SiteView, View

HEIGHT = 1594
CAMP_TOP, CAMP = 102, (434, 122)
REGROUP = (252, 122)
SITE_TOP, WELL = 236, (214, 586)
CREW_TOP, CREW = 832, (378, 120)
SITE_LEFTS = (20, 411, 802)
TRACK_STEP = 72
POOL_TOP, OBJECTIVES_TOP, SCORES_TOP = 970, 1212, 1414


class _Spot(NamedTuple):
    """Where the scientists of a place stand in the picture, and how large."""

    place: Place
    left: float
    middle: float
    width: float
    size: int


@dataclass(frozen=True, slots=True)
class Board:
    """One picture for a seated reader."""

    view: View
    names: tuple[str, ...]
    changes: Changes
    intended: Intention | None
    components: Components
    seat: int

    @property
    def _now(self) -> PlayerView:
        return self.view.players[self.seat]

    @property
    def _shown(self) -> PlayerView:
        """The reader's board, or what it would be after the move."""
        return self.intended.after if self.intended and self.intended.after else self._now

    def paint(self) -> Page:
        page = Page(camp_ground(WIDTH, HEIGHT).image)
        shown, changed = self._shown, self.changes.board(self.seat)
        meant = board_marks(self._now, shown)
        self._beam(page, changed)
        self._camps(page, shown, changed, meant)
        for left, site in zip(SITE_LEFTS, shown.sites, strict=True):
            self._stack(page, left, site, changed, meant)
            self._track(page, left + WELL[0] + 4, site, changed, meant)
            page.put_corner(ice_panel(*CREW, 24, 12 + left, FROST, 4), left, CREW_TOP)
            if self.view.phase == "gather" and self.seat in self.view.to_act:
                page.put_corner(glow(*CREW, 24, GOLD_LIGHT, 10, 6), left, CREW_TOP)
            spot = _Spot(site.site, left + 8, CREW_TOP + CREW[1] / 2, CREW[0] - 4, 80)
            self._crew(page, spot, site.team, changed, meant)
        table = OnTheTable(self.view, self.names, self.changes, self.intended, self.components)
        table.pool(page, POOL_TOP, IN_STRIP)
        table.objectives(page, OBJECTIVES_TOP)
        table.score_cards(page, SCORES_TOP, SCORE[1])
        table.points_beside(page, SCORES_TOP)
        return page

    def _beam(self, page: Page, changed: BoardMarks) -> None:
        view, mine = self.view, self._now
        page.put_corner(beam(WIDTH + 20, 96, "grey"), -10, -6)
        if self.seat in view.to_act:
            page.put(glow(74, 74, 20, GOLD_LIGHT, 8, 6), 56, 38)
        put_seat(page, 56, 38, self.seat, 70, self.names[self.seat])
        name = fitted(self.names[self.seat], "title", 54, 340, 900, f"{self.seat + 1}")
        page.line(104, 41, name, "#16222c")
        page.line(104, 38, name, SNOW)
        if view.first == self.seat:
            page.put(icon("pawn", 66), 496, 38)
        if view.last_round:
            page.put(icon("hourglass", 62), 574, 36)
        page.put(icon("card_back", 62, CARD_BACK), 662, 37)
        page.number(694, 38, view.deck, 50, anchor="lm")
        page.put(icon("star", 74), 860, 36)
        page.number(904, 38, mine.stars, 56, anchor="lm")
        page.put(icon("laurel", 72), 1046, 38)
        page.number(1092, 38, mine.score.total, 56, GOLD_LIGHT, anchor="lm")
        if changed.stars:
            spark(page, 832, 22)
        if self.intended and self.intended.stars:
            page.put(glow(78, 78, 39, INTENDED, 8), 860, 36)
        if self.intended and self.intended.deck:
            page.put(glow(58, 74, 12, INTENDED, 8), 662, 37)

    # Camps and scientists

    def _camps(self, page: Page, shown: PlayerView, changed: BoardMarks, meant: BoardMarks) -> None:
        middle = CAMP_TOP + CAMP[1] / 2
        camps: tuple[tuple[int, Place, Team, int, int], ...] = (
            (20, "left_camp", shown.left_camp, 66, 122),
            (746, "right_camp", shown.right_camp, CAMP[0] - 62, 24),
        )
        for left, place, team, tent, crew in camps:
            page.put_corner(wood_panel(*CAMP, 24, "dark", 9, OAK_LIGHT, 3), left, CAMP_TOP)
            page.put(icon("camp", 106), left + tent, middle - 2)
            self._crew(page, _Spot(place, left + crew, middle + 2, 294, 72), team, changed, meant)
            if self.intended and self.intended.camps:
                page.put_corner(glow(*CAMP, 24, INTENDED, 12, 8), left, CAMP_TOP)
        returning = sum(shown.left_camp) + sum(shown.right_camp)
        page.put_corner(vellum_panel(*REGROUP, 24, 19), 474, CAMP_TOP)
        page.put(icon("regroup", 84), 526, middle)
        page.put(icon("star", 58), 602, middle - 2)
        page.text(634, middle, f"+{returning}", font("number", 50, 850), INK, "lm")
        if self.intended and self.intended.camps:
            page.put_corner(glow(*REGROUP, 24, INTENDED, 12, 8), 474, CAMP_TOP)

    def _crew(self, page: Page, spot: _Spot, team: Team, changed: BoardMarks, meant: BoardMarks) -> None:
        """Three fixed columns, one for each colour, with the number present."""
        for column, (colour, count) in enumerate(zip(COLOURS, team, strict=True)):
            x, y = spot.left + spot.width / 3 * (column + 0.5) - 16, spot.middle
            crowd = min(3, count) - 1
            intended = (spot.place, column) in meant.teams
            if intended:
                page.put(glow(98, 104, 20, INTENDED, 8, 6), x + 10, y)
            if count:
                for behind in range(crowd, -1, -1):
                    page.put(scientist(colour, spot.size), x + (crowd - 2 * behind) * 5, y - behind * 4)
                page.number(x + spot.size * 0.56, y + spot.size * 0.28, count, 48)
            else:
                page.put(scientist(colour, round(spot.size * 0.84), absent=True), x, y + 2)
            if (spot.place, column) in changed.teams and not intended:
                spark(page, x - 30, y - 36)

    # Sites

    def _stack(self, page: Page, left: int, site: SiteView, changed: BoardMarks, meant: BoardMarks) -> None:
        page.put_corner(well(*WELL, 26, "#071827", 0.48), left, SITE_TOP)
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
        if site.site in meant.cards:
            page.put_corner(glow(STRIP[0], TOP_CARD, 18, INTENDED, 10, 8), left + 8, y)
        elif site.site in changed.cards:
            page.put_corner(rim(STRIP[0], TOP_CARD, 18, CHANGED, 7), left + 8, y)
            spark(page, left + STRIP[0] + 2, y + 8)

    def _track(self, page: Page, left: int, site: SiteView, changed: BoardMarks, meant: BoardMarks) -> None:
        """The track climbs beside the stack, from its start at the foot."""
        foot = SITE_TOP + WELL[1] - 4
        for number, space in enumerate(site.track):
            top = foot - SPACE[1] - number * TRACK_STEP
            middle = top + SPACE[1] / 2
            state = _state(number, site.flag)
            page.put_corner(track_space(state, self.seat if state == "here" else 0), left, top)
            if state == "next":
                page.put_corner(glow(*SPACE, 16, GOLD_LIGHT, 7, 4), left, top)
            if state != "here":
                for nth, vehicle in enumerate(space.vehicles):
                    page.put(track_vehicle(vehicle, 48, state == "past"), left + 29 + nth * 46, middle)
            else:
                page.put(icon("flag", 80), left + 52, middle - 8)
            tone = seat_ink(self.seat) if state == "here" else "#33495A" if number < site.flag else INK
            page.text(left + SPACE[0] - 9, middle, str(space.points), font("number", 42, 850), tone, "rm")
            if state == "here" and site.site in meant.flags:
                page.put_corner(glow(*SPACE, 16, INTENDED, 10, 8), left, top)
            elif state == "here" and site.site in changed.flags:
                page.put_corner(rim(*SPACE, 16, CHANGED, 6), left, top)
                spark(page, left + 98, top + 8)


def _state(number: int, flag: int) -> SpaceState:
    if number == flag:
        return "here"
    if number == flag + 1:
        return "next"
    return "past" if number < flag else "ahead"
