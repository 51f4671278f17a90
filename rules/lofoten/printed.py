"""Values printed on cards and tiles, for the placeholders of their texts."""

from collections.abc import Mapping

from rules.game import Fact
from rules.lofoten.components import Components
from rules.lofoten.pieces import GOODS, JARLS, LEVEL_TWO


def printed_values(piece: str, components: Components) -> Mapping[str, Fact]:
    for good in GOODS:
        if piece == good:
            return {"effect": components.effects.of(good)}
    for card in LEVEL_TWO:
        if piece == card:
            return components.level_2.of(card).model_dump(exclude={"name"})
    for jarl in JARLS:
        if piece == jarl:
            return {"strength": components.jarls.strength(jarl), "usual": components.prices.extra_turn}
    for demand in components.demands.faces():
        if piece == demand.key:
            return {"number": demand.number}
    return components.prices.model_dump(exclude={"provenance"}) if piece == "coin" else {}
