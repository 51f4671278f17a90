"""Effects of a player's finished ships: capacity of the mill, and income of each evening."""

from rules.shipwrights.components import Components
from rules.shipwrights.state import Player


def mill_capacity(player: Player, components: Components) -> int:
    faces = components.faces
    return max(0, components.board.resources + sum(faces[ship].mill for ship in player.fleet))


def daily_workers(player: Player, components: Components) -> int:
    evening, faces = components.evening, components.faces
    return max(
        evening.fewest_workers, evening.workers + sum(faces[ship].daily_workers for ship in player.fleet)
    )


def daily_gold(player: Player, components: Components) -> int:
    """Return the gold from ships, without that for each worker in the village."""
    faces = components.faces
    return sum(faces[ship].daily_gold for ship in player.fleet)


def military(player: Player, components: Components) -> int:
    faces = components.faces
    return sum(faces[ship].military for ship in player.fleet)


def evening_gold(player: Player, components: Components) -> int:
    """Return the gold of the next evening: per worker and from ships, limited by the shoreline."""
    earned = player.workers * components.evening.gold_per_worker + daily_gold(player, components)
    return min(earned, components.board.gold - player.gold)


def evening_workers(player: Player, components: Components) -> int:
    """Return the change of workers in the next evening, limited by the village."""
    workers = player.workers + daily_workers(player, components)
    return min(workers, components.board.workers) - player.workers
