"""A plain beam search over whole turns of Explorers: a tile placement and four actions.

It evaluates points as they stand, plus tasks within reach, discounted by the actions they need. It plays its
own turn and as many of its own later actions as `BEYOND` says, as if the others stood still. Frozen: the
computer players of Explorers are measured against it.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from bench.rivals.steps import steps_from
from rules import GAMES
from rules.explorers.chart import Chart, chart
from rules.explorers.game import Explorers
from rules.explorers.islands import Island, islands
from rules.explorers.land import FIRST_OUTPOST_POINTS, OUTPOST_COST, taken_tiles
from rules.explorers.moves import End
from rules.explorers.pieces import ACTIONS_PER_TURN, HOLD_SIZE, OUTPOSTS_PER_PLAYER
from rules.explorers.scoring import captains_points, death_points, livestock_points
from rules.explorers.state import MAINLAND, SHORE, Player, State
from rules.game import Move, Seat
from rules.replace import replace

WIDTH = 12
TILE_WIDTH = 4
BEYOND = 4
"""Own actions of the next turn that are searched too, unless this turn is the last."""
TILES_SEARCHED = 3
"""Placements, best first by the value of the table after them, for which the turn is searched."""
DISCOUNT_PER_ACTION = 0.92
RANK_DISCOUNT = 0.55
"""Discount of each further task: only one can be done at a time."""
FILL_SHARE = 0.85
"""Discount of an incomplete island for each of its open corners."""
EARLY_SHARE = 0.9
"""Discount of all islands at the beginning, when nobody stays where they stand; nothing at the end."""
RIVAL_SHARE = 0.3
"""Weight of the islands of others."""
SHARED_SHARE = 0.6
"""Share of an island whose lead is shared."""
CREW_VALUE = 2.0
"""Value of a ship that can sail; nothing at the end."""
EFFORT = 0.02
"""Cost of an action, so that none is made for nothing."""
OUTPOST_VALUE = 4.0
"""Average points of five outposts."""
VIKING_VALUE = 1.0
"""Loss for a dead Viking beside the points, at the beginning; nothing at the end."""
EARLY_TURNS = 6
"""Turns left to a player from which on it is late."""
UNREACHABLE = 60


class _Line(NamedTuple):
    value: float
    state: State
    moves: tuple[Move, ...]


def plan_turn(state: Any, seat: Seat, random: Random) -> Sequence[Move]:
    """Return a placement, or the actions of the turn up to the first result that is hidden."""
    game = GAMES["explorers"]
    assert isinstance(game, Explorers)
    moves = game.legal(state, seat)
    if len(moves) == 1 or state.stage == "captains":
        return (random.choice(moves),)
    known = game.reshuffle(state, seat, sha256(str(random.random()).encode()).digest())
    if known.stage == "place":
        return (_best_placement(game, known, seat, moves),)
    return _played(game, known, seat, _best_line(game, known, seat, WIDTH).moves)


def _best_placement(game: Explorers, state: State, seat: Seat, moves: Sequence[Move]) -> Move:
    lines = []
    for move in moves:
        after = game.apply(state, seat, move).state
        lines.append(_Line(_Evaluation(after, seat).value(after), after, (move,)))
    lines.sort(key=lambda line: -line.value)
    best = max(lines[:TILES_SEARCHED], key=lambda line: _best_line(game, line.state, seat, TILE_WIDTH).value)
    return best.moves[0]


def _best_line(game: Explorers, state: State, seat: Seat, width: int) -> _Line:
    """Return the best line found: the actions of this turn and of the next, as if they were one turn."""
    if state.stage != "actions" or state.active != seat:
        return _Line(_Evaluation(state, seat).value(state), state, ())
    evaluation = _Evaluation(state, seat)
    beyond = BEYOND if _turns_left(state) else 0
    start = _with_actions(state, state.actions + beyond)
    layers: dict[int, dict[object, _Line]] = {
        start.actions: {None: _Line(evaluation.value(start), start, ())}
    }
    for actions in range(start.actions, 0, -1):
        for line in sorted(layers.pop(actions, {}).values(), key=lambda line: -line.value)[:width]:
            waited = _Line(line.value, _with_actions(line.state, actions - 1), line.moves)
            _keep(layers.setdefault(actions - 1, {}), _position(line.state, seat), waited)
            for move in game.legal(line.state, seat):
                if isinstance(move, End) or (move.kind == "build" and actions - beyond == 1):
                    continue
                # An action more than there are, so that the turn does not end.
                after = game.apply(_with_actions(line.state, actions + ACTIONS_PER_TURN), seat, move).state
                left = after.actions - ACTIONS_PER_TURN
                layer = layers.setdefault(left, {})
                key = _position(after, seat)
                if key not in layer or len(layer[key].moves) > len(line.moves) + 1:
                    after = _with_actions(after, left)
                    value = evaluation.value(after) - EFFORT * (len(line.moves) + 1)
                    layer[key] = _Line(value, after, (*line.moves, move))
    return max(layers[0].values(), key=lambda line: line.value)


def _keep(layer: dict[object, _Line], key: object, line: _Line) -> None:
    """Keep a line unless one with fewer moves leads to the same position."""
    if key not in layer or len(layer[key].moves) > len(line.moves):
        layer[key] = line


def _played(game: Explorers, state: State, seat: Seat, line: Sequence[Move]) -> Sequence[Move]:
    """Return the moves of a line that belong to this turn, up to the first result that is hidden."""
    played: list[Move] = []
    turn = state.turn
    for move in line:
        if state.turn != turn or move not in game.legal(state, seat):
            break
        step = game.apply(state, seat, move)
        played.append(move)
        state = step.state
        if step.barrier:
            return played
    return played or [next(move for move in game.legal(state, seat) if isinstance(move, End))]


def _turns_left(state: State) -> int:
    tiles = len(state.stack) + sum(len(player.hand) for player in state.players)
    return tiles // len(state.players)


def _with_actions(state: State, actions: int) -> State:
    return replace(state, actions=actions)


def _position(state: State, seat: Seat) -> object:
    player = state.players[seat]
    return player, state.livestock, state.settlements, state.enemies


class _Evaluation:
    """Values of tables with the same map, for one seat."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.seat = seat
        self.map: Chart = chart(state.laid)
        self.islands = islands(state)
        self.island_of = {land: number for number, island in enumerate(self.islands) for land in island.lands}
        self.turns = _turns_left(state)
        self.early = min(1.0, self.turns / EARLY_TURNS)
        self._sails: dict[tuple[int, ...], dict[int, int]] = {}
        self._walks: dict[tuple[int, ...], dict[int, int]] = {}

    def value(self, state: State) -> float:
        player = state.players[self.seat]
        found = self._islands_now(state)
        complete = tuple(island for island in found if island.complete)
        points = livestock_points(player.delivered) + sum(map(self._outpost, range(len(player.outposts))))
        points += len(player.destroyed) + sum(player.raided) + death_points(player.dead)
        value = (
            points
            - VIKING_VALUE * player.dead * self.early
            + CREW_VALUE * self.early * (player.ship.vikings > 0)
        )
        bonus = sum(bonus for _, bonus in captains_points(state, self.seat, complete))
        value += bonus * (1 - self.early / 2)
        for island in found:
            value += self._island(island)
        tasks = sorted(self._tasks(state, player), reverse=True)
        factor = 1.0
        for task in tasks[:10]:
            value += task * factor
            factor *= RANK_DISCOUNT
        return value

    def _islands_now(self, state: State) -> tuple[Island, ...]:
        player, seat, place = state.players[self.seat], self.seat, self.island_of
        vikings, influence = [0] * len(self.islands), [0] * len(self.islands)
        for land, count in player.ashore:
            if land != MAINLAND:
                vikings[place[land]] += count
                influence[place[land]] += count
        for point in player.outposts:
            influence[place[self.map.points[point][0]]] += 2
        return tuple(
            island._replace(
                influence=(*island.influence[:seat], influence[number], *island.influence[seat + 1 :]),
                vikings=(*island.vikings[:seat], vikings[number], *island.vikings[seat + 1 :]),
            )
            for number, island in enumerate(self.islands)
        )

    def _island(self, island: Island) -> float:
        """Return the points of an island, less if it is incomplete, early, shared, or led by others."""
        leaders = island.controllers
        if not leaders:
            return 0.0
        worth = island.size * FILL_SHARE ** len(island.open_points) if self.turns or island.complete else 0.0
        worth *= 1 - EARLY_SHARE * self.early if self.turns else 1
        if self.seat not in leaders:
            return -RIVAL_SHARE * worth
        return worth * (1.0 if len(leaders) == 1 else SHARED_SHARE)

    def _tasks(self, state: State, player: Player) -> Iterable[float]:
        """Yield the discounted values of tasks."""
        actions = state.actions + ACTIONS_PER_TURN * self.turns
        ship = player.ship
        home = self._sail((MAINLAND,))
        back = home.get(ship.sea, UNREACHABLE)
        aboard = 0 if ship.vikings else 2
        have = player.delivered
        base = livestock_points(have)
        for animal in ship.livestock:
            have = (*have, animal)
            yield from _discounted(livestock_points(have) - base + 0.5, back + 1 + aboard, actions)
            base = livestock_points(have)
        room = HOLD_SIZE - ship.vikings - len(ship.livestock)
        for land, animal in state.livestock:
            reach = self._sail((land,))
            trip = reach.get(SHORE, UNREACHABLE)
            out = reach.get(ship.sea, UNREACHABLE) if room or player.vikings_on(land) else back + 1 + trip
            needed = out + trip + (2 if player.vikings_on(land) else 3) + aboard
            yield from _discounted(livestock_points((*have, animal)) - base + 0.5, needed, actions)
        for land, strength in state.settlements:
            yield from _discounted(strength, self._gathering(player, (land,), strength), actions)
        yield from self._outposts(state, player, actions)
        for sea, _ in state.enemies:
            needed = self._steps((sea,), self.map.sea_steps, self._sails).get(ship.sea, UNREACHABLE)
            gain = 1 + 0.5 * (2 * player.dead + 1 - VIKING_VALUE * self.early)
            yield from _discounted(gain, needed + (0 if ship.vikings > 1 else 3), actions)

    def _outposts(self, state: State, player: Player, actions: int) -> Iterable[float]:
        """Yield the values of the nearest outposts, no two of them on one tile."""
        free = OUTPOSTS_PER_PLAYER - len(player.outposts)
        if not free:
            return
        taken = taken_tiles(state, self.map)
        ways = sorted(
            (OUTPOST_COST + self._gathering(player, lands, OUTPOST_COST), lands)
            for lands in self.map.points.values()
            if not any(land // 3 in taken for land in lands)
        )
        for needed, lands in ways:
            if free and not any(land // 3 in taken for land in lands):
                yield from _discounted(self._outpost(OUTPOSTS_PER_PLAYER - free), needed, actions)
                taken.update(land // 3 for land in lands)
                free -= 1

    def _outpost(self, earlier: int) -> float:
        """Return the points of an outpost: while there is time for all of them, their average."""
        return self.early * OUTPOST_VALUE + (1 - self.early) * (FIRST_OUTPOST_POINTS + earlier)

    def _gathering(self, player: Player, lands: tuple[int, ...], wanted: int) -> int:
        """Return the actions needed to bring `wanted` Vikings there: the nearest ones, else from home."""
        walk = self._steps(lands, self.map.land_steps, self._walks)
        reach = self._sail(lands)
        ways = []
        for land, count in player.ashore:
            if (steps := walk.get(land)) is not None:
                ways += [steps / 2 if count > 1 else steps] * count
        if player.ship.vikings:
            landing = reach.get(player.ship.sea, UNREACHABLE) + 1
            ways += [landing / player.ship.vikings] * player.ship.vikings
        ways.sort()
        needed = sum(ways[:wanted])
        if len(ways) < wanted:
            back = self._sail((MAINLAND,)).get(player.ship.sea, UNREACHABLE)
            needed += back + reach.get(SHORE, UNREACHABLE) + 2
        return round(needed)

    def _sail(self, lands: tuple[int, ...]) -> dict[int, int]:
        """Return the sails from each sea to one beside these lands."""
        seas = (
            (SHORE,)
            if lands == (MAINLAND,)
            else tuple(sorted({sea for land in lands for sea in self.map.seas_of(land // 3)}))
        )
        return self._steps(seas, self.map.sea_steps, self._sails)

    @staticmethod
    def _steps(
        goals: tuple[int, ...],
        steps: dict[int, tuple[int, ...]],
        kept: dict[tuple[int, ...], dict[int, int]],
    ) -> dict[int, int]:
        found = kept.get(goals)
        if found is None:
            found = kept[goals] = steps_from(goals, steps)
        return found


def _discounted(worth: float, needed: int, actions: int) -> Iterable[float]:
    if needed <= actions:
        yield worth * DISCOUNT_PER_ACTION**needed
