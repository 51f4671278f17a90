"""Card faces: costs, needs and effects as icons and numbers on the card's body."""

from typing import NamedTuple

from render.kit import Page, fit_text, font, icon
from render.kit.icons import ICONS
from render.kit.palette import BONE, INK, VELLUM_DARK
from render.kit.plates import put_points, vellum_panel
from render.shipwrights.pieces import EDGE, KIND_COLOURS, card_body, kind_badge, modifier
from rules.shipwrights.components import Face
from rules.shipwrights.pieces import GOODS, Card


class CardLayout(NamedTuple):
    """A size of card: width, height, and height of the art."""

    width: int
    height: int
    art: int

    @property
    def foot(self) -> int:
        """Top of the vellum below the art and the name."""
        return EDGE + self.art + NAME

    @property
    def room(self) -> int:
        return self.height - EDGE - self.foot


NAME = 54
"""Height of the name between the art and the effect."""
DRAFT = CardLayout(372, 448, 186)
HAND = CardLayout(372, 560, 286)
PORTRAIT = CardLayout(372, 390, 138)
WIDE = CardLayout(576, 190, 146)
"""A card in landscape, its art on the left."""
LOW_ART = 150
"""Art of at most this height has smaller badges on it."""


class Sign(NamedTuple):
    """One element of an effect: an icon or text."""

    icon: str = ""
    text: str = ""
    struck: bool = False
    points: int | None = None
    gain: bool | None = None


VILLAGERS: dict[Card, tuple[str, ...]] = {
    "assassin": ("hammer becomes grave",),
    "barbarian": ("skeid becomes flames",),
    "conspirator": ("opponent hammer becomes oneself",),
    "pioneer": ("sunrise becomes crown",),
    "mercenary": ("oneself +{gains_gold} coin", "opponents −{loss} coin"),
    "raider": ("opponent −{loss} coin", "× any_good"),
    "berserker": ("oneself −{gold} coin", "opponent any_tool becomes flames"),
    "thief": ("opponent becomes oneself", "oak / wool / iron"),
    "watchman": ("oneself guard ~opponents",),
    "chieftain": ("{draws} card_back becomes 1 open_card",),
    "sage": ("≤{draws} open_card exchange card_back",),
    "trader": ("{exchanges}× exchange", "any_good worker"),
}
"""Effects as rows of icons and text. `{…}` is a value of the card, `~` strikes an icon out."""
GAINS = {
    "gains_gold": "+{gains_gold} coin",
    "gains_gold_per_turn": "+{gains_gold_per_turn} coin × turn_played",
    "gains_workers": "+{gains_workers} worker",
    "gains_goods": "+{gains_goods} any_good",
}
"""Effects of the other villagers, by the value that must not be 0."""
Row = tuple[Sign, ...]


def _signs(row: str, face: Face) -> Row:
    return tuple(map(_sign, row.format_map(face.model_dump()).split()))


def _sign(token: str) -> Sign:
    name = token.removeprefix("~")
    return Sign(name, struck=name != token) if name in ICONS else Sign(text=token)


def effect_rows(face: Face) -> tuple[Row, ...]:
    """The effect of a villager, tool or building in one or two rows of signs."""
    match face.kind:
        case "villager":
            return _villager(face)
        case "tool":
            return _tool(face)
        case "building":
            return (_building(face),)
        case _:
            return ()


def _villager(face: Face) -> tuple[Row, ...]:
    gains = tuple(row for value, row in GAINS.items() if getattr(face, value))
    return tuple(_signs(row, face) for row in VILLAGERS.get(face.card, gains))


def _tool(face: Face) -> tuple[Row, ...]:
    if face.spares is not None:
        return (_signs(f"karve ~{face.spares}", face),)
    return (tuple(Sign(good) for good in GOODS if face.goods.of(good)),)


def _building(face: Face) -> Row:
    given = Sign(points=face.points)
    match face.counts:
        case None:
            return (given,)
        case "gold":
            return *_signs("{each} coin becomes", face), given
        case "trade_ships":
            return *_signs("trade_flag becomes", face), given
        case "mill":
            return Sign("mill", gain=True), Sign("becomes"), given


# Laying signs in a row

_WIDE = {"becomes": 0.62, "oneself": 0.8, "opponent": 0.8, "open_card": 0.78, "card_back": 0.78}


