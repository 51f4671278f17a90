"""Why a plan is good, in one sentence: the largest of the changes it makes to the table."""

from collections.abc import Iterator

from opponents.lofoten.evaluation import TO_DELIVER, TO_DOCK
from opponents.lofoten.simulator import Table
from rules.game import Phrase
from rules.lofoten.counting import warehouse_scores
from rules.lofoten.longships import ship_a_points, upgrade_points
from rules.lofoten.moves import BUY_HAND, BUY_TURN, LofotenMove
from rules.lofoten.pieces import ZONES, Tile
from rules.lofoten.state import Fleet, Warehouse

REASONS = (
    "lead", "level", "opens", "stores", "loads", "denies", "clears", "orders", "coins", "heads", "nearer",
    "bides", "middle", "swift", "extra_turn", "new_hand", "fills", "withholds", "offers", "upgrades",
    "allies", "binds", "takes", "keeps",
)  # fmt: skip
Reason = tuple[float, Phrase]
"""How much it weighs, in about points, and what to say."""


def reason(before: Table, moves: tuple[LofotenMove, ...], after: Table, seat: int) -> Phrase:
    """What speaks most for these moves, which lead from one table to another of the same turn."""
    found = [*_of_move(before, moves[0], seat), *_changes(before, after, seat)]
    return max(found, key=lambda each: each[0])[1]


def _say(key: str, **values: str | int) -> Phrase:
    return Phrase(key=key, values=values)


def _of_move(table: Table, move: LofotenMove, seat: int) -> Iterator[Reason]:
    """Of moves outside of the action phase, which are reasons by themselves."""
    yield 0.01, _say("bides")
    if move is BUY_TURN:
        yield 9, _say("extra_turn")
    elif move is BUY_HAND:
        yield 9, _say("new_hand")
    match move.kind:
        case "place":
            hand, drawn = table.hands[seat], table.drawn[seat]
            assert drawn is not None
            hand = (drawn, *hand) if move.end == "left" else (*hand, drawn)
            if _wanted(table, seat, hand[1].good):
                yield 9, _say("middle", good=hand[1].good)
            else:
                yield 9, _say("swift", left=hand[0].value, right=hand[2].value)
        case "fill":
            tile = table.stacks[move.stack == "right"][-1]
            if _waits(table, seat, tile.good):
                yield 9, _say("offers", good=tile.good, amount=tile.amount, zone=move.zone)
            elif any(_waits(table, 1 - seat, stack[-1].good) for stack in table.stacks if stack):
                yield 9, _say("withholds", good=tile.good, amount=tile.amount, zone=move.zone)
            else:
                yield 9, _say("fills", good=tile.good, amount=tile.amount, zone=move.zone)
        case "upgrade":
            after = table.copy()
            after.upgrade(move.ship, move.warehouse - 1, move.tile - 1)
            fleets = [Fleet(0, *each.wheels[seat]) for each in (table, after)]
            was, now = (upgrade_points(fleet) + ship_a_points(fleet) for fleet in fleets)
            yield 9, _say("upgrades", ship=move.ship, points=now - was)
        case "claim":
            yield 9, _say("allies", jarl=move.jarl)
        case "bind":
            jarl = next(each.jarl for each in table.alliances if each.owner == seat)
            yield 9, _say("binds", jarl=jarl, warehouse=move.warehouse)
        case "take":
            tile_taken = table.market[ZONES.index(move.zone)]
            assert tile_taken is not None
            yield 9, _say("takes", good=tile_taken.good, amount=tile_taken.amount)
        case "unload":
            load = [tile for ship in table.wheels[seat] if ship.key == move.ship for tile in ship.load]
            if load:
                yield 0.02, _say("takes", good=load[0].good, amount=sum(tile.amount for tile in load))
            else:
                yield 9, _say("keeps")
        case "stop" if table.stage == "turn_end":
            yield 9, _say("keeps")
        case _:
            pass


