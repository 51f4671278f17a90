"""Static evaluation of a table: the points each player can expect, including cargo on its way.

It uses public information, including the number of covered tiles of each good, which players can count.
"""

from collections.abc import Sequence
from math import sqrt, tanh

from opponents.lofoten.simulator import DOCK, LEFT, MARKET, RIGHT, Table
from opponents.lofoten.simulator_helpers import pair_with, progress
from opponents.lofoten.weights import WEIGHTS, Weights
from rules.lofoten.counting import INDEPENDENT_SCORES, MEASURES
from rules.lofoten.longships import SHIP_A_POINTS, UPGRADE_POINTS
from rules.lofoten.pieces import GOODS, SHIELDS, Good, Tile
from rules.lofoten.state import Alliance, Warehouse

ZONE_COUNT = 5
Cargo = list[tuple[float, Tile]]
"""Tiles that may still reach a warehouse, each with its probability."""
Coming = Sequence[tuple[float, Tile]]


def turns_to_come(steps: int) -> float:
    """Return the average number of turns that steps in one direction take."""
    return (0.0, 1.0, 1.25, 1.65, 2.1, 2.5, 3.0, 3.4, 3.8, 4.2, 4.6, 5.0)[steps]


def _delivery_turns(seat: int, place: int, zone: int, goal: int) -> float:
    """Return the turns for an order at a place of the wheel to fetch the tile of a zone and deliver it."""
    away = goal - zone if seat == 0 else zone - goal
    least = 99.0
    for quarter in {MARKET: (0,), RIGHT: (-1, 3), DOCK: (-2, 2), LEFT: (1, -3)}[place]:
        right = max(0, away) + max(0, quarter)
        left = max(0, -away) + max(0, -quarter)
        least = min(
            least,
            turns_to_come(right + 2) + turns_to_come(left),
            turns_to_come(right) + turns_to_come(left + 2),
        )
    return least


DELIVERY_TURNS = tuple(
    tuple(
        tuple(
            tuple(_delivery_turns(seat, place, zone, goal) for goal in range(ZONE_COUNT))
            for zone in range(ZONE_COUNT)
        )
        for place in range(4)
    )
    for seat in (0, 1)
)
DOCK_TURNS = (turns_to_come(2), turns_to_come(1), 0.0, turns_to_come(1))
"""Turns for a loaded ship at each place of the wheel to reach the dock."""
TILES_PER_ROUND = 2.6
"""Average number of tiles that leave the market in a turn of each player."""

JARL_VALUES = {
    "asbjorn": (0.0, 0.0), "bergljot": (0.0, 0.0), "eirik": (0.0, 3.0), "frida": (0.0, 1.5),
    "gunnar": (0.0, 1.5), "helga": (0.0, 0.0), "ingrid": (0.0, 0.0), "knut": (4.0, 0.0),
}  # fmt: skip
"""Values of an ally: fixed, and over a whole game; without their immediate effect."""
JARL_CLAIM_VALUES = {
    "asbjorn": 1.3, "bergljot": 2.5, "eirik": 2.5, "frida": 1.2, "gunnar": 1.2, "helga": 2.5, "ingrid": 2.5,
    "knut": 4.0,
}  # fmt: skip
"""Values of gaining each Jarl."""
UPGRADE_VALUES = {"a": 0.0, "b": 1.0, "c": 2.5, "d": 1.2}
"""Value of a ship's dark side over a whole game, without its points."""
GAME_ROUNDS = 11.0


def rounds_left(table: Table) -> float:
    """Estimate the number of turns each player still has."""
    if table.ending == "last_turn":
        return 0.4
    if table.stage == "last_unload" or table.stage == "over":
        return 0.0
    return max(0.4, (table.tiles_left() - table.market.count(None) + 1) / TILES_PER_ROUND)


