"""How a table of Lofoten stands: the points each player may expect, counting what is on its way.

Only what both players can see goes into it, and how many tiles of each good lie covered: they can count that.
"""

from collections.abc import Sequence
from math import sqrt, tanh

from opponents.lofoten.simulator import DOCK, LEFT, MARKET, RIGHT, Table
from opponents.lofoten.simulator_helpers import progress
from opponents.lofoten.weights import WEIGHTS, Weights
from rules.lofoten.counting import INDEPENDENT_SCORES, MEASURES
from rules.lofoten.longships import SHIP_A_POINTS, UPGRADE_POINTS
from rules.lofoten.pieces import GOODS, SHIELDS, Good, Tile
from rules.lofoten.state import Alliance, Warehouse

ZONE_COUNT = 5
Cargo = list[tuple[float, Tile]]
"""Tiles that may still come to a warehouse, each with its likelihood."""


def _turns(steps: int) -> float:
    """About how many turns so many steps in one direction take."""
    return (0.0, 1.0, 1.25, 1.65, 2.1, 2.5, 3.0, 3.4, 3.8, 4.2, 4.6, 5.0)[steps]


def _turns_to_deliver(seat: int, place: int, zone: int, goal: int) -> float:
    """The turns for an order at a place of the wheel to fetch the tile of a zone and to bring it home."""
    away = goal - zone if seat == 0 else zone - goal
    least = 99.0
    for quarter in {MARKET: (0,), RIGHT: (-1, 3), DOCK: (-2, 2), LEFT: (1, -3)}[place]:
        right = max(0, away) + max(0, quarter)
        left = max(0, -away) + max(0, -quarter)
        least = min(least, _turns(right + 2) + _turns(left), _turns(right) + _turns(left + 2))
    return least


TO_DELIVER = tuple(
    tuple(
        tuple(
            tuple(_turns_to_deliver(seat, place, zone, goal) for goal in range(ZONE_COUNT))
            for zone in range(ZONE_COUNT)
        )
        for place in range(4)
    )
    for seat in (0, 1)
)
TO_DOCK = (_turns(2), _turns(1), 0.0, _turns(1))
"""The turns for a loaded ship at each place of the wheel to come to the dock."""
TILES_A_ROUND = 2.6
"""About how many tiles leave the market in a turn of each player."""

JARLS = {
    "asbjorn": (0.0, 0.0), "bergljot": (0.0, 0.0), "eirik": (0.0, 3.0), "frida": (0.0, 1.5),
    "gunnar": (0.0, 1.5), "helga": (0.0, 0.0), "ingrid": (0.0, 0.0), "knut": (4.0, 0.0),
}  # fmt: skip
"""What an ally alone is worth, at once and over a whole game, beyond what they did when they came."""
JARL_IN_REACH = {
    "asbjorn": 1.3, "bergljot": 2.5, "eirik": 2.5, "frida": 1.2, "gunnar": 1.2, "helga": 2.5, "ingrid": 2.5,
    "knut": 4.0,
}  # fmt: skip
"""What it would be worth to gain them."""
BETTER_SHIP = {"a": 0.0, "b": 1.0, "c": 2.5, "d": 1.2}
"""What the dark side of a ship is worth over a whole game, beside its points."""
WHOLE_GAME = 11.0
"""Rounds."""


def rounds_left(table: Table) -> float:
    """About how many turns each player still has."""
    if table.ending == "last_turn":
        return 0.4
    if table.stage == "last_unload" or table.stage == "over":
        return 0.0
    return max(0.4, (table.tiles_left() - table.market.count(None) + 1) / TILES_A_ROUND)


def appraise(table: Table, w: Weights = WEIGHTS, seat: int = 0) -> tuple[float, float]:
    """The points seat 0 may expect to be ahead, and the variance of that, as this seat weighs it."""
    rounds = rounds_left(table)
    coming: list[dict[Good, Cargo]] = [{}, {}]
    mean = 0.0
    if seat == 0 or w.sees_rival:
        mean += _afloat(table, 0, coming[0], rounds, w)
    if seat == 1 or w.sees_rival:
        mean -= _afloat(table, 1, coming[1], rounds, w)
    var = 0.0
    market_goods = dict.fromkeys(GOODS, 0)
    for tile in table.market:
        if tile is not None:
            market_goods[tile.good] += tile.amount
    empty: list[tuple[int, Warehouse]] = []
    stored: set[Good] = set()
    for index, warehouse in enumerate(table.warehouses):
        good = warehouse.good
        if good is None:
            empty.append((index, warehouse))
            continue
        stored.add(good)
        left = table.covered[good][1] + market_goods[good]
        points, spread = _warehouse(
            table, index, warehouse, left, coming[0].get(good, ()), coming[1].get(good, ()), w
        )
        mean += points
        var += spread
    if empty:
        for good in GOODS:
            if good not in stored:
                # It may go to any of them: the mean of what each would come to.
                left = table.covered[good][1] + market_goods[good]
                ours, theirs = coming[0].get(good, ()), coming[1].get(good, ())
                for index, warehouse in empty:
                    points, spread = _warehouse(table, index, warehouse, left, ours, theirs, w)
                    mean += points / len(empty)
                    var += spread / len(empty)
    mean += _purses(table, rounds, w)
    if table.options.better_longships == "yes":
        mean += _better_ships(table, 0, rounds) - _better_ships(table, 1, rounds)
    if table.alliances:
        mean += _jarls(table, rounds)
    return mean, var


