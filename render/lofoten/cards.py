"""Cards of Lofoten's modules: a Jarl with his power and demand, and what a level 2 warehouse pays for."""

from render.kit.icons import icon
from render.kit.page import Page
from render.kit.palette import CHANGED, GOLD_LIGHT, INK, INTENDED, OAK_LIGHT, SHIELD
from render.kit.plates import badge_plate, put_points, put_tab, vellum_panel, wood_panel
from render.kit.seats import put_seat, seat_colour
from render.kit.shadows import glow, rim
from render.kit.sprites import Sprite
from render.kit.type import MINIMUM, font
from render.lofoten.pieces import GOODS, goods_tile
from rules.lofoten.pieces import Demand, Jarl, Measure
from rules.lofoten.view import AllianceView, WarehouseView

JARL = (172, 330)
STRIP = (148, 92)
RULE = (148, 138)
POWER_ICONS: dict[Jarl, str] = {
    "asbjorn": "coin",
    "bergljot": "tile",
    "eirik": "slide",
    "frida": "again",
    "helga": "cabin",
    "ingrid": "laurel",
}
DEMAND_ICONS = {
    "goods": "tile",
    "each_shield": "shields",
    "shields_alike": "any_shield",
    "give_coins": "give_coin",
    "own_coins": "coin",
}
RULE_ICONS = {
    "wide_gap": "gap",
    "long_hall": "tiles",
    "shield_hall": "shields",
    "fair_share": "crown",
    "small_trade": "tiles",
    "three_crests": "shields",
    "threshold": "bar",
    "assortment": "tile_values",
}

MEASURE_ICONS: dict[Measure, str] = {
    "total": "tile",
    "tiles": "tiles",
    "shields": "shields",
    "shield_types": "shields",
    "tile_values": "tile_values",
}
LEVEL_2 = "#2F5D8A"
CROWNED = ("wide_gap", "long_hall", "shield_hall")


def cabin_colour(warehouse: WarehouseView) -> str:
    """Level 2 cabins are blue; the others as they are."""
    return LEVEL_2 if warehouse.level == 2 else ""


def put_jarl(
    page: Page,
    x: float,
    y: float,
    alliance: AllianceView,
    names: tuple[str, ...],
    *,
    changed: bool = False,
    meant: bool = False,
    offered: bool = False,
) -> None:
    """A Jarl by the top left corner of his card: face, power, and demand or whose ally he is."""
    width, height = JARL
    owner = alliance.owner
    if offered:
        page.put_corner(glow(width, height, 24, GOLD_LIGHT, 14, 9), x, y)
    edge = OAK_LIGHT if owner is None else seat_colour(owner)
    page.put_corner(wood_panel(width, height, 24, "dark", 61, edge, 8), x, y)
    page.put(icon(f"jarl_{alliance.jarl}", 124), x + width / 2 + 8, y + 76)
    _power(page, x + width / 2, y + 180, alliance)
    if owner is None:
        _demand(page, x + width / 2, y + 270, alliance, names)
    else:
        put_seat(page, x + width - 34, y + 34, owner, 62, names[owner])
        if alliance.warehouse is not None:
            page.put(icon("cabin", 100), x + width / 2 + 6, y + 270)
            put_tab(page, x + width / 2 - 44, y + 252, str(alliance.warehouse + 1), 52)
        else:
            page.put(icon("laurel", 84), x + width / 2, y + 272)
    put_tab(page, x + 34, y + 34, alliance.jarl[0].upper(), 52)
    if changed:
        page.put_corner(rim(width, height, 24, CHANGED, 7), x, y)
        page.put(icon("spark", 58), x + width - 20, y + 14)
    if meant:
        page.put_corner(glow(width, height, 24, INTENDED, 14, 9), x, y)


