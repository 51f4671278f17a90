"""What a party is worth: points made, and what can be hoped for, the less the more actions it still needs."""

from collections import Counter
from math import exp

from opponents.explorers.party import Party, Scene, own_taken
from opponents.explorers.waters import FAR, NOTHING, Steps
from opponents.explorers.weights import WEIGHTS, Weights
from rules.explorers.hexes import Point
from rules.explorers.land import FIRST_OUTPOST, TO_BUILD
from rules.explorers.pieces import HOLD, OUTPOSTS, VIKINGS, Animal
from rules.explorers.state import MAINLAND, SHORE, Land

HOME = (MAINLAND,)
CREW = 3
FETCHING = 1.5
"""What bringing Vikings from the Mainland is worth beside what they lose by waiting there."""
SAME_KIND = 0.6
"""What a second animal of a kind that is already on its way is worth beside the first."""


class Judge:
    """Judges the parties of one player in one scene."""

    def __init__(self, scene: Scene, weights: Weights = WEIGHTS) -> None:
        self.scene = scene
        self.weights = weights
        self._patience = [weights.patience**needed for needed in range(160)]
        self._manned = [weights.boarding**needed for needed in range(9)] + [0.0]
        shares = {name: 0.5 if len(scene.captains) > 1 else 1.0 for name in scene.captains}
        self._bonus = shares.get
        self._trios = dict(scene.waters.points)
        self._hopes: dict[object, list[float]] = {}
        self._isles: dict[object, float] = {}
        self._out: Steps = {}
        self._herd_sets: dict[tuple[tuple[Animal, ...], float], float] = {}
        self._reaches: dict[tuple[Land, frozenset[int]], Steps] = {}

    def worth(self, party: Party) -> float:
        """Of a party at any moment; parties with as many actions left can be compared."""
        actions = party.actions
        points = self._made(party, actions)
        if self.weights.sees_islands or actions == 0:
            points += self._islands(party, actions)
        if actions == 0:
            return points
        points += self.weights.crew * min(1.0, actions / 40) * self._manned[min(9, self._ready(party))]
        hopes = self._tasks(party, actions)
        if party.ashore and party.ashore[0][0] == MAINLAND:
            hopes.append(self._fetching(party, actions, party.ashore[0][1]))
            points -= self.weights.at_home * party.ashore[0][1] * min(1.0, actions / 24)
        hopes.sort(reverse=True)
        factor = 1.0
        for hope in hopes[:12]:
            points += hope * factor
            factor *= self.weights.rank
        return points

    def _fetching(self, party: Party, actions: int, home: int) -> float:
        """Vikings who wait on the Mainland, if the ship came for them."""
        room = min(home, HOLD - party.crew - len(party.hold))
        closed = NOTHING if party.crew > 1 else party.enemies
        needed = self.scene.waters.approach(HOME, closed).get(party.sea, FAR) + 1 + self._ready(party)
        if needed > actions:
            return 0.0
        return FETCHING * self.weights.at_home * room * self._patience[needed]

    def _blend(self, actions: int) -> float:
        """How far the long run counts."""
        return min(1.0, actions / self.weights.long_run)

    def _made(self, party: Party, actions: int) -> float:
        """Points made, sets and outposts partly by what they will come to."""
        w, bonus, scene = self.weights, self._bonus, self.scene
        long = self._blend(actions)
        count = len(party.outposts)
        points = count * (bonus("watchman", 0.0) + long * w.outpost)
        points += (1 - long) * (count * FIRST_OUTPOST + count * (count - 1) / 2)
        points += self._sets(party.delivered, long)
        points += sum(party.raided) + bonus("tyrant", 0.0) * len(party.raided)
        deaths = party.dead + party.fights * scene.deadly
        points += party.destroyed * (1 + bonus("barbarian", 0.0))
        points += deaths * deaths + party.fights * scene.deadly * (1 - scene.deadly)
        points -= deaths * w.viking * long
        if scene.captains:
            points += self._captain(party, count)
        return points

    def _sets(self, delivered: tuple[Animal, ...], long: float) -> float:
        """Sets of animals of different kinds, as large as can be."""
        if not delivered:
            return 0.0
        kept = self._herd_sets.get((delivered, long))
        if kept is None:
            kept = self._herd_sets[delivered, long] = self._count_sets(delivered, long)
        return kept

    def _count_sets(self, delivered: tuple[Animal, ...], long: float) -> float:
        w = self.weights
        counts = list(Counter(delivered).values())
        points = self._bonus("trader", 0.0) * 2 * len(delivered) / 3
        points += self._bonus("huntsman", 0.0) * sum(2 * (each // 2) for each in counts)
        scale = 1.0
        for number in range(1, max(counts) + 1):
            size = sum(each >= number for each in counts)
            points += (1 - long) * size * (size + 1) / 2 + long * w.animal * size * scale
            scale *= w.duplicate
        return points

    def _captain(self, party: Party, count: int) -> float:
        points = 0.0
        hero = self._bonus("hero", 0.0)
        if hero:
            points += 2 * hero * min(count, len(party.raided), party.destroyed)
            points += 0.3 * hero * (count + len(party.raided) + party.destroyed)
        archer = self._bonus("archer", 0.0)
        if archer and count:
            out, trios = self._steps_out(), self._trios
            points += archer * max(min(out[land // 3] for land in trios[point]) for point in party.outposts)
        return points

    def _steps_out(self) -> Steps:
        if not self._out:
            self._out = self.scene.waters.steps_out()
        return self._out

    def _tasks(self, party: Party, actions: int) -> list[float]:
        """What each thing that could be done is worth now, by how many actions it would take."""
        closed = NOTHING if party.crew > 1 else party.enemies
        hopes = self._herds(party, actions, closed)
        key = (party.sea, party.crew, party.ashore, party.settlements, party.outposts, party.enemies, actions)
        kept = self._hopes.get(key)
        if kept is None:
            kept = self._settlements(party, actions, closed)
            kept += self._outposts(party, actions, closed)
            kept += self._fights(party, actions)
            self._hopes[key] = kept
        return hopes + kept

    def _herds(self, party: Party, actions: int, closed: frozenset[int]) -> list[float]:
        """Animals aboard and on the map, by the way home."""
        patience, bias = self._patience, self._blend(actions)
        sea, hold = party.sea, party.hold
        back = self.scene.waters.approach(HOME, closed).get(sea, FAR)
        ready = self._ready(party)
        have = party.delivered
        base = self._sets(have, bias)
        hopes = []
        for animal in hold:
            have = (*have, animal)
            now = self._sets(have, bias)
            if back + 1 + ready <= actions:
                hopes.append((now - base) * patience[back + 1 + ready] + 0.05)
            base = now
        first = back + 1 if len(hold) >= self.scene.most_animals else 0
        stands = {land for land, _ in party.ashore}
        ways = []
        for land, animal in party.livestock:
            reach = self._reach(land, closed)
            trip = reach.get(SHORE, FAR)
            needed = (
                (first + trip if first else reach.get(sea, FAR)) + trip + (2 if land in stands else 3) + ready
            )
            if needed <= actions:
                ways.append((needed, animal))
        ways.sort()
        gains: dict[Animal, float] = {}
        for needed, animal in ways:
            gain = gains.get(animal)
            if gain is None:
                gain = self._sets((*have, animal), bias) - base
                gains[animal] = gain * SAME_KIND
            hopes.append(gain * patience[needed])
        return hopes

    def _ready(self, party: Party) -> int:
        """How many actions it takes to have somebody aboard who can sail."""
        if party.crew:
            return 0
        waters = self.scene.waters
        walk = waters.walk(waters.chart.beside(party.sea))
        return 1 + min((walk.get(land, FAR) for land, _ in party.ashore), default=FAR)

    def _reach(self, land: Land, closed: frozenset[int]) -> Steps:
        kept = self._reaches.get((land, closed))
        if kept is None:
            kept = self._reaches[land, closed] = self.scene.waters.approach((land,), closed)
        return kept

    def _settlements(self, party: Party, actions: int, closed: frozenset[int]) -> list[float]:
        hopes = []
        more = self._bonus("tyrant", 0.0) + 0.3 * self._bonus("hero", 0.0)
        for land, strength in party.settlements:
            needed = self._gather(party, (land,), strength, closed)
            if needed <= actions:
                hopes.append((strength + more) * self._patience[needed])
        return hopes

    def _outposts(self, party: Party, actions: int, closed: frozenset[int]) -> list[float]:
        """The points for outposts that are nearest, no two at one tile."""
        count = len(party.outposts)
        if count == OUTPOSTS:
            return []
        taken = own_taken(party, self.scene)
        ways: list[tuple[int, Point]] = []
        for point, lands in self._trios.items():
            if lands[0] // 3 in taken or lands[1] // 3 in taken or lands[2] // 3 in taken:
                continue
            needed = self._gather(party, lands, TO_BUILD, closed) + TO_BUILD
            if needed <= actions:
                ways.append((needed, point))
        ways.sort()
        hopes = []
        long = self._blend(actions)
        used: set[int] = set()
        for needed, point in ways:
            tiles = {land // 3 for land in self._trios[point]}
            if used & tiles:
                continue
            used |= tiles
            gain = (1 - long) * (FIRST_OUTPOST + count) + long * self.weights.outpost
            hopes.append((gain + self._bonus("watchman", 0.0)) * self._patience[needed])
            count += 1
            if count == OUTPOSTS:
                break
        return hopes

    def _fights(self, party: Party, actions: int) -> list[float]:
        deadly = self.scene.deadly
        gain = 1 + self._bonus("barbarian", 0.0) + 0.3 * self._bonus("hero", 0.0)
        gain += deadly * (
            2 * (party.dead + party.fights * deadly) + 1 - self.weights.viking * self._blend(actions)
        )
        if gain <= 0:
            return []
        ready = self._ready(party)
        hopes = []
        for sea in party.enemies:
            reach = self._sea_walk(sea)
            needed = reach.get(party.sea, FAR) + (0 if party.crew > 1 else 2 + ready)
            if needed <= actions:
                hopes.append(gain * self._patience[needed])
        return hopes

    def _sea_walk(self, sea: int) -> Steps:
        return self.scene.waters.sail((sea,))

    def _gather(self, party: Party, lands: tuple[Land, ...], wanted: int, closed: frozenset[int]) -> int:
        """How many actions it takes to have so many Vikings on these lands."""
        waters = self.scene.waters
        walk = waters.walk(lands)
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
        reach = waters.approach(lands, closed)
        out = reach.get(party.sea, FAR)
        crew = party.crew
        needed = 0
        if party.sea == SHORE and crew < CREW and crew < wanted:
            home = party.ashore[0][1] if party.ashore and party.ashore[0][0] == MAINLAND else 0
            more = min(home, HOLD - crew - len(party.hold))
            if more:
                crew += more
                needed = 1
        if crew and out < FAR:
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
        alive = VIKINGS - party.dead
        here = sum(count for land, count in party.ashore if land in walk)
        if here + wanted > alive:
            return FAR
        trip = reach.get(SHORE, FAR)
        if trip >= FAR:
            return FAR
        back = waters.approach(HOME, closed).get(party.sea, FAR)
        return total + back + trip + 2 + self._ready(party) + (2 * trip + 2) * ((wanted - 1) // CREW)

    def _islands(self, party: Party, actions: int) -> float:
        key = (party.ashore, party.outposts, actions)
        kept = self._isles.get(key)
        if kept is None:
            kept = self._isles[key] = self._count_islands(party, actions)
        return kept

    def _count_islands(self, party: Party, actions: int) -> float:
        scene, w = self.scene, self.weights
        waters = scene.waters
        own: dict[int, int] = {}
        presence = 0
        vikings: dict[int, int] = {}
        for land, count in party.ashore:
            if land != MAINLAND:
                place = waters.isle_of[land]
                own[place] = own.get(place, 0) + count
                vikings[place] = vikings.get(place, 0) + count
                presence += count
        built = set()
        for point in party.outposts:
            place = waters.isle_of[self._trios[point][0]]
            built.add(place)
            own[place] = own.get(place, 0) + 2
        sure = 0.7 + 4.0 / (1 + actions / 6)
        total = 0.0
        sizes = []
        queen = 0.0
        for number, isle in enumerate(waters.isles):
            mine = own.get(number, 0)
            best = 0
            for held in scene.influence:
                best = max(best, held.get(number, 0))
            if not mine and not best:
                continue
            size = (isle.size + w.growth * isle.openings) * self._closing(isle.openings, actions)
            if size == 0:
                continue
            if actions == 0:
                ours, theirs = float(mine > 0 and mine >= best), float(best > 0 and best >= mine)
            else:
                ours = 1 / (1 + exp(-sure * (mine - best + 0.3))) if mine else 0.0
                theirs = 1 / (1 + exp(-sure * (best - mine + 0.3))) if best else 0.0
            if number not in built:
                ours *= 1 - w.restless * self._blend(actions)
            bonus = self._bonus("shieldmaiden", 0.0) * (size / isle.size)
            total += ours * (size + bonus) * w.islands - theirs * size * w.rivals
            if ours:
                sizes.append(ours * size)
            if mine:
                queen = max(queen, ours * (mine - scene.seats) * size / isle.size)
            if best > mine and vikings.get(number):
                total += self._bonus("scout", 0.0) * (1 - ours) * size / isle.size
        sizes.sort(reverse=True)
        if len(sizes) > 1:
            total += self._bonus("cartographer", 0.0) * sizes[1] * 0.8
        total += self._bonus("queen", 0.0) * max(0.0, queen)
        if actions:
            total += presence * w.presence
        return total

    def _closing(self, openings: int, actions: int) -> float:
        """How likely an island is complete in the end."""
        if not openings:
            return 1.0
        tiles = self.scene.tiles
        if tiles < openings or actions == 0:
            return 0.0
        return float((self.weights.opening * min(1.0, tiles / (2.0 * openings + 4))) ** openings)
