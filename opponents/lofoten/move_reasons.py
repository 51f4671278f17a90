"""Claims about a line of moves in Lofoten: what it loads, stores, removes, buys or comes nearer to."""

from collections.abc import Iterator

from opponents.reasons import Claim, Line, claim
from rules.game import Seat
from rules.lofoten import moves
from rules.lofoten.counting import warehouse_scores
from rules.lofoten.events import (
    CentreCardPlayed,
    CoinsTaken,
    CoinStolen,
    JarlBound,
    JarlGained,
    TileGiven,
    TileLoaded,
    TileRemoved,
    TileStored,
    TileTaken,
)
from rules.lofoten.longships import ship_a_points, upgrade_points
from rules.lofoten.pieces import ZONES, Good, Tile
from rules.lofoten.state import State

REASONS = (
    "lead", "level", "opens", "stores", "loads", "denies", "clears", "orders", "coins", "heads", "nearer",
    "middle", "swift", "fills", "withholds", "offers", "upgrades", "allies",
    "binds", "takes", "keeps", "saves",
)  # fmt: skip
FIRST_MOVE_WEIGHT = 9.0
"""Weight of a claim about the first move where that move is not part of the action phase."""
QUARTER_TURNS_TO_MARKET, QUARTER_TURNS_TO_DOCK = (0, 1, 2, 1), (2, 1, 0, 1)
"""By place of the wheel, in the order of `Fleet.ships`."""


def claims(line: Line) -> Iterator[Claim]:
    yield from _first_move_claims(line)
    yield from _store_claims(line)
    yield from _market_claims(line)
    coins = len(line.own_events(CoinStolen)) + sum(event.coins for event in line.own_events(CoinsTaken))
    if coins:
        yield claim(0.5 * coins, "coins", coins=coins)
    for placed in line.own_events(CentreCardPlayed):
        yield claim(0.7, "orders", good=placed.good)
    yield from _ship_claims(line)


def _first_move_claims(line: Line) -> Iterator[Claim]:
    """Yield what the first move is about, outside of the action phase."""
    before, seat, weight = line.before, line.seat, FIRST_MOVE_WEIGHT
    match move := line.moves[0]:
        case moves.Place():
            yield _place_claim(before, move, seat)
        case moves.Fill():
            yield from _fill_claims(before, move, seat)
        case moves.Upgrade():
            was, now = (_ship_points(state, seat) for state in (before, line.after))
            yield claim(weight, "upgrades", ship=move.ship, points=now - was)
        case moves.Unload(ship="none") | moves.NothingMore():
            yield claim(weight, "keeps")
        case moves.Stop() if before.stage == "turn_end" and (coins := before.players[seat].coins):
            yield claim(weight, "saves", coins=coins)
        case _:
            pass
    for gained in line.own_events(JarlGained):
        yield claim(weight, "allies", jarl=gained.jarl)
    for bound in line.own_events(JarlBound):
        yield claim(weight, "binds", jarl=bound.jarl, warehouse=bound.warehouse)
    for taken in line.own_events(TileTaken):
        yield claim(weight, "takes", good=taken.good, amount=taken.amount)


def _ship_points(state: State, seat: Seat) -> int:
    fleet = state.players[seat].fleet
    return upgrade_points(fleet) + ship_a_points(fleet)


def _place_claim(state: State, move: moves.Place, seat: Seat) -> Claim:
    player = state.players[seat]
    assert player.drawn is not None
    hand = (player.drawn, *player.hand) if move.end == "left" else (*player.hand, player.drawn)
    good = hand[1].good
    if sum(1 for _ in _market_tiles(state, good)) > _open_orders(state, seat, good):
        return claim(FIRST_MOVE_WEIGHT, "middle", good=good)
    return claim(FIRST_MOVE_WEIGHT, "swift", left=hand[0].value, right=hand[2].value)


