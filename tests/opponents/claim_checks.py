"""What each claim of the coach promises, as a predicate over the line as it was really played.

The predicates look at events, views and points only, not at how a claim was found.
"""

from collections.abc import Callable, Mapping
from typing import Any

from opponents.reasons import Line
from rules import GAMES
from rules.borealis import events as borealis
from rules.borealis.game import Borealis
from rules.explorers import events as explorers
from rules.explorers.chart import chart
from rules.explorers.game import Explorers
from rules.explorers.islands import islands
from rules.explorers.scoring import scores
from rules.explorers.state import SHORE
from rules.lofoten import events as lofoten
from rules.shipwrights import events as shipwrights
from rules.shipwrights.game import Shipwrights

Values = Mapping[str, Any]
Check = Callable[[Line, Values], bool]


def own(line: Line, kind: type[Any], **fields: Any) -> list[Any]:
    """Return the seat's own events of a kind with these values."""
    return [
        event
        for event in line.own_events(kind)
        if all(getattr(event, name) == value for name, value in fields.items())
    ]


# Lofoten


def fleet(line: Line, state: Any) -> Any:
    return state.players[line.seat].fleet


def wants(state: Any, seat: int, good: str) -> bool:
    ships = state.players[seat].fleet.ships
    return any(ship.order and ship.order.good == good and not ship.load for ship in ships)


FROM_MARKET, FROM_DOCK = (0, 1, 2, 1), (2, 1, 0, 1)
"""Quarter turns of the wheel to the market and to the dock, by place."""


def load_nearer(line: Line, values: Values) -> bool:
    """A ship with that load is fewer quarter turns from the dock."""
    places = {ship.key: place for place, ship in enumerate(fleet(line, line.before).ships)}
    return any(
        sum(tile.amount for tile in ship.load) == values["amount"]
        and ship.load[0].good == values["good"]
        and FROM_DOCK[place] < FROM_DOCK[places[ship.key]]
        for place, ship in enumerate(fleet(line, line.after).ships)
        if ship.load
    )


def order_nearer(line: Line, values: Values) -> bool:
    """A ship with that order is fewer quarter turns from the market, or fewer zones from the tile."""
    old, new = fleet(line, line.before), fleet(line, line.after)
    places = {ship.key: place for place, ship in enumerate(old.ships)}
    goal = "abcde".index(values["zone"])
    return any(
        FROM_MARKET[place] < FROM_MARKET[places[ship.key]] or abs(new.zone - goal) < abs(old.zone - goal)
        for place, ship in enumerate(new.ships)
        if ship.order and ship.order.good == values["good"] and not ship.load
    )


def warehouse_points(line: Line, state: Any, values: Values) -> tuple[int, int]:
    scores = GAMES["lofoten"].view(state, line.seat).warehouses[values["warehouse"] - 1].scores
    return scores[line.seat], scores[1 - line.seat]


def stored_in(line: Line, values: Values) -> int:
    number = values["warehouse"]
    stored = [
        *own(line, lofoten.TileStored, warehouse=number),
        *own(line, lofoten.TileGiven, warehouse=number),
    ]
    return sum(event.amount for event in stored)


def takes_lead(line: Line, values: Values) -> bool:
    (was, rival_was), (now, rival_now) = (
        warehouse_points(line, state, values) for state in (line.before, line.after)
    )
    return stored_in(line, values) > 0 and was <= rival_was and now > rival_now


def draws_level(line: Line, values: Values) -> bool:
    (was, rival_was), (now, rival_now) = (
        warehouse_points(line, state, values) for state in (line.before, line.after)
    )
    return stored_in(line, values) > 0 and was < rival_was and now == rival_now


