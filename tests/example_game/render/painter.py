"""Runes' painter: the pictures and words of a view."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from render.kit.icons import icon
from render.kit.page import WIDTH, Page, Picture
from render.kit.palette import CHANGED, GOLD_LIGHT, INTENDED
from render.kit.plates import put_points, vellum_panel
from render.kit.seats import put_seat, seat_mark
from render.kit.shadows import glow, rim
from render.kit.sprites import Request
from render.kit.type import fitted, font
from rules.game import Move, Outcome, Phrase
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
class RunesPainter:
    """Draws Runes; the numbers on the stones are the components'."""

    apart_from_hand = frozenset[str]()

    components: Components

    def board(
        self, view: View, names: tuple[str, ...], *, since: View | None = None, intention: Move | None = None
    ) -> Picture:
        """A row a player, with the stone last shown and those taken; below, what waits and the bag."""
        page = Page(table(WIDTH, HEIGHT).image)
        page.text(LEFT, 66, "RUNES", font("title", 60, 900), GOLD_LIGHT, "lm")
        for seat in range(len(view.players)):
            self._player(page, view, seat, names[seat])
            if since is not None and since.players[seat] != view.players[seat]:
                page.put_corner(rim(*PANEL, 26, CHANGED, 7), LEFT, TOP + seat * ROW)
            if seat == view.seat and isinstance(intention, Lay | Cast):
                page.put_corner(glow(*PANEL, 26, INTENDED, 14, 7), LEFT, TOP + seat * ROW)
        for place, stone in enumerate(view.waiting):
            page.put(icon(icon_of(stone), PILE), LEFT + 50 + place * PILE, HEIGHT - 66)
        page.put(icon("rune_face_down", PILE), WIDTH - 170, 66)
        page.number(WIDTH - 110, 66, view.bag, 54, anchor="lm")
        return page.finish()

    def _player(self, page: Page, view: View, seat: int, name: str) -> None:
        player, y = view.players[seat], TOP + seat * ROW + PANEL[1] / 2
        page.put_corner(vellum_panel(*PANEL, 26, 5), LEFT, y - PANEL[1] / 2)
        put_seat(page, LEFT + 70, y - 44, seat, MARK, name)
        page.line(LEFT + 130, y - 44, fitted(name, "title", 48, NAME, otherwise=f"{seat + 1}"))
        for place in range(player.stones):
            page.put(icon("rune_face_down", PILE), LEFT + 70 + place * PILE, y + 46)
        for place, stone in enumerate(player.taken):
            page.put(icon(icon_of(stone), PILE), LEFT + 330 + place * PILE * 0.5, y + 46)
        if player.has_laid:
            page.put(icon("rune_face_down", STONE), LEFT + 850, y)
        elif player.shown:
            page.put(icon(icon_of(player.shown), STONE), LEFT + 850, y)
        put_points(page, LEFT + 1030, y, player.points, POINTS)

    def hand(self, view: View, names: tuple[str, ...], *, intention: Move | None = None) -> Picture | None:  # noqa: ARG002
        if not view.hand:
            return None
        page = Page(table(WIDTH, HEIGHT).image)
        meant = view.hand.index(intention.stone) if isinstance(intention, Lay | Cast) else None
        for place, stone in enumerate(view.hand):
            x = WIDTH * (place + 0.5) / len(view.hand)
            page.put(icon(icon_of(stone), 2 * STONE), x, HEIGHT / 2)
            page.number(x, HEIGHT / 2 + 230, self.components.runes.of(stone).strength, 90)
            if place == meant:
                page.put(icon("pointing", STONE), x, HEIGHT / 2 - 270)
        return page.finish()

    def score_sheet(self, view: View, outcome: Outcome, names: tuple[str, ...]) -> Picture:  # noqa: ARG002
        """A row a player: what the stones gave, what an unused cast gave, and all of it."""
        page = Page(table(WIDTH, HEIGHT).image)
        for x, sign in ((720, icon_of("sun")), (880, "again"), (1070, "points")):
            page.put(icon(sign, PILE), x, 66)
        for seat, total in enumerate(outcome.totals):
            y = TOP + seat * ROW + PANEL[1] / 2
            page.put_corner(vellum_panel(*PANEL, 26, 5), LEFT, y - PANEL[1] / 2)
            if seat in outcome.ranking[0]:
                page.put(icon("crown", PILE), LEFT + 70, y - 70)
            put_seat(page, LEFT + 70, y + 6, seat, MARK, names[seat])
            page.line(LEFT + 130, y, fitted(names[seat], "title", 48, NAME, otherwise=f"{seat + 1}"))
            for x, row in zip((720, 880), outcome.sheet, strict=True):
                page.number(x, y, row.points[seat], 60)
            put_points(page, 1070, y, total, POINTS)
        return page.finish()

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return tuple(self._in_words(view))

    def _in_words(self, view: View) -> Iterator[Phrase]:
        for seat, player in enumerate(view.players):
            taken = len(player.taken)
            yield _say("player", seat=seat, stones=player.stones, taken=taken, points=player.points)
            if player.has_laid:
                yield _say("has_laid", seat=seat)
            elif player.shown:
                yield _say("shown", seat=seat, stone=player.shown)
        if view.waiting:
            yield _say("waiting", stones=len(view.waiting))
        yield _say("bag", stones=view.bag)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return tuple(
            _say("held", stone=stone, strength=self.components.runes.of(stone).strength)
            for stone in view.hand or ()
        )

    def emoji(self) -> Mapping[str, str]:
        return {rune: icon_of(rune) for rune in RUNES} | {"cast": "again"}

    def sprites(self) -> tuple[Request, ...]:
        stones = [*map(icon_of, RUNES), "rune_face_down"]
        return (
            table.request(WIDTH, HEIGHT),
            vellum_panel.request(*PANEL, 26, 5),
            rim.request(*PANEL, 26, CHANGED, 7),
            glow.request(*PANEL, 26, INTENDED, 14, 7),
            *(seat_mark.request(seat, MARK) for seat in range(SEATS)),
            *(icon.request(stone, size) for stone in stones for size in (PILE, STONE, 2 * STONE)),
            *(icon.request(sign, PILE) for sign in ("crown", "again", "points")),
            icon.request("points", POINTS),
            icon.request("pointing", STONE),
        )


def _say(key: str, **values: str | int) -> Phrase:
    return Phrase(key=f"alt.{key}", values=values)