def _width(sign: Sign, size: int) -> float:
    if sign.text:
        return font("number", round(size * 0.74)).getlength(sign.text)
    return size * _WIDE.get(sign.icon, 1)


def put_row(page: Page, x: float, y: float, row: Row, size: int, width: float) -> None:
    """Draw signs centred at x, scaled down in steps until they fit the width."""
    gap = size * 0.1
    while size > 60 and sum(_width(sign, size) for sign in row) + gap * (len(row) - 1) > width:
        size -= 8
        gap = size * 0.1
    left = x - (sum(_width(sign, size) for sign in row) + gap * (len(row) - 1)) / 2
    for sign in row:
        wide = _width(sign, size)
        _put_sign(page, left + wide / 2, y, sign, size)
        left += wide + gap


def _put_sign(page: Page, x: float, y: float, sign: Sign, size: int) -> None:
    if sign.points is not None:
        put_points(page, x, y, sign.points, size)
    elif sign.text:
        page.number(x, y, sign.text, round(size * 0.74), INK, stroke=0)
    elif sign.gain is not None:
        page.put(modifier(sign.icon, sign.gain, size), x, y)
    else:
        page.put(icon(sign.icon, round(size * 0.66) if sign.icon == "becomes" else size), x, y)
        if sign.struck:
            page.put(icon("struck", round(size * 1.12)), x, y)


# Whole cards


def modifiers(face: Face) -> tuple[tuple[str, bool], ...]:
    """Lasting effects of a ship: icon, and whether it is a gain."""
    found = (("mill", face.mill), ("worker", face.daily_workers), ("coin", face.daily_gold))
    return tuple((name, change > 0) for name, change in found if change)


def costs(face: Face) -> tuple[tuple[str, int], ...]:
    """Gold, workers and goods to pay, with their icons."""
    found = (("coin", face.gold), ("worker", face.workers), *zip(GOODS, face.goods, strict=True))
    return tuple((name, amount) for name, amount in found if amount)


def put_card(
    page: Page, left: float, top: float, face: Face, name: str, layout: CardLayout, dim: bool = False
) -> None:
    """Draw a card by its top left corner."""
    page.put_corner(card_body(face.card, *layout, dim), left, top)
    badge = 96 if layout.art > LOW_ART else 72
    page.put(kind_badge(face.kind, badge), left + 12 + badge / 2, top + 12 + badge / 2)
    middle, foot = left + layout.width / 2, top + layout.foot
    page.text_line(
        middle, foot - NAME / 2 - 2, fit_text(name, "letter", 44, layout.width - 44), INK, "middle"
    )
    page.hline(left + 34, foot, left + layout.width - 34, VELLUM_DARK)
    match face.kind:
        case "ship":
            _ship(page, left, foot, face, layout)
        case "craftsman":
            page.put(icon(face.card, 138), middle, foot + layout.room / 2)
        case "villager":
            rows = effect_rows(face)
            _rows(page, middle, foot, layout.room, rows, layout.width - 56)
        case "tool" | "building":
            _bought(page, left, foot, face, layout)


def _rows(page: Page, x: float, top: float, room: float, rows: tuple[Row, ...], width: float) -> None:
    if len(rows) == 1:
        put_row(page, x, top + room / 2, rows[0], 108, width)
        return
    for number, row in enumerate(rows):
        put_row(page, x, top + room * (0.26 + 0.48 * number), row, 84, width)
    page.hline(x - width / 2 + 12, top + room / 2, x + width / 2 - 12, VELLUM_DARK)


def _ship(page: Page, left: float, foot: float, face: Face, layout: CardLayout) -> None:
    right, low = left + layout.width, foot - NAME
    shield = 88 if layout.art > LOW_ART else 72
    put_points(page, left + 22 + shield / 2, low - 2 - shield / 2, face.points, shield)
    if face.military:
        page.put(icon("war_flag", 82), right - 98, low - 48)
        page.number(right - 50, low - 50, face.military, 56)
    else:
        page.put(icon("trade_flag", 82), right - 64, low - 48)
    paid = costs(face)
    step = (layout.width - 44) / len(paid)
    for number, (name, amount) in enumerate(paid):
        x = left + 22 + step * (number + 0.5)
        page.put(icon(name, 58), x, foot + 36)
        page.number(x, foot + 86, amount, 46, INK, stroke=0)
    page.hline(left + 34, foot + 113, right - 34, VELLUM_DARK)
    y = foot + 113 + (layout.room - 113) / 2 + 2
    for number, craftsman in enumerate(face.craftsmen):
        page.put(icon(craftsman, 64), left + 54 + number * 64, y)
    changes = modifiers(face)
    for number, (name, gain) in enumerate(changes):
        page.put(modifier(name, gain, 58), right - 50 - (len(changes) - 1 - number) * 68, y)


