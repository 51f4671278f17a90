"""Static evaluation of a party: points made, plus possible tasks discounted by the actions they need."""

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
"""Value of fetching Vikings from the Mainland, relative to what they lose by waiting there."""
SHARED_ISLAND = 0.6
"""Share of an island's value if the player would only be level with the strongest there."""
SAME_KIND_SHARE = 0.6
"""Value of a second animal of a kind that is already on its way, relative to the first."""


class _ActionCosts(NamedTuple):
    """Actions needed for each task.

    `settlements`: with the strength of each. `islands`: to be level with the strongest, with the number of
    each island where the player does not lead.
    """

    settlements: list[tuple[int, int]]
    outposts: list[int]
    islands: list[tuple[int, int]]


class Evaluator:
    """Evaluates the parties of one player in one scene."""

    def __init__(self, scene: Scene, weights: Weights = WEIGHTS) -> None:
        self.scene = scene
        self.weights = weights
        self._discounts = [weights.discount**needed for needed in range(160)]
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
        self._rival_influence = self._strongest_rivals()
        self._mainland_tiles: Steps = {}
        self._set_cache: dict[tuple[tuple[Animal, ...], float], float] = {}
        self._landing_cache: dict[tuple[Land, frozenset[int]], Steps] = {}

    def evaluate(self, party: Party) -> float:
        """Return the value of a party in points. Compare only parties with equally many actions left."""
        actions = party.actions
        long = min(1.0, actions / self.weights.long_run_actions)
        points = self._points(party, long)
        if self.weights.sees_islands or actions == 0:
            points += self._island_value(party, actions, long)
        if actions == 0:
            return points
        ready = self._actions_to_crew(party)
        points += self.weights.crew * min(1.0, actions / 40) * self._crew_discounts[min(9, ready)]
        values = self._task_values(party, actions, ready, long)
        if party.ashore and party.ashore[0][0] == MAINLAND:
            values.append(self._fetch_value(party, actions, ready, party.ashore[0][1]))
            points -= self.weights.at_home * party.ashore[0][1] * min(1.0, actions / 24)
        values.sort(reverse=True)
        factor = 1.0
        for value in values[:12]:
            points += value * factor
            factor *= self.weights.rank_discount
        return points

    def _fetch_value(self, party: Party, actions: int, ready: int, home: int) -> float:
        """Return the value of fetching Vikings who wait on the Mainland."""
        room = min(home, HOLD_SIZE - party.crew - len(party.hold))
        closed = NO_SEAS if party.crew > 1 else party.enemies
        needed = self.scene.map.steps_to_landing(HOME, closed).get(party.sea, UNREACHABLE) + 1 + ready
        if needed > actions:
            return 0.0
        return FETCH_VALUE * self.weights.at_home * room * self._discounts[needed]

    def _points(self, party: Party, long: float) -> float:
        """Return the points made; sets and outposts count partly by their long-run average."""
        w, bonus, scene = self.weights, self._captain_share, self.scene
        count = len(party.outposts)
        points = count * (bonus("watchman", 0.0) + long * w.outpost)
        points += (1 - long) * (count * FIRST_OUTPOST_POINTS + count * (count - 1) / 2)
        points += self._set_value(party.delivered, long)
        points += sum(party.raided) + bonus("tyrant", 0.0) * len(party.raided)
        deaths = party.dead + party.fights * scene.death_probability
        points += party.destroyed * (1 + bonus("barbarian", 0.0))
        points += deaths * deaths + party.fights * scene.death_probability * (1 - scene.death_probability)
        points -= deaths * w.viking * long
        if scene.captains:
            points += self._captain_value(party, count)
        return points

    def _set_value(self, delivered: tuple[Animal, ...], long: float) -> float:
        """Return the value of sets of different animals, cached."""
        if not delivered:
            return 0.0
        kept = self._set_cache.get((delivered, long))
        if kept is None:
            kept = self._set_cache[delivered, long] = self._compute_set_value(delivered, long)
        return kept

    def _compute_set_value(self, delivered: tuple[Animal, ...], long: float) -> float:
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

    def _captain_value(self, party: Party, count: int) -> float:
        points = 0.0
        hero = self._captain_share("hero", 0.0)
        if hero:
            points += 2 * hero * min(count, len(party.raided), party.destroyed)
            points += 0.3 * hero * (count + len(party.raided) + party.destroyed)
        archer = self._captain_share("archer", 0.0)
        if archer and count:
            out, trios = self._tiles_from_mainland(), self._point_lands
            points += archer * max(min(out[land // 3] for land in trios[point]) for point in party.outposts)
        return points

    def _tiles_from_mainland(self) -> Steps:
        if not self._mainland_tiles:
            self._mainland_tiles = self.scene.map.tiles_from_mainland()
        return self._mainland_tiles

    def _task_values(self, party: Party, actions: int, ready: int, long: float) -> list[float]:
        """Return the discounted values of all possible tasks."""
        discounts, weights = self._discounts, self.weights
        closed = NO_SEAS if party.crew > 1 else party.enemies
        values = self._livestock_values(party, actions, closed, ready, long)
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
            needs = self._cost_cache[key] = self._action_costs(party, closed)
        more = self._captain_share("tyrant", 0.0) + 0.3 * self._captain_share("hero", 0.0)
        for needed, strength in needs.settlements:
            if needed <= actions:
                values.append((strength + more) * discounts[needed])
        count, watchman = len(party.outposts), self._captain_share("watchman", 0.0)
        for needed in needs.outposts:
            if needed <= actions:
                gain = (1 - long) * (FIRST_OUTPOST_POINTS + count) + long * weights.outpost
                values.append((gain + watchman) * discounts[needed])
                count += 1
        if needs.islands:
            sizes = self._island_sizes(actions)
            held = weights.islands * SHARED_ISLAND * (1 - weights.restless * long)
            values += [
                sizes[number] * held * discounts[needed]
                for needed, number in needs.islands
                if needed <= actions
            ]
        if party.enemies:
            values += self._fight_values(party, actions, ready, long)
        return values

    def _livestock_values(
        self, party: Party, actions: int, closed: frozenset[int], ready: int, long: float
    ) -> list[float]:
        """Return the discounted values of delivering animals aboard and on the map."""
        discounts = self._discounts
        sea, hold = party.sea, party.hold
        back = self.scene.map.steps_to_landing(HOME, closed).get(sea, UNREACHABLE)
        have = party.delivered
        base = self._set_value(have, long)
        values = []
        for animal in hold:
            have = (*have, animal)
            now = self._set_value(have, long)
            if back + 1 + ready <= actions:
                values.append((now - base) * discounts[back + 1 + ready] + 0.05)
            base = now
        first = back + 1 if len(hold) >= self.scene.max_livestock else 0
        key = (sea, first, closed, party.livestock, party.ashore)
        ways = self._drive_cache.get(key)
        if ways is None:
            ways = self._drive_cache[key] = self._drive_costs(party, first, closed)
        latest = actions - ready
        gains: dict[Animal, float] = {}
        for needed, animal in ways:
            if needed > latest:
                break
            gain = gains.get(animal)
            if gain is None:
                gain = self._set_value((*have, animal), long) - base
                gains[animal] = gain * SAME_KIND_SHARE
            values.append(gain * discounts[needed + ready])
        return values

    def _drive_costs(self, party: Party, first: int, closed: frozenset[int]) -> list[tuple[int, Animal]]:
        """Return the actions needed to bring each animal of the map home, nearest first."""
        stands = {land for land, _ in party.ashore}
        ways = []
        for land, animal in party.livestock:
            reach = self._steps_to_landing(land, closed)
            trip = reach.get(SHORE, UNREACHABLE)
            out = first + trip if first else reach.get(party.sea, UNREACHABLE)
            ways.append((out + trip + (2 if land in stands else 3), animal))
        ways.sort()
        return ways

    def _actions_to_crew(self, party: Party) -> int:
        """Return the actions needed to have a Viking aboard."""
        if party.crew:
            return 0
        key = (party.sea, party.ashore)
        kept = self._crew_cache.get(key)
        if kept is None:
            analysis = self.scene.map
            walk = analysis.steps_by_land(analysis.chart.beside(party.sea))
            kept = 1 + min((walk.get(land, UNREACHABLE) for land, _ in party.ashore), default=UNREACHABLE)
            self._crew_cache[key] = kept
        return kept

    def _steps_to_landing(self, land: Land, closed: frozenset[int]) -> Steps:
        kept = self._landing_cache.get((land, closed))
        if kept is None:
            kept = self._landing_cache[land, closed] = self.scene.map.steps_to_landing((land,), closed)
        return kept

    def _action_costs(self, party: Party, closed: frozenset[int]) -> _ActionCosts:
        """Return the costs of settlements, islands, and the nearest outpost points, no two on one tile."""
        settlements = [
            (self._gather_cost(party, (land,), strength, closed), strength)
            for land, strength in party.settlements
        ]
        islands = [*self._island_costs(party, closed)] if self.weights.sees_islands else []
        free = OUTPOSTS_PER_PLAYER - len(party.outposts)
        if not free:
            return _ActionCosts(settlements, [], islands)
        taken = outpost_tiles(party, self.scene)
        ways: list[tuple[int, Point]] = []
        for point, lands in self._point_lands.items():
            if lands[0] // 3 in taken or lands[1] // 3 in taken or lands[2] // 3 in taken:
                continue
            ways.append((self._gather_cost(party, lands, OUTPOST_COST, closed) + OUTPOST_COST, point))
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

    def _island_costs(self, party: Party, closed: frozenset[int]) -> Iterator[tuple[int, int]]:
        """Yield the actions needed to be level on each larger island where the player does not lead."""
        island_of = self.scene.map.island_of
        own = Counter[int]()
        for land, count in party.ashore:
            if land != MAINLAND:
                own[island_of[land]] += count
        built = Counter(island_of[self._point_lands[point][0]] for point in party.outposts)
        for number, island in enumerate(self.scene.map.islands):
            best = max(1, self._rival_influence.get(number, 0))
            if island.size > 1 and own[number] + 2 * built[number] < best:
                yield self._gather_cost(party, island.lands, best - 2 * built[number], closed), number

    def _fight_values(self, party: Party, actions: int, ready: int, long: float) -> list[float]:
        deadly = self.scene.death_probability
        gain = 1 + self._captain_share("barbarian", 0.0) + 0.3 * self._captain_share("hero", 0.0)
        gain += deadly * (2 * (party.dead + party.fights * deadly) + 1 - self.weights.viking * long)
        if gain <= 0:
            return []
        values = []
        for sea in party.enemies:
            reach = self.scene.map.steps_by_sea((sea,))
            needed = reach.get(party.sea, UNREACHABLE) + (0 if party.crew > 1 else 2 + ready)
            if needed <= actions:
                values.append(gain * self._discounts[needed])
        return values

    def _gather_cost(self, party: Party, lands: tuple[Land, ...], wanted: int, closed: frozenset[int]) -> int:
        """Return the actions needed to have `wanted` Vikings on these lands."""
        if wanted > VIKINGS_PER_PLAYER - party.dead:
            return UNREACHABLE
        analysis = self.scene.map
        walk = analysis.steps_by_land(lands)
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
        reach = analysis.steps_to_landing(lands, closed)
        out, crew, landing = reach.get(party.sea, UNREACHABLE), party.crew, 1
        if party.sea == SHORE and crew < USUAL_CREW and crew < wanted and (more := _boarders(party)):
            crew += more
            landing += 1
        if crew and out < UNREACHABLE:
            groups.append(((out + landing) / crew, out + landing, -crew))
        total, wanted = _actions_of_groups(groups, wanted)
        if wanted <= 0:
            return total
        trip = reach.get(SHORE, UNREACHABLE)
        if trip >= UNREACHABLE:
            return UNREACHABLE
        back = analysis.steps_to_landing(HOME, closed).get(party.sea, UNREACHABLE)
        total += back + trip + 2 + self._actions_to_crew(party)
        return total + (2 * trip + 2) * ((wanted - 1) // USUAL_CREW)

    def _island_value(self, party: Party, actions: int, long: float) -> float:
        key = (party.ashore, party.outposts, actions)
        kept = self._island_cache.get(key)
        if kept is None:
            kept = self._island_cache[key] = self._compute_island_value(party, actions, long)
        return kept

    def _strongest_rivals(self) -> dict[int, int]:
        """Return the largest influence of a rival, by island."""
        most: dict[int, int] = {}
        for held in self.scene.influence:
            for number, influence in held.items():
                most[number] = max(influence, most.get(number, 0))
        return most

    def _compute_island_value(self, party: Party, actions: int, long: float) -> float:
        w, analysis = self.weights, self.scene.map
        island_of = analysis.island_of
        own: dict[int, int] = {}
        presence = 0
        vikings: set[int] = set()
        for land, count in party.ashore:
            if land != MAINLAND:
                place = island_of[land]
                own[place] = own.get(place, 0) + count
                vikings.add(place)
                presence += count
        built = set()
        for point in party.outposts:
            place = island_of[self._point_lands[point][0]]
            built.add(place)
            own[place] = own.get(place, 0) + 2
        all_sizes = self._island_sizes(actions)
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
            ours = self._lead_probability(mine, best, actions)
            theirs = self._lead_probability(best, mine, actions)
            if number not in built:
                ours *= settled
            part = size / analysis.islands[number].size
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

    def _lead_probability(self, held: int, against: int, actions: int) -> float:
        """Return the probability of leading an island at the end; a shared lead counts."""
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

    def _island_sizes(self, actions: int) -> list[float]:
        sizes = self._size_cache.get(actions)
        if sizes is None:
            sizes = self._size_cache[actions] = self._expected_sizes(actions)
        return sizes

    def _expected_sizes(self, actions: int) -> list[float]:
        """Return the expected size of each island: its size when complete × the probability of completion."""
        growth = self.weights.growth
        return [
            (island.size + growth * island.openings) * self._completion_probability(island.openings, actions)
            for island in self.scene.map.islands
        ]

    def _completion_probability(self, openings: int, actions: int) -> float:
        """Return the probability that an island is complete at the end."""
        if not openings:
            return 1.0
        tiles = self.scene.tiles
        if tiles < openings or actions == 0:
            return 0.0
        return float((self.weights.fill_probability * min(1.0, tiles / (2.0 * openings + 4))) ** openings)


def _boarders(party: Party) -> int:
    """Return how many Vikings of the Mainland have room on a ship at the shore."""
    home = party.ashore[0][1] if party.ashore and party.ashore[0][0] == MAINLAND else 0
    return min(home, HOLD_SIZE - party.crew - len(party.hold))


def _actions_of_groups(groups: list[tuple[float, int, int]], wanted: int) -> tuple[int, int]:
    """Return the actions to bring the nearest groups, and how many Vikings are still missing then.

    A group: actions per Viking, actions, and its size; negative for a crew, which arrives at once.
    """
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
            break
    return total, wanted