def evaluate(table: Table, w: Weights = WEIGHTS, seat: int = 0) -> tuple[float, float]:
    """Return the expected final lead of seat 0 in points, and its variance, with the weights of `seat`."""
    rounds = rounds_left(table)
    coming: list[dict[Good, Cargo]] = [{}, {}]
    mean = 0.0
    if seat == 0 or w.sees_rival:
        mean += _fleet_value(table, 0, coming[0], rounds, w)
    if seat == 1 or w.sees_rival:
        mean -= _fleet_value(table, 1, coming[1], rounds, w)
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
        points, spread = _warehouse_value(
            table, index, warehouse, left, coming[0].get(good, ()), coming[1].get(good, ()), w
        )
        mean += points
        var += spread
    if empty:
        for good in GOODS:
            if good not in stored:
                # It may go to any of them: take the mean.
                left = table.covered[good][1] + market_goods[good]
                ours, theirs = coming[0].get(good, ()), coming[1].get(good, ())
                for index, warehouse in empty:
                    points, spread = _warehouse_value(table, index, warehouse, left, ours, theirs, w)
                    mean += points / len(empty)
                    var += spread / len(empty)
    mean += _coin_value(table, rounds, w)
    if table.options.better_longships == "yes":
        mean += _upgrade_value(table, 0, rounds) - _upgrade_value(table, 1, rounds)
    if table.alliances:
        mean += _jarl_value(table, rounds)
    return mean, var


def _coin_value(table: Table, rounds: float, w: Weights) -> float:
    """Return the value of coins, while there is time to use them, and of a bought turn."""
    first, second = table.coins
    value = w.coin * (first - second) + w.third_coin * ((first >= 3) - (second >= 3))
    value *= min(1.0, rounds / 2)
    if table.paid:
        value += w.extra_turn if table.active == 0 else -w.extra_turn
    return value


def _fleet_value(table: Table, seat: int, coming: dict[Good, Cargo], rounds: float, w: Weights) -> float:
    """Add the cargo that the ships may bring to `coming`. Returns the remaining value of the fleet."""
    value = 0.0
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
            chance = w.arrival ** DOCK_TURNS[place] * (1.0 if place == DOCK else hurry)
            value += w.loaded
            good = ship.load[0].good
            cargo = coming.setdefault(good, [])
            amount = 0
            for tile in ship.load:
                cargo.append((chance, tile))
                amount += tile.amount
            if amount > best_load:
                best_load, best_at = amount, (cargo, len(cargo) - len(ship.load), len(cargo))
            continue
        value -= w.block if place == DOCK else 0.0
        to_deliver = DELIVERY_TURNS[seat][place][zone]
        goal = _best_zone(market, order.good, taken, to_deliver, w.arrival)
        if goal >= 0:
            stuck = False
            value += w.busy
            taken.add(goal)
            found = market[goal]
            assert found is not None
            chance = w.order * w.arrival ** to_deliver[goal] * hurry * hurry
            coming.setdefault(order.good, []).append((chance, found))
            continue
        covered = table.covered[order.good][0]
        value += w.busy if covered else -w.hopeless
        if covered and rounds > 1:
            likely = min(1.0, covered / 5.0)
            coming.setdefault(order.good, []).append((w.later * likely * hurry, Tile(order.good, 2)))
    if stuck:
        value -= w.stuck
    if best_at is not None and rounds <= 3:
        cargo, start, end = best_at  # one ship is unloaded for free at the end
        for index in range(start, end):
            chance, tile = cargo[index]
            cargo[index] = max(chance, 0.95 - 0.03 * rounds), tile
    for warehouse in table.warehouses:
        value += w.stored * len(warehouse.sides[seat])
    return value


def _best_zone(
    market: Sequence[Tile | None], good: Good, taken: set[int], turns: Sequence[float], arrival: float
) -> int:
    """Return the zone with the most promising tile of a good that no other ship fetches; -1 for none."""
    best, goal = 0.0, -1
    for zone, tile in enumerate(market):
        if tile is not None and tile.good == good and zone not in taken:
            likely = tile.amount * arrival ** turns[zone]
            if likely > best:
                best, goal = likely, zone
    return goal