def _bought(page: Page, left: float, foot: float, face: Face, layout: CardLayout) -> None:
    """Draw the price on the left and the effect on the right."""
    middle = foot + layout.room / 2
    paid = costs(face.model_copy(update={"goods": (0, 0, 0)}))
    if len(paid) == 1:
        _price(page, left + 84, middle - 4, *paid[0], 104, 72)
    else:
        for (name, amount), shift in zip(paid, (-46, 46), strict=True):
            _price(page, left + 76, middle + shift, name, amount, 82, 58)
    page.vline(left + 154, foot + 26, foot + layout.room - 26, VELLUM_DARK)
    (row,) = effect_rows(face)
    put_row(
        page, left + 154 + (layout.width - 154 - EDGE) / 2, middle, row, 92, layout.width - 154 - EDGE - 24
    )


def _price(page: Page, x: float, y: float, name: str, amount: int, size: int, font_px: int) -> None:
    page.put(icon(name, size), x, y)
    page.number(x + size * 0.38, y + size * 0.24, amount, font_px, BONE)


# Cards in landscape

WIDE_ART = 174
"""Size of the art and its frame, which take the left end of the card."""


def put_wide_card(page: Page, left: float, top: float, face: Face, name: str, dim: bool = False) -> None:
    """Draw a card in landscape by its top left corner: art, then the name above costs and effects."""
    page.put_corner(vellum_panel(WIDE.width, WIDE.height, 24, 5, KIND_COLOURS[face.kind], 8), left, top)
    page.put_corner(card_body(face.card, WIDE_ART, WIDE_ART, WIDE.art, dim), left + 8, top + 8)
    inside = left + WIDE_ART + 20
    room = WIDE.width - WIDE_ART - 32
    page.put(kind_badge(face.kind, 60), left + 36, top + 36)
    page.text_line(inside, top + 40, fit_text(name, "letter", 44, room - 56), INK)
    y = top + 126
    match face.kind:
        case "ship":
            _wide_ship(page, left, top, face)
        case "craftsman":
            page.put(icon(face.card, 104), inside + room / 2, y - 4)
        case "villager":
            rows = effect_rows(face)
            for number, row in enumerate(rows):
                shift = 0 if len(rows) == 1 else (number - 0.5) * 58
                put_row(page, inside + room / 2, y + shift, row, 84 if len(rows) == 1 else 60, room)
        case "tool" | "building":
            paid = costs(face.model_copy(update={"goods": (0, 0, 0)}))
            for number, (sign, amount) in enumerate(paid):
                _price(page, inside + 44 + number * 100, y - 4, sign, amount, 76, 54)
            page.vline(inside + 214, top + 84, top + 166, VELLUM_DARK)
            (row,) = effect_rows(face)
            put_row(page, inside + 214 + (room - 214) / 2, y, row, 60, room - 222)


def _wide_ship(page: Page, left: float, top: float, face: Face) -> None:
    low, inside, right = top + WIDE_ART - 36, left + WIDE_ART + 20, left + WIDE.width - 12
    put_points(page, left + 44, low, face.points, 60)
    page.put(icon("war_flag" if face.military else "trade_flag", 56), left + 112, low)
    if face.military:
        page.number(left + 150, low, face.military, 46)
    paid = costs(face)
    step = (right - inside) / 5
    for number, (name, amount) in enumerate(paid):
        x = inside + step * number + 24
        page.put(icon(name, 46), x, top + 98)
        page.number(x + 24, top + 99, amount, 40, INK, "lm", stroke=0)
    for number, craftsman in enumerate(face.craftsmen):
        page.put(icon(craftsman, 52), inside + 24 + number * 56, top + 152)
    changes = modifiers(face)
    for number, (name, gain) in enumerate(changes):
        page.put(modifier(name, gain, 50), right - 32 - (len(changes) - 1 - number) * 60, top + 152)
