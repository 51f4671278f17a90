"""Cards of Lofoten's modules: Jarls with power and demand, and level 2 warehouses."""

from render.kit import Page, Sprite, fit_text, font, icon, put_seat
from render.kit.palette import CHANGED, GOLD_LIGHT, INK, INTENDED, OAK_LIGHT, SHIELD
from render.kit.plates import badge_plate, put_points, put_tab, vellum_panel, wood_panel
from render.kit.seats import seat_colour
from render.kit.shadows import glow, rim
from render.kit.type import MIN_FONT_PX
from render.lofoten.pieces import GOODS, goods_tile
from rules.lofoten.pieces import Demand, Jarl, Measure
from rules.lofoten.view import AllianceView, WarehouseView

JARL = (172, 330)
FREE_JARL = (88, 256)
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
    """Blue for level 2; empty (the default colour) otherwise."""
    return LEVEL_2 if warehouse.level == 2 else ""


def put_jarl(
    page: Page,
    x: float,
    y: float,
    alliance: AllianceView,
    names: tuple[str, ...],
    name: str,
    *,
    changed: bool = False,
) -> None:
    """Draw an allied Jarl from the top left corner: name, face, power, and the warehouse."""
    width, height = JARL
    owner = alliance.owner
    assert owner is not None
    page.put_corner(wood_panel(width, height, 24, "dark", 61, seat_colour(owner), 8), x, y)
    page.text_line(x + width / 2, y + 34, fit_text(name, "letter", 40, width - 20), GOLD_LIGHT, "middle")
    page.put(icon(f"jarl_{alliance.jarl}", 124), x + width / 2, y + 116)
    put_seat(page, x + width - 34, y + 76, owner, 62, names[owner])
    _power(page, x + width / 2, y + 212, alliance)
    if alliance.warehouse is not None:
        page.put(icon("cabin", 80), x + width / 2 + 14, y + 282)
        put_tab(page, x + width / 2 - 40, y + 280, str(alliance.warehouse + 1), 52)
    else:
        page.put(icon("laurel", 84), x + width / 2, y + 286)
    if changed:
        page.put_corner(rim(width, height, 24, CHANGED, 7), x, y)
        page.put(icon("spark", 58), x + width - 20, y + 14)


def put_free_jarl(
    page: Page,
    x: float,
    y: float,
    alliance: AllianceView,
    names: tuple[str, ...],
    *,
    meant: bool = False,
    offered: bool = False,
) -> None:
    """Draw a Jarl without ally on a narrow card centred on x: face, power, demand, and who meets it."""
    width, height = FREE_JARL
    left = x - width / 2
    if offered:
        page.put_corner(glow(width, height, 20, GOLD_LIGHT, 14, 9), left, y)
    page.put_corner(wood_panel(width, height, 20, "dark", 61, OAK_LIGHT, 6), left, y)
    page.put(icon(f"jarl_{alliance.jarl}", 84), x, y + 44)
    _narrow_power(page, x, y + 110, alliance)
    page.put_corner(vellum_panel(76, 112, 14, 3), x - 38, y + 138)
    demand = alliance.demand
    if demand.kind == "each_type":
        put_every_good(page, x, y + 174)
    else:
        page.put(_demand_sign(demand), x, y + 172)
    times = demand.kind in ("tiles_of", "shields_alike")
    page.number(x, y + 226, f"×{demand.number}" if times else str(demand.number), 46, INK, stroke=0)
    for seat in (0, 1):
        if alliance.is_met(seat):
            put_seat(page, x + (-22 if seat == 0 else 22), y - 4, seat, 54, names[seat])
    if meant:
        page.put_corner(glow(width, height, 20, INTENDED, 14, 9), left, y)


def _narrow_power(page: Page, x: float, y: float, alliance: AllianceView) -> None:
    """Draw the Jarl's power in little room."""
    if alliance.jarl == "knut":
        put_points(page, x, y, alliance.strength, 72)
        return
    sign = icon("spark", 40) if alliance.jarl == "gunnar" else icon(POWER_ICONS[alliance.jarl], 44)
    page.put(sign, x - 18, y)
    text = str(alliance.strength) if alliance.jarl == "frida" else f"+{alliance.strength}"
    page.number(x + 20, y, text, 40)


def _power(page: Page, x: float, y: float, alliance: AllianceView) -> None:
    """Draw the Jarl's power as an icon and a number."""
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


def put_every_good(page: Page, x: float, y: float, size: int = 38) -> None:
    """Draw the four goods, two by two."""
    step = size - 2
    for number, good in enumerate(GOODS):
        page.put(icon(good, size), x + (number % 2 - 0.5) * step, y + (number // 2 - 0.5) * step)


def _demand_sign(demand: Demand) -> Sprite:
    if demand.good:
        return goods_tile(demand.good, 0, 66) if demand.kind == "tiles_of" else icon(demand.good, 68)
    return icon(DEMAND_ICONS[demand.kind], 68)


def put_rule(page: Page, x: float, y: float, warehouse: WarehouseView) -> None:
    """Draw the rule of a level 2 warehouse, centred: its icon above its numbers.

    A crown marks rules that only the better side scores.
    """
    width, height = RULE
    page.put_corner(vellum_panel(width, height, 18, 5, SHIELD, 5), x - width / 2, y - height / 2)
    _sign(page, x, y - 27, warehouse, 66)
    page.text(x, y + 40, numbers_of(warehouse), font("number", 42, 800), INK)


def put_rule_line(page: Page, x: float, y: float, warehouse: WarehouseView) -> None:
    _sign(page, x, y - 21, warehouse, 46)
    page.text(x, y + 22, numbers_of(warehouse), font("number", MIN_FONT_PX, 800), INK)


def _sign(page: Page, x: float, y: float, warehouse: WarehouseView, size: int) -> None:
    """Draw what is counted, after a crown if only the better side scores, or after the threshold."""
    shift = max(27.0, size / 2)
    if warehouse.card in CROWNED:
        page.put(icon("crown", round(size * 0.82)), x - shift, y)
    elif warehouse.card == "threshold":
        number = font("number", max(MIN_FONT_PX, size * 2 // 3), 800)
        page.text(x - shift, y, f"≥{warehouse.numbers[0]}", number, INK)
    else:
        shift = 0
    page.put(icon(RULE_ICONS[warehouse.card], size), x + shift, y)


def numbers_of(warehouse: WarehouseView) -> str:
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