def _power(page: Page, x: float, y: float, alliance: AllianceView) -> None:
    """What the Jarl does, as a sign and a number."""
    number = alliance.strength
    if alliance.jarl == "knut":
        put_points(page, x, y, number, 84)
        return
    if alliance.jarl == "gunnar":
        page.put(badge_plate(72, "hexagon", SHIELD, GOLD_LIGHT), x - 34, y)
        page.put(icon("spark", 40), x - 34, y)
    else:
        page.put(icon(POWER_ICONS[alliance.jarl], 72), x - 36, y)
    if alliance.jarl == "frida":
        page.put(icon("coin", 54), x + 54, y)
        page.number(x + 14, y, number, 50)
    else:
        page.number(x + 38, y, f"+{number}", 50)


def _demand(page: Page, x: float, y: float, alliance: AllianceView, names: tuple[str, ...]) -> None:
    """What he wants, and the marks of those who could ally with him now."""
    width, height = STRIP
    page.put_corner(vellum_panel(width, height, 16, 3), x - width / 2, y - height / 2)
    demand = alliance.demand
    if demand.kind == "each_type":
        put_every_good(page, x - 32, y)
    else:
        page.put(_demand_sign(demand), x - 34, y)
    times = demand.kind in ("tiles_of", "shields_alike")
    text = f"×{demand.number}" if times else str(demand.number)
    page.number(x + 36, y, text, 48 if len(text) < 2 else 46, INK, stroke=0)
    for seat in (0, 1):
        if alliance.is_met(seat):
            put_seat(page, x + (-46 if seat == 0 else 46), y + 52, seat, 54, names[seat])


def put_every_good(page: Page, x: float, y: float) -> None:
    """The four goods, two by two."""
    for number, good in enumerate(GOODS):
        page.put(icon(good, 38), x - 18 + number % 2 * 36, y - 18 + number // 2 * 36)


def _demand_sign(demand: Demand) -> Sprite:
    if demand.good:
        return goods_tile(demand.good, 0, 66) if demand.kind == "tiles_of" else icon(demand.good, 68)
    return icon(DEMAND_ICONS[demand.kind], 68)


def put_rule(page: Page, x: float, y: float, warehouse: WarehouseView) -> None:
    """What a level 2 warehouse pays for, centred: its sign over its numbers.

    A crown marks the cards that only the better side scores.
    """
    width, height = RULE
    page.put_corner(vellum_panel(width, height, 18, 5, SHIELD, 5), x - width / 2, y - height / 2)
    _sign(page, x, y - 27, warehouse, 66)
    page.text(x, y + 40, numbers_of(warehouse), font("number", 42, 800), INK)


def put_rule_line(page: Page, x: float, y: float, warehouse: WarehouseView) -> None:
    """The same in a row of the score sheet."""
    _sign(page, x, y - 21, warehouse, 46)
    page.text(x, y + 22, numbers_of(warehouse), font("number", MINIMUM, 800), INK)


def _sign(page: Page, x: float, y: float, warehouse: WarehouseView, size: int) -> None:
    """What is counted; before it a crown where only the better side scores, or what has to be reached."""
    shift = max(27.0, size / 2)
    if warehouse.card in CROWNED:
        page.put(icon("crown", round(size * 0.82)), x - shift, y)
    elif warehouse.card == "threshold":
        number = font("number", max(MINIMUM, size * 2 // 3), 800)
        page.text(x - shift, y, f"≥{warehouse.numbers[0]}", number, INK)
    else:
        shift = 0
    page.put(icon(RULE_ICONS[warehouse.card], size), x + shift, y)


def numbers_of(warehouse: WarehouseView) -> str:
    """The points on a level 2 card."""
    numbers = warehouse.numbers
    match warehouse.card:
        case "wide_gap" | "small_trade":
            return f"×{numbers[0]}≤{numbers[1]}"
        case "threshold":
            return f"{numbers[1]}/{numbers[2]}"
        case "fair_share":
            return f"{numbers[0]}/{numbers[1]}"
        case "three_crests" | "assortment":
            return "·".join(map(str, numbers))
        case _:
            return str(numbers[0])
