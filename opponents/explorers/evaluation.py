"""What a party is worth: points made, and what can be hoped for, the less the more actions it still needs."""

from collections import Counter
from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from opponents.explorers.map_analysis import NO_SEAS, UNREACHABLE, Steps
from opponents.explorers.simulator import Party, Scene, outpost_tiles
from opponents.explorers.weights import WEIGHTS, Weights
from rules.explorers.hexes import Point
from rules.explorers.land import FIRST_OUTPOST_POINTS, OUTPOST_COST
from rules.explorers.pieces import HOLD_SIZE, OUTPOSTS_PER_PLAYER, VIKINGS_PER_PLAYER, Animal
from rules.explorers.state import MAINLAND, SHORE, Land

HOME = (MAINLAND,)
USUAL_CREW = 3
FETCH_VALUE = 1.5
"""What bringing Vikings from the Mainland is worth beside what they lose by waiting there."""
SHARED_ISLAND = 0.6
"""What an island is worth for which one would be level with the strongest there."""
SAME_KIND_SHARE = 0.6
"""What a second animal of a kind that is already on its way is worth beside the first."""


class _ActionCosts(NamedTuple):
    """How many actions it takes to raid each settlement (with its strength), to build outposts, and to be
    level with the strongest on each island (with its number) that is not led yet."""

    settlements: list[tuple[int, int]]
    outposts: list[int]
    islands: list[tuple[int, int]]


