"""Close-ups: any player's own board with everything named, and the discards."""

from collections import Counter
from collections.abc import Iterator

from render.kit import WIDTH, Page, fit_text, icon
from render.kit.palette import BONE, GOLD_LIGHT
from render.kit.plates import beam, wood_panel
from render.shipwrights.overlay import Overlay
from render.shipwrights.own_board import HEIGHT, Names, OwnBoard
from render.shipwrights.pieces import bench, shore
from render.shipwrights.portraits import sign_of
from rules.game import Seat
from rules.shipwrights.pieces import CARDS, Card
from rules.shipwrights.view import PlayerView, View

LINE, SIGN = 76, 64
CELL = 72
SHORTEST, TALLEST = 900, 1600


def closeups(view: View) -> tuple[str, ...]:
    seats = tuple(f"seat.{seat}" for seat in range(len(view.players)))
    return (*seats, "discards") if view.discards or view.buried else seats


def belongings(player: PlayerView) -> Iterator[Card]:
    """The cards on a board that are drawn without their names."""
    yield from player.craftsmen
    if player.tool is not None:
        yield player.tool.card
    yield from (built.building.card for built in player.buildings)


def paint_seat(view: View, people: tuple[str, ...], names: Names, seat: Seat) -> Page:
    """Draw a player's own board, and below it the cards with their names."""
    cards = list(belongings(view.players[seat]))
    rows = (len(cards) + 1) // 2
    height = HEIGHT + (rows * LINE + 36 if rows else 0)
    page = Page(shore(WIDTH).image.crop((0, 0, WIDTH, height)))
    OwnBoard(view, seat, people[seat], names, Overlay()).paint(page)
    if rows:
        page.put_corner(wood_panel(1160, rows * LINE + 20, 24, "dark", 62), 20, HEIGHT + 2)
    for place, card in enumerate(cards):
        left, y = 44 + (place % 2) * 580, HEIGHT + 12 + (place // 2 + 0.5) * LINE
        page.put(icon(sign_of(card), SIGN), left + 32, y)
        page.text_line(left + 84, y, fit_text(names[card], "letter", 46, 460), BONE)
    return page


def discard_rows(view: View) -> list[tuple[Card, int]]:
    count = Counter(view.discards)
    return [(card, count[card]) for card in CARDS if count[card]]


def paint_discards(view: View, names: Names) -> Page:
    """Draw the face-up discards by name, and the number of face-down ones."""
    rows = discard_rows(view)
    lines = (len(rows) + 1) // 2
    cell = min(CELL, (TALLEST - 140) // max(1, lines))
    page = Page(bench(WIDTH).image.crop((0, 0, WIDTH, max(SHORTEST, 120 + lines * cell + 20))))
    page.put_corner(beam(WIDTH + 20, 100), -10, -6)
    for sign, amount, x in (("open_card", len(view.discards), 80), ("card_back", view.buried, 330)):
        page.put(icon(sign, 66), x, 38)
        page.number(x + 48, 39, amount, 54, GOLD_LIGHT, "lm")
    for place, (card, count) in enumerate(rows):
        left, y = 36 + (place // lines) * 586, 120 + (place % lines + 0.5) * cell
        page.put(icon(sign_of(card), SIGN), left + 32, y)
        page.text_line(left + 84, y, fit_text(names[card], "letter", 46, 360), BONE)
        page.number(left + 542, y, f"×{count}", 44, GOLD_LIGHT, "rm")
    return page
