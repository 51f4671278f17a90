"""Reasons of the AI: the largest change that a plan makes to the table, as a phrase."""

from collections.abc import Iterator

from opponents.lofoten.evaluation import DELIVERY_TURNS, DOCK_TURNS
from opponents.lofoten.simulator import Table
from rules.game import Phrase
from rules.lofoten import moves
from rules.lofoten.counting import warehouse_scores
from rules.lofoten.longships import ship_a_points, upgrade_points
from rules.lofoten.moves import LofotenMove
from rules.lofoten.pieces import ZONES, Tile
from rules.lofoten.state import Fleet, Warehouse

REASONS = (
    "lead", "level", "opens", "stores", "loads", "denies", "clears", "orders", "coins", "heads", "nearer",
    "bides", "middle", "swift", "extra_turn", "new_hand", "fills", "withholds", "offers", "upgrades",
    "allies", "binds", "takes", "keeps",
)  # fmt: skip
Reason = tuple[float, Phrase]
"""Weight, in about points, and phrase."""


def reason(before: Table, line: tuple[LofotenMove, ...], after: Table, seat: int) -> Phrase:
    """Return the most important reason for moves that lead from one table to another of the same turn."""
    found: list[Reason] = [(0.01, _phrase("bides"))]
    if phrase := _move_reason(before, line[0], seat):
        found.append((9, phrase))
    found += [*_unload_reasons(before, line[0], seat), *_change_reasons(before, after, seat)]
    return max(found, key=lambda each: each[0])[1]


def _phrase(key: str, **values: str | int) -> Phrase:
    return Phrase(key=key, values=values)


def _move_reason(table: Table, move: LofotenMove, seat: int) -> Phrase | None:
    """Return the reason for a move outside of the action phase."""
    match move:
        case moves.BuyTurn():
            return _phrase("extra_turn")
        case moves.BuyHand():
            return _phrase("new_hand")
        case moves.Place():
            return _place_reason(table, move, seat)
        case moves.Fill():
            return _fill_reason(table, move, seat)
        case moves.Upgrade():
            after = table.copy()
            after.upgrade(move.ship, move.warehouse - 1, move.tile - 1)
            fleets = [Fleet(0, *each.wheels[seat]) for each in (table, after)]
            was, now = (upgrade_points(fleet) + ship_a_points(fleet) for fleet in fleets)
            return _phrase("upgrades", ship=move.ship, points=now - was)
        case moves.Claim():
            return _phrase("allies", jarl=move.jarl)
        case moves.Bind():
            jarl = next(each.jarl for each in table.alliances if each.owner == seat)
            return _phrase("binds", jarl=jarl, warehouse=move.warehouse)
        case moves.Take():
            tile = table.market[ZONES.index(move.zone)]
            assert tile is not None
            return _phrase("takes", good=tile.good, amount=tile.amount)
        case moves.Unload(ship="none"):
            return _phrase("keeps")
        case moves.Stop() if table.stage == "turn_end":
            return _phrase("keeps")
        case _:
            return None


def _place_reason(table: Table, move: moves.Place, seat: int) -> Phrase:
    drawn = table.drawn[seat]
    assert drawn is not None
    hand = (drawn, *table.hands[seat]) if move.end == "left" else (*table.hands[seat], drawn)
    if _can_fill_another(table, seat, hand[1].good):
        return _phrase("middle", good=hand[1].good)
    return _phrase("swift", left=hand[0].value, right=hand[2].value)


def _fill_reason(table: Table, move: moves.Fill, seat: int) -> Phrase:
    tile = table.stacks[move.stack == "right"][-1]
    if _has_open_order(table, seat, tile.good):
        key = "offers"
    elif any(_has_open_order(table, 1 - seat, stack[-1].good) for stack in table.stacks if stack):
        key = "withholds"
    else:
        key = "fills"
    return _phrase(key, good=tile.good, amount=tile.amount, zone=move.zone)


def _unload_reasons(table: Table, move: LofotenMove, seat: int) -> Iterator[Reason]:
    if isinstance(move, moves.Unload):
        load = [tile for ship in table.wheels[seat] if ship.key == move.ship for tile in ship.load]
        if load:
            yield 0.02, _phrase("takes", good=load[0].good, amount=sum(tile.amount for tile in load))