def _purses(table: Table, rounds: float, w: Weights) -> float:
    """Coins, while there is time to use them, and a turn bought."""
    first, second = table.coins
    worth = w.coin * (first - second) + w.third_coin * ((first >= 3) - (second >= 3))
    worth *= min(1.0, rounds / 2)
    if table.paid:
        worth += w.extra_turn if table.active == 0 else -w.extra_turn
    return worth


def _afloat(table: Table, seat: int, coming: dict[Good, Cargo], rounds: float, w: Weights) -> float:
    """What the ships may bring goes to `coming`; what they are worth beside is given back."""
    worth = 0.0
    zone, market = table.zones[seat], table.market
    taken: set[int] = set()
    hurry = 1.0 if rounds > 3 else 0.4 + 0.2 * rounds
    best_load, best_at = 0, None
    stuck = True
    for place, ship in enumerate(table.wheels[seat]):
        order = ship.order
        if order is None:
            stuck = False
            continue
        if ship.load:
            stuck = False
            chance = w.keep ** TO_DOCK[place] * (1.0 if place == DOCK else hurry)
            worth += w.loaded
            good = ship.load[0].good
            cargo = coming.setdefault(good, [])
            amount = 0
            for tile in ship.load:
                cargo.append((chance, tile))
                amount += tile.amount
            if amount > best_load:
                best_load, best_at = amount, (cargo, len(cargo) - len(ship.load), len(cargo))
            continue
        worth -= w.block if place == DOCK else 0.0
        to_deliver = TO_DELIVER[seat][place][zone]
        best, goal = 0.0, -1
        for where, lying in enumerate(market):
            if lying is not None and lying.good == order.good and where not in taken:
                likely = lying.amount * w.keep ** to_deliver[where]
                if likely > best:
                    best, goal = likely, where
        if goal >= 0:
            stuck = False
            worth += w.busy
            taken.add(goal)
            found = market[goal]
            assert found is not None
            chance = w.order * w.keep ** to_deliver[goal] * hurry * hurry
            coming.setdefault(order.good, []).append((chance, found))
            continue
        covered = table.covered[order.good][0]
        worth += w.busy if covered else -w.hopeless
        if covered and rounds > 1:
            likely = min(1.0, covered / 5.0)
            coming.setdefault(order.good, []).append((w.later * likely * hurry, Tile(order.good, 2)))
    if stuck:
        worth -= w.stuck
    if best_at is not None and rounds <= 3:
        cargo, start, end = best_at  # one ship is unloaded for nothing at the end
        for index in range(start, end):
            chance, tile = cargo[index]
            cargo[index] = max(chance, 0.95 - 0.03 * rounds), tile
    for warehouse in table.warehouses:
        worth += w.stored * len(warehouse.sides[seat])
    return worth


def _warehouse(
    table: Table,
    index: int,
    warehouse: Warehouse,
    left: int,
    ours: Sequence[tuple[float, Tile]],
    theirs: Sequence[tuple[float, Tile]],
    w: Weights,
) -> tuple[float, float]:
    """The points seat 0 may expect to gain on the rival here, and their variance."""
    host, helped = _helpers(table, index) if table.alliances else (0.0, 0.0)
    if warehouse.numbers and warehouse.card in INDEPENDENT_SCORES:
        ahead = _alone(warehouse, 0, ours, theirs, left) - _alone(warehouse, 1, theirs, ours, left)
        if host:
            ahead += host * 0.5 * (1 + tanh(ahead / 3 if host > 0 else -ahead / 3))
        return ahead, 4.0 + left
    measure = MEASURES.get(warehouse.card, "total")
    first, second = warehouse.sides
    if measure == "total":
        lead = helped + (0.5 if host > 0 else -0.5 if host < 0 else 0.0)
        for tile in first:
            lead += 1 if tile.flipped else tile.amount
        for tile in second:
            lead -= 1 if tile.flipped else tile.amount
        for chance, tile in ours:
            lead += chance * tile.amount
        for chance, tile in theirs:
            lead -= chance * tile.amount
        scale = w.still + w.open * sqrt(left)
    elif measure == "tiles":
        lead = len(first) - len(second) + sum(c for c, _ in ours) - sum(c for c, _ in theirs)
        scale = w.still + w.open * sqrt(left / 2) * 0.8
    else:
        lead = float(sum(len(t.shown) for t in first) - sum(len(t.shown) for t in second))
        lead += sum(c * len(t.shields) for c, t in ours) - sum(c * len(t.shields) for c, t in theirs)
        scale = w.still + w.open * sqrt(left * 0.75)
    odds = tanh(lead / scale)
    points: float = warehouse.points
    if warehouse.card == "wide_gap":
        for_each, most = warehouse.numbers
        gap = max(-most, min(most, for_each * lead))
        return gap, 2.0 * left
    if warehouse.card == "fair_share":
        larger, other = warehouse.numbers
        here = [
            bool(side) or any(c > 0.4 for c, _ in more) for side, more in ((first, ours), (second, theirs))
        ]
        bottom = other * (here[0] - here[1]) * 0.5
        points = larger - (other if here[0] and here[1] else other / 2)
        return points * odds + bottom, points * points * (1 - odds * odds)
    if host:
        points += abs(host) * 0.5
        return points * odds + host * 0.5, points * points * (1 - odds * odds)
    return points * odds, points * points * (1 - odds * odds)


