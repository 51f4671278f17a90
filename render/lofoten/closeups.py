"""Close-ups: one player's ships and stored tiles; the discards and the tiles out of the game."""

from collections import Counter
from collections.abc import Mapping

from render.kit import WIDTH, Page, fit_text, font, icon, put_seat
from render.kit.palette import GOLD_LIGHT, INK, MUTED
from render.kit.plates import put_tab, vellum_panel
from render.kit.type import MIN_FONT_PX
from render.lofoten.highlights import POSITIONS, ship_at
from render.lofoten.pieces import GOODS, amount_tile, flipped_tile, goods_tile, order_chip, table
from render.painter import PictureRequest
from rules.components import Name
from rules.game import Seat
from rules.lofoten.view import View

HEIGHT = 900
BAND = (1160, 172)


def paint_player(request: PictureRequest[View], seat: Seat, names_by_key: Mapping[str, Name]) -> Page:
    """Draw a player's ships with order and load, and all stored tiles with their shields."""
    view, name, language = request.view, request.names[seat], request.language
    page = Page(table(WIDTH, HEIGHT).image)
    put_seat(page, 62, 56, seat, 82, name)
    page.text_line(120, 56, fit_text(name, "title", 54, 560, fallback=f"{seat + 1}"), GOLD_LIGHT)
    page.put(icon("points", 80), 840, 56)
    page.text(840, 56, str(view.points[seat]), font("number", 42), GOLD_LIGHT)
    page.put(icon("coin", 64), 980, 56)
    page.number(1024, 56, view.coins[seat], 52, anchor="lm")
    for place, position in enumerate(POSITIONS):
        ship = ship_at(view.fleets[seat], position)
        x = 20 + place * 292
        page.put_corner(vellum_panel(284, 172, 18, 16), x, 112)
        line = names_by_key[f"ship_{ship.ship}"].text(language)
        page.text_line(x + 142, 148, fit_text(line, "letter", MIN_FONT_PX, 260), INK, "middle")
        if ship.order:
            page.put(order_chip(ship.order.good, 82), x + 64, 228)
        for number, tile in enumerate(ship.load[:2]):
            page.put(goods_tile(tile.good, tile.amount, 84), x + 150 + number * 70, 228)
    for number, store in enumerate(view.warehouses):
        x, y = 20 + number % 2 * 586, 312 + number // 2 * 290
        page.put_corner(vellum_panel(574, 270, 18, 17), x, y)
        put_tab(page, x + 44, y + 46, str(number + 1))
        line = names_by_key[store.card].text(language)
        page.text_line(x + 88, y + 46, fit_text(line, "letter", MIN_FONT_PX, 470), INK)
        for place, tile in enumerate(store.sides[seat][:8]):
            face = flipped_tile(tile.good, 58) if tile.flipped else amount_tile(tile.good, tile.amount, 58)
            page.put(face, x + 46 + place * 66, y + 124)
            for shift, shield in enumerate(tile.shown):
                page.put(icon(f"shield_{shield}", 34), x + 34 + place * 66 + shift * 26, y + 172)
        page.put(icon("cabin", 80), x + 50, y + 226)
        page.number(x + 104, y + 228, store.counts[seat], 52, INK if store.sides[seat] else MUTED, "lm", 0)
        page.put(icon("points", 58), x + 240, y + 228)
        page.number(x + 284, y + 228, store.scores[seat], 52, INK, "lm", 0)
    return page


def paint_discards(view: View, names_by_key: Mapping[str, Name], language: str) -> Page:
    """Draw the played order cards by good and value, and the tiles out of the game."""
    page = Page(table(WIDTH, HEIGHT).image)
    played = Counter(view.discards)
    for row, good in enumerate(GOODS):
        y = 14 + row * 182
        page.put_corner(vellum_panel(*BAND, 18, 18), 20, y)
        page.put(order_chip(good, 104), 92, y + 86)
        page.text_line(
            160, y + 86, fit_text(names_by_key[good].text(language, one=False), "letter", 44, 306), INK
        )
        for place, value in enumerate((1, 2, 3)):
            count = sum(number for card, number in played.items() if (card.good, card.value) == (good, value))
            x = 506 + place * 228
            page.put(amount_tile(good, value, 70), x, y + 86)
            page.number(x + 50, y + 86, f"×{count}", 60, INK if count else MUTED, "lm", 0)
    page.text_line(
        30,
        800,
        fit_text(names_by_key["tile"].text(language, one=False), "letter", MIN_FONT_PX, 380),
        GOLD_LIGHT,
    )
    boxed = Counter((tile.good, tile.amount) for tile in view.box)
    for place, ((good, amount), count) in enumerate(sorted(boxed.items())[:7]):
        x = 466 + place * 104
        page.put(goods_tile(good, amount, 84), x, 800)
        page.text(x + 34, 852, f"×{count}", font("number", 38), GOLD_LIGHT, stroke=4)
    return page