def _warehouse_value(
    table: Table, index: int, warehouse: Warehouse, left: int, ours: Coming, theirs: Coming, w: Weights
) -> tuple[float, float]:
    """Return the expected lead of seat 0 in this warehouse in points, and its variance."""
    host, helped = _jarls_in_warehouse(table, index) if table.alliances else (0.0, 0.0)
    if warehouse.numbers and warehouse.card in INDEPENDENT_SCORES:
        if helped and warehouse.card == "threshold":
            warehouse = _with_helga_goods(warehouse, helped)
        ahead = _independent_value(warehouse, 0, ours, theirs, left) - _independent_value(
            warehouse, 1, theirs, ours, left
        )
        if host:
            ahead += host * 0.5 * (1 + tanh(ahead / 3 if host > 0 else -ahead / 3))
        return ahead, 4.0 + left
    measure = MEASURES.get(warehouse.card, "total")
    wins_ties = 0.5 if host > 0 else -0.5 if host < 0 else 0.0
    if measure == "total":
        lead = helped + wins_ties
        for tile in warehouse.sides[0]:
            lead += 1 if tile.flipped else tile.amount
        for tile in warehouse.sides[1]:
            lead -= 1 if tile.flipped else tile.amount
        for chance, tile in ours:
            lead += chance * tile.amount
        for chance, tile in theirs:
            lead -= chance * tile.amount
        scale = w.still + w.open * sqrt(left)
    else:
        lead, scale = _count_lead(warehouse, measure == "tiles", ours, theirs, left, w)
        lead += wins_ties
    odds = tanh(lead / scale)
    points: float = warehouse.points
    if warehouse.card == "wide_gap":
        for_each, most = warehouse.numbers
        return max(-most, min(most, for_each * lead)), 2.0 * left
    if warehouse.card == "fair_share":
        points, bottom = _fair_share(warehouse, ours, theirs)
        return points * odds + bottom, points * points * (1 - odds * odds)
    if host:
        points += abs(host) * 0.5
        return points * odds + host * 0.5, points * points * (1 - odds * odds)
    return points * odds, points * points * (1 - odds * odds)


def _count_lead(
    warehouse: Warehouse, tiles: bool, ours: Coming, theirs: Coming, left: int, w: Weights
) -> tuple[float, float]:
    """Return the lead of seat 0 in tiles or in shields, and the scale of what may still change it."""
    first, second = warehouse.sides
    if tiles:
        lead = len(first) - len(second) + sum(c for c, _ in ours) - sum(c for c, _ in theirs)
        return lead, w.still + w.open * sqrt(left / 2) * 0.8
    lead = float(sum(len(t.shown) for t in first) - sum(len(t.shown) for t in second))
    lead += sum(c * len(t.shields) for c, t in ours) - sum(c * len(t.shields) for c, t in theirs)
    return lead, w.still + w.open * sqrt(left * 0.75)


def _fair_share(warehouse: Warehouse, ours: Coming, theirs: Coming) -> tuple[float, float]:
    """Return what the leader gets more, and the difference of the smaller shares."""
    larger, other = warehouse.numbers
    first, second = (
        bool(side) or any(chance > 0.4 for chance, _ in coming)
        for side, coming in zip(warehouse.sides, (ours, theirs), strict=True)
    )
    return larger - (other if first and second else other / 2), other * (first - second) * 0.5


def _jarls_in_warehouse(table: Table, index: int) -> tuple[float, float]:
    """Return Ingrid's points and Helga's goods in this warehouse; negative if they are allies of seat 1."""
    host = helped = 0.0
    for alliance in table.alliances:
        if alliance.owner is not None and alliance.warehouse == index:
            strength = alliance.strength if alliance.owner == 0 else -alliance.strength
            if alliance.jarl == "ingrid":
                host = strength
            else:
                helped = strength
    return host, helped


def _with_helga_goods(warehouse: Warehouse, helped: float) -> Warehouse:
    """Return the warehouse with Helga's goods as a tile on her ally's side."""
    seat = 0 if helped > 0 else 1
    goods = Tile(warehouse.good or GOODS[0], int(abs(helped)))
    return warehouse._replace(sides=pair_with(warehouse.sides, seat, (*warehouse.sides[seat], goods)))


