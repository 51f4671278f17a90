"""Rows of actions that people think of as one: a course over several seas, a raid, a fetched animal."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple, Protocol

from rules.explorers.chart import Chart, chart
from rules.explorers.hexes import point_name
from rules.explorers.land import AT_ONCE, TO_BUILD, taken_tiles
from rules.explorers.moves import ExplorersMove, build, load, march, sail, unload
from rules.explorers.pieces import HOLD, OUTPOSTS, Animal
from rules.explorers.sea import TO_FIGHT, most_livestock
from rules.explorers.state import MAINLAND, SHORE, Land, Sea, State
from rules.game import Phrase, Refusal, Seat, Shortcut, Step

MOST = 25
MOST_ERRANDS = 15
"""How many of them lead to something; the others are courses."""

Row = tuple[ExplorersMove, ...]


class Rules(Protocol):
    """What carries out a move."""

    def apply(self, state: State, seat: Seat, move: ExplorersMove) -> Step[State]: ...


class _Errand(NamedTuple):
    """A row of actions, how telling it is, and what it is called."""

    rank: int
    moves: Row
    key: str
    values: dict[str, str | int]


def shortcuts(state: State, rules: Rules) -> tuple[Shortcut, ...]:
    """The most telling first; only rows of two moves or more that can be made as they are."""
    planner = _Planner(state)
    errands = _distinct(planner.errands(), state, rules)
    courses = _distinct(planner.courses(), state, rules)
    chosen = [*_first(errands, MOST_ERRANDS)]
    chosen += _first(courses, MOST - len(chosen))
    return tuple(
        Shortcut(
            Phrase(key=f"shortcut.{one.key}", values=one.values | {"actions": _cost(one.moves)}), one.moves
        )
        for one in chosen
    )


def _first(errands: Iterable[_Errand], most: int) -> list[_Errand]:
    return [errand for errand, _ in zip(errands, range(most), strict=False)]


def _cost(moves: Row) -> int:
    return sum(TO_BUILD if move.kind == "build" else 1 for move in moves)


def _distinct(errands: Iterable[_Errand], state: State, rules: Rules) -> Iterator[_Errand]:
    seen: set[tuple[object, ...]] = set()
    for errand in sorted(errands, key=lambda one: (one.rank, _cost(one.moves))):
        name = errand.key, *errand.values.items()
        if name in seen or len(errand.moves) < 2 or _cost(errand.moves) > state.actions:
            continue
        if _can_be_made(state, errand.moves, rules):
            seen.add(name)
            yield errand


def _can_be_made(state: State, moves: Row, rules: Rules) -> bool:
    """Whether every move is legal in its turn, and none but the last reveals anything."""
    seat, last = state.active, moves[-1]
    for move in moves:
        try:
            step = rules.apply(state, seat, move)
        except Refusal:
            return False
        if step.barrier and move is not last:
            return False
        state = step.state
    return True


class _Planner:
    """Looks for errands from one state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.map: Chart = chart(state.laid)
        self.player = state.player
        self.ship = state.player.ship
        self.enemies = frozenset(sea for sea, _ in state.enemies)
        self.ways = _ways(self.ship.sea, self.map.sea_steps, state.actions, self.enemies)

    def errands(self) -> Iterator[_Errand]:
        yield from self._deliveries()
        yield from self._raids()
        yield from self._outposts()
        yield from self._fetching()
        yield from self._attacks()
        yield from self._landings()
        yield from self._marches()

    def courses(self) -> Iterator[_Errand]:
        """Over several seas, with who is aboard or with everybody that can be taken aboard first."""
        for crew in self._crews():
            for sea, way in self.ways.items():
                if sea not in self.enemies:
                    name = "crewed_course" if crew else "course"
                    yield _Errand(len(way), (*crew, *self._sailing(way)), name, {"sea": self.map.seas[sea]})

    def _sailing(self, way: tuple[Sea, ...]) -> Row:
        return tuple(sail(self.map.seas[sea]) for sea in way)

    def _crews(self) -> Iterator[Row]:
        """Nobody more aboard, or as many Vikings as there is room for."""
        yield ()
        room = HOLD - self.ship.vikings - len(self.ship.livestock)
        for land in self.map.beside(self.ship.sea):
            ashore = min(room, self.player.vikings_on(land))
            if ashore > 0:
                yield (load(self.map.lands[land], ashore, ()),)

    def _aboard(self, crew: Row) -> int:
        return self.ship.vikings + sum(getattr(move, "vikings", 0) for move in crew)

    def _to(self, land: Land) -> Iterator[tuple[Sea, ...]]:
        """The ways to where a longship can land there."""
        seas = (SHORE,) if land == MAINLAND else self.map.seas_of(land // 3)
        yield from (self.ways[sea] for sea in seas if sea in self.ways and sea not in self.enemies)

    def _deliveries(self) -> Iterator[_Errand]:
        if self.ship.livestock:
            home = unload(self.map.lands[MAINLAND], 0, self.ship.livestock)
            for way in self._to(MAINLAND):
                yield _Errand(
                    0, (*self._sailing(way), home), "deliver", {"animals": len(self.ship.livestock)}
                )

    def _raids(self) -> Iterator[_Errand]:
        for land, strength in self.state.settlements:
            needed, name = strength - self.player.vikings_on(land), self.map.lands[land]
            values: dict[str, str | int] = {"land": name, "strength": strength}
            for crew in self._crews():
                if 0 < needed <= self._aboard(crew):
                    for way in self._to(land):
                        moves = *crew, *self._sailing(way), unload(name, needed, ())
                        yield _Errand(1, moves, "raid", values)
            for walk in self._walks(land, min(AT_ONCE, needed)):
                yield _Errand(1, walk, "raid", values)

    def _outposts(self) -> Iterator[_Errand]:
        """Land or walk to a point, and build there."""
        if len(self.player.outposts) == OUTPOSTS or self.state.actions < TO_BUILD:
            return
        taken = taken_tiles(self.state, self.map)
        for point, lands in self.map.points.items():
            missing = TO_BUILD - sum(map(self.player.vikings_on, lands))
            if missing <= 0 or any(land // 3 in taken for land in lands):
                continue
            last = build(point_name(point))
            for land in lands:
                ways = [
                    (*crew, *self._sailing(way), unload(self.map.lands[land], missing, ()))
                    for crew in self._crews()
                    if self._aboard(crew) >= missing
                    for way in self._to(land)
                ]
                for row in (*ways, *self._walks(land, missing)):
                    yield _Errand(1, (*row, last), "outpost", {"point": last.point})

    def _fetching(self) -> Iterator[_Errand]:
        """Sail to an animal and take it aboard, with a Viking who goes ashore for it if none is there."""
        free = HOLD - self.ship.vikings - len(self.ship.livestock)
        if free <= 0 or len(self.ship.livestock) >= most_livestock(self.state.options):
            return
        for land, animal in dict.fromkeys(self.state.livestock):
            for way in self._to(land):
                yield from self._fetched(land, animal, way, free)

    def _fetched(self, land: Land, animal: Animal, way: tuple[Sea, ...], free: int) -> Iterator[_Errand]:
        name, there = self.map.lands[land], self.player.vikings_on(land)
        if there:
            row = *self._sailing(way), load(name, min(there, free - 1), (animal,))
        else:
            row = *self._sailing(way), unload(name, 1, ()), load(name, 1, (animal,))
        yield _Errand(2, row, "fetch", {"animal": animal, "land": name})
        sea = way[-1] if way else self.ship.sea
        back = _ways(sea, self.map.sea_steps, self.state.actions, self.enemies).get(SHORE)
        if back is not None and not self.ship.livestock:
            home = unload(self.map.lands[MAINLAND], 0, (animal,))
            moves = *row, *self._sailing(back), home
            yield _Errand(0, moves, "fetch_home", {"animal": animal, "land": name})

    def _attacks(self) -> Iterator[_Errand]:
        for crew in self._crews():
            if self._aboard(crew) >= TO_FIGHT:
                for sea, way in self.ways.items():
                    if sea in self.enemies:
                        moves = *crew, *self._sailing(way)
                        yield _Errand(2, moves, "attack", {"sea": self.map.seas[sea]})

    def _landings(self) -> Iterator[_Errand]:
        """Ashore where there is something: everybody, or all but one who keeps the longship."""
        taken = taken_tiles(self.state, self.map)
        lands = {land for land, _ in (*self.state.livestock, *self.state.settlements)}
        for there in self.map.points.values():
            if not any(land // 3 in taken for land in there):
                lands.update(there)
        for crew in self._crews():
            aboard = self._aboard(crew)
            for land in sorted(lands):
                for way in self._to(land):
                    for vikings in range(max(1, aboard - 1), aboard + 1):
                        name = self.map.lands[land]
                        moves = *crew, *self._sailing(way), unload(name, vikings, ())
                        yield _Errand(3, moves, "landing", {"vikings": vikings, "land": name})

    def _marches(self) -> Iterator[_Errand]:
        """Over several lands."""
        for start, count in self.player.ashore:
            vikings = min(AT_ONCE, count)
            for land, way in self._on_foot(start).items():
                moves = self._marching(start, way, vikings)
                name = self.map.lands[land]
                yield _Errand(
                    4, moves, "march", {"vikings": vikings, "land": name, "start": self.map.lands[start]}
                )

    def _walks(self, land: Land, vikings: int) -> Iterator[Row]:
        """So many Vikings to that land from where they stand together."""
        for start, count in self.player.ashore:
            if 0 < vikings <= min(count, AT_ONCE) and start != land:
                way = self._on_foot(start).get(land)
                if way:
                    yield self._marching(start, way, vikings)

    def _on_foot(self, start: Land) -> Mapping[Land, tuple[Land, ...]]:
        return _ways(start, self.map.land_steps, self.state.actions, frozenset())

    def _marching(self, start: Land, way: tuple[Land, ...], vikings: int) -> Row:
        lands = [self.map.lands[land] for land in (start, *way)]
        return tuple(march(here, there, vikings) for here, there in pairwise(lands))


def _ways(
    start: int, steps: Mapping[int, tuple[int, ...]], most: int, ends: frozenset[int]
) -> dict[int, tuple[int, ...]]:
    """The shortest way to every place within so many steps; none goes on from one of the ends."""
    found: dict[int, tuple[int, ...]] = {start: ()}
    reached = [start]
    for place in reached:
        way = found[place]
        if len(way) < most and (place not in ends or place == start):
            for other in sorted(steps[place]):
                if other not in found:
                    found[other] = (*way, other)
                    reached.append(other)
    return found
