"""The evaluation of Explorers: the actions that tasks cost and the points they bring."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from opponents.explorers.evaluation import FETCH_VALUE, SAME_KIND_SHARE, SHARED_ISLAND, Evaluator
from opponents.explorers.map_analysis import MapAnalysis
from opponents.explorers.simulator import Party, Scene, build_party, build_scene
from opponents.explorers.weights import Weights
from rules.explorers.game import Explorers
from rules.explorers.hexes import Point
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import HOLD_SIZE, OUTPOSTS_PER_PLAYER, Animal, Captain
from rules.explorers.scoring import captain_points, livestock_points
from rules.explorers.state import MAINLAND, SHORE, Land, Sea, State
from tests.plies import random_plies

GAME = Explorers()
PLAIN = Weights(
    discount=0.5, rank_discount=1.0, long_run_actions=1e12, rivals=0.0, islands=0.0, presence=0.0,
    at_home=0.0, crew=0.0, sees_islands=False,
)  # fmt: skip
"""A task counts its points, halved for each action that it takes; nothing else counts."""


@cache
def finished_game() -> State:
    options = ExplorersOptions(board="random", cargo="two_livestock")
    state = GAME.setup(2, options, sha256(b"deal 6").digest())
    *_, last = random_plies(GAME, state, Random(6))
    end: State = last.step.state
    return end


STATE = finished_game()
MAP = MapAnalysis(STATE.laid)
CHART = MAP.chart
TURNS = 10


def sketch(**changes: Any) -> Party:
    """Return the player in mid-game, the ship at the Mainland; nobody is ashore and nothing on the map."""
    party = build_party(STATE, 0)._replace(
        sea=SHORE, crew=2, hold=(), ashore=(), livestock=(), settlements=(), enemies=frozenset(),
        outposts=(), delivered=(), raided=(), destroyed=0, dead=0, fights=0, left=4, turns=TURNS,
    )  # fmt: skip
    return party._replace(**changes)


def scene(**changes: Any) -> Scene:
    built = build_scene(STATE, 0, MAP)._replace(
        rival_outpost_tiles=frozenset(), influence=({},), captains=(), death_probability=0.0, tiles=8
    )
    return built._replace(**changes)


NO_OUTPOSTS = scene(rival_outpost_tiles=frozenset(land // 3 for land in CHART.lands))
"""Rivals have taken every tile, so that no outposts are in sight."""


def value(party: Party, where: Scene = NO_OUTPOSTS, weights: Weights = PLAIN) -> float:
    return Evaluator(where, weights).evaluate(party)


def distances(
    goals: Iterable[int], steps: Mapping[int, tuple[int, ...]], closed: frozenset[int] = frozenset()
) -> dict[int, int]:
    """Return the steps to the nearest goal."""
    found = dict.fromkeys(goals, 0)
    edge, count = list(found), 0
    while edge:
        count += 1
        edge = [other for place in edge for other in steps[place] if other not in {*found, *closed}]
        found |= dict.fromkeys(edge, count)
    return found


def landing(land: Land) -> set[Sea]:
    """Return the seas from which a longship can land there."""
    return {sea for sea in CHART.seas if land in CHART.beside(sea)}


@cache
def sails_to(lands: tuple[Land, ...], closed: frozenset[int] = frozenset()) -> dict[int, int]:
    """Return the sails from each sea to the nearest from which a longship can land on one of the lands."""
    return distances({sea for land in lands for sea in landing(land)}, CHART.sea_steps, closed)


HOME = sails_to((MAINLAND,))
SEAS = [sea for sea in CHART.seas if sea in HOME and sea != SHORE][::3]
LANDS = [land for land in CHART.lands if land != MAINLAND and SHORE in sails_to((land,))][::2]


@pytest.mark.parametrize("strength", [2, 3])
def test_a_crew_raids_a_settlement_after_sailing_there_and_landing(strength: int) -> None:
    for land in LANDS:
        sails = sails_to((land,))
        for sea in SEAS:
            party = sketch(sea=sea, crew=strength)
            gained = value(party._replace(settlements=((land, strength),))) - value(party)
            assert gained == pytest.approx(strength * 0.5 ** (sails[sea] + 1))


def test_vikings_march_to_a_settlement_in_pairs() -> None:
    for land in LANDS:
        marches = distances([land], CHART.land_steps)
        for start in LANDS:
            for count in (2, 3, 4):
                if 0 < marches.get(start, 0) < 4:
                    party = sketch(crew=0, ashore=((start, count),))
                    gained = value(party._replace(settlements=((land, count),))) - value(party)
                    walks = marches[start] * (1 if count == 2 else 2)
                    assert gained == pytest.approx(count * 0.5**walks)


def test_vikings_who_are_there_already_are_not_brought() -> None:
    """Two of three stand there: one more is landed by a crew, or comes on foot if that is less to do."""
    land = next(land for land in LANDS if len(CHART.land_steps[land]) > 1)
    near = CHART.land_steps[land][0]
    sails = sails_to((land,))
    for sea in SEAS:
        party = sketch(sea=sea, crew=1, ashore=((land, 2),))
        gained = value(party._replace(settlements=((land, 3),))) - value(party)
        assert gained == pytest.approx(3 * 0.5 ** (sails[sea] + 1))
        both = party._replace(ashore=tuple(sorted(((land, 2), (near, 1)))))
        gained = value(both._replace(settlements=((land, 3),))) - value(both)
        assert gained == pytest.approx(3 * 0.5)


def test_the_rest_of_a_party_is_fetched_from_the_mainland() -> None:
    """The crew lands, sails back, boards three more, and lands again; only living Vikings can come."""
    for land in LANDS[::2]:
        sails = sails_to((land,))
        for sea in SEAS:
            party = sketch(sea=sea, crew=1, ashore=((MAINLAND, 6),))
            gained = value(party._replace(settlements=((land, 3),))) - value(party)
            trips = sails[sea] + 1 + HOME[sea] + 1 + sails[SHORE] + 1
            assert gained == pytest.approx(3 * 0.5**trips if trips <= party.actions else 0)
            few = party._replace(dead=5, ashore=((MAINLAND, 1),))
            assert value(few._replace(settlements=((land, 3),))) == value(few)


def test_a_small_crew_at_the_mainland_boards_more_first() -> None:
    """That is one more action; there is room for five aboard, animals included."""
    for land in LANDS[::2]:
        sails = sails_to((land,))
        party = sketch(crew=1, ashore=((MAINLAND, 4),))
        gained = value(party._replace(settlements=((land, 3),))) - value(party)
        assert gained == pytest.approx(3 * 0.5 ** (1 + sails[SHORE] + 1))


def test_a_task_that_takes_longer_than_the_game_is_worth_nothing() -> None:
    land = max(LANDS, key=lambda each: sails_to((each,))[SHORE])
    needed = sails_to((land,))[SHORE] + 1
    for left in (needed - 1, needed):
        party = sketch(left=left, turns=0)
        gained = value(party._replace(settlements=((land, 2),))) - value(party)
        assert gained == (2 * 0.5**needed if left >= needed else 0)


@pytest.mark.parametrize("guards", [0, 1])
def test_an_animal_is_fetched_and_brought_home(guards: int) -> None:
    """A Viking steps ashore unless one stands there, loads it, and unloads it at the Mainland."""
    for land in LANDS:
        sails = sails_to((land,))
        for sea in (SHORE, *SEAS):
            party = sketch(sea=sea, ashore=((land, guards),) if guards else ())
            gained = value(party._replace(livestock=((land, "pig"),))) - value(party)
            needed = sails.get(sea, 99) + sails.get(SHORE, 99) + 3 - guards
            assert gained == pytest.approx(0.5**needed if needed < 80 else 0)


def test_animals_aboard_are_brought_home() -> None:
    for sea in SEAS:
        party = sketch(sea=sea, delivered=("goat",))
        one, two = party._replace(hold=("pig",)), party._replace(hold=("pig", "horse"))
        sails = 0.5 ** (HOME[sea] + 1)
        assert value(one) - value(party) == pytest.approx(2 * sails + 0.05), "a second kind is two points"
        assert value(two) - value(one) == pytest.approx(3 * sails + 0.05)
        again = party._replace(hold=("goat",))
        assert value(again) - value(party) == pytest.approx(sails + 0.05), "it begins another set"
    late = sketch(hold=("pig",), left=1, turns=0)
    assert value(late) - value(late._replace(hold=())) == pytest.approx(0.5 + 0.05)
    far = max(SEAS, key=HOME.__getitem__)
    late = late._replace(sea=far)
    assert value(late) == value(late._replace(hold=()))


def test_with_a_full_hold_an_animal_is_fetched_on_the_next_trip() -> None:
    land = LANDS[0]
    sails = sails_to((land,))
    for sea in SEAS:
        party = sketch(sea=sea, hold=("pig", "goat"))
        gained = value(party._replace(livestock=((land, "cattle"),))) - value(party)
        needed = HOME[sea] + 1 + sails[SHORE] + sails[SHORE] + 3
        assert gained == pytest.approx(3 * 0.5**needed), "the third kind of a set"


def test_a_second_animal_of_a_kind_counts_less_until_the_first_is_home() -> None:
    land = LANDS[0]
    party = sketch(sea=min(landing(land)))
    one = value(party._replace(livestock=((land, "pig"),))) - value(party)
    same = value(party._replace(livestock=((land, "pig"), (land, "pig")))) - value(party)
    other = value(party._replace(livestock=((land, "cattle"), (land, "pig")))) - value(party)
    assert same == pytest.approx(one * (1 + SAME_KIND_SHARE))
    assert other == pytest.approx(2 * one)


@pytest.mark.parametrize("crew", [0, 1, 2])
def test_an_enemy_ship_closes_the_sea_to_a_crew_that_cannot_fight(crew: int) -> None:
    """Alone it sails around; a ship without a crew waits for a Viking of the shore first."""
    land = LANDS[-1]
    for enemy in SEAS:
        party = sketch(crew=crew, enemies=frozenset({enemy}), ashore=((MAINLAND, 2),))
        closed = frozenset({enemy}) if crew < 2 else frozenset[int]()
        trip = sails_to((land,), closed).get(SHORE, 99)
        gained = value(party._replace(livestock=((land, "pig"),))) - value(party)
        needed = 2 * trip + 3 + (crew == 0)
        assert gained == pytest.approx(0.5**needed if needed <= party.actions else 0)


@pytest.mark.parametrize(("dead", "risk"), [(0, 0.0), (0, 0.5), (2, 0.5)])
def test_a_fight_brings_a_point_and_what_a_death_brings(dead: int, risk: float) -> None:
    for enemy in SEAS:
        party = sketch(dead=dead)
        where = NO_OUTPOSTS._replace(death_probability=risk)
        gained = value(party._replace(enemies=frozenset({enemy})), where) - value(party, where)
        sails = distances([enemy], CHART.sea_steps)[SHORE]
        points = 1 + risk * ((dead + 1) ** 2 - dead**2)
        assert gained == pytest.approx(points * 0.5**sails)
    single = party._replace(crew=1, enemies=frozenset({enemy}))
    assert value(single, where) - value(single._replace(enemies=frozenset()), where) == pytest.approx(
        points * 0.5 ** (sails + 2)
    )


def test_an_enemy_is_no_task_if_it_costs_more_than_it_brings() -> None:
    deadly = NO_OUTPOSTS._replace(death_probability=1.0)
    party = sketch(enemies=frozenset({SEAS[0]}))
    costly = replace(PLAIN, viking=5.0, long_run_actions=1.0)
    assert value(party, deadly, costly) == value(party._replace(enemies=frozenset()), deadly, costly)


def outpost_costs(sea: Sea, free: Iterable[Point]) -> list[int]:
    """Return the actions of a crew of two to build at the nearest points, no two on one tile."""
    ways = []
    for point in free:
        sails = sails_to(CHART.points[point])
        if sea in sails:
            ways.append((sails[sea] + 1 + 2, point))
    found, used = [], set[int]()
    for needed, point in sorted(ways):
        tiles = {land // 3 for land in CHART.points[point]}
        if not used & tiles:
            used |= tiles
            found.append(needed)
    return found


def test_outposts_are_built_at_the_nearest_points_of_different_tiles() -> None:
    """Each brings a point more than the one before; building takes two actions after landing."""
    for sea in (SHORE, *SEAS):
        costs = outpost_costs(sea, CHART.points)[:OUTPOSTS_PER_PLAYER]
        expected = sum((2 + number) * 0.5**needed for number, needed in enumerate(costs))
        assert costs
        assert value(sketch(sea=sea), scene()) == pytest.approx(expected)


def test_an_outpost_keeps_its_tiles_from_others() -> None:
    for point, lands in CHART.points.items():
        tiles = {land // 3 for land in lands}
        free = [each for each, its in CHART.points.items() if not tiles & {land // 3 for land in its}]
        costs = outpost_costs(SHORE, free)
        rest = sum((2 + number) * 0.5**needed for number, needed in enumerate(costs[:OUTPOSTS_PER_PLAYER]))
        assert value(sketch(), scene(rival_outpost_tiles=frozenset(tiles))) == pytest.approx(rest)
        own = sum(
            (3 + number) * 0.5**needed for number, needed in enumerate(costs[: OUTPOSTS_PER_PLAYER - 1])
        )
        assert value(sketch(outposts=(point,)), scene()) == pytest.approx(2 + own)
    full = sketch(outposts=tuple(CHART.points)[:OUTPOSTS_PER_PLAYER])
    built = sum(2 + number for number in range(OUTPOSTS_PER_PLAYER))
    assert value(full, scene()) == pytest.approx(built), "no outpost is left"


def test_only_so_much_can_be_done_at_once() -> None:
    """The best task counts in full, each further one half of the one before."""
    half = replace(PLAIN, rank_discount=0.5)
    land, sea = LANDS[0], min(landing(LANDS[0]))
    party = sketch(sea=sea, crew=3)
    one, two = (land, 2), (land, 3)
    assert value(party._replace(settlements=(one, two)), weights=half) == pytest.approx((3 + 2 * 0.5) * 0.5)


@pytest.mark.parametrize("kept", [(), ("pig",)])
def test_vikings_ashore_are_boarded_from_as_near_as_they_stand(kept: tuple[Animal, ...]) -> None:
    crewed = replace(PLAIN, crew=8.0, boarding=0.5)
    for land in LANDS:
        for sea in SEAS:
            marches = distances(CHART.beside(sea), CHART.land_steps).get(land, 99)
            party = sketch(sea=sea, crew=0, ashore=((land, 1),))
            expected = 8.0 * 0.5 ** (marches + 1) if marches + 1 < 9 else 0.0
            assert value(party, weights=crewed) == pytest.approx(expected)
            aboard = value(party._replace(crew=1, hold=kept), weights=crewed)
            assert aboard - value(party._replace(crew=1, hold=kept)) == pytest.approx(8.0)
    short = sketch(left=4, turns=0)
    assert value(short, weights=crewed) == pytest.approx(0.8), "towards the end less"


def test_vikings_who_wait_at_home_are_missed_until_they_are_fetched() -> None:
    waiting = replace(PLAIN, at_home=0.5)
    for sea in SEAS:
        party = sketch(sea=sea, ashore=((MAINLAND, 4),))
        room = HOLD_SIZE - party.crew
        fetched = FETCH_VALUE * 0.5 * room * 0.5 ** (HOME[sea] + 1)
        assert value(party, weights=waiting) == pytest.approx(fetched - 0.5 * 4)
        laden = party._replace(crew=1, hold=("pig",))
        assert value(laden, weights=waiting) - value(laden) == pytest.approx(fetched - 0.5 * 4)
        single = party._replace(crew=1, ashore=((MAINLAND, 1),))
        assert value(single, weights=waiting) == pytest.approx(fetched - 0.5)
    late = sketch(sea=SEAS[0], ashore=((MAINLAND, 4),), left=HOME[SEAS[0]], turns=0)
    assert value(late, weights=waiting) == pytest.approx(-0.5 * 4 * late.left / 24)


def test_animals_delivered_count_as_in_the_rules_when_time_is_short() -> None:
    rng = Random("sets")
    for _ in range(30):
        delivered: tuple[Animal, ...] = tuple(
            rng.choices(("pig", "cattle", "goat", "horse"), k=rng.randrange(7))
        )
        party = sketch(delivered=delivered, raided=(2, 3), destroyed=2, dead=2)
        assert value(party) == pytest.approx(livestock_points(delivered) + 2 + 3 + 2 + 2**2)


def test_sets_and_outposts_are_worth_their_average_when_there_is_time() -> None:
    """Another kind counts in full, another animal of a kind less, whatever the size of the set."""
    early = replace(PLAIN, long_run_actions=1.0, animal=3.0, duplicate=0.5, outpost=4.0)
    party = sketch()
    assert value(party._replace(delivered=("pig",)), weights=early) == pytest.approx(3)
    assert value(party._replace(delivered=("cattle", "pig")), weights=early) == pytest.approx(6)
    assert value(party._replace(delivered=("pig", "pig", "pig")), weights=early) == pytest.approx(
        3 + 1.5 + 0.75
    )
    outposts = tuple(CHART.points)[:2]
    assert value(party._replace(outposts=outposts), weights=early) == pytest.approx(8)
    half = replace(early, long_run_actions=2.0 * party.actions)
    assert value(party._replace(delivered=("cattle", "pig")), weights=half) == pytest.approx((6 + 3) / 2)
    assert value(party._replace(outposts=outposts), weights=half) == pytest.approx((8 + 5) / 2)
    assert value(party._replace(dead=2), weights=replace(early, viking=1.0)) == pytest.approx(4 - 2)


def test_fights_whose_result_is_unknown_count_by_their_chances() -> None:
    """The expected square of the deaths: of one fight at even odds (0 + 1) / 2."""
    where = NO_OUTPOSTS._replace(death_probability=0.5)
    assert value(sketch(fights=1), where) == pytest.approx((0 + 1) / 2)
    assert value(sketch(fights=2), where) == pytest.approx((0 + 1 + 1 + 4) / 4)
    assert value(sketch(fights=1, dead=2), where) == pytest.approx((4 + 9) / 2)


def test_a_hero_is_worth_more_with_each_deed_and_most_with_all_three() -> None:
    hero = NO_OUTPOSTS._replace(captains=("hero",))
    base = sketch()
    deeds: list[dict[str, Any]] = [{"raided": (2,)}, {"destroyed": 1}, {"outposts": tuple(CHART.points)[:1]}]

    def bonus(party: Party) -> float:
        return value(party, hero) - value(party)

    single = [bonus(base._replace(**deed)) for deed in deeds]
    assert single == pytest.approx([single[0]] * 3)
    assert single[0] > 0
    pair = base._replace(raided=(2,), destroyed=1)
    assert bonus(pair) == pytest.approx(2 * single[0])
    trio = pair._replace(outposts=tuple(CHART.points)[:1])
    assert bonus(trio) == pytest.approx(3 * single[0] + 2), "two points for the three of them"


@pytest.mark.parametrize(("captain", "points"), [("tyrant", 1), ("barbarian", 1), ("watchman", 1)])
def test_a_captain_adds_to_tasks_what_they_will_bring(captain: Captain, points: float) -> None:
    """Half of it if two captains are still to choose from."""
    sea = min(landing(LANDS[0]))
    party, tasks, where = sketch(sea=sea), sketch(sea=sea), NO_OUTPOSTS
    if captain == "tyrant":
        tasks, needed = tasks._replace(settlements=((LANDS[0], 2),)), [1]
    elif captain == "barbarian":
        enemy = SEAS[-1]
        tasks = tasks._replace(enemies=frozenset({enemy}))
        needed = [distances([enemy], CHART.sea_steps)[sea]]
    else:
        where = scene()
        needed = outpost_costs(sea, CHART.points)[:OUTPOSTS_PER_PLAYER]
    expected = points * sum(0.5**each for each in needed)
    with_captain = where._replace(captains=(captain,))
    base = value(party, NO_OUTPOSTS._replace(captains=(captain,))) - value(party)
    assert value(tasks, with_captain) - value(tasks, where) - base == pytest.approx(expected)
    undecided = where._replace(captains=(captain, "scout"))
    assert value(tasks, undecided) - value(tasks, where) == pytest.approx(expected / 2)


ISLANDS = replace(PLAIN, sees_islands=True, islands=1.0, restless=0.0)
LARGE = max(range(len(MAP.islands)), key=lambda number: MAP.islands[number].size)


def island_value(mine: int, best: int, weights: Weights = ISLANDS, **changes: Any) -> float:
    """Return what Vikings on the largest island add, against a rival with this influence."""
    where = NO_OUTPOSTS._replace(influence=({LARGE: best},), **changes)
    party = sketch(crew=0, ashore=((MAP.islands[LARGE].lands[0], mine),) if mine else ())
    return value(party, where, weights)


def test_an_island_is_worth_more_the_surer_the_lead() -> None:
    values = [island_value(mine, 2) for mine in range(1, 6)]
    assert values == sorted(set(values))
    assert values[-1] < MAP.islands[LARGE].size * (1 + 0.35 * MAP.islands[LARGE].openings)
    assert [island_value(mine, 3) for mine in range(1, 6)] < values
    level = island_value(2, 2) / island_value(7, 2)
    assert 0.5 < level < 1, "both score if they are level"


def test_a_lead_is_surer_the_less_time_is_left() -> None:
    size = island_value(5, 0, tiles=99)

    def share(turns: int) -> float:
        where = NO_OUTPOSTS._replace(influence=({LARGE: 2},), tiles=99)
        party = sketch(crew=0, ashore=((MAP.islands[LARGE].lands[0], 3),), turns=turns)
        return value(party, where, ISLANDS) / size

    assert share(6) < share(3) < share(0) < 1
    settled = replace(ISLANDS, restless=0.8, long_run_actions=44.0)
    where = NO_OUTPOSTS._replace(influence=({LARGE: 0},), tiles=99)
    early = sketch(crew=0, ashore=((MAP.islands[LARGE].lands[0], 3),))
    assert value(early, where, settled) == pytest.approx(0.2 * value(early, where, ISLANDS))


def test_rivals_islands_count_against_the_player() -> None:
    feared = replace(ISLANDS, rivals=0.5)
    assert island_value(0, 3, feared) < island_value(0, 1, feared) < island_value(0, 0, feared) == 0
    alone = replace(ISLANDS, presence=0.25)
    assert island_value(3, 0, alone) - island_value(3, 0) == pytest.approx(0.75)


def test_an_island_with_open_sides_counts_by_how_likely_they_are_filled() -> None:
    island = MAP.islands[LARGE]
    assert island.openings
    values = [
        island_value(9, 0, tiles=tiles)
        for tiles in (island.openings - 1, island.openings, island.openings + 2, 30, 99)
    ]
    assert values[0] == 0, "too few tiles are left to complete it"
    assert values[1] < values[2] < values[3] == values[4]
    certain = replace(ISLANDS, fill_probability=1.0, growth=1.0)
    assert island_value(30, 0, certain, tiles=99) == pytest.approx(island.size + island.openings)
    likely = replace(ISLANDS, fill_probability=0.5, growth=0.0)
    assert island_value(30, 0, likely, tiles=99) == pytest.approx(island.size * 0.5**island.openings)


def test_an_outpost_holds_an_island_like_two_vikings_who_stay() -> None:
    point = next(point for point, lands in CHART.points.items() if MAP.island_of[lands[0]] == LARGE)
    where = NO_OUTPOSTS._replace(influence=({LARGE: 2},), tiles=99)
    built = sketch(crew=0, outposts=(point,))
    assert value(built, where, ISLANDS) - 2 == pytest.approx(island_value(2, 2, tiles=99))
    restless = replace(ISLANDS, restless=1.0, long_run_actions=1.0, outpost=2.0)
    assert value(built, where, restless) > 2, "Vikings alone would leave"


def test_to_be_level_on_an_island_is_a_task_where_a_rival_leads() -> None:
    """As many Vikings as the strongest rival has must land there; the lead is shared then."""
    island = MAP.islands[LARGE]
    sails = sails_to(island.lands)
    certain = replace(ISLANDS, fill_probability=1.0, growth=0.0, islands=1.0)
    for sea in SEAS:
        party = sketch(sea=sea, crew=3)
        others = frozenset(range(len(MAP.islands))) - {LARGE}
        led = tuple(dict.fromkeys(others, 99) | {LARGE: best} for best in (3,))
        where = NO_OUTPOSTS._replace(influence=led, tiles=99)
        expected = SHARED_ISLAND * island.size * 0.5 ** (sails[sea] + 1)
        assert value(party, where, certain) == pytest.approx(expected)
        needed = sails[sea] + 1
        late = party._replace(left=needed, turns=0)
        assert value(late, where, certain) == pytest.approx(expected)
        assert value(late._replace(left=needed - 1), where, certain) == 0
        strong = where._replace(influence=(dict.fromkeys(range(len(MAP.islands)), 99),))
        assert value(party, strong, certain) == 0


@pytest.mark.parametrize("captain", ["shieldmaiden", "queen", "scout", "cartographer"])
def test_islands_are_worth_more_to_captains_who_score_them(captain: Captain) -> None:
    """The queen for her crowd, the scout where a rival leads, the cartographer for the second island."""
    number = next(n for n, island in enumerate(MAP.islands) if n != LARGE)
    ashore = tuple(sorted([(MAP.islands[LARGE].lands[0], 3), (MAP.islands[number].lands[0], 1)]))
    party = sketch(crew=0, ashore=ashore)
    where = NO_OUTPOSTS._replace(influence=({LARGE: 1, number: 2},), tiles=99)
    led = where._replace(captains=(captain,))
    assert value(party, led, ISLANDS) > value(party, where, ISLANDS)
    one = party._replace(ashore=((MAP.islands[LARGE].lands[0], 2),))
    if captain in ("queen", "scout", "cartographer"):
        assert value(one, led, ISLANDS) == pytest.approx(value(one, where, ISLANDS))


def test_the_larger_of_two_groups_marches_where_that_saves_actions() -> None:
    land = next(land for land in LANDS if len(CHART.land_steps[land]) > 1)
    one, two = CHART.land_steps[land][:2]
    party = sketch(crew=0, ashore=tuple(sorted(((one, 1), (two, 2)))))
    for strength, actions in ((2, 1), (3, 2)):
        gained = value(party._replace(settlements=((land, strength),))) - value(party)
        assert gained == pytest.approx(strength * 0.5**actions)


def test_an_outpost_on_any_of_its_tiles_rules_out_a_point() -> None:
    for lands in CHART.points.values():
        for tile in {land // 3 for land in lands}:
            free = [point for point, its in CHART.points.items() if tile not in {land // 3 for land in its}]
            costs = outpost_costs(SHORE, free)[:OUTPOSTS_PER_PLAYER]
            expected = sum((2 + number) * 0.5**needed for number, needed in enumerate(costs))
            assert value(sketch(), scene(rival_outpost_tiles=frozenset({tile}))) == pytest.approx(expected)


def test_an_outpost_is_a_task_up_to_the_last_actions() -> None:
    """To land and to build takes three; with much time it counts as an average outpost."""
    point = next(lands for lands in CHART.points.values() if sails_to(lands)[SHORE] < 9)
    sea = next(sea for sea in sails_to(point) if sails_to(point)[sea] == 0)
    costs = outpost_costs(sea, CHART.points)[:OUTPOSTS_PER_PLAYER]
    assert costs[0] == 3
    for left in (2, 3):
        found = value(sketch(sea=sea, left=left, turns=0), scene())
        assert found == pytest.approx(2 * 0.5**3 if left == 3 else 0)
    early = replace(PLAIN, long_run_actions=1.0, outpost=4.0)
    assert value(sketch(sea=sea), scene(), early) == pytest.approx(sum(4 * 0.5**needed for needed in costs))


def test_an_animal_is_no_task_if_the_crew_comes_too_late() -> None:
    land, sea = LANDS[0], min(landing(LANDS[0]))
    needed = sails_to((land,))[SHORE] + 2  # Load with the Viking ashore, and unload.
    for crew in (0, 1):
        for left in (needed + 1 - crew, needed - crew):
            party = sketch(sea=sea, crew=crew, ashore=((land, 1),), left=left, turns=0)
            gained = value(party._replace(livestock=((land, "pig"),))) - value(party)
            assert (gained > 0) is (left == needed + 1 - crew), "boarding takes an action"


def test_an_outpost_saves_vikings_on_an_island() -> None:
    point, lands = next(iter(CHART.points.items()))
    number = MAP.island_of[lands[0]]
    sails = sails_to(MAP.islands[number].lands)
    where = NO_OUTPOSTS._replace(influence=({number: 5},))
    party = sketch(sea=min(sea for sea in SEAS if sea in sails), crew=3, outposts=(point,))
    evaluator = Evaluator(where, ISLANDS)
    costs = {island: needed for needed, island in evaluator._island_costs(party, frozenset())}
    assert costs[number] == sails[party.sea] + 1, "three of five are enough"
    led = Evaluator(NO_OUTPOSTS._replace(influence=({number: 2},)), ISLANDS)
    assert number not in {island for _, island in led._island_costs(party, frozenset())}


def test_an_island_that_vikings_will_leave_is_a_smaller_task() -> None:
    sea, island = SEAS[0], MAP.islands[LARGE]
    others = dict.fromkeys(frozenset(range(len(MAP.islands))) - {LARGE}, 99)
    where = NO_OUTPOSTS._replace(influence=(others | {LARGE: 3},), tiles=99)
    settled = replace(ISLANDS, fill_probability=1.0, growth=0.0, restless=0.75, long_run_actions=1.0)
    needed = sails_to(island.lands)[sea] + 1
    expected = SHARED_ISLAND * island.size * 0.25 * 0.5**needed
    assert value(sketch(sea=sea, crew=3), where, settled) == pytest.approx(expected)


def test_a_trader_has_the_bonus_of_the_rules_for_every_third_animal() -> None:
    trader = NO_OUTPOSTS._replace(captains=("trader",))
    animals: tuple[Animal, ...] = ("pig", "cattle", "goat", "pig", "cattle", "horse")
    for count in (3, 6):
        party = sketch(delivered=animals[:count])
        player = STATE.players[0]._replace(delivered=animals[:count])
        state = replace(STATE, players=(player, STATE.players[1]))
        bonus = captain_points("trader", state, 0, ())
        assert value(party, trader) - value(party) == pytest.approx(bonus)
