"""Move generation: lines through a whole action phase, and single moves outside of it."""

from collections.abc import Iterator

from opponents.lofoten.simulator import DOCK, Table
from rules.lofoten.moves import (
    BIND,
    BUY_STEP,
    CLAIM,
    FILL,
    LOAD,
    PLACE,
    PLAY_CENTRE,
    PLAY_SIDE,
    REMOVE,
    ROW,
    SLIDE,
    STEAL,
    STOP,
    STORE,
    TAKE,
    TURN,
    UNLOAD,
    UNLOAD_NONE,
    UPGRADE,
    WHEEL,
    LofotenMove,
)
from rules.lofoten.pieces import SIDES

Moves = tuple[LofotenMove, ...]
Line = tuple[Moves, Table]
"""Moves in order, and the table after them."""


def is_action_phase(table: Table) -> bool:
    """True if the active player is in the action phase."""
    return table.stage in ("action", "steps", "effect")


def action_lines(table: Table, *, max_bought_steps: int) -> list[Line]:
    """Return lines to every different result of the action phase, before the card is drawn."""
    found: list[Line] = []
    if table.stage != "action":
        _extend((), table, found, max_bought_steps)
        return found
    for moves, begun in _with_answers((), table):
        for way in SIDES:
            played = begun.copy()
            played.play_side(way)
            _extend((*moves, PLAY_SIDE[way == "right"]), played, found, max_bought_steps)
        if begun.wheels[begun.active][DOCK].order is None:
            played = begun.copy()
            played.play_centre()
            _extend((*moves, PLAY_CENTRE), played, found, max_bought_steps)
    return found


def _extend(moves: Moves, table: Table, found: list[Line], max_bought_steps: int) -> None:
    """Add all lines of a card to `found`, breadth first: a table seen before took no more steps."""
    seat = table.active
    seen: set[object] = set()
    reached = list(_with_answers(moves, table))
    bought = 0
    while reached:
        further: list[Line] = []
        spent = True
        for way in reached:
            here = way[1]
            key = (here.zones[seat], here.wheels[seat], here.market, here.coins[seat] if here.effect else 0,
                   *[warehouse.good for warehouse in here.warehouses])  # fmt: skip
            if key in seen:
                continue
            seen.add(key)
            found.append(way)
            if here.left > 0:
                spent = False
            further.append(way)
        if spent:
            if bought >= max_bought_steps or table.side is None:
                break
            bought += 1
            further = [_with_step(*way) for way in further if way[1].coins[seat] > 0]
        reached = [
            answered
            for so_far, here in further
            if here.left > 0
            for move, after in _steps(here)
            for answered in _with_answers((*so_far, move), after)
        ]


def coins_first(moves: Moves) -> Moves:
    """Reorder so that all steps are bought before the first one is made, as people do."""
    bought = tuple(move for move in moves if move == BUY_STEP)
    if not bought:
        return moves
    others = [move for move in moves if move != BUY_STEP]
    start = next(place for place, move in enumerate(others) if move in (SLIDE, TURN))
    return (*others[:start], *bought, *others[start:])


def _with_step(moves: Moves, table: Table) -> Line:
    richer = table.copy()
    richer.buy_step()
    return (*moves, BUY_STEP), richer


def _steps(table: Table) -> Iterator[tuple[LofotenMove, Table]]:
    """Yield each single step or use of the card in play."""
    if table.side is not None:
        if table.next_zone(table.side) is not None:
            after = table.copy()
            after.slide(table.side)
            yield SLIDE, after
        after = table.copy()
        after.turn(table.side)
        yield TURN, after
    elif table.effect == "wheel":
        for way, move in zip(SIDES, WHEEL, strict=True):
            after = table.copy()
            after.turn(way)
            yield move, after
    elif table.effect == "row":
        for way in SIDES:
            if table.next_zone(way) is not None:
                after = table.copy()
                after.slide(way)
                yield ROW[way], after
    elif table.effect == "remove":
        for zone, tile in enumerate(table.market):
            if tile is not None:
                after = table.copy()
                after.remove(zone)
                yield REMOVE[zone], after
    elif table.reserve or table.coins[1 - table.active]:
        after = table.copy()
        after.steal()
        yield STEAL, after


def _with_answers(moves: Moves, table: Table) -> Iterator[Line]:
    """Yield the line with every answer to an open question: whether to load, where to store."""
    if table.loading:
        for move in LOAD:
            after = table.copy()
            after.answer_load(move is LOAD[0])
            yield from _with_answers((*moves, move), after)
    elif table.unloading is not None:
        for index in table.warehouses_for(table.tiles_to_store()[0].good):
            after = table.copy()
            after.store(index)
            yield (*moves, STORE[index]), after
    else:
        yield moves, table


def choices(table: Table) -> list[LofotenMove]:
    """Return the moves outside of the action phase, without purchases."""
    match table.phase:
        case "draw":
            return [*PLACE]
        case "upkeep":
            return [
                FILL[stack][zone]
                for stack in (0, 1)
                if table.stacks[stack]
                for zone, tile in enumerate(table.market)
                if tile is None
            ]
        case "store":
            return [STORE[index] for index in table.warehouses_for(table.tiles_to_store()[0].good)]
        case "take":
            return [TAKE[zone] for zone, tile in enumerate(table.market) if tile is not None]
        case "bind":
            return [*BIND]
        case "turn_end":
            return [*_upgrades(table), *(CLAIM[each.jarl] for each in table.claims()), STOP]
        case "last_unload":
            loaded: list[LofotenMove] = [UNLOAD[ship.key] for ship in table.wheels[table.active] if ship.load]
            return [*loaded, UNLOAD_NONE]
    return []


def _upgrades(table: Table) -> Iterator[LofotenMove]:
    if not table.can_upgrade():
        return
    seat = table.active
    tiles = [
        (index, place)
        for index, warehouse in enumerate(table.warehouses)
        for place, tile in enumerate(warehouse.sides[seat])
        if not tile.flipped and warehouse.sides[seat].index(tile) == place
    ]
    for ship in table.wheels[seat]:
        if not ship.upgraded:
            for index, place in tiles:
                yield UPGRADE[ship.key][index][place]
