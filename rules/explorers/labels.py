"""Facts about a legal move, for its label."""

from collections import Counter

from rules.explorers import moves
from rules.explorers.chart import chart
from rules.explorers.components import Components
from rules.explorers.hexes import compass
from rules.explorers.land import FIRST_OUTPOST_POINTS, OUTPOST_COST
from rules.explorers.moves import ExplorersMove, livestock_of
from rules.explorers.pieces import Animal, Ground
from rules.explorers.state import State
from rules.explorers.tile import Tile, regions, rotate

Facts = dict[str, str | int]
_ACTIONS = (moves.Load, moves.Unload, moves.Sail, moves.March, moves.Herd, moves.Build)


def label_facts(state: State, move: ExplorersMove, components: Components) -> Facts:
    facts = _facts(state, move, components)
    return facts | {"ends": "turn"} if _is_last_action(state, move) else facts


def _is_last_action(state: State, move: ExplorersMove) -> bool:
    """True if no action is left after this one, so that the turn ends with it."""
    cost = OUTPOST_COST if isinstance(move, moves.Build) else 1
    return isinstance(move, _ACTIONS) and state.actions == cost


def _facts(state: State, move: ExplorersMove, components: Components) -> Facts:
    match move:
        case moves.Place():
            return _place_facts(move, components)
        case moves.Discard():
            return {"symbol": components.tile[move.tile].symbol}
        case moves.Load() | moves.Unload():
            herd = livestock_of(move)
            is_delivery = isinstance(move, moves.Unload) and move.land == "mainland" and not move.vikings
            delivered: Facts = {"delivered": cargo_key(0, herd)} if is_delivery else {}
            return {"cargo": cargo_key(move.vikings, herd), **delivered}
        case moves.Sail():
            sea = chart(state.laid).sea_numbers[move.sea]
            return {"enemy": "enemy_ship"} if any(at == sea for at, _ in state.enemies) else {}
        case moves.Build():
            return {"points": FIRST_OUTPOST_POINTS + len(state.player.outposts)}
        case moves.End():
            return {"actions": state.actions}
        case _:
            return {}


def cargo_key(vikings: int, herd: tuple[Animal, ...]) -> str:
    """Return what is loaded or unloaded, as a key of `Names`.

    >>> cargo_key(2, ("pig",))
    '2 viking, 1 pig'
    """
    counts: dict[str, int] = {"viking": vikings}
    counts.update(Counter(herd))
    return ", ".join(f"{count} {key}" for key, count in counts.items() if count)


def _place_facts(move: moves.Place, components: Components) -> Facts:
    """Return the symbol of the tile and on which side of the cell it would be."""
    tile = components.tile[move.tile]
    return {"symbol": tile.symbol, "side": symbol_side(tile, move.turn)}


def symbol_side(tile: Tile, turn: int) -> str:
    """Return the side of a rotated tile with the symbol's land or sea; the largest part if it is divided.

    Different rotations of a tile have different sides.
    """
    ground: Ground = "sea" if tile.symbol == "enemy_ship" else "land"
    lying, corner = rotate(tile.land, turn), (tile.at + turn) % 6
    region = next(found for found in regions(lying, tile.middle, ground) if corner in found)
    parts = [part for part in regions(lying, None, ground) if set(part) <= set(region)]
    side = compass(max(parts, key=len))
    assert side is not None
    return side