def _fill_claims(state: State, move: moves.Fill, seat: Seat) -> Iterator[Claim]:
    """Yield whose orders want the tile, or that the rival wants the top of the other stack instead."""
    tops = [stack.tiles[-1] if stack.tiles else None for stack in state.stacks]
    tile, other = tops if move.stack == "left" else reversed(tops)
    assert tile is not None
    if _open_orders(state, seat, tile.good):
        yield claim(FIRST_MOVE_WEIGHT, "offers", good=tile.good, amount=tile.amount, zone=move.zone)
    elif _open_orders(state, 1 - seat, tile.good):
        return
    elif other is not None and _open_orders(state, 1 - seat, other.good):
        yield claim(FIRST_MOVE_WEIGHT, "withholds", good=other.good)
    else:
        yield claim(FIRST_MOVE_WEIGHT, "fills", good=tile.good)


def _store_claims(line: Line) -> Iterator[Claim]:
    """Yield what is stored in each warehouse, and whether that changes who leads there."""
    stored: list[TileStored | TileGiven] = [*line.own_events(TileStored), *line.own_events(TileGiven)]
    for number in dict.fromkeys(event.warehouse for event in stored):
        brought = [event for event in stored if event.warehouse == number]
        amount, good = sum(event.amount for event in brought), brought[0].good
        old, new = (_warehouse_lead(state, number, line.seat) for state in (line.before, line.after))
        if line.before.warehouses[number - 1].good is None:
            yield claim(4.0 + amount, "opens", warehouse=number, good=good)
        elif old <= 0 < new:
            yield claim(4.0 + amount, "lead", warehouse=number)
        elif old < 0 and new == 0:
            yield claim(3.0 + amount, "level", warehouse=number)
        else:
            yield claim(1.0 + amount, "stores", warehouse=number, amount=amount)


def _warehouse_lead(state: State, number: int, seat: Seat) -> int:
    scores = warehouse_scores(state, number - 1)
    return scores[seat] - scores[1 - seat]


def _market_claims(line: Line) -> Iterator[Claim]:
    """Yield tiles that left the market: loaded, denied to the rival, or put into the box."""
    for loaded in line.own_events(TileLoaded):
        values = {"good": loaded.good, "amount": loaded.amount, "zone": loaded.zone}
        yield claim(1.0 + 0.8 * loaded.amount, "loads", **values)
    for removed in line.own_events(TileRemoved):
        wanted, ours = (_open_orders(line.before, each, removed.good) for each in (1 - line.seat, line.seat))
        key = "denies" if wanted and not ours else "clears"
        yield claim(0.6 * removed.amount, key, good=removed.good, amount=removed.amount)


def _ship_claims(line: Line) -> Iterator[Claim]:
    """Yield loads that came nearer to the dock, and orders that came nearer to their goods."""
    before, after, seat = line.before, line.after, line.seat
    old, new = before.players[seat].fleet, after.players[seat].fleet
    was_at = {ship.key: place for place, ship in enumerate(old.ships)}
    for place, ship in enumerate(new.ships):
        came_from = was_at[ship.key]
        if ship.order is None:
            continue
        if ship.load:
            if (
                old.ships[came_from].load == ship.load
                and QUARTER_TURNS_TO_DOCK[place] < QUARTER_TURNS_TO_DOCK[came_from]
            ):
                amount = sum(tile.amount for tile in ship.load)
                yield claim(0.2 + 0.2 * amount, "nearer", good=ship.load[0].good, amount=amount)
            continue
        goals = [
            (_steps(came_from, old.zone, zone) - _steps(place, new.zone, zone), zone, tile)
            for zone, tile in _market_tiles(after, ship.order.good)
        ]
        saved, zone, tile = max(goals, key=lambda goal: goal[0] * goal[2].amount, default=(0, 0, None))
        if tile is not None and saved > 0:
            values = {"good": tile.good, "amount": tile.amount, "zone": ZONES[zone]}
            yield claim(0.1 * tile.amount * saved, "heads", **values)


def _steps(place: int, zone: int, goal: int) -> int:
    """Return how many quarter turns and slides a ship is from a tile of the market."""
    return QUARTER_TURNS_TO_MARKET[place] + abs(zone - goal)


def _market_tiles(state: State, good: Good) -> Iterator[tuple[int, Tile]]:
    return ((zone, tile) for zone, tile in enumerate(state.market) if tile and tile.good == good)


def _open_orders(state: State, seat: Seat, good: Good) -> int:
    """Return how many ships of the seat have an order for the good and no load."""
    ships = state.players[seat].fleet.ships
    return sum(ship.order is not None and not ship.load and ship.order.good == good for ship in ships)