LOFOTEN: dict[str, Check] = {
    "lead": takes_lead,
    "level": draws_level,
    "opens": lambda line, values: (
        line.before.warehouses[values["warehouse"] - 1].sides == ((), ()) and stored_in(line, values) > 0
    ),
    "stores": lambda line, values: stored_in(line, values) == values["amount"],
    "loads": lambda line, values: bool(own(line, lofoten.TileLoaded, **values)),
    "denies": lambda line, values: (
        bool(own(line, lofoten.TileRemoved, **values)) and wants(line.before, 1 - line.seat, values["good"])
    ),
    "clears": lambda line, values: bool(own(line, lofoten.TileRemoved, **values)),
    "orders": lambda line, values: bool(own(line, lofoten.CentreCardPlayed, good=values["good"])),
    "coins": lambda line, values: (
        len(own(line, lofoten.CoinStolen)) + sum(event.coins for event in own(line, lofoten.CoinsTaken))
        == values["coins"]
    ),
    "heads": order_nearer,
    "nearer": load_nearer,
    "middle": lambda line, values: (
        line.after.players[line.seat].hand[1].good == values["good"]
        and any(tile and tile.good == values["good"] for tile in line.before.market)
    ),
    "swift": lambda line, values: (
        (line.after.players[line.seat].hand[0].value, line.after.players[line.seat].hand[2].value)
        == (values["left"], values["right"])
    ),
    "fills": lambda line, values: not any(wants(line.before, seat, values["good"]) for seat in (0, 1)),
    "withholds": lambda line, values: (
        wants(line.before, 1 - line.seat, values["good"])
        and not own(line, lofoten.MarketFilled, good=values["good"])
    ),
    "offers": lambda line, values: (
        bool(own(line, lofoten.MarketFilled, **values)) and wants(line.before, line.seat, values["good"])
    ),
    "upgrades": lambda line, values: (
        bool(own(line, lofoten.ShipUpgraded, ship=values["ship"])) and values["points"] >= 0
    ),
    "allies": lambda line, values: bool(own(line, lofoten.JarlGained, **values)),
    "binds": lambda line, values: bool(own(line, lofoten.JarlBound, **values)),
    "takes": lambda line, values: bool(own(line, lofoten.TileTaken, **values)),
    "keeps": lambda line, _: line.before.warehouses == line.after.warehouses,
    "saves": lambda line, values: line.after.players[line.seat].coins == values["coins"],
}


# Explorers

MAP = GAMES["explorers"]
assert isinstance(MAP, Explorers)


def sailing_distance(line: Line, state: Any, goals: set[int]) -> int:
    """Return the number of sails from the seat's longship to one of these seas, 99 if there is no way."""
    map_, start = chart(state.laid), state.players[line.seat].ship.sea
    reached = {start: 0}
    way = [start]
    for sea in way:
        if sea in goals:
            return reached[sea]
        for other in map_.sea_steps[sea]:
            if other not in reached:
                reached[other] = reached[sea] + 1
                way.append(other)
    return 99


def landings(state: Any, lands: set[int]) -> set[int]:
    """Return the seas from which a longship can land on one of these lands."""
    map_ = chart(state.laid)
    return {sea for sea in map_.seas if lands & set(map_.beside(sea))}


def nearer(line: Line, goals: Callable[[Any], set[int]]) -> bool:
    return sailing_distance(line, line.after, goals(line.after)) < sailing_distance(
        line, line.before, goals(line.after)
    )


def animal_nearer(line: Line, values: Values) -> bool:
    lands = [land for land, animal in line.after.livestock if animal == values["animal"]]
    return any(nearer(line, lambda state, land=land: landings(state, {land})) for land in lands)


def settlement_nearer(line: Line, values: Values) -> bool:
    lands = [land for land, strength in line.after.settlements if strength == values["strength"]]
    before, after = line.before.players[line.seat], line.after.players[line.seat]
    return any(
        after.vikings_on(land) > before.vikings_on(land)
        or nearer(line, lambda state, land=land: landings(state, {land}))
        for land in lands
    )


def new_token_at(line: Line, values: Values) -> bool:
    """The token of the tile just laid is as many sails away as claimed."""
    old, new = line.before, line.after
    lands = {land for land, _ in (*new.livestock, *new.settlements)}
    lands -= {land for land, _ in (*old.livestock, *old.settlements)}
    seas = {sea for sea, _ in new.enemies} - {sea for sea, _ in old.enemies}
    return sailing_distance(line, new, landings(new, lands) | seas) == values["sails"]


