"""Values printed on cards and pieces, for the placeholders of their texts."""

from collections.abc import Mapping

from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, OBJECTIVES, SCORE_CARDS, SPECIES, VEHICLES, Species
from rules.game import Fact

GROUPS = ("two", "three", "four", "five", "six", "seven")


def printed_values(piece: str, components: Components) -> Mapping[str, Fact]:
    stars = components.stars
    for objective in OBJECTIVES:
        if piece == objective:
            return {"number": components.objectives.of(objective).number, "stars": stars.objective}
    for score_card in SCORE_CARDS:
        if piece == score_card:
            points, pair = components.score_cards.of(score_card).points, components.score_cards.level_pair
            return {"points": points, "pair": pair}
    for species in SPECIES:
        if piece == species:
            return {**_group_values(components), **_card_values(species, components)}
    match piece:
        case "star":
            return {
                "start": stars.start,
                "returned": stars.returned,
                "objective": stars.objective,
                "price": stars.refresh,
            }
        case "objective":
            return {"stars": stars.objective}
        case "pool":
            return {"price": stars.refresh}
        case "track":
            return _track_values(components)
        case _:
            return {}


def _group_values(components: Components) -> dict[str, Fact]:
    """Return the points for two animals of a species on one site, for three, and so on."""
    return dict(zip(GROUPS, components.groups.points[2:], strict=True))


def _card_values(species: Species, components: Components) -> dict[str, Fact]:
    """Return the vehicles for each pair of scientists: `yp` sends yellow left and pink right."""
    letters = [colour[0] for colour in COLOURS]
    cards = components.cards.of(species)
    return {
        left + right: tuple(vehicle for vehicle in VEHICLES if left + right in cards.of(vehicle))
        for left in letters
        for right in letters
    }


def _track_values(components: Components) -> dict[str, Fact]:
    outer = {f"outer_{space}": points for space, points in enumerate(components.tracks.outer) if space}
    middle = {f"middle_{space}": points for space, points in enumerate(components.tracks.middle) if space}
    return {**outer, **middle}