class Evaluator:
    """Judges the parties of one player in one scene."""

    def __init__(self, scene: Scene, weights: Weights = WEIGHTS) -> None:
        self.scene = scene
        self.weights = weights
        self._discounts = [weights.patience**needed for needed in range(160)]
        self._crew_discounts = [weights.boarding**needed for needed in range(9)] + [0.0]
        shares = {name: 0.5 if len(scene.captains) > 1 else 1.0 for name in scene.captains}
        self._captain_share = shares.get
        self._point_lands = dict(scene.map.points)
        self._cost_cache: dict[object, _ActionCosts] = {}
        self._drive_cache: dict[object, list[tuple[int, Animal]]] = {}
        self._crew_cache: dict[object, int] = {}
        self._island_cache: dict[object, float] = {}
        self._size_cache: dict[int, list[float]] = {}
        self._lead_cache: dict[tuple[int, int], float] = {}
        self._rival_influence = self._strongest()
        self._mainland_tiles: Steps = {}
        self._set_cache: dict[tuple[tuple[Animal, ...], float], float] = {}
        self._landing_cache: dict[tuple[Land, frozenset[int]], Steps] = {}

    def evaluate(self, party: Party) -> float:
        """Of a party at any moment; parties with as many actions left can be compared."""
        actions = party.actions
        long = min(1.0, actions / self.weights.long_run)
        points = self._points(party, long)
        if self.weights.sees_islands or actions == 0:
            points += self._islands(party, actions, long)
        if actions == 0:
            return points
        ready = self._ready(party)
        points += self.weights.crew * min(1.0, actions / 40) * self._crew_discounts[min(9, ready)]
        hopes = self._tasks(party, actions, ready, long)
        if party.ashore and party.ashore[0][0] == MAINLAND:
            hopes.append(self._fetch_value(party, actions, ready, party.ashore[0][1]))
            points -= self.weights.at_home * party.ashore[0][1] * min(1.0, actions / 24)
        hopes.sort(reverse=True)
        factor = 1.0
        for hope in hopes[:12]:
            points += hope * factor
            factor *= self.weights.rank
        return points

    def _fetch_value(self, party: Party, actions: int, ready: int, home: int) -> float:
        """Vikings who wait on the Mainland, if the ship came for them."""
        room = min(home, HOLD_SIZE - party.crew - len(party.hold))
        closed = NO_SEAS if party.crew > 1 else party.enemies
        needed = self.scene.map.steps_to_landing(HOME, closed).get(party.sea, UNREACHABLE) + 1 + ready
        if needed > actions:
            return 0.0
        return FETCH_VALUE * self.weights.at_home * room * self._discounts[needed]

    def _points(self, party: Party, long: float) -> float:
        """Points made, sets and outposts partly by what they will come to in the long run."""
        w, bonus, scene = self.weights, self._captain_share, self.scene
        count = len(party.outposts)
        points = count * (bonus("watchman", 0.0) + long * w.outpost)
        points += (1 - long) * (count * FIRST_OUTPOST_POINTS + count * (count - 1) / 2)
        points += self._sets(party.delivered, long)
        points += sum(party.raided) + bonus("tyrant", 0.0) * len(party.raided)
        deaths = party.dead + party.fights * scene.death_probability
        points += party.destroyed * (1 + bonus("barbarian", 0.0))
        points += deaths * deaths + party.fights * scene.death_probability * (1 - scene.death_probability)
        points -= deaths * w.viking * long
        if scene.captains:
            points += self._captain(party, count)
        return points

    def _sets(self, delivered: tuple[Animal, ...], long: float) -> float:
        """Sets of animals of different kinds, as large as can be."""
        if not delivered:
            return 0.0
        kept = self._set_cache.get((delivered, long))
        if kept is None:
            kept = self._set_cache[delivered, long] = self._count_sets(delivered, long)
        return kept

    def _count_sets(self, delivered: tuple[Animal, ...], long: float) -> float:
        w = self.weights
        counts = list(Counter(delivered).values())
        points = self._captain_share("trader", 0.0) * 2 * len(delivered) / 3
        points += self._captain_share("huntsman", 0.0) * sum(2 * (each // 2) for each in counts)
        scale = 1.0
        for number in range(1, max(counts) + 1):
            size = sum(each >= number for each in counts)
            points += (1 - long) * size * (size + 1) / 2 + long * w.animal * size * scale
            scale *= w.duplicate
        return points

    def _captain(self, party: Party, count: int) -> float:
        points = 0.0
        hero = self._captain_share("hero", 0.0)
        if hero:
            points += 2 * hero * min(count, len(party.raided), party.destroyed)
            points += 0.3 * hero * (count + len(party.raided) + party.destroyed)
        archer = self._captain_share("archer", 0.0)
        if archer and count:
            out, trios = self._steps_out(), self._point_lands
            points += archer * max(min(out[land // 3] for land in trios[point]) for point in party.outposts)
        return points

    def _steps_out(self) -> Steps:
        if not self._mainland_tiles:
            self._mainland_tiles = self.scene.map.tiles_from_mainland()
        return self._mainland_tiles

    def _tasks(self, party: Party, actions: int, ready: int, long: float) -> list[float]:
        """What each thing that could be done is worth now, by how many actions it would take."""
        patience, weights = self._discounts, self.weights
        closed = NO_SEAS if party.crew > 1 else party.enemies
        hopes = self._herds(party, actions, closed, ready, long)
        key = (
            party.sea,
            party.crew,
            len(party.hold),
            party.ashore,
            party.settlements,
            party.outposts,
            closed,
        )
        needs = self._cost_cache.get(key)
        if needs is None:
            needs = self._cost_cache[key] = self._needed(party, closed)
        more = self._captain_share("tyrant", 0.0) + 0.3 * self._captain_share("hero", 0.0)
        for needed, strength in needs.settlements:
            if needed <= actions:
                hopes.append((strength + more) * patience[needed])
        count, watchman = len(party.outposts), self._captain_share("watchman", 0.0)
        for needed in needs.outposts:
            if needed <= actions:
                gain = (1 - long) * (FIRST_OUTPOST_POINTS + count) + long * weights.outpost
                hopes.append((gain + watchman) * patience[needed])
                count += 1
        if needs.islands:
            sizes = self._sizes_at(actions)
            held = weights.islands * SHARED_ISLAND * (1 - weights.restless * long)
            hopes += [
                sizes[number] * held * patience[needed]
                for needed, number in needs.islands
                if needed <= actions
            ]
        if party.enemies:
            hopes += self._fights(party, actions, ready, long)
        return hopes

    def _herds(
        self, party: Party, actions: int, closed: frozenset[int], ready: int, long: float
    ) -> list[float]:
        """Animals aboard and on the map, by the way home."""
        patience = self._discounts
        sea, hold = party.sea, party.hold
        back = self.scene.map.steps_to_landing(HOME, closed).get(sea, UNREACHABLE)
        have = party.delivered
        base = self._sets(have, long)
        hopes = []
        for animal in hold:
            have = (*have, animal)
            now = self._sets(have, long)
            if back + 1 + ready <= actions:
                hopes.append((now - base) * patience[back + 1 + ready] + 0.05)
            base = now
        first = back + 1 if len(hold) >= self.scene.max_livestock else 0
        key = (sea, first, closed, party.livestock, party.ashore)
        ways = self._drive_cache.get(key)
        if ways is None:
            ways = self._drive_cache[key] = self._drives(party, first, closed)
        latest = actions - ready
        gains: dict[Animal, float] = {}
        for needed, animal in ways:
            if needed > latest:
                break
            gain = gains.get(animal)
            if gain is None:
                gain = self._sets((*have, animal), long) - base
                gains[animal] = gain * SAME_KIND_SHARE
            hopes.append(gain * patience[needed + ready])
        return hopes

    def _drives(self, party: Party, first: int, closed: frozenset[int]) -> list[tuple[int, Animal]]:
        """How many actions it takes to bring each animal of the map home, the nearest first."""
        stands = {land for land, _ in party.ashore}
        ways = []
        for land, animal in party.livestock:
            reach = self._reach(land, closed)
            trip = reach.get(SHORE, UNREACHABLE)
            out = first + trip if first else reach.get(party.sea, UNREACHABLE)
            ways.append((out + trip + (2 if land in stands else 3), animal))
        ways.sort()
        return ways

    def _ready(self, party: Party) -> int:
        """How many actions it takes to have somebody aboard who can sail."""
        if party.crew:
            return 0
        key = (party.sea, party.ashore)
        kept = self._crew_cache.get(key)
        if kept is None:
            waters = self.scene.map
            walk = waters.steps_by_land(waters.chart.beside(party.sea))
            kept = 1 + min((walk.get(land, UNREACHABLE) for land, _ in party.ashore), default=UNREACHABLE)
            self._crew_cache[key] = kept
        return kept

    def _reach(self, land: Land, closed: frozenset[int]) -> Steps:
        kept = self._landing_cache.get((land, closed))
        if kept is None:
            kept = self._landing_cache[land, closed] = self.scene.map.steps_to_landing((land,), closed)
        return kept

    def _needed(self, party: Party, closed: frozenset[int]) -> _ActionCosts:
        """How many actions each settlement takes, with its strength, and each of the points for outposts that
        are nearest, no two at one tile."""
        settlements = [
            (self._gather(party, (land,), strength, closed), strength) for land, strength in party.settlements
        ]
        islands = [*self._claims(party, closed)] if self.weights.sees_islands else []
        free = OUTPOSTS_PER_PLAYER - len(party.outposts)
        if not free:
            return _ActionCosts(settlements, [], islands)
        taken = outpost_tiles(party, self.scene)
        ways: list[tuple[int, Point]] = []
        for point, lands in self._point_lands.items():
            if lands[0] // 3 in taken or lands[1] // 3 in taken or lands[2] // 3 in taken:
                continue
            ways.append((self._gather(party, lands, OUTPOST_COST, closed) + OUTPOST_COST, point))
        ways.sort()
        outposts: list[int] = []
        used: set[int] = set()
        for needed, point in ways:
            tiles = {land // 3 for land in self._point_lands[point]}
            if needed >= UNREACHABLE or len(outposts) == free:
                break
            if not used & tiles:
                used |= tiles
                outposts.append(needed)
        return _ActionCosts(settlements, outposts, islands)

    def _claims(self, party: Party, closed: frozenset[int]) -> Iterator[tuple[int, int]]:
        """For each island of several tiles where somebody else leads, or nobody, how many actions it takes to
        be level with them."""
        isle_of = self.scene.map.island_of
        own = Counter[int]()
        for land, count in party.ashore:
            if land != MAINLAND:
                own[isle_of[land]] += count
        built = Counter(isle_of[self._point_lands[point][0]] for point in party.outposts)
        for number, isle in enumerate(self.scene.map.islands):
            best = max(1, self._rival_influence.get(number, 0))
            if isle.size > 1 and own[number] + 2 * built[number] < best:
                yield self._gather(party, isle.lands, best - 2 * built[number], closed), number

    def _fights(self, party: Party, actions: int, ready: int, long: float) -> list[float]:
        deadly = self.scene.death_probability
        gain = 1 + self._captain_share("barbarian", 0.0) + 0.3 * self._captain_share("hero", 0.0)
        gain += deadly * (2 * (party.dead + party.fights * deadly) + 1 - self.weights.viking * long)
        if gain <= 0:
            return []
        hopes = []
        for sea in party.enemies:
            reach = self._sea_walk(sea)
            needed = reach.get(party.sea, UNREACHABLE) + (0 if party.crew > 1 else 2 + ready)
            if needed <= actions:
                hopes.append(gain * self._discounts[needed])
        return hopes

    def _sea_walk(self, sea: int) -> Steps:
        return self.scene.map.steps_by_sea((sea,))

    def _gather(self, party: Party, lands: tuple[Land, ...], wanted: int, closed: frozenset[int]) -> int:
        """How many actions it takes to have so many Vikings on these lands."""
        waters = self.scene.map
        walk = waters.steps_by_land(lands)
        groups: list[tuple[float, int, int]] = []
        for land, count in party.ashore:
            steps = walk.get(land)
            if steps is None:
                continue
            if steps == 0:
                wanted -= count
            else:
                groups.append((steps / min(2, count), steps, count))
        if wanted <= 0:
            return 0 if len(lands) > 1 else 1
        reach = waters.steps_to_landing(lands, closed)
        out = reach.get(party.sea, UNREACHABLE)
        crew = party.crew
        needed = 0
        if party.sea == SHORE and crew < USUAL_CREW and crew < wanted:
            home = party.ashore[0][1] if party.ashore and party.ashore[0][0] == MAINLAND else 0
            more = min(home, HOLD_SIZE - crew - len(party.hold))
            if more:
                crew += more
                needed = 1
        if crew and out < UNREACHABLE:
            groups.append(((out + 1 + needed) / crew, out + 1 + needed, -crew))
        groups.sort()
        total = 0
        for _, steps, count in groups:
            if count < 0:
                total += steps
                wanted += count
            else:
                used = min(count, wanted)
                total += steps * ((used + 1) // 2)
                wanted -= used
            if wanted <= 0:
                return total
        alive = VIKINGS_PER_PLAYER - party.dead
        here = sum(count for land, count in party.ashore if land in walk)
        if here + wanted > alive:
            return UNREACHABLE
        trip = reach.get(SHORE, UNREACHABLE)
        if trip >= UNREACHABLE:
            return UNREACHABLE
        back = waters.steps_to_landing(HOME, closed).get(party.sea, UNREACHABLE)
        return total + back + trip + 2 + self._ready(party) + (2 * trip + 2) * ((wanted - 1) // USUAL_CREW)

    def _islands(self, party: Party, actions: int, long: float) -> float:
        key = (party.ashore, party.outposts, actions)
        kept = self._island_cache.get(key)
        if kept is None:
            kept = self._island_cache[key] = self._count_islands(party, actions, long)
        return kept

    def _strongest(self) -> dict[int, int]:
        """The most influence that one of the others has, by island."""
        most: dict[int, int] = {}
        for held in self.scene.influence:
            for number, influence in held.items():
                most[number] = max(influence, most.get(number, 0))
        return most

    def _count_islands(self, party: Party, actions: int, long: float) -> float:
        w, waters = self.weights, self.scene.map
        isle_of = waters.island_of
        own: dict[int, int] = {}
        presence = 0
        vikings: set[int] = set()
        for land, count in party.ashore:
            if land != MAINLAND:
                place = isle_of[land]
                own[place] = own.get(place, 0) + count
                vikings.add(place)
                presence += count
        built = set()
        for point in party.outposts:
            place = isle_of[self._point_lands[point][0]]
            built.add(place)
            own[place] = own.get(place, 0) + 2
        all_sizes = self._sizes_at(actions)
        settled = 1 - w.restless * long
        shieldmaiden, scout = self._captain_share("shieldmaiden", 0.0), self._captain_share("scout", 0.0)
        total = presence * w.presence if actions else 0.0
        sizes = []
        queen = 0.0
        for number in self._rival_influence.keys() | own.keys():
            size = all_sizes[number]
            if size == 0:
                continue
            mine, best = own.get(number, 0), self._rival_influence.get(number, 0)
            ours = self._lead(mine, best, actions)
            theirs = self._lead(best, mine, actions)
            if number not in built:
                ours *= settled
            part = size / waters.islands[number].size
            total += ours * (size + shieldmaiden * part) * w.islands - theirs * size * w.rivals
            if ours:
                sizes.append(ours * size)
            if mine:
                queen = max(queen, ours * (mine - self.scene.seats) * part)
            if best > mine and number in vikings:
                total += scout * (1 - ours) * part
        if len(sizes) > 1:
            sizes.sort(reverse=True)
            total += self._captain_share("cartographer", 0.0) * sizes[1] * 0.8
        return total + self._captain_share("queen", 0.0) * queen

    def _lead(self, held: int, against: int, actions: int) -> float:
        """How likely an island is led in the end; a shared lead counts."""
        if not held:
            return 0.0
        if actions == 0:
            return float(held >= against)
        key = held - against, actions
        share = self._lead_cache.get(key)
        if share is None:
            sure = 0.7 + 4.0 / (1 + actions / 6)
            share = self._lead_cache[key] = 1 / (1 + exp(-sure * (held - against + 0.3)))
        return share

    def _sizes_at(self, actions: int) -> list[float]:
        sizes = self._size_cache.get(actions)
        if sizes is None:
            sizes = self._size_cache[actions] = self._expected_sizes(actions)
        return sizes

    def _expected_sizes(self, actions: int) -> list[float]:
        """How large each island is likely to be when it is complete, by how likely that is."""
        growth = self.weights.growth
        return [
            (isle.size + growth * isle.openings) * self._closing(isle.openings, actions)
            for isle in self.scene.map.islands
        ]

    def _closing(self, openings: int, actions: int) -> float:
        """How likely an island is complete in the end."""
        if not openings:
            return 1.0
        tiles = self.scene.tiles
        if tiles < openings or actions == 0:
            return 0.0
        return float((self.weights.opening * min(1.0, tiles / (2.0 * openings + 4))) ** openings)
