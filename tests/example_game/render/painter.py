"""Runes' painter: the pictures and words of a view."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page
from render.kit.palette import BONE, CHANGED, GOLD_LIGHT, INTENDED
from render.kit.plates import put_number_plate, put_points, vellum_panel
from render.kit.regions import rectangle
from render.kit.seats import put_seat
from render.kit.shadows import glow, rim
from render.kit.type import fit_text, font
from render.painter import Offer, Painter, PictureRequest, Prompt, alt_phrase
from rules.game import Phrase
from tests.example_game.render.pieces import icon_of, table
from tests.example_game.rules.components import RUNES, Components
from tests.example_game.rules.moves import Cast, Lay
from tests.example_game.rules.view import View

HEIGHT = 904
LEFT, TOP, ROW, PANEL = 40, 130, 220, (1120, 200)
MARK, NAME, PILE, STONE, POINTS = 90, 480, 74, 150, 96
"""The sizes of a seat's mark, its name, a small stone and a large one, a shield with points."""
SEATS = 3


@dataclass(frozen=True)
class RunesPainter(Painter[View]):
    """Draws Runes; the numbers on the stones are the components'."""

    legend_parts = ("bag", "player", "hand")

    components: Components

    def board(self, request: PictureRequest[View]) -> Page:
        """A row a player, with the stone last shown and those taken; below, what waits and the bag."""
        view, since = request.view, request.since
        page = Page(table(WIDTH, HEIGHT).image)
        page.text(LEFT, 66, "RUNES", font("title", 60, 900), GOLD_LIGHT, "lm")
        for seat in range(len(view.players)):
            self._player(page, view, seat, request.names[seat])
            if since is not None and since.players[seat] != view.players[seat]:
                page.put_corner(rim(*PANEL, 26, CHANGED, 7), LEFT, TOP + seat * ROW)
            if seat == view.seat and isinstance(request.intention, Lay | Cast):
                page.put_corner(glow(*PANEL, 26, INTENDED, 14, 7), LEFT, TOP + seat * ROW)
        for place, stone in enumerate(view.waiting):
            page.put(icon(icon_of(stone), PILE), LEFT + 50 + place * PILE, HEIGHT - 66)
        page.put(icon("rune_face_down", PILE), WIDTH - 170, 66)
        page.number(WIDTH - 110, 66, view.bag, 54, anchor="lm")
        page.part("bag", WIDTH - 220, 20, WIDTH - 30, 112)
        page.part("player", LEFT, TOP, LEFT + PANEL[0], TOP + PANEL[1])
        return page

    def _player(self, page: Page, view: View, seat: int, name: str) -> None:
        player, y = view.players[seat], TOP + seat * ROW + PANEL[1] / 2
        page.put_corner(vellum_panel(*PANEL, 26, 5), LEFT, y - PANEL[1] / 2)
        put_seat(page, LEFT + 70, y - 44, seat, MARK, name)
        page.text_line(LEFT + 130, y - 44, fit_text(name, "title", 48, NAME, fallback=f"{seat + 1}"))
        for place in range(player.stones):
            page.put(icon("rune_face_down", PILE), LEFT + 70 + place * PILE, y + 46)
        for place, stone in enumerate(player.taken):
            page.put(icon(icon_of(stone), PILE), LEFT + 330 + place * PILE * 0.5, y + 46)
        if player.has_laid:
            page.put(icon("rune_face_down", STONE), LEFT + 850, y)
        elif player.shown:
            page.put(icon(icon_of(player.shown), STONE), LEFT + 850, y)
        put_points(page, LEFT + 1030, y, player.points, POINTS)

    def hand(self, request: PictureRequest[View]) -> Page | None:
        """The stones with their names; those that may be chosen by their numbers."""
        view, move = request.view, request.intention
        if not view.hand:
            return None
        page = Page(table(WIDTH, HEIGHT).image)
        meant = view.hand.index(move.stone) if isinstance(move, Lay | Cast) else None
        for place, stone in enumerate(view.hand):
            x = WIDTH * (place + 0.5) / len(view.hand)
            page.put(icon(icon_of(stone), 2 * STONE), x, HEIGHT / 2)
            page.number(x, HEIGHT / 2 + 230, self.components.runes.of(stone).strength, 90)
            if place == meant:
                page.put(icon("pointing", STONE), x, HEIGHT / 2 - 270)
            name = self.components.all_names[stone].text(request.language)
            page.text_line(x, HEIGHT / 2 + 330, fit_text(name, "title", 48, 340), BONE, "middle")
            if view.hand.index(stone) == place:  # Of equal stones only the first is numbered.
                self._numbers(page, x, WIDTH / len(view.hand), _numbers_of(stone, request.prompt))
        page.part("hand", 0, HEIGHT / 2 - 150, WIDTH, HEIGHT / 2 + 150)
        return page

    def _numbers(self, page: Page, x: float, width: float, numbers: list[int]) -> None:
        """The numbers of one stone side by side. Each is tapped with its share of the stone."""
        target = rectangle(x - width / 2, HEIGHT / 2 - 260, x + width / 2, HEIGHT / 2 + 360)
        for place, number in enumerate(numbers):
            across = x + (place - (len(numbers) - 1) / 2) * 90
            put_number_plate(page, across, HEIGHT / 2 - 210, number, target)

    def points_at(self, view: View, prompt: Prompt) -> frozenset[str]:
        stones = {offer.token: _stone_of(offer) for offer in prompt.offers}
        return frozenset(word for word, stone in stones.items() if stone in (view.hand or ()))

    def visible_components(self, view: View) -> tuple[str, ...]:
        return tuple(dict.fromkeys(view.hand or ()))

    def score_sheet(self, request: PictureRequest[View]) -> Page:
        """A row a player: what the stones gave, what an unused cast gave, and all of it."""
        outcome, names = request.outcome, request.names
        assert outcome is not None
        page = Page(table(WIDTH, HEIGHT).image)
        for x, sign in ((720, icon_of("sun")), (880, "again"), (1070, "points")):
            page.put(icon(sign, PILE), x, 66)
        for seat, total in enumerate(outcome.totals):
            y = TOP + seat * ROW + PANEL[1] / 2
            page.put_corner(vellum_panel(*PANEL, 26, 5), LEFT, y - PANEL[1] / 2)
            if seat in outcome.ranking[0]:
                page.put(icon("crown", PILE), LEFT + 70, y - 70)
            put_seat(page, LEFT + 70, y + 6, seat, MARK, names[seat])
            page.text_line(LEFT + 130, y, fit_text(names[seat], "title", 48, NAME, fallback=f"{seat + 1}"))
            for x, row in zip((720, 880), outcome.sheet, strict=True):
                page.number(x, y, row.points[seat], 60)
            put_points(page, 1070, y, total, POINTS)
        return page

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return tuple(self._in_words(view))

    def _in_words(self, view: View) -> Iterator[Phrase]:
        for seat, player in enumerate(view.players):
            taken = len(player.taken)
            yield alt_phrase("player", seat=seat, stones=player.stones, taken=taken, points=player.points)
            if player.has_laid:
                yield alt_phrase("has_laid", seat=seat)
            elif player.shown:
                yield alt_phrase("shown", seat=seat, stone=player.shown)
        if view.waiting:
            yield alt_phrase("waiting", stones=len(view.waiting))
        yield alt_phrase("bag", stones=view.bag)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return tuple(
            alt_phrase("held", stone=stone, strength=self.components.runes.of(stone).strength)
            for stone in view.hand or ()
        )

    def emoji(self) -> Mapping[str, str]:
        return {rune: icon_of(rune) for rune in RUNES} | {"cast": "again"}


def _numbers_of(stone: str, prompt: Prompt | None) -> list[int]:
    offers = prompt.offers if prompt else ()
    return [offer.number for offer in offers if offer.number is not None and _stone_of(offer) == stone]


def _stone_of(offer: Offer) -> str | None:
    """The stone that an answer means, if it means one alone."""
    stones = {move.stone for move in offer.moves if isinstance(move, Lay | Cast)}
    return stones.pop() if len(stones) == 1 else None