def _changes(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """What differs on the table after an action phase, or after goods found their warehouse."""
    for number, (was, now) in enumerate(zip(before.warehouses, after.warehouses, strict=True), start=1):
        if len(now.sides[seat]) > len(was.sides[seat]):
            yield _stored(before, after, number, was, now, seat)
    yield from _market(before, after, seat)
    coins = after.coins[seat] - before.coins[seat]
    if coins > 0:
        yield 0.5 * coins, _say("coins", coins=coins)
    yield from _ships(before, after, seat)


def _stored(before: Table, after: Table, number: int, was: Warehouse, now: Warehouse, seat: int) -> Reason:
    brought = now.sides[seat][len(was.sides[seat]) :]
    amount = sum(tile.amount for tile in brought)
    good = brought[0].good
    old, new = (_ahead(table, number - 1, seat) for table in (before, after))
    if was.good is None:
        return 4.0 + amount, _say("opens", warehouse=number, good=good, amount=amount)
    if old <= 0 < new:
        return 4.0 + amount, _say("lead", warehouse=number, good=good, amount=amount)
    if old < 0 and new == 0:
        return 3.0 + amount, _say("level", warehouse=number, good=good, amount=amount)
    return 1.0 + amount, _say("stores", warehouse=number, good=good, amount=amount)


def _ahead(table: Table, index: int, seat: int) -> int:
    scores = warehouse_scores(table, index)  # type: ignore[arg-type]  # it reads what the light table has
    return scores[seat] - scores[1 - seat]


def _market(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Tiles that left the market: loaded, taken from the rival's hopes, or put into the box."""
    boxed = len(after.box) - len(before.box)
    for zone, (was, now) in enumerate(zip(before.market, after.market, strict=True)):
        if was is None or now is not None:
            continue
        theirs, ours = _waits(before, 1 - seat, was.good), _waits(before, seat, was.good)
        if boxed:
            denied = theirs and not ours
            yield 0.6 * was.amount, _say("denies" if denied else "clears", good=was.good, amount=was.amount)
        else:
            yield 1.0 + 0.8 * was.amount, _say("loads", good=was.good, amount=was.amount, zone=ZONES[zone])


def _ships(before: Table, after: Table, seat: int) -> Iterator[Reason]:
    """Orders given, and ships that came nearer to their goods or with them to the dock."""
    old = {ship.key: (place, ship) for place, ship in enumerate(before.wheels[seat])}
    for place, ship in enumerate(after.wheels[seat]):
        was_at, was = old[ship.key]
        if ship.order is None:
            continue
        if was.order is None and was.load == ():
            yield 0.7, _say("orders", good=ship.order.good)
        elif ship.load and was.load == ship.load and TO_DOCK[place] < TO_DOCK[was_at]:
            amount = sum(tile.amount for tile in ship.load)
            yield 0.2 + 0.2 * amount, _say("nearer", good=ship.load[0].good, amount=amount)
        elif not ship.load:
            goal = _goal(after, seat, place, ship.order.good)
            if goal is not None:
                zone, tile = goal
                came = TO_DELIVER[seat][was_at][before.zones[seat]][zone]
                gain = came - TO_DELIVER[seat][place][after.zones[seat]][zone]
                if gain > 0.1:
                    yield (
                        0.2 * tile.amount * min(1.0, gain),
                        _say("heads", good=tile.good, amount=tile.amount, zone=ZONES[zone]),
                    )


def _goal(table: Table, seat: int, place: int, good: str) -> tuple[int, Tile] | None:
    """The tile an order is best filled with."""
    turns = TO_DELIVER[seat][place][table.zones[seat]]
    goals = [(zone, tile) for zone, tile in enumerate(table.market) if tile is not None and tile.good == good]
    return max(goals, key=lambda goal: goal[1].amount - turns[goal[0]], default=None)


def _waits(table: Table, seat: int, good: str) -> bool:
    """Whether a ship of that seat has an order for the good and no goods yet."""
    return any(
        ship.order is not None and not ship.load and ship.order.good == good for ship in table.wheels[seat]
    )


def _wanted(table: Table, seat: int, good: str) -> bool:
    """Whether a further order for the good could be filled from the market."""
    tiles = sum(tile is not None and tile.good == good for tile in table.market)
    orders = sum(
        ship.order is not None and not ship.load and ship.order.good == good for ship in table.wheels[seat]
    )
    return tiles > orders