def influence(line: Line, state: Any, tiles: int) -> list[tuple[int, int]]:
    """Return the seat's own and the best rival influence on each island of that size."""
    found = []
    for island in islands(state):
        if island.size == tiles:
            others = [value for seat, value in enumerate(island.influence) if seat != line.seat]
            found.append((island.influence[line.seat], max(others, default=0)))
    return found


def moved(line: Line) -> bool:
    """The seat's longship, Vikings or livestock moved, wherever they are at the end."""
    walks = explorers.VikingsMarched | explorers.LivestockHerded | explorers.LongshipSailed
    loads = explorers.VikingsLoaded | explorers.LivestockLoaded
    unloads = explorers.VikingsUnloaded | explorers.LivestockUnloaded
    return any(isinstance(event, walks | loads | unloads) for event in line.events)


def in_place(line: Line) -> bool:
    before, after = line.before.players[line.seat], line.after.players[line.seat]
    return bool(before.ship == after.ship and before.ashore == after.ashore)


EXPLORERS: dict[str, Check] = {
    "gives_up": lambda line, _: bool(own(line, explorers.TileDiscarded)),
    "redraws": lambda line, _: bool(own(line, explorers.HandRedrawn)),
    "completes": lambda line, values: (
        sum(each.complete and each.size == values["tiles"] for each in islands(line.after))
        > sum(each.complete and each.size == values["tiles"] for each in islands(line.before))
    ),
    "widens": lambda line, values: (
        len(chart(line.after.laid).points) - len(chart(line.before.laid).points) == values["points"]
    ),
    "lays_animal": lambda line, values: (
        bool(own(line, explorers.TilePlaced, symbol=values["animal"])) and new_token_at(line, values)
    ),
    "lays_settlement": lambda line, values: (
        bool(own(line, explorers.TilePlaced, symbol="settlement")) and new_token_at(line, values)
    ),
    "lays_enemy": lambda line, values: (
        bool(own(line, explorers.TilePlaced, symbol="enemy_ship")) and new_token_at(line, values)
    ),
    "delivers": lambda line, values: (
        sum(len(event.livestock) for event in own(line, explorers.LivestockDelivered)) == values["count"]
        and scores(line.after)[line.seat][0] - scores(line.before)[line.seat][0] == values["points"]
    ),
    "raids": lambda line, values: (
        sum(event.strength for event in own(line, explorers.SettlementRaided)) == values["points"]
    ),
    "builds": lambda line, values: (
        sum(event.points for event in own(line, explorers.OutpostBuilt)) == values["points"]
        and len(line.after.players[line.seat].outposts) == values["number"]
    ),
    "fights": lambda line, values: len(own(line, explorers.EnemyShipDestroyed)) == values["count"],
    "leads": lambda line, values: any(
        mine > best for mine, best in influence(line, line.after, values["tiles"])
    ),
    "joins": lambda line, values: any(
        mine == best > 0 for mine, best in influence(line, line.after, values["tiles"])
    ),
    "lands": lambda line, values: any(mine > 0 for mine, _ in influence(line, line.after, values["tiles"])),
    "loads": lambda line, values: (
        sum(len(event.livestock) for event in own(line, explorers.LivestockLoaded)) >= values["count"]
        and values["animal"] in line.after.players[line.seat].ship.livestock
    ),
    "homeward": lambda line, values: (
        len(line.after.players[line.seat].ship.livestock) == values["count"]
        and nearer(line, lambda state: landings(state, {-1}) | {SHORE})
    ),
    "towards_animal": animal_nearer,
    "towards_settlement": settlement_nearer,
    "towards_enemy": lambda line, _: any(
        nearer(line, lambda _, sea=sea: {sea}) for sea, _ in line.after.enemies
    ),
    "towards_outpost": lambda line, _: any(
        sum(line.after.players[line.seat].vikings_on(land) for land in lands) >= 2
        and not any(
            {land // 3 for land in lands} & {other // 3 for other in chart(line.after.laid).points[point]}
            for player in line.after.players
            for point in player.outposts
        )
        for lands in chart(line.after.laid).points.values()
    ),
    "boards": lambda line, values: (
        sum(event.vikings for event in own(line, explorers.VikingsLoaded)) == values["vikings"]
    ),
    "returns": lambda line, _: moved(line) and in_place(line),
    "bides": lambda line, _: not moved(line) and in_place(line),
}


# Shipwrights

YARD = GAMES["shipwrights"]
assert isinstance(YARD, Shipwrights)
FACES = YARD.components.faces


def waits_for(player: Any, values: Values) -> bool:
    card, ship = values["card"], values["ship"]
    return ship in player.workshops and FACES[ship].craftsmen.count(card) > player.craftsmen.count(card)


def some_ship_waits_for(player: Any, card: str) -> bool:
    return any(ship and waits_for(player, {"card": card, "ship": ship}) for ship in player.workshops)


def got_card(line: Line, card: str) -> bool:
    """The card was drafted, or is on the board now."""
    drafted = any(getattr(move, "card", None) == card for move in line.moves)
    return drafted or bool(own(line, shipwrights.CraftsmanHired, craftsman=card))


SHIPWRIGHTS: dict[str, Check] = {
    "start": lambda *_: (
        sum(face.goods.oak > 0 for face in FACES.values() if face.kind == "ship")
        > sum(face.kind == "ship" for face in FACES.values()) / 2
    ),
    "mill": lambda line, _: line.moves[0].kind == "return",
    "finish": lambda line, values: bool(own(line, shipwrights.ShipFinished, **values)),
    "last_ship": lambda line, values: (
        bool(own(line, shipwrights.ShipFinished, **values)) and bool(own(line, shipwrights.LastDay))
    ),
    "crew": lambda line, values: (
        waits_for(line.before.players[line.seat], values) and got_card(line, values["card"])
    ),
    "crew_later": lambda line, values: (
        got_card(line, values["card"])
        and any(values["card"] in face.craftsmen for face in FACES.values() if face.kind == "ship")
    ),
    "lay": lambda line, values: (
        FACES[values["ship"]].points == values["points"]
        and (got_card(line, values["ship"]) or bool(own(line, shipwrights.ShipLaid, ship=values["ship"])))
    ),
    "goods_for": lambda line, values: (
        values["ship"] in line.after.players[line.seat].workshops
        and FACES[values["ship"]].goods.of(values["good"])
        > line.before.players[line.seat].mill.of(values["good"])
    ),
    "goods": lambda line, values: bool(
        own(line, shipwrights.GoodsBought, good=values["good"])
        + own(line, shipwrights.GoodsReceived, good=values["good"])
    ),
    "workers": lambda _, values: FACES[values["card"]].gains_workers > 0,
    "gold": lambda line, values: (
        FACES[values["card"]].gains_gold > 0
        or bool(own(line, shipwrights.GoldGained, villager=values["card"]))
    ),
    "tool": lambda line, values: got_card(line, values["card"]) and FACES[values["card"]].kind == "tool",
    "build": lambda line, values: (
        got_card(line, values["card"]) and FACES[values["card"]].points == values["points"]
    ),
    "build_later": lambda line, values: (
        got_card(line, values["card"]) and FACES[values["card"]].counts is not None
    ),
    "strike": lambda line, values: any(
        event.is_loss_for(values["player"]) for event in line.events if hasattr(event, "player")
    ),
    "lure": lambda line, values: bool(
        own(line, shipwrights.CraftsmanLured, player=values["player"], craftsman=values["card"])
    ),
    "rob": lambda line, values: bool(own(line, shipwrights.Robbed, **values)),
    "guard": lambda line, _: line.after.players[line.seat].watchmen > 0,
    "first": lambda line, _: (
        line.after.tomorrow == line.seat
        or (line.after.day, line.after.first) == (line.before.day + 1, line.seat)
    ),
    "draw": lambda line, _: bool(own(line, shipwrights.SageCalled) + own(line, shipwrights.ChieftainCalled)),
    "use": lambda line, values: got_card(line, values["card"]),
    "deny": lambda line, values: (
        got_card(line, values["card"])
        and some_ship_waits_for(line.before.players[values["player"]], values["card"])
    ),
    "save": lambda line, values: (
        (line.before.players[line.seat].gold, line.before.players[line.seat].workers)
        == (values["gold"], values["workers"])
        and not any(len(player.fleet) >= YARD.components.end.ships for player in line.before.players)
    ),
}


# Borealis

ARCTIC = GAMES["borealis"]
assert isinstance(ARCTIC, Borealis)


def group_size(line: Line, state: Any, values: Values) -> int:
    site = ("left", "middle", "right").index(values["site"])
    return sum(card.species == values["species"] for card in state.players[line.seat].sites[site])


def playable(line: Line) -> int:
    """Return how many cards of the hand could be observed if it were the seat's turn."""
    player = line.after.players[line.seat]

    def fits(card: Any) -> bool:
        return any(
            all(getattr(team, colour) >= need for colour, need in needs(card).items())
            for team in player.teams
        )

    def needs(card: Any) -> dict[str, int]:
        return {card.left: 2} if card.left == card.right else {card.left: 1, card.right: 1}

    return sum(map(fits, player.hand))


def score_card_points(line: Line, values: Values) -> bool:
    before, after = (
        next(
            each.points[line.seat]
            for each in ARCTIC.view(state, None).score_cards
            if each.card == values["card"]
        )
        for state in (line.before, line.after)
    )
    return bool(after - before == values["points"])


BOREALIS: dict[str, Check] = {
    "objective": lambda line, values: bool(own(line, borealis.ObjectiveReached, **values)),
    "ends_game": lambda line, values: (
        bool(own(line, borealis.LastRound, **values))
        and max(range(len(line.after.players)), key=ARCTIC.current_scores(line.after).__getitem__)
        == line.seat
    ),
    "group": lambda line, values: group_size(line, line.after, values) == values["count"] > 1,
    "begins_group": lambda line, values: group_size(line, line.after, values) == 1,
    "flag": lambda line, values: bool(own(line, borealis.FlagAdvanced, **values)),
    "score_card": score_card_points,
    "to_camps": lambda line, values: (
        line.after.players[line.seat].in_camps - line.before.players[line.seat].in_camps
        == values["scientists"]
    ),
    "prepares": lambda line, values: playable(line) == values["count"],
    "for_group": lambda line, values: group_size(line, line.before, values) + 1 == values["count"],
    "for_flag": lambda line, values: bool(own(line, borealis.CardTaken, vehicle=values["vehicle"])),
    "for_later": lambda line, values: bool(own(line, borealis.CardTaken, **values)),
    "denies": lambda line, values: (
        bool(own(line, borealis.CardTaken, species=values["species"]))
        and max(
            sum(card.species == values["species"] for card in site)
            for site in line.before.players[values["seat"]].sites
        )
        > max(
            sum(card.species == values["species"] for card in site)
            for site in line.before.players[line.seat].sites
        )
    ),
    "last_card": lambda line, _: line.before.last_round,
    "unseen_card": lambda line, _: bool(own(line, borealis.CardDrawn)),
    "new_pool": lambda line, _: bool(own(line, borealis.PoolRefreshed)),
    "no_card": lambda line, _: (
        not any(move.kind == "observe" for move in ARCTIC.legal(line.before, line.seat))
    ),
    "brings_back": lambda line, values: bool(own(line, borealis.ScientistsReturned, **values)),
    "new_cards": lambda line, values: bool(own(line, borealis.CardsReplaced, cards=values["count"])),
    "one_site": lambda line, _: line.moves[0].kind == "regroup",
    "gathers": lambda line, values: (
        playable(line) == values["count"]
        and bool(own(line, borealis.ScientistsGathered, site=values["site"]))
    ),
}

CHECKS: dict[str, dict[str, Check]] = {
    "lofoten": LOFOTEN,
    "explorers": EXPLORERS,
    "shipwrights": SHIPWRIGHTS,
    "borealis": BOREALIS,
}