def _change_reasons(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Yield reasons from the changes of an action phase or of storing goods."""
    for number, (was, now) in enumerate(zip(before.warehouses, after.warehouses, strict=True), start=1):
        if len(now.sides[seat]) > len(was.sides[seat]):
            yield _store_reason(before, after, number, was, now, seat)
    yield from _market_reasons(before, after, seat)
    coins = after.coins[seat] - before.coins[seat]
    if coins > 0:
        yield 0.5 * coins, _phrase("coins", coins=coins)
    yield from _ship_reasons(before, after, seat)


def _store_reason(
    before: Table, after: Table, number: int, was: Warehouse, now: Warehouse, seat: int
) -> Reason:
    brought = now.sides[seat][len(was.sides[seat]) :]
    amount = sum(tile.amount for tile in brought)
    good = brought[0].good
    old, new = (_warehouse_lead(table, number - 1, seat) for table in (before, after))
    if was.good is None:
        return 4.0 + amount, _phrase("opens", warehouse=number, good=good, amount=amount)
    if old <= 0 < new:
        return 4.0 + amount, _phrase("lead", warehouse=number, good=good, amount=amount)
    if old < 0 and new == 0:
        return 3.0 + amount, _phrase("level", warehouse=number, good=good, amount=amount)
    return 1.0 + amount, _phrase("stores", warehouse=number, good=good, amount=amount)


def _warehouse_lead(table: Table, index: int, seat: int) -> int:
    scores = warehouse_scores(table, index)  # type: ignore[arg-type]  # the table has all fields it reads
    return scores[seat] - scores[1 - seat]


def _market_reasons(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Yield tiles that left the market: loaded, denied to the rival, or put into the box."""
    boxed = len(after.box) - len(before.box)
    for zone, (was, now) in enumerate(zip(before.market, after.market, strict=True)):
        if was is None or now is not None:
            continue
        theirs, ours = _has_open_order(before, 1 - seat, was.good), _has_open_order(before, seat, was.good)
        if boxed:
            denied = theirs and not ours
            yield (
                0.6 * was.amount,
                _phrase("denies" if denied else "clears", good=was.good, amount=was.amount),
            )
        else:
            yield 1.0 + 0.8 * was.amount, _phrase("loads", good=was.good, amount=was.amount, zone=ZONES[zone])


def _ship_reasons(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Yield new orders, and ships that came nearer to their goods or to the dock."""
    old = {ship.key: (place, ship) for place, ship in enumerate(before.wheels[seat])}
    for place, ship in enumerate(after.wheels[seat]):
        was_at, was = old[ship.key]
        if ship.order is None:
            continue
        if was.order is None and was.load == ():
            yield 0.7, _phrase("orders", good=ship.order.good)
        elif ship.load and was.load == ship.load and DOCK_TURNS[place] < DOCK_TURNS[was_at]:
            amount = sum(tile.amount for tile in ship.load)
            yield 0.2 + 0.2 * amount, _phrase("nearer", good=ship.load[0].good, amount=amount)
        elif not ship.load:
            goal = _best_tile(after, seat, place, ship.order.good)
            if goal is not None:
                zone, tile = goal
                came = DELIVERY_TURNS[seat][was_at][before.zones[seat]][zone]
                gain = came - DELIVERY_TURNS[seat][place][after.zones[seat]][zone]
                if gain > 0.1:
                    yield (
                        0.2 * tile.amount * min(1.0, gain),
                        _phrase("heads", good=tile.good, amount=tile.amount, zone=ZONES[zone]),
                    )


def _best_tile(table: Table, seat: int, place: int, good: str) -> tuple[int, Tile] | None:
    """Return zone and tile that fill an order best."""
    turns = DELIVERY_TURNS[seat][place][table.zones[seat]]
    goals = [(zone, tile) for zone, tile in enumerate(table.market) if tile is not None and tile.good == good]
    return max(goals, key=lambda goal: goal[1].amount - turns[goal[0]], default=None)


def _has_open_order(table: Table, seat: int, good: str) -> bool:
    """True if a ship of the seat has an order for the good and no load."""
    return any(
        ship.order is not None and not ship.load and ship.order.good == good for ship in table.wheels[seat]
    )


def _can_fill_another(table: Table, seat: int, good: str) -> bool:
    """True if another order for the good could be filled from the market."""
    tiles = sum(tile is not None and tile.good == good for tile in table.market)
    orders = sum(
        ship.order is not None and not ship.load and ship.order.good == good for ship in table.wheels[seat]
    )
    return tiles > orders
