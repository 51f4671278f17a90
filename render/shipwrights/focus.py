"""Focus pictures: the reader's yard with the cards to choose, or the players that an attack can hit."""

from collections.abc import Iterable
from dataclasses import dataclass

from render.kit import WIDTH, Page
from render.painter import PictureRequest
from render.shipwrights.highlights import changes, intention
from render.shipwrights.numbering import APART, numbering
from render.shipwrights.overlay import Overlay
from render.shipwrights.own_board import Names
from render.shipwrights.pieces import bench
from render.shipwrights.village_row import LARGE, SMALL, VillageRow
from render.shipwrights.yard import GAP, ROW, STORES, TOP, WORKSHOP, Yard
from rules.game import Move, Seat
from rules.shipwrights.moves import End, Enough
from rules.shipwrights.view import View

MAX_FULL_ROWS = 2
"""More players than this have low rows."""
MAX_ROWS_WITH_WORKSHOPS = 3
MAX_TARGET_ROW, MIN_TARGET_ROW = 176, 146
MIN_HEIGHT, MAX_HEIGHT = WIDTH * 2 // 3, WIDTH * 3 // 4


def paint_focus(request: PictureRequest[View], seat: Seat, names: Names) -> Page:
    """Draw what the prompt, or the moves to confirm, are about."""
    view = request.view
    overlay = Overlay(
        changes(request.since, view), intention(view, request.intention), numbering(view, request.prompt)
    )
    yard = Yard(view, seat, request.names[seat], names, overlay)
    targets = attacked_seats(request, seat)
    return _Attack(yard, request.names, targets).paint() if targets else yard.paint()


def attacked_seats(request: PictureRequest[View], seat: Seat) -> tuple[Seat, ...]:
    """Returns the seats that an attack can hit, in turn; none if the picture shows the reader's yard."""
    attacked = _targets(request, seat)
    targets = tuple(other for other in _seats_after(request.view, seat) if other in attacked)
    return targets if set(targets) - {seat} else ()


def _seats_after(view: View, seat: Seat) -> Iterable[Seat]:
    players = len(view.players)
    return ((seat + step) % players for step in range(1, players + 1))


def _targets(request: PictureRequest[View], seat: Seat) -> frozenset[Seat | None]:
    """The seats that the moves are against, if all are attacks whose target is being chosen or confirmed."""
    prompt = request.prompt
    if prompt is None:
        moves: list[Move] = [move for move in request.focus_moves if not isinstance(move, End | Enough)]
    else:
        moves = [move for offer in prompt.offers for move in offer.moves]
        found = numbering(request.view, prompt)
        spots = found.numbers if found else {}
        points_at_others = any(part not in APART and owner != seat for part, owner, _ in spots)
        if not (prompt.chosen or points_at_others):
            return frozenset()
    attacked = frozenset(getattr(move, "player", None) for move in moves)
    return frozenset() if None in attacked else attacked


@dataclass(frozen=True, slots=True)
class _Attack:
    """The boards of the possible targets, below what the reader has."""

    yard: Yard
    people: tuple[str, ...]
    targets: tuple[Seat, ...]

    def paint(self) -> Page:
        count = len(self.targets)
        page = Page(bench(WIDTH).image.crop((0, 0, WIDTH, self._height())))
        self.yard.put_stores(page, TOP)
        top = TOP + STORES[1] + GAP
        if count <= MAX_ROWS_WITH_WORKSHOPS:
            self.yard.put_workshops(page, top)
            top += WORKSHOP[1] + GAP
        if count == 1:
            self.yard.put_belongings(page, top)
            top += ROW + GAP
        for place, target in enumerate(self.targets):
            row = VillageRow(self.yard.view, self.people, target, self.yard.overlay)
            if count > MAX_FULL_ROWS:
                row.paint_target(page, top + place * (self._row + GAP), self._row)
            else:
                row.paint(page, top + place * self._row, LARGE if count == 1 else SMALL)
        self.yard.overlay.put_numbers(page)
        return page

    @property
    def _row(self) -> int:
        """Height of a target's row."""
        count = len(self.targets)
        if count <= MAX_FULL_ROWS:
            return LARGE.height if count == 1 else SMALL.height
        return MAX_TARGET_ROW if count < len(self.people) else MIN_TARGET_ROW

    def _height(self) -> int:
        count = len(self.targets)
        used = TOP + STORES[1] + GAP + count * (self._row + (GAP if count > MAX_FULL_ROWS else 0))
        if count <= MAX_ROWS_WITH_WORKSHOPS:
            used += WORKSHOP[1] + GAP
        if count == 1:
            used += ROW + GAP
        return min(MAX_HEIGHT, max(MIN_HEIGHT, used))
