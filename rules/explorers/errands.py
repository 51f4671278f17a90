"""Errands: rows of actions that people think of as one, from where everything stands now."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from types import MappingProxyType
from typing import NamedTuple

from rules.explorers.chart import Chart, chart
from rules.explorers.hexes import point_name
from rules.explorers.islands import islands
from rules.explorers.labels import cargo
from rules.explorers.land import AT_ONCE, FIRST_OUTPOST, TO_BUILD, taken_tiles
from rules.explorers.moves import ExplorersMove, build, herd, load, march, sail, unload
from rules.explorers.pieces import HOLD, OUTPOSTS, Animal
from rules.explorers.sea import TO_FIGHT, in_order, most_livestock
from rules.explorers.state import MAINLAND, SHORE, Land, Sea, State

Row = tuple[ExplorersMove, ...]
Way = tuple[int, ...]
"""The seas or lands one comes through, the last one being where one wants to be."""
Values = dict[str, str | int]

DELIVERED, FETCHED, ATTACK, BOARDING, LED, ASHORE, AFLOAT = 3.0, 2.0, 1.5, 0.9, 0.7, 0.5, 0.2
"""How telling errands are, in about the points they will bring; raids and outposts bring theirs."""
PURPOSE = 1.0
"""How much more telling a place is where there is something to do."""


class Errand(NamedTuple):
    """A row of actions: what it is called, how telling it is, and among which moves people look for it."""

    key: str
    values: Values
    moves: Row
    worth: float
    menu: str

    @property
    def cost(self) -> int:
        return sum(TO_BUILD if move.kind == "build" else 1 for move in self.moves)


class Voyage(NamedTuple):
    """The longship on its way: where it is, whom it carries, and the actions so far."""

    sea: Sea
    crew: int
    herd: tuple[Animal, ...]
    moves: Row = ()
    boarded: Mapping[str, str | int] = MappingProxyType({})

    @property
    def room(self) -> int:
        return HOLD - self.crew - len(self.herd)


class Errands:
    """All there are from one state; each row costs no more actions than are left."""

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
        self._purposes = self._find_purposes()
        self._sailed: dict[Sea, dict[Sea, Way]] = {}
        self._walked: dict[Land, dict[Land, Way]] = {}

    def all(self) -> Iterator[Errand]:
        ship = self.player.ship
        here = Voyage(ship.sea, ship.vikings, ship.livestock)
        voyages = [here, *self._boarding(here)]
        yield from self._deliveries(here)
        yield from self._raids(voyages)
        yield from self._outposts(voyages)
        yield from self._fetching(here)
        yield from self._leading(here)
        for voyage in voyages:
            yield from self._attacks(voyage)
            yield from self._landings(voyage)
            yield from self._courses(voyage)
        yield from self._marches()

    # What a place is good for

    def _find_purposes(self) -> dict[Land, float]:
        """Lands where there is something to do: an animal, a settlement, room for an outpost, an island."""
        found: dict[Land, float] = {}
        wanted = [land for land, _ in (*self.state.livestock, *self.state.settlements)]
        if len(self.player.outposts) < OUTPOSTS:
            wanted += [land for lands in self.points.values() for land in lands]
        for island in islands(self.state):
            if not island.open_points and not self._holds(island.influence):
                wanted += island.lands
        for land in dict.fromkeys(wanted):
            found[land] = PURPOSE
        return found

    def _holds(self, influence: tuple[int, ...]) -> bool:
        own = influence[self.state.active]
        return own > 0 and own > max((each for each in influence if each != own), default=0)

    def _purpose(self, land: Land) -> float:
        """Less where own Vikings stand already."""
        return self._purposes.get(land, 0.0) / (1 + self.ashore.get(land, 0))

    # Ways

    def _sails(self, sea: Sea) -> dict[Sea, Way]:
        if sea not in self._sailed:
            self._sailed[sea] = _ways(sea, self.map.sea_steps, self.actions, self.enemies)
        return self._sailed[sea]

    def _walks(self, land: Land) -> dict[Land, Way]:
        if land not in self._walked:
            self._walked[land] = _ways(land, self.map.land_steps, self.actions, frozenset())
        return self._walked[land]

    def _sailing(self, voyage: Voyage, sea: Sea) -> Voyage | None:
        """The voyage on to that sea, where it can be reached in time and no enemy ship holds it."""
        way = self._sails(voyage.sea).get(sea)
        if way is None or (way and (not voyage.crew or sea in self.enemies)):
            return None
        if len(voyage.moves) + len(way) > self.actions:
            return None
        moves = (*voyage.moves, *(sail(self.map.seas[step]) for step in way))
        return voyage._replace(sea=sea, moves=moves)

    def _to(self, voyage: Voyage, land: Land) -> Iterator[Voyage]:
        """The voyage on to where a longship can land there."""
        seas = (SHORE,) if land == MAINLAND else self.map.seas_of(land // 3)
        found = [there for sea in seas if (there := self._sailing(voyage, sea))]
        yield from sorted(found, key=lambda there: len(there.moves))

    def _marching(self, start: Land, land: Land, vikings: int) -> Row | None:
        way = self._walks(start).get(land)
        if not way:
            return None
        lands = [self.map.lands[step] for step in (start, *way)]
        return tuple(march(here, there, vikings) for here, there in pairwise(lands))

    def _boarding(self, voyage: Voyage) -> Iterator[Voyage]:
        """With as many Vikings more aboard as there is room for, from here or from the Mainland."""
        lands = dict.fromkeys((*self.map.beside(voyage.sea), MAINLAND))
        for land in lands:
            vikings = min(voyage.room, self.ashore.get(land, 0))
            if vikings <= 0:
                continue
            for there in self._to(voyage, land):
                name = self.map.lands[land]
                yield there._replace(
                    crew=there.crew + vikings,
                    moves=(*there.moves, load(name, vikings, ())),
                    boarded={"crew": cargo(vikings, ())} | ({"start": name} if there.moves else {}),
                )
                break

    def _landing(self, voyage: Voyage, land: Land, vikings: int) -> Iterator[Row]:
        """So many of the crew ashore on that land, from the nearest sea, or on foot from a land beside it."""
        if not 0 < vikings <= voyage.crew:
            return
        for there in self._to(voyage, land):
            yield (*there.moves, unload(self.map.lands[land], vikings, ()))
            return
        if vikings <= AT_ONCE:
            for near in sorted(self._walks(land)):
                if near in self.map.land_steps[land]:
                    for there in self._to(voyage, near):
                        step = unload(self.map.lands[near], vikings, ())
                        yield (*there.moves, step, *(self._marching(near, land, vikings) or ()))
                        break

    def _gathering(self, voyages: list[Voyage], land: Land, vikings: int) -> Iterator[Row]:
        """So many Vikings more on that land: all by ship, all on foot, or some each way."""
        for voyage in voyages:
            yield from self._landing(voyage, land, vikings)
        marches = [
            (group, start, row)
            for start, count in self.player.ashore
            for group in range(1, min(count, AT_ONCE, vikings) + 1)
            if (row := self._marching(start, land, group))
        ]
        yield from (row for group, _, row in marches if group == vikings)
        for (one, start, row), (two, other, further) in product(marches, marches):
            apart = start < other or (start == other and one >= two and self.ashore[start] >= vikings)
            if one + two == vikings and apart:
                yield (*row, *further)
        for group, _, row in marches:
            for voyage in voyages:
                for landing in self._landing(voyage, land, vikings - group):
                    yield (*landing, *row)

    # Errands

    def _deliveries(self, here: Voyage) -> Iterator[Errand]:
        if not here.herd:
            return
        home = unload(self.map.lands[MAINLAND], 0, here.herd)
        values: Values = {"cargo": cargo(0, here.herd)}
        for there in self._to(here, MAINLAND):
            row = (*there.moves, home)
            yield Errand("deliver", values, row, DELIVERED * len(here.herd), "unload")
            back = there._replace(herd=(), moves=row)
            for crewed in self._boarding(back):
                worth = DELIVERED * len(here.herd) + BOARDING
                boarded: Values = {**values, "crew": crewed.boarded["crew"]}
                yield Errand("deliver_board", boarded, crewed.moves, worth, "unload")

    def _raids(self, voyages: list[Voyage]) -> Iterator[Errand]:
        for land, strength in self.strengths.items():
            needed = strength - self.ashore.get(land, 0)
            values: Values = {"land": self.map.lands[land], "strength": strength}
            for row in self._gathering(voyages, land, needed):
                yield Errand("raid", values, row, strength, row[-1].kind)

    def _outposts(self, voyages: list[Voyage]) -> Iterator[Errand]:
        """Land or walk to a point, as far as that is needed, and build there."""
        built = len(self.player.outposts)
        if built == OUTPOSTS or self.actions < TO_BUILD:
            return
        for point, lands in self.points.items():
            missing = TO_BUILD - sum(self.ashore.get(land, 0) for land in lands)
            last = build(point_name(point))
            values: Values = {"point": last.point, "points": FIRST_OUTPOST + built}
            rows = [row for land in lands for row in self._gathering(voyages, land, missing)]
            for row in rows if missing > 0 else [()]:
                yield Errand("outpost", values, (*row, last), FIRST_OUTPOST + built, "build")

    def _fetching(self, here: Voyage) -> Iterator[Errand]:
        """Sail to an animal and take it aboard, with a Viking who goes ashore for it if none is there."""
        for land, animal in dict.fromkeys(self.state.livestock):
            for there in self._to(here, land):
                for board in self._boards(there, land):
                    yield from self._taken(there, land, animal, board, there.moves)
                if not self.ashore.get(land, 0) and there.crew:
                    ashore = unload(self.map.lands[land], 1, ())
                    left = there._replace(crew=there.crew - 1)
                    yield from self._taken(left, land, animal, 1, (*there.moves, ashore), told=0)
                break

    def _leading(self, here: Voyage) -> Iterator[Errand]:
        """Lead an animal over land, to where the longship takes it or to another land."""
        for land, animal in dict.fromkeys(self.state.livestock):
            for row in self._herders(land):
                for goal, way in self._walks(land).items():
                    lands = [self.map.lands[step] for step in (land, *way)]
                    led = (*row, *(herd(one, animal, two) for one, two in pairwise(lands)))
                    if not way or len(led) > self.actions:
                        continue
                    if goal in self.map.beside(here.sea):
                        for board in (0, 1):
                            yield from self._taken(here, goal, animal, board, led, source=land)
                    values: Values = {"animal": animal, "start": lands[0], "land": lands[-1]}
                    yield Errand("lead", values, led, LED, "herd")

    def _herders(self, land: Land) -> Iterator[Row]:
        """A Viking at that land: there already, or on foot from the nearest."""
        if self.ashore.get(land, 0):
            yield ()
            return
        rows = [row for start in self.ashore if (row := self._marching(start, land, 1))]
        yield from sorted(rows, key=len)[:2]

    def _boards(self, there: Voyage, land: Land) -> list[int]:
        """How many of the Vikings at an animal come aboard with it: nobody, or as many as there is room."""
        most = min(self.ashore.get(land, 0), there.room - 1)
        if most < 0 or not self.ashore.get(land, 0):
            return []
        return sorted({0 if there.crew else min(1, most), most})

    def _taken(
        self,
        there: Voyage,
        land: Land,
        animal: Animal,
        board: int,
        led: Row,
        *,
        source: Land | None = None,
        told: int | None = None,
    ) -> Iterator[Errand]:
        """An animal aboard, then as far home as there are actions. It is called by where it came from, and by
        how many board that were not aboard before."""
        name = self.map.lands[land if source is None else source]
        full = board + 1 > there.room or len(there.herd) + 1 > most_livestock(self.state.options)
        if full or not there.crew + board:
            return
        aboard = there._replace(
            crew=there.crew + board,
            herd=in_order([*there.herd, animal]),
            moves=(*led, load(self.map.lands[land], board, (animal,))),
        )
        boarding = board if told is None else told
        values: Values = {"cargo": cargo(boarding, (animal,)), "land": name}
        if len(aboard.moves) <= self.actions:
            yield Errand("fetch", values, aboard.moves, FETCHED, "load")
        way = self._sails(there.sea).get(SHORE)
        if way is None:
            return
        for there_too in self._to(aboard, MAINLAND):
            moves = (*there_too.moves, unload(self.map.lands[MAINLAND], 0, aboard.herd))
            if len(moves) <= self.actions:
                yield Errand("fetch_home", values, moves, DELIVERED * len(aboard.herd) + 0.5, "load")
                return
        for sea in way[: self.actions - len(aboard.moves)][-1:]:
            onward = self._sailing(aboard, sea)
            if onward:
                yield Errand(
                    "fetch_sail", values | {"sea": self.map.seas[sea]}, onward.moves, FETCHED + 0.1, "load"
                )

    def _attacks(self, voyage: Voyage) -> Iterator[Errand]:
        if voyage.crew < TO_FIGHT:
            return
        for sea, way in self._sails(voyage.sea).items():
            if sea in self.enemies:
                moves = (*voyage.moves, *(sail(self.map.seas[step]) for step in way))
                yield self._named("attack", voyage, {"sea": self.map.seas[sea]}, moves, ATTACK, "sail")

    def _landings(self, voyage: Voyage) -> Iterator[Errand]:
        for land, name in self.map.lands.items():
            if land == MAINLAND:
                continue
            for vikings in range(1, voyage.crew + 1):
                for moves in self._landing(voyage, land, vikings):
                    worth = ASHORE + self._purpose(land) - 0.1 * abs(2 - vikings)
                    values: Values = {"cargo": cargo(vikings, ()), "land": name}
                    yield self._named("landing", voyage, values, moves, worth, "unload")

    def _courses(self, voyage: Voyage) -> Iterator[Errand]:
        """Over several seas, or who boards without sailing on."""
        for sea in self._sails(voyage.sea):
            there = self._sailing(voyage, sea)
            if there is None or not there.moves:
                continue
            if sea == voyage.sea:
                yield self._named("board", voyage, {}, there.moves, BOARDING, "load")
                continue
            worth = AFLOAT + max((self._purpose(land) for land in self.map.beside(sea)), default=0) / 2
            yield self._named("course", voyage, {"sea": self.map.seas[sea]}, there.moves, worth, "sail")

    def _named(self, key: str, voyage: Voyage, values: Values, moves: Row, worth: float, menu: str) -> Errand:
        """An errand by ship, called so that whoever boards first is told."""
        if voyage.boarded:
            key = f"{key}_ferried" if "start" in voyage.boarded else f"{key}_boarded"
        return Errand(key, {**voyage.boarded, **values}, moves, worth, menu)

    def _marches(self) -> Iterator[Errand]:
        for start, count in self.player.ashore:
            for land in self._walks(start):
                for vikings in range(1, min(AT_ONCE, count) + 1):
                    if moves := self._marching(start, land, vikings):
                        values: Values = {
                            "cargo": cargo(vikings, ()),
                            "start": self.map.lands[start],
                            "land": self.map.lands[land],
                        }
                        worth = ASHORE + self._purpose(land) - self._purpose(start) / 2
                        yield Errand("march", values, moves, worth, "march")


def _ways(
    start: int, steps: Mapping[int, tuple[int, ...]], most: int, ends: frozenset[int]
) -> dict[int, Way]:
    """The shortest way to every place within so many steps; none goes on from one of the ends."""
    found: dict[int, Way] = {start: ()}
    reached = [start]
    for place in reached:
        way = found[place]
        if len(way) < most and (place not in ends or place == start):
            for other in sorted(steps[place]):
                if other not in found:
                    found[other] = (*way, other)
                    reached.append(other)
    return found