def _independent_value(warehouse: Warehouse, seat: int, ours: Coming, theirs: Coming, left: int) -> float:
    """Return the expected points of a side for a card that does not compare the players."""
    side = warehouse.sides[seat]
    match warehouse.card:
        case "small_trade":
            for_each, most = warehouse.numbers
            return min(most, for_each * (len(side) + sum(chance for chance, _ in ours)))
        case "threshold":
            needed, points, alone = warehouse.numbers
            own = _threshold_probability(warehouse, seat, ours, needed, left)
            other = _threshold_probability(warehouse, 1 - seat, theirs, needed, left)
            return own * (points * other + alone * (1 - other))
        case "three_crests":
            kinds: list[float] = []
            for shield in SHIELDS:
                missing = 0.0 if any(shield in tile.shown for tile in side) else 1.0
                for chance, tile in ours:
                    if shield in tile.shields:
                        missing *= 1 - chance
                kinds.append(1 - missing)
            return _points_by_kinds(kinds, warehouse.numbers)
        case _:
            kinds = []
            for amount in (1, 2, 3):
                missing = 0.0 if any(tile.goods == amount for tile in side) else 1.0
                for chance, tile in ours:
                    if tile.amount == amount:
                        missing *= 1 - chance
                kinds.append(1 - missing)
            return _points_by_kinds(kinds, warehouse.numbers)


def _threshold_probability(warehouse: Warehouse, seat: int, more: Coming, needed: int, left: int) -> float:
    """Return the probability that a side reaches a total, while goods are left."""
    total = sum(tile.goods for tile in warehouse.sides[seat])
    if total >= needed:
        return 1.0
    total_soon = total + sum(chance * tile.amount for chance, tile in more)
    missing = needed - total_soon
    hope = 0.35 + 0.45 * sqrt(left)
    return 0.5 * (1 - tanh((missing - 0.25 * hope) / hope)) if left or more else 0.0


def _points_by_kinds(probabilities: list[float], numbers: Sequence[int]) -> float:
    """Return the expected points for different kinds, given the probability of each."""
    kinds = sum(probabilities)
    steps = (0, *numbers)
    whole = min(2, int(kinds))
    return steps[whole] + (kinds - whole) * (steps[whole + 1] - steps[whole])


def _upgrade_value(table: Table, seat: int, rounds: float) -> float:
    value, count = 0.0, 0
    for ship in table.wheels[seat]:
        if ship.upgraded:
            count += 1
            value += SHIP_A_POINTS if ship.key == "a" else UPGRADE_VALUES[ship.key] * rounds / GAME_ROUNDS
    return value + UPGRADE_POINTS[count]


def _jarl_value(table: Table, rounds: float) -> float:
    """Return the difference in value of allies, and of Jarls that can still be gained."""
    value = 0.0
    for seat, sign in ((0, 1.0), (1, -1.0)):
        own = next((each for each in table.alliances if each.owner == seat), None)
        if own is not None:
            at_once, lasting = JARL_VALUES[own.jarl]
            value += sign * (at_once + lasting * rounds / GAME_ROUNDS)
        else:
            hopes = [_claim_value(table, seat, each) for each in table.alliances if each.owner is None]
            value += sign * max(hopes, default=0.0)
    if table.claimed is not None:
        value += 2.0 if table.active == 0 else -2.0
    return value


def _claim_value(table: Table, seat: int, alliance: Alliance) -> float:
    """Return the value of a free Jarl for a seat; it grows with the progress towards their demand."""
    has = progress(table.warehouses, table.coins[seat], seat, alliance.demand)
    share = min(1.0, has / alliance.demand.number)
    if alliance.demand.kind in ("give_coins", "own_coins"):
        share = share * share
    return JARL_CLAIM_VALUES[alliance.jarl] * (0.85 if share >= 1 else 0.55 * share)