def _helpers(table: Table, index: int) -> tuple[float, float]:
    """Ingrid's points and Helga's goods in this warehouse, for seat 0 or, below nothing, for seat 1."""
    host = helped = 0.0
    for alliance in table.alliances:
        if alliance.owner is not None and alliance.warehouse == index:
            strength = alliance.strength if alliance.owner == 0 else -alliance.strength
            if alliance.jarl == "ingrid":
                host = strength
            else:
                helped = strength
    return host, helped


def _alone(
    warehouse: Warehouse,
    seat: int,
    ours: Sequence[tuple[float, Tile]],
    theirs: Sequence[tuple[float, Tile]],
    left: int,
) -> float:
    """What a side may expect of a card that compares nobody."""
    side = warehouse.sides[seat]
    match warehouse.card:
        case "small_trade":
            for_each, most = warehouse.numbers
            return min(most, for_each * (len(side) + sum(chance for chance, _ in ours)))
        case "threshold":
            needed, points, alone = warehouse.numbers
            own = _reaches(warehouse, seat, ours, needed, left)
            other = _reaches(warehouse, 1 - seat, theirs, needed, left)
            return own * (points * other + alone * (1 - other))
        case "three_crests":
            kinds: list[float] = []
            for shield in SHIELDS:
                missing = 0.0 if any(shield in tile.shown for tile in side) else 1.0
                for chance, tile in ours:
                    if shield in tile.shields:
                        missing *= 1 - chance
                kinds.append(1 - missing)
            return _by_kinds(kinds, warehouse.numbers)
        case _:
            kinds = []
            for amount in (1, 2, 3):
                missing = 0.0 if any(tile.goods == amount for tile in side) else 1.0
                for chance, tile in ours:
                    if tile.amount == amount:
                        missing *= 1 - chance
                kinds.append(1 - missing)
            return _by_kinds(kinds, warehouse.numbers)


def _reaches(
    warehouse: Warehouse, seat: int, more: Sequence[tuple[float, Tile]], needed: int, left: int
) -> float:
    """How likely a side is to come to a total: nothing yet counts a little while goods are left."""
    total = sum(tile.goods for tile in warehouse.sides[seat])
    if total >= needed:
        return 1.0
    total_soon = total + sum(chance * tile.amount for chance, tile in more)
    missing = needed - total_soon
    hope = 0.35 + 0.45 * sqrt(left)
    return 0.5 * (1 - tanh((missing - 0.25 * hope) / hope)) if left or more else 0.0


def _by_kinds(chances: list[float], numbers: Sequence[int]) -> float:
    """The points for so many kinds, as far as they are likely."""
    kinds = sum(chances)
    steps = (0, *numbers)
    whole = min(2, int(kinds))
    return steps[whole] + (kinds - whole) * (steps[whole + 1] - steps[whole])


def _better_ships(table: Table, seat: int, rounds: float) -> float:
    worth, count = 0.0, 0
    for ship in table.wheels[seat]:
        if ship.upgraded:
            count += 1
            worth += SHIP_A_POINTS if ship.key == "a" else BETTER_SHIP[ship.key] * rounds / WHOLE_GAME
    return worth + UPGRADE_POINTS[count]


def _jarls(table: Table, rounds: float) -> float:
    """The allies of both, and how near each is to gaining one."""
    worth = 0.0
    for seat, sign in ((0, 1.0), (1, -1.0)):
        own = next((each for each in table.alliances if each.owner == seat), None)
        if own is not None:
            at_once, lasting = JARLS[own.jarl]
            worth += sign * (at_once + lasting * rounds / WHOLE_GAME)
        else:
            hopes = [_hope(table, seat, each) for each in table.alliances if each.owner is None]
            worth += sign * max(hopes, default=0.0)
    if table.claimed is not None:
        worth += 2.0 if table.active == 0 else -2.0
    return worth


def _hope(table: Table, seat: int, alliance: Alliance) -> float:
    """What a Jarl nobody has yet is worth to a seat: the nearer their demand is to being met, the more."""
    has = progress(table.warehouses, table.coins[seat], seat, alliance.demand)
    share = min(1.0, has / alliance.demand.number)
    if alliance.demand.kind in ("give_coins", "own_coins"):
        share = share * share
    return JARL_IN_REACH[alliance.jarl] * (0.85 if share >= 1 else 0.55 * share)
