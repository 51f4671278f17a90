"""Errands: rows of actions that players think of as one, found from the current state."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from types import MappingProxyType
from typing import NamedTuple

from rules.explorers.chart import Chart, chart
from rules.explorers.hexes import point_name
from rules.explorers.islands import islands
from rules.explorers.labels import cargo_key
from rules.explorers.land import FIRST_OUTPOST_POINTS, MAX_MARCHING, OUTPOST_COST, taken_tiles
from rules.explorers.moves import ExplorersMove, build, herd, load, march, sail, unload
from rules.explorers.pieces import HOLD_SIZE, OUTPOSTS_PER_PLAYER, Animal
from rules.explorers.scoring import livestock_points
from rules.explorers.sea import MIN_FIGHTERS, max_livestock, sort_animals
from rules.explorers.state import MAINLAND, SHORE, Land, Sea, State

Row = tuple[ExplorersMove, ...]
Path = tuple[int, ...]
"""The seas or lands on the way, ending with the destination."""
Values = dict[str, str | int]

FETCHED_VALUE, ATTACK_VALUE, BOARDING_VALUE, LED_VALUE, ASHORE_VALUE, AFLOAT_VALUE = (
    2.0,
    1.5,
    0.9,
    0.7,
    0.5,
    0.2,
)
"""Heuristic values of errands, about the points they will bring; raids, outposts and deliveries count their
own."""
PURPOSE_VALUE = 1.0
"""Additional value of a land with something to do."""
NO_PURPOSE = -1.0
"""Value of an errand that leads nowhere better: it is listed with the moves of its kind only."""


class Errand(NamedTuple):
    """A row of actions: key and values of its name, heuristic value, and the menu it is listed in."""

    key: str
    values: Values
    moves: Row
    value: float
    menu: str

    @property
    def cost(self) -> int:
        return sum(OUTPOST_COST if move.kind == "build" else 1 for move in self.moves)


class Trip(NamedTuple):
    """A longship under way: its sea, crew and livestock, and the actions so far."""

    sea: Sea
    crew: int
    herd: tuple[Animal, ...]
    moves: Row = ()
    boarded: Mapping[str, str | int] = MappingProxyType({})
    boarded_from: Land | None = None
    boarded_vikings: int = 0

    @property
    def room(self) -> int:
        return HOLD_SIZE - self.crew - len(self.herd)


class Errands:
    """Finds all errands of the active player that cost no more actions than are left."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.map: Chart = chart(state.laid)
        self.player = state.player
        self.ashore = dict(state.player.ashore)
        self.actions = state.actions
        self.enemies = frozenset(sea for sea, _ in state.enemies)
        self.strengths = dict(state.settlements)
        taken = taken_tiles(state, self.map)
        self.points = {
            point: lands
            for point, lands in self.map.points.items()
            if not any(land // 3 in taken for land in lands)
        }
        self._land_values = self._find_land_values()
        self._sea_path_cache: dict[Sea, dict[Sea, Path]] = {}
        self._land_path_cache: dict[Land, dict[Land, Path]] = {}

    def all(self) -> Iterator[Errand]:
        ship = self.player.ship
        here = Trip(ship.sea, ship.vikings, ship.livestock)
        trips = [here, *self._trips_with_boarding(here)]
        yield from self._deliveries(here)
        yield from self._raids(trips)
        yield from self._outposts(trips)
        yield from self._fetches(here)
        yield from self._leads(here)
        for trip in trips:
            yield from self._attacks(trip)
            yield from self._landings(trip)
            yield from self._courses(trip)
        yield from self._marches()

    # Values of lands

    def _find_land_values(self) -> dict[Land, float]:
        """Find lands with something to do: an animal, a settlement, room for an outpost, an island to win."""
        found: dict[Land, float] = {}
        wanted = [land for land, _ in (*self.state.livestock, *self.state.settlements)]
        if len(self.player.outposts) < OUTPOSTS_PER_PLAYER:
            wanted += [land for lands in self.points.values() for land in lands]
        for island in islands(self.state):
            if not island.open_points and not self._controls(island.influence):
                wanted += island.lands
        for land in dict.fromkeys(wanted):
            found[land] = PURPOSE_VALUE
        return found

    def _controls(self, influence: tuple[int, ...]) -> bool:
        own = influence[self.state.active]
        return own > 0 and own > max((each for each in influence if each != own), default=0)

    def _land_value(self, land: Land) -> float:
        """Return the value of a land; less if the player has Vikings there."""
        return self._land_values.get(land, 0.0) / (1 + self.ashore.get(land, 0))

    # Paths

    def _sea_paths(self, sea: Sea) -> dict[Sea, Path]:
        if sea not in self._sea_path_cache:
            self._sea_path_cache[sea] = _shortest_paths(sea, self.map.sea_steps, self.actions, self.enemies)
        return self._sea_path_cache[sea]

    def _land_paths(self, land: Land) -> dict[Land, Path]:
        if land not in self._land_path_cache:
            self._land_path_cache[land] = _shortest_paths(
                land, self.map.land_steps, self.actions, frozenset()
            )
        return self._land_path_cache[land]

    def _sail_to(self, trip: Trip, sea: Sea) -> Trip | None:
        """Continue a trip to a sea, if it is in reach and has no enemy ship."""
        way = self._sea_paths(trip.sea).get(sea)
        if way is None or (way and (not trip.crew or sea in self.enemies)):
            return None
        if len(trip.moves) + len(way) > self.actions:
            return None
        moves = (*trip.moves, *(sail(self.map.seas[step]) for step in way))
        return trip._replace(sea=sea, moves=moves)

    def _sail_beside(self, trip: Trip, land: Land) -> Iterator[Trip]:
        """Continue a trip to each sea from which a longship can land, the nearest first."""
        seas = (SHORE,) if land == MAINLAND else self.map.seas_of(land // 3)
        found = [there for sea in seas if (there := self._sail_to(trip, sea))]
        yield from sorted(found, key=lambda there: len(there.moves))

    def _march_row(self, start: Land, land: Land, vikings: int) -> Row | None:
        way = self._land_paths(start).get(land)
        if not way:
            return None
        lands = [self.map.lands[step] for step in (start, *way)]
        return tuple(march(here, there, vikings) for here, there in pairwise(lands))

    def _trips_with_boarding(self, trip: Trip) -> Iterator[Trip]:
        """Continue a trip with as many more Vikings as there is room for, from here or from the Mainland."""
        lands = dict.fromkeys((*self.map.beside(trip.sea), MAINLAND))
        for land in lands:
            vikings = min(trip.room, self.ashore.get(land, 0))
            if vikings <= 0:
                continue
            for there in self._sail_beside(trip, land):
                name = self.map.lands[land]
                yield there._replace(
                    crew=there.crew + vikings,
                    moves=(*there.moves, load(name, vikings, ())),
                    boarded={"crew": vikings} | ({"start": name} if there.moves else {}),
                    boarded_from=land,
                    boarded_vikings=vikings,
                )
                break

    def _landing_rows(self, trip: Trip, land: Land, vikings: int) -> Iterator[Row]:
        """Yield rows that land `vikings` of the crew, from the nearest sea or on foot from nearby.

        None where Vikings have just boarded: those could have stayed.
        """
        if not 0 < vikings <= trip.crew or land == trip.boarded_from:
            return
        for there in self._sail_beside(trip, land):
            yield (*there.moves, unload(self.map.lands[land], vikings, ()))
            return
        if vikings <= MAX_MARCHING:
            for near in sorted(self._land_paths(land)):
                if near in self.map.land_steps[land] and near != trip.boarded_from:
                    for there in self._sail_beside(trip, near):
                        step = unload(self.map.lands[near], vikings, ())
                        yield (*there.moves, step, *(self._march_row(near, land, vikings) or ()))
                        break

    def _gathering_rows(self, trips: list[Trip], land: Land, vikings: int) -> Iterator[Row]:
        """Yield rows that bring `vikings` more to a land: all by ship, all on foot, or some each way."""
        for trip in trips:
            yield from self._landing_rows(trip, land, vikings)
        marches = [*self._group_marches(land, vikings)]
        yield from (row for group, _, row in marches if group == vikings)
        for (one, start, row), (two, other, further) in product(marches, marches):
            apart = start < other or (start == other and one >= two and self.ashore[start] >= vikings)
            if one + two == vikings and apart:
                yield (*row, *further)
        for group, _, row in marches:
            for trip in trips:
                for landing in self._landing_rows(trip, land, vikings - group):
                    yield (*landing, *row)

    def _group_marches(self, land: Land, most: int) -> Iterator[tuple[int, Land, Row]]:
        """Yield marches of groups to a land, each with its size and its start."""
        for start, count in self.player.ashore:
            for group in range(1, min(count, MAX_MARCHING, most) + 1):
                if row := self._march_row(start, land, group):
                    yield group, start, row

    # Errands

    def _deliveries(self, here: Trip) -> Iterator[Errand]:
        if not here.herd:
            return
        home = unload(self.map.lands[MAINLAND], 0, here.herd)
        points = self._delivery_points(here.herd)
        values: Values = {"cargo": cargo_key(0, here.herd), "points": points}
        for there in self._sail_beside(here, MAINLAND):
            row = (*there.moves, home)
            yield Errand("deliver", values, row, points, "unload")
            back = there._replace(herd=(), moves=row)
            for crewed in self._trips_with_boarding(back):
                boarded: Values = {**values, "crew": crewed.boarded["crew"]}
                yield Errand("deliver_board", boarded, crewed.moves, points + BOARDING_VALUE, "unload")

    def _delivery_points(self, herd: tuple[Animal, ...]) -> int:
        """Return the points that livestock adds to the sets delivered so far."""
        delivered = self.player.delivered
        return livestock_points((*delivered, *herd)) - livestock_points(delivered)

    def _raids(self, trips: list[Trip]) -> Iterator[Errand]:
        for land, strength in self.strengths.items():
            needed = strength - self.ashore.get(land, 0)
            values: Values = {"land": self.map.lands[land], "strength": strength}
            for row in self._gathering_rows(trips, land, needed):
                yield Errand("raid", values, row, strength, row[-1].kind)

    def _outposts(self, trips: list[Trip]) -> Iterator[Errand]:
        """Land at or walk to a point, if necessary, and build there."""
        built = len(self.player.outposts)
        if built == OUTPOSTS_PER_PLAYER or self.actions < OUTPOST_COST:
            return
        for point, lands in self.points.items():
            missing = OUTPOST_COST - sum(self.ashore.get(land, 0) for land in lands)
            last = build(point_name(point))
            values: Values = {"point": last.point, "points": FIRST_OUTPOST_POINTS + built}
            rows = [row for land in lands for row in self._gathering_rows(trips, land, missing)]
            for row in rows if missing > 0 else [()]:
                yield Errand("outpost", values, (*row, last), FIRST_OUTPOST_POINTS + built, "build")

    def _fetches(self, here: Trip) -> Iterator[Errand]:
        """Sail to an animal and load it. A Viking goes ashore for it if none is there."""
        for land, animal in dict.fromkeys(self.state.livestock):
            for there in self._sail_beside(here, land):
                for board in self._boarding_counts(there, land):
                    yield from self._fetch_errands(there, land, animal, board, there.moves)
                if not self.ashore.get(land, 0) and there.crew:
                    ashore = unload(self.map.lands[land], 1, ())
                    left = there._replace(crew=there.crew - 1)
                    yield from self._fetch_errands(
                        left, land, animal, 1, (*there.moves, ashore), boarding_shown=0
                    )
                break

    def _leads(self, here: Trip) -> Iterator[Errand]:
        """Lead an animal over land, to the longship or to another land."""
        for land, animal in dict.fromkeys(self.state.livestock):
            for row in self._herder_rows(land):
                for goal, way in self._land_paths(land).items():
                    lands = [self.map.lands[step] for step in (land, *way)]
                    led = (*row, *(herd(one, animal, two) for one, two in pairwise(lands)))
                    if not way or len(led) > self.actions:
                        continue
                    if goal in self.map.beside(here.sea):
                        for board in (0, 1):
                            yield from self._fetch_errands(here, goal, animal, board, led, source=land)
                    values: Values = {"animal": animal, "start": lands[0], "land": lands[-1]}
                    value = LED_VALUE if goal in self.map.beside(here.sea) else NO_PURPOSE
                    yield Errand("lead", values, led, value, "herd")

    def _herder_rows(self, land: Land) -> Iterator[Row]:
        """Yield rows that bring a Viking to a land: empty if one is there, else marches from nearby."""
        if self.ashore.get(land, 0):
            yield ()
            return
        rows = [row for start in self.ashore if (row := self._march_row(start, land, 1))]
        yield from sorted(rows, key=len)[:2]

    def _boarding_counts(self, there: Trip, land: Land) -> list[int]:
        """Return how many Vikings may board with an animal: none, or as many as there is room for."""
        most = min(self.ashore.get(land, 0), there.room - 1)
        if most < 0 or not self.ashore.get(land, 0):
            return []
        return sorted({0 if there.crew else min(1, most), most})

    def _fetch_errands(
        self,
        there: Trip,
        land: Land,
        animal: Animal,
        board: int,
        led: Row,
        *,
        source: Land | None = None,
        boarding_shown: int | None = None,
    ) -> Iterator[Errand]:
        """Load an animal, then sail as far home as the actions allow.

        The name tells where the animal came from (`source`) and how many Vikings board (`boarding_shown`).
        """
        name = self.map.lands[land if source is None else source]
        full = board + 1 > there.room or len(there.herd) + 1 > max_livestock(self.state.options)
        if full or not there.crew + board:
            return
        aboard = there._replace(
            crew=there.crew + board,
            herd=sort_animals([*there.herd, animal]),
            moves=(*led, load(self.map.lands[land], board, (animal,))),
        )
        boarding = board if boarding_shown is None else boarding_shown
        values: Values = {"cargo": cargo_key(boarding, (animal,)), "land": name}
        if len(aboard.moves) <= self.actions:
            yield Errand("fetch", values, aboard.moves, FETCHED_VALUE, "load")
        way = self._sea_paths(there.sea).get(SHORE)
        if way is None:
            return
        for there_too in self._sail_beside(aboard, MAINLAND):
            moves = (*there_too.moves, unload(self.map.lands[MAINLAND], 0, aboard.herd))
            if len(moves) <= self.actions:
                points = self._delivery_points(aboard.herd)
                home = values | {"delivered": cargo_key(0, aboard.herd), "points": points}
                yield Errand("fetch_home", home, moves, points + 0.5, "load")
                return
        for sea in way[: self.actions - len(aboard.moves)][-1:]:
            onward = self._sail_to(aboard, sea)
            if onward:
                yield Errand(
                    "fetch_sail",
                    values | {"sea": self.map.seas[sea]},
                    onward.moves,
                    FETCHED_VALUE + 0.1,
                    "load",
                )

    def _attacks(self, trip: Trip) -> Iterator[Errand]:
        if trip.crew < MIN_FIGHTERS:
            return
        for sea, way in self._sea_paths(trip.sea).items():
            if sea in self.enemies:
                moves = (*trip.moves, *(sail(self.map.seas[step]) for step in way))
                yield self._ship_errand(
                    "attack", trip, {"sea": self.map.seas[sea]}, moves, ATTACK_VALUE, "sail"
                )

    def _landings(self, trip: Trip) -> Iterator[Errand]:
        for land, name in self.map.lands.items():
            if land == MAINLAND:
                continue
            # Nobody boards first for a landing that the crew can make alone.
            alone = trip.crew - trip.boarded_vikings if trip.boarded else 0
            for vikings in range(alone + 1, trip.crew + 1):
                for moves in self._landing_rows(trip, land, vikings):
                    if not self._is_shorter_on_foot(trip, land, len(moves)):
                        purpose = self._land_value(land)
                        value = ASHORE_VALUE + purpose - 0.1 * abs(2 - vikings) if purpose else NO_PURPOSE
                        values: Values = {"vikings": vikings, "land": name}
                        yield self._ship_errand("landing", trip, values, moves, value, "unload")

    def _is_shorter_on_foot(self, trip: Trip, land: Land, actions: int) -> bool:
        """Return whether the Vikings who boarded, and nobody else is aboard, could walk there as quickly."""
        if trip.boarded_from is None or trip.crew > min(trip.boarded_vikings, MAX_MARCHING):
            return False
        way = self._land_paths(trip.boarded_from).get(land)
        return way is not None and len(way) <= actions

    def _courses(self, trip: Trip) -> Iterator[Errand]:
        """Sail over several seas, or only board."""
        for sea in self._sea_paths(trip.sea):
            there = self._sail_to(trip, sea)
            if there is None or not there.moves:
                continue
            if sea == trip.sea:
                yield self._ship_errand("board", trip, {}, there.moves, BOARDING_VALUE, "load")
                continue
            purpose = self._sea_value(sea)
            is_better = purpose > self._sea_value(self.player.ship.sea)
            value = AFLOAT_VALUE + purpose / 2 if is_better else NO_PURPOSE
            yield self._ship_errand("course", trip, {"sea": self.map.seas[sea]}, there.moves, value, "sail")

    def _sea_value(self, sea: Sea) -> float:
        """Return the value of the best land where a longship on this sea can land."""
        return max((self._land_value(land) for land in self.map.beside(sea)), default=0.0)

    def _ship_errand(
        self, key: str, trip: Trip, values: Values, moves: Row, value: float, menu: str
    ) -> Errand:
        """Return an errand by ship. Its name mentions the Vikings who board first."""
        if trip.boarded:
            key = f"{key}_ferried" if "start" in trip.boarded else f"{key}_boarded"
        return Errand(key, {**trip.boarded, **values}, moves, value, menu)

    def _marches(self) -> Iterator[Errand]:
        for start, count in self.player.ashore:
            for land in self._land_paths(start):
                for vikings in range(1, min(MAX_MARCHING, count) + 1):
                    if moves := self._march_row(start, land, vikings):
                        values: Values = {
                            "vikings": vikings,
                            "start": self.map.lands[start],
                            "land": self.map.lands[land],
                        }
                        # Compared without the Vikings at the start, so that nobody walks to and fro.
                        gain = self._land_value(land) - self._land_values.get(start, 0.0)
                        value = ASHORE_VALUE + gain if gain > 0 else NO_PURPOSE
                        yield Errand("march", values, moves, value, "march")


def _shortest_paths(
    start: int, steps: Mapping[int, tuple[int, ...]], most: int, ends: frozenset[int]
) -> dict[int, Path]:
    """Return the shortest paths to all nodes within `most` steps (breadth first); none goes beyond `ends`."""
    found: dict[int, Path] = {start: ()}
    reached = [start]
    for place in reached:
        way = found[place]
        if len(way) < most and (place not in ends or place == start):
            for other in sorted(steps[place]):
                if other not in found:
                    found[other] = (*way, other)
                    reached.append(other)
    return found
