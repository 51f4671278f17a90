"""Values printed on cards and boards, for the placeholders of their texts."""

from collections.abc import Mapping

from rules.game import Fact
from rules.shipwrights.components import BuildingData, CardData, Components, ShipData, ToolData, VillagerData
from rules.shipwrights.pieces import GOODS, KINDS, Card, Goods

Facts = Mapping[str, Fact]
CARD_FIELDS = CardData.model_fields.keys()


def printed_values(piece: str, components: Components) -> Facts:
    card = next((card for card in KINDS if card == piece), None)
    return _board_values(piece, components) if card is None else _card_values(card, components)


def _board_values(piece: str, components: Components) -> Facts:
    board, evening, purchase = components.board, components.evening, components.purchase
    match piece:
        case "oak" | "wool" | "iron":
            return {"gold": purchase.gold, "workers": purchase.workers}
        case "gold" | "shoreline":
            return {"most": board.gold}
        case "mill":
            return {"most": board.resources}
        case "village":
            return {"most": board.workers}
        case "worker":
            return {"gold": evening.gold_per_worker, "workers": evening.workers, "most": board.workers}
        case "military_point":
            return {"points": components.end.military_bonus}
        case _:
            return {}


def _card_values(card: Card, components: Components) -> Facts:
    data, board = components.card_data[card], components.board
    return {
        "cards": data.cards,
        "short": data.in_short_deck,
        **_kind_values(card, data, components),
        "most": board.gold,
        "mill": board.resources,
    }


def _kind_values(card: Card, data: CardData, components: Components) -> Facts:
    match data:
        case ShipData():
            return _ship_values(data)
        case VillagerData():
            return {name: getattr(data, name) for name in type(data).model_fields if name not in CARD_FIELDS}
        case ToolData():
            return {"gold": data.gold, **({"spares": data.spares} if data.spares else _amounts(data.goods))}
        case BuildingData():
            return {"gold": data.gold, "workers": data.workers, "points": data.points, "each": data.each}
        case _:
            return {"ships": _ships_with(card, components)}


def _ship_values(ship: ShipData) -> Facts:
    return {
        "points": ship.points,
        "military": ship.military,
        "gold": ship.gold,
        "workers": ship.workers,
        **_amounts(ship.goods),
        "craftsmen": ship.craftsmen,
        "changes": _changes(ship),
    }


def _amounts(goods: Goods) -> dict[str, Fact]:
    return {good: goods.of(good) for good in GOODS}


def _changes(ship: ShipData) -> tuple[str, ...]:
    """Return the keys of the effects a finished ship has in the evening."""
    found = (
        ("more_workers", ship.daily_workers > 0),
        ("fewer_workers", ship.daily_workers < 0),
        ("more_gold", ship.daily_gold > 0),
        ("larger_mill", ship.mill > 0),
        ("smaller_mill", ship.mill < 0),
    )
    return tuple(change for change, there in found if there) or ("nothing",)


def _ships_with(craftsman: Card, components: Components) -> tuple[str, ...]:
    ships = components.ships.items()
    return tuple(key for key, ship in ships if craftsman in ship.craftsmen) or ("nothing",)
