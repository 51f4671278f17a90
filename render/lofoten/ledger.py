"""The ledger of a focus picture: coins and stored goods of both players, in a few rows."""

from render.kit import Page, icon, put_seat
from render.kit.palette import INK, INTENDED, VELLUM_DARK
from render.kit.plates import vellum_panel
from render.kit.shadows import glow
from render.lofoten.picture_context import PictureContext, put_spark
from render.lofoten.sea_layout import Piece
from rules.game import Seat

WIDTH = 262
HEADER, ROW = 76, 58
BEHIND = "#8A7A5C"
COLUMNS = (138, 216)
"""Of the reader's own numbers and the rival's, from the left edge."""


def ledger_piece(page: Page, context: PictureContext) -> Piece:
    return Piece(WIDTH, lambda left: _put(page, context, left))


def _put(page: Page, context: PictureContext, left: float) -> None:
    view, seats = context.view, (context.near, 1 - context.near)
    stores = [(number, store) for number, store in enumerate(view.warehouses) if store.good]
    height = HEADER + ROW * (1 + len(stores)) + 10
    top = context.fleet_y(context.near) - height / 2
    page.put_corner(vellum_panel(WIDTH, height, 24, 21, VELLUM_DARK, 5), left, top)
    for seat, column in zip(seats, COLUMNS, strict=True):
        put_seat(page, left + column, top + 42, seat, 62, context.names[seat])
    if view.last_turn or view.phase in ("last_unload", "over"):
        page.put(icon("hourglass", 62), left + 52, top + 42)
    elif view.extra_turn:
        page.put(icon("again", 66), left + 52, top + 42)
    y = top + HEADER + ROW / 2
    page.put(icon("coin", 56), left + 54, y)
    _put_row(page, left, y, tuple(view.coins[seat] for seat in seats))
    _mark_coins(page, context, left, y, seats)
    page.part("coins", left, y - ROW / 2, left + WIDTH, y + ROW / 2)
    for row, (number, store) in enumerate(stores, start=1):
        middle = y + row * ROW
        page.put(icon(str(store.good), 58), left + 54, middle)
        loser = None if store.leader is None else 1 - seats.index(store.leader)
        _put_row(page, left, middle, tuple(store.counts[seat] for seat in seats), loser)
        if any((number, seat) in context.changes.sides for seat in seats):
            put_spark(page, left + 22, middle - 18)
        page.part("side", left, middle - ROW / 2, left + WIDTH, middle + ROW / 2)


def _put_row(page: Page, left: float, y: float, values: tuple[int, ...], loser: int | None = None) -> None:
    """Draw the numbers of a row, paler in the column of the player who is behind."""
    for place, (value, column) in enumerate(zip(values, COLUMNS, strict=True)):
        page.number(left + column, y, value, 50, BEHIND if place == loser else INK, stroke=0)


def _mark_coins(page: Page, context: PictureContext, left: float, y: float, seats: tuple[Seat, Seat]) -> None:
    meant = context.intended
    for seat, column in zip(seats, COLUMNS, strict=True):
        if seat in context.changes.coins:
            put_spark(page, left + column + 26, y - 18)
        if meant and ((meant.seat == seat and meant.coins) or meant.taken_from == seat):
            page.put(glow(62, 54, 16, INTENDED, 8), left + column, y)
