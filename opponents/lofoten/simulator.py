"""Simulator of Lofoten: a table with the pieces of the rules that is changed in place.

It has no events, validation or history. A test plays random games on it and by the rules and compares them.
"""

from typing import Any

from opponents.lofoten.simulator_helpers import demand_is_met, has_room, pair_with
from rules.chance import Chance
from rules.lofoten.alliances import BOUND_TO_WAREHOUSE
from rules.lofoten.components import Components
from rules.lofoten.counting import warehouse_scores
from rules.lofoten.longships import SHIP_D_USES, ship_a_points, upgrade_points
from rules.lofoten.pieces import GOODS, ZONES, Card, Effect, Good, Jarl, Side, Tile
from rules.lofoten.state import Alliance, Ending, Fleet, Phase, Ship, Warehouse

MARKET, RIGHT, DOCK, LEFT = range(4)
"""Places of a wheel, in the order of `Fleet.ships`."""
POSITIONS = ("market", "right", "dock", "left")
MARKET_SIZE = len(ZONES)
Wheel = tuple[Ship, Ship, Ship, Ship]


class Table:
    """A mutable game state. Its values are immutable or copied with it."""

    __slots__ = (
        "active", "alliances", "box", "chance", "claimed", "coins", "components", "covered", "discards",
        "drawn", "effect", "ending", "finishing", "first", "given", "hands", "left", "loading", "looked",
        "market", "options", "paid", "pile", "reserve", "side", "stacks", "stage", "unloading", "upgraded",
        "warehouses", "wheels", "zones",
    )  # fmt: skip

    components: Components
    options: Any
    chance: Chance
    first: int
    active: int
    stage: Phase
    hands: list[tuple[Card, ...]]
    drawn: list[Card | None]
    coins: list[int]
    zones: list[int]
    wheels: list[Wheel]
    market: tuple[Tile | None, ...]
    stacks: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    looked: tuple[bool, bool]
    covered: dict[Good, tuple[int, int]]
    """Number of tiles and goods in the stacks, by good; players can count them."""
    pile: tuple[Card, ...]
    discards: tuple[Card, ...]
    box: tuple[Tile, ...]
    reserve: int
    warehouses: tuple[Warehouse, ...]
    alliances: tuple[Alliance, ...]
    side: Side | None
    """The direction of the side card in play."""
    effect: Effect | None
    left: int
    """Steps or uses left of the card in play."""
    unloading: int | None
    paid: int
    ending: Ending
    upgraded: bool
    finishing: bool
    loading: bool
    given: Tile | None
    claimed: str | None

    def copy(self) -> "Table":
        new = Table.__new__(Table)
        new.components = self.components
        new.options = self.options
        new.chance = self.chance
        new.first = self.first
        new.active = self.active
        new.stage = self.stage
        new.hands = self.hands[:]
        new.drawn = self.drawn[:]
        new.coins = self.coins[:]
        new.zones = self.zones[:]
        new.wheels = self.wheels[:]
        new.market = self.market
        new.stacks = self.stacks
        new.looked = self.looked
        new.covered = self.covered
        new.pile = self.pile
        new.discards = self.discards
        new.box = self.box
        new.reserve = self.reserve
        new.warehouses = self.warehouses
        new.alliances = self.alliances
        new.side = self.side
        new.effect = self.effect
        new.left = self.left
        new.unloading = self.unloading
        new.paid = self.paid
        new.ending = self.ending
        new.upgraded = self.upgraded
        new.finishing = self.finishing
        new.loading = self.loading
        new.given = self.given
        new.claimed = self.claimed
        return new

    # Queries

    @property
    def phase(self) -> str:
        if self.loading:
            return "load"
        if self.unloading is not None or self.given is not None:
            return "store"
        return self.claimed or self.stage

    def closing(self) -> bool:
        return self.ending == "last_turn" and self.active != self.first

    def tiles_left(self) -> int:
        return len(self.stacks[0]) + len(self.stacks[1])

    def strength(self, seat: int, jarl: Jarl) -> int:
        for alliance in self.alliances:
            if alliance.owner == seat and alliance.jarl == jarl:
                return alliance.strength
        return 0

    def ally(self, seat: int, jarl: Jarl) -> Alliance | None:
        for alliance in self.alliances:
            if alliance.owner == seat and alliance.jarl == jarl:
                return alliance
        return None

    def turn_price(self) -> int:
        return self.strength(self.active, "frida") or self.components.prices.extra_turn

    def can_buy_turn(self) -> bool:
        if self.paid or self.finishing or self.closing():
            return False
        return self.coins[self.active] >= self.turn_price()

    def can_buy_hand(self) -> bool:
        seat = self.active
        if self.finishing:
            return False
        cards = len(self.hands[seat]) + (self.drawn[seat] is not None)
        return cards == 3 and self.coins[seat] >= self.components.prices.new_hand

    def next_zone(self, way: Side) -> int | None:
        """Return the next zone to the active player's left or right, or None."""
        zone = self.zones[self.active] + (1 if (way == "right") == (self.active == 0) else -1)
        return zone if 0 <= zone < MARKET_SIZE else None

    def warehouses_for(self, good: Good) -> tuple[int, ...]:
        for index, warehouse in enumerate(self.warehouses):
            if warehouse.good == good:
                return (index,)
        return tuple(index for index, warehouse in enumerate(self.warehouses) if warehouse.good is None)

    def tiles_to_store(self) -> tuple[Tile, ...]:
        if self.given is not None:
            return (self.given,)
        assert self.unloading is not None
        return self.wheels[self.active][self.unloading].load

    def points(self) -> tuple[int, int]:
        """Return the power points if the game ended now."""
        sums = [0, 0]
        state: Any = self  # the rules read only fields that the table has
        for index in range(len(self.warehouses)):
            for seat, score in enumerate(warehouse_scores(state, index)):
                sums[seat] += score
        for seat in (0, 1):
            sums[seat] += self.strength(seat, "knut")
            if self.options.better_longships == "yes":
                fleet = Fleet(0, *self.wheels[seat])
                sums[seat] += upgrade_points(fleet) + ship_a_points(fleet)
        return sums[0], sums[1]

    # Phase 1

    def play_side(self, way: Side) -> None:
        seat = self.active
        hand = self.hands[seat]
        card = hand[0] if way == "left" else hand[-1]
        self.hands[seat] = hand[1:] if way == "left" else hand[:-1]
        self.discards = (*self.discards, card)
        self.stage, self.side, self.effect = "steps", way, None
        self.left = card.value + self.strength(seat, "eirik")

    def play_centre(self) -> None:
        seat = self.active
        first, card, last = self.hands[seat]
        self.hands[seat] = (first, last)
        market, right, dock, left = self.wheels[seat]
        least = SHIP_D_USES if dock.upgraded and dock.key == "d" else 1
        stored = 0
        for warehouse in self.warehouses:
            if warehouse.good == card.good:
                stored = len(warehouse.sides[seat])
        self.wheels[seat] = (market, right, Ship(dock.key, card, dock.load, dock.upgraded), left)
        self.stage, self.side, self.effect = "effect", None, self.components.effects.of(card.good)
        self.left = max(least, stored) + self.strength(seat, "gunnar")

    def slide(self, way: Side) -> None:
        zone = self.next_zone(way)
        assert zone is not None
        self.left -= 1
        self.zones[self.active] = zone
        self.run_automatic_actions()

    def turn(self, way: Side) -> None:
        self.left -= 1
        market, right, dock, left = self.wheels[self.active]
        self.wheels[self.active] = (
            (left, market, right, dock) if way == "right" else (right, dock, left, market)
        )
        self.run_automatic_actions()

    def buy_step(self) -> None:
        self._pay(self.components.prices.step)
        self.left += 1

    def steal(self) -> None:
        self.left -= 1
        self._take_coin()

    def remove(self, zone: int) -> None:
        self.left -= 1
        self._to_box(zone)

    def run_automatic_actions(self) -> None:
        """Load at the market, then unload at the dock, where possible."""
        seat = self.active
        wheel, zone = self.wheels[seat], self.zones[seat]
        ship, tile = wheel[MARKET], self.market[zone]
        if tile is not None and ship.order is not None and has_room(ship, tile):
            if ship.order.good == tile.good:
                self._load(ship, tile, zone)
            elif ship.upgraded and ship.key == "c":
                self.loading = True
                return
        if wheel[DOCK].load:
            self._unload(DOCK)

    def answer_load(self, aboard: bool) -> None:
        self.loading = False
        seat = self.active
        if aboard:
            zone = self.zones[seat]
            tile = self.market[zone]
            assert tile is not None
            self._load(self.wheels[seat][MARKET], tile, zone)
        if self.wheels[seat][DOCK].load:
            self._unload(DOCK)

    def _load(self, ship: Ship, tile: Tile, zone: int) -> None:
        _, right, dock, left = self.wheels[self.active]
        loaded = Ship(ship.key, ship.order, (*ship.load, tile), ship.upgraded)
        self.wheels[self.active] = (loaded, right, dock, left)
        self.market = (*self.market[:zone], None, *self.market[zone + 1 :])

    def _unload(self, place: int) -> None:
        self.unloading = place
        self._store_if_forced()

    def _store_if_forced(self) -> None:
        open_to_it = self.warehouses_for(self.tiles_to_store()[0].good)
        if len(open_to_it) == 1:
            self.store(open_to_it[0])

    def store(self, index: int) -> None:
        seat, tiles = self.active, self.tiles_to_store()
        warehouse = self.warehouses[index]
        sides = pair_with(warehouse.sides, seat, (*warehouse.sides[seat], *tiles))
        stored = Warehouse(warehouse.card, warehouse.points, tiles[0].good, sides, warehouse.numbers)
        self.warehouses = (*self.warehouses[:index], stored, *self.warehouses[index + 1 :])
        if self.given is not None:
            self.given = None
            return
        assert self.unloading is not None
        wheel = list(self.wheels[seat])
        ship = wheel[self.unloading]
        assert ship.order is not None
        wheel[self.unloading] = Ship(ship.key, None, (), ship.upgraded)
        self.wheels[seat] = (wheel[0], wheel[1], wheel[2], wheel[3])
        self.discards = (*self.discards, ship.order)
        self.unloading = None

    def is_action_over(self) -> bool:
        """True if the card in play is used up and nothing can be bought."""
        if self.phase not in ("steps", "effect") or self.can_buy_turn():
            return False
        if self.side is not None:
            return self.left <= 0 and self.coins[self.active] < self.components.prices.step
        return self.left <= 0 or not self.can_use_effect()

    def can_use_effect(self) -> bool:
        """True if the effect of the order in play can be used."""
        if self.effect == "remove":
            return any(self.market)
        return self.effect != "steal" or bool(self.reserve or self.coins[1 - self.active])

    def end_action(self) -> None:
        """Check for the end of the game, draw the card, and look at the top tiles."""
        self.side = self.effect = None
        self.left = 0
        self._check_end()
        if self.stage in ("steps", "effect"):
            self.drawn[self.active] = self._draw()
            self.stage = "draw"
            if self.can_fill():
                self._look_at_stacks()

    def _check_end(self) -> None:
        if self.ending == "one_more_round" and self.active == self.first:
            self.ending = "last_turn"
        elif self.closing():
            self._close()
        else:
            self._check_stacks()

    def _check_stacks(self) -> None:
        if self.ending != "open" or self.tiles_left() >= self.market.count(None):
            return
        if self.active == self.first:
            self.ending = "last_turn"
        elif self.options.second_trigger == "one_more_round":
            self.ending = "one_more_round"
        else:
            self._close()

    # Coins and cards

    def _pay(self, coins: int) -> None:
        self.coins[self.active] -= coins
        self.reserve += coins

    def _take_coin(self) -> None:
        seat = self.active
        if self.reserve:
            self.reserve -= 1
        elif self.coins[1 - seat]:
            self.coins[1 - seat] -= 1
        else:
            return
        self.coins[seat] += 1

    def buy_turn(self) -> None:
        price = self.turn_price()
        self._pay(price)
        self.paid = price
        if self.stage == "turn_end":
            self._end_turn()

    def buy_hand(self) -> None:
        seat = self.active
        self._pay(self.components.prices.new_hand)
        drawn = self.drawn[seat]
        self.discards = (*self.discards, *self.hands[seat], *((drawn,) if drawn else ()))
        self.hands[seat] = (self._draw(), self._draw(), self._draw())
        self.drawn[seat] = None
        if self.stage in ("draw", "upkeep"):
            self._continue_upkeep()
        elif self.stage == "turn_end":
            self._end_turn()

    def _draw(self) -> Card:
        if not self.pile:
            self.pile, self.chance = self.chance.shuffled(self.discards)
            self.discards = ()
        card = self.pile[-1]
        self.pile = self.pile[:-1]
        return card

    # Phase 2 and 3

    def place(self, end: Side) -> None:
        seat = self.active
        card = self.drawn[seat]
        assert card is not None
        self.hands[seat] = (card, *self.hands[seat]) if end == "left" else (*self.hands[seat], card)
        self.drawn[seat] = None
        if self.can_fill():
            self.stage = "upkeep"
        elif self.has_module_moves():
            self.stage = "turn_end"
        else:
            self.pass_on()

    def can_fill(self) -> bool:
        return None in self.market and bool(self.stacks[0] or self.stacks[1])

    def _look_at_stacks(self) -> None:
        self.looked = (bool(self.stacks[0]), bool(self.stacks[1]))

    def fill(self, stack: int, zone: int) -> None:
        tiles = self.stacks[stack]
        tile = tiles[-1]
        self.stacks = pair_with(self.stacks, stack, tiles[:-1])
        self.looked = pair_with(self.looked, stack, False)
        number, goods = self.covered[tile.good]
        self.covered = {**self.covered, tile.good: (number - 1, goods - tile.amount)}
        self.market = (*self.market[:zone], tile, *self.market[zone + 1 :])
        self._remove_four_alike()
        self._continue_upkeep()

    def _continue_upkeep(self) -> None:
        """Fill the market while possible, then end the turn."""
        if self.can_fill():
            self.stage = "upkeep"
            self._look_at_stacks()
        else:
            self._end_turn()

    def _remove_four_alike(self) -> None:
        if None in self.market or self.tiles_left() < 2:
            return
        goods = [tile.good for tile in self.market if tile is not None]
        for good in GOODS:
            if goods.count(good) >= 4:
                alike = [zone for zone, each in enumerate(goods) if each == good]
                between = (alike if self.active == 0 else alike[::-1])[1:3]
                for zone in sorted(between):
                    self._to_box(zone)
                return

    def _to_box(self, zone: int) -> None:
        tile = self.market[zone]
        assert tile is not None
        self.box = (*self.box, tile)
        self.market = (*self.market[:zone], None, *self.market[zone + 1 :])

    # The end of a turn

    def has_module_moves(self) -> bool:
        return not self.finishing and (self.can_upgrade() or bool(self.claims()))

    def can_upgrade(self) -> bool:
        return not self.upgraded and self._has_upgrade(self.active)

    def _has_upgrade(self, seat: int) -> bool:
        return (
            self.options.better_longships == "yes"
            and not all(ship.upgraded for ship in self.wheels[seat])
            and any(not tile.flipped for warehouse in self.warehouses for tile in warehouse.sides[seat])
        )

    def claims(self, seat: int | None = None) -> tuple[Alliance, ...]:
        """Return the Jarls a seat may ally with."""
        if not self.alliances:
            return ()
        seat = self.active if seat is None else seat
        if any(alliance.owner == seat for alliance in self.alliances):
            return ()
        return tuple(
            alliance
            for alliance in self.alliances
            if alliance.owner is None and demand_is_met(self.warehouses, self.coins[seat], seat, alliance)
        )

    def _end_turn(self) -> None:
        may_buy = not self.closing() and (self.can_buy_hand() or self.can_buy_turn())
        if may_buy or self.has_module_moves():
            self.stage = "turn_end"
        else:
            self.pass_on()

    def upgrade(self, key: str, index: int, place: int) -> None:
        seat = self.active
        market, right, dock, left = (
            Ship(ship.key, ship.order, ship.load, True) if ship.key == key else ship
            for ship in self.wheels[seat]
        )
        self.wheels[seat] = (market, right, dock, left)
        warehouse = self.warehouses[index]
        side = warehouse.sides[seat]
        flipped = Tile(side[place].good, side[place].amount, side[place].shields, True)
        sides = pair_with(warehouse.sides, seat, (*side[:place], flipped, *side[place + 1 :]))
        changed = Warehouse(warehouse.card, warehouse.points, warehouse.good, sides, warehouse.numbers)
        self.warehouses = (*self.warehouses[:index], changed, *self.warehouses[index + 1 :])
        self.upgraded = True
        self._continue_turn_end()

    def claim(self, jarl: str) -> None:
        seat = self.active
        alliance = next(each for each in self.alliances if each.jarl == jarl)
        if alliance.demand.kind == "give_coins":
            self.coins[seat] -= alliance.demand.number
            self.coins[1 - seat] += alliance.demand.number
        self._replace_alliance(alliance._replace(owner=seat))
        if jarl == "asbjorn":
            for _ in range(alliance.strength):
                self._take_coin()
        elif jarl == "bergljot" and any(self.market):
            self.claimed = "take"
        elif jarl in BOUND_TO_WAREHOUSE:
            self.claimed = "bind"
        self._continue_turn_end()

    def bind(self, index: int) -> None:
        seat = self.active
        for alliance in self.alliances:
            if alliance.owner == seat and alliance.jarl in BOUND_TO_WAREHOUSE:
                self._replace_alliance(alliance._replace(warehouse=index))
        self.claimed = None
        self._continue_turn_end()

    def take(self, zone: int) -> None:
        self.given = self.market[zone]
        self.market = (*self.market[:zone], None, *self.market[zone + 1 :])
        self.claimed = None
        self._store_if_forced()
        if self.given is None:
            self.refill()

    def refill(self) -> None:
        self._check_stacks()
        if self.stage in ("last_unload", "over"):
            return
        if self.closing():
            self._end_turn()
        else:
            self._continue_upkeep()

    def _replace_alliance(self, changed: Alliance) -> None:
        self.alliances = tuple(changed if each.jarl == changed.jarl else each for each in self.alliances)

    def _continue_turn_end(self) -> None:
        if not self.claimed:
            self._end_turn()

    def pass_on(self) -> None:
        if self.closing():
            self._last_unloading(self.first)
            return
        if self._is_locked():
            self.ending = "locked"
            self._close()
            return
        if not self.paid:
            self.active = 1 - self.active
        self.stage, self.paid, self.upgraded, self.finishing = "action", 0, False, False
        self.run_automatic_actions()

    def _is_locked(self) -> bool:
        if self.ending != "open":
            return False
        ships = (*self.wheels[0], *self.wheels[1])
        for ship in ships:
            if ship.order is None or ship.load:
                return False
        goods = {tile.good for tile in self.market if tile is not None}
        for ship in ships:
            assert ship.order is not None
            if ship.order.good in goods or (ship.upgraded and ship.key == "c" and goods):
                return False
        return not any(self._has_upgrade(seat) or self.claims(seat) for seat in (0, 1))

    def _close(self) -> None:
        if self.paid:
            for _ in range(self.paid):
                self._take_coin()
            self.paid = 0
        if self.has_module_moves():
            self.stage, self.ending = "turn_end", "last_turn"
        else:
            self._last_unloading(self.first)

    def _last_unloading(self, seat: int) -> None:
        self.active, self.stage = seat, "last_unload"
        if not any(ship.load for ship in self.wheels[seat]):
            self.next_unloading()

    def next_unloading(self) -> None:
        if self.active == self.first:
            self._last_unloading(1 - self.first)
        else:
            self.stage = "over"

    def unload_last(self, key: str) -> None:
        for place, ship in enumerate(self.wheels[self.active]):
            if ship.key == key:
                self._unload(place)
        if self.unloading is None:
            self.next_unloading()
