"""Plans and reasons of Explorers: against all sequences of actions, and told as the rules play them."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from opponents import ai_for
from opponents.explorers.captains import EXPECTED_BONUS, captain_ideas
from opponents.explorers.evaluation import Evaluator
from opponents.explorers.map_analysis import MapAnalysis
from opponents.explorers.plans import SearchConfig, plans
from opponents.explorers.simulator import (
    WAIT,
    Action,
    Party,
    Scene,
    apply_action,
    build_party,
    build_scene,
    legal_actions,
    to_move,
)
from opponents.explorers.tiles import tile_ideas, with_token
from opponents.explorers.weights import WEIGHTS, Weights
from opponents.reasons import play_line
from rules.explorers.game import Explorers
from rules.explorers.moves import Discard, Place, Redraw, livestock_of
from rules.explorers.options import ExplorersOptions
from rules.explorers.pieces import Animal
from rules.explorers.state import MAINLAND, SHORE, Land, Longship, Player, Sea, State
from tests.plies import random_plies

GAME = Explorers()


@cache
def finished_game() -> State:
    options = ExplorersOptions(board="random", cargo="two_livestock")
    state = GAME.setup(2, options, sha256(b"deal 6").digest())
    *_, last = random_plies(GAME, state, Random(6))
    end: State = last.step.state
    return end


MAP = MapAnalysis(finished_game().laid)
CHART = MAP.chart
LAND = next(
    land for land in CHART.lands if land != MAINLAND and len(MAP.islands[MAP.island_of[land]].lands) > 3
)
SEA = next(sea for sea in CHART.seas_of(LAND // 3) if sea in MAP.steps_by_sea((SHORE,)))


def position(
    sea: Sea = SHORE,
    crew: int = 0,
    hold: tuple[Animal, ...] = (),
    ashore: tuple[tuple[Land, int], ...] = (),
    rival: tuple[tuple[Land, int], ...] = (),
    **changes: Any,
) -> State:
    """Return the actions of the first player on the map of a finished game, with these pieces only."""
    one = Player((), None, (), Longship(sea, crew, hold), ashore)
    two = Player((), None, (), Longship(SHORE, 0), rival)
    blank: dict[str, Any] = {"livestock": (), "settlements": (), "enemies": ()}
    blank |= {"stage": "actions", "active": 0, "actions": 4, "players": (one, two)}
    return replace(finished_game(), **blank | changes)


def tools(state: State) -> tuple[Party, Scene]:
    return build_party(state, 0), build_scene(state, 0, MAP)


def claims_of(state: State, *acts: Action) -> dict[str, dict[str, Any]]:
    """Return the values of all claims about these actions, by key."""
    scene = build_scene(state, 0, MAP)
    line = play_line(GAME, state, 0, [to_move(act, scene) for act in acts])
    assert len(line.moves) == len(acts)
    return {each.phrase.key: dict(each.phrase.values) for each in ai_for(GAME).claims(line)}


def sail(sea: Sea) -> Action:
    return ("sail", sea, 0, 0, ())


def best_by_trial(party: Party, scene: Scene, weights: Weights) -> dict[Action, float]:
    """Return the best value of all sequences of actions that begin with each action."""
    evaluator = Evaluator(scene, weights)
    best: dict[Action, float] = {}

    def search(here: Party, first: Action | None, idle: float) -> None:
        if here.actions == 0:
            assert first is not None
            best[first] = max(best.get(first, -1e9), evaluator.evaluate(here) - idle)
            return
        for act in (*legal_actions(here, scene), WAIT):
            begun = first if first not in (None, WAIT) else act
            cost = weights.idle if act is WAIT else weights.effort
            search(apply_action(here, act, scene), begun, idle + cost)

    search(party, None, 0.0)
    return best


@pytest.mark.parametrize("idle", [0.0, 0.5])
def test_a_wide_search_finds_the_best_of_all_sequences(idle: float) -> None:
    """In the last two actions of a game; each plan has the value of the best sequence that begins so."""
    weights = replace(WEIGHTS, idle=idle)
    state = position(SEA, 2, ("pig",), ((LAND, 1),), settlements=((LAND, 3),), livestock=((LAND, "cattle"),))
    party, scene = tools(state)
    party = party._replace(left=2, turns=0)
    found = plans(party, scene, weights, width=10_000, depth_beyond=0)
    best = best_by_trial(party, scene, weights)
    assert found[0].value == pytest.approx(max(best.values()))
    assert [plan.value for plan in found] == sorted((plan.value for plan in found), reverse=True)
    for plan in found:
        first = plan.actions[0] if plan.actions else WAIT
        assert plan.value <= best[first] + 1e-9
        after = party
        for act in plan.actions:
            after = apply_action(after, act, scene)
        assert after._replace(left=0, turns=0) == plan.after
    narrow = plans(party, scene, weights, width=1, depth_beyond=0)
    assert narrow[0].value <= found[0].value
    assert any(plan.actions == () for plan in narrow), "to do nothing is always considered"


def test_the_next_turn_is_searched_as_deep_as_the_level_says() -> None:
    """A settlement that is raided in the turn after this is seen by those who look that far."""
    land = next(each for each in CHART.lands if MAP.steps_to_landing((each,)).get(SHORE) == 3)
    party, scene = tools(position(SHORE, 3, settlements=((land, 3),)))
    party = party._replace(left=1, turns=2)
    blind = replace(WEIGHTS, discount=0.0, sees_islands=False, hurry=0.0, effort=0.0, crew=0.0, presence=0.0)
    for beyond, is_seen in ((3, True), (2, False)):
        best = plans(party, scene, blind, width=60, depth_beyond=beyond)[0]
        assert (best.value > 2.5) is is_seen


def test_only_pointless_actions_are_left_out() -> None:
    """Nobody marches on the Mainland, animals leave the ship at the Mainland only, and then all of them."""
    for sea, hold in ((SHORE, ("pig", "cattle")), (SEA, ("pig",)), (SHORE, ())):
        animals: tuple[Animal, ...] = hold  # type: ignore[assignment]
        state = position(sea, 1, animals, ((MAINLAND, 2), (LAND, 2)), livestock=((LAND, "goat"),))
        party, scene = tools(state)
        offered = {to_move(act, scene) for act in legal_actions(party, scene)}
        moves = set(GAME.legal(state, 0))
        assert offered <= moves
        home = CHART.lands[MAINLAND]
        for move in moves - offered:
            match move.kind:
                case "unload":
                    assert animals
                    assert move.land != home or livestock_of(move) != animals
                case "march" | "herd":
                    assert move.start == home
                case _:
                    assert move.kind == "end"


def test_a_raid_is_told_with_its_points() -> None:
    state = position(SEA, 3, settlements=((LAND, 3),))
    found = claims_of(state, ("unload", LAND, 0, 3, ()))
    assert found["raids"] == {"points": 3}
    size = MAP.islands[MAP.island_of[LAND]].size
    assert found["lands"] == {"tiles": size}


def test_a_delivery_is_told_with_what_its_sets_are_worth() -> None:
    state = position(SHORE, 1, ("pig", "horse"))
    assert claims_of(state, ("unload", MAINLAND, 0, 0, ("pig", "horse")))["delivers"] == {
        "count": 2,
        "points": 1 + 2,
    }


def test_an_outpost_is_told_with_its_points_and_the_way_to_it() -> None:
    number, point, (there, other), start = next(
        (number, point, (lands[0], lands[1]), start)
        for number, (point, ring) in enumerate(CHART.points.items())
        for lands in (ring, ring[1:], (ring[2], ring[0]))
        for start in CHART.land_steps[lands[0]]
        if start not in ring
    )
    state = position(ashore=tuple(sorted(((there, 1), (other, 1)))))
    assert claims_of(state, ("build", number, 0, 0, ()))["builds"] == {"number": 1, "points": 2}
    coming = position(ashore=tuple(sorted(((other, 1), (start, 1)))))
    march: Action = ("march", start, there, 1, ())
    assert "towards_outpost" in claims_of(coming, march)
    built = coming.players[1]._replace(outposts=(point,))
    taken = replace(coming, players=(coming.players[0], built))
    assert "towards_outpost" not in claims_of(taken, march), "another outpost is on these tiles"
    assert "towards_outpost" not in claims_of(position(ashore=((start, 1),)), march), "it takes two"


def test_what_comes_aboard_is_told() -> None:
    state = position(SEA, 0, ashore=((LAND, 2),), livestock=((LAND, "cattle"),))
    found = claims_of(state, ("load", LAND, 0, 2, ("cattle",)))
    assert (found["loads"], found["boards"]) == ({"animal": "cattle", "count": 1}, {"vikings": 2})
    assert "loads" not in claims_of(state, ("load", LAND, 0, 2, ()))


def near_and_far(goals: Iterable[Sea]) -> tuple[Sea, Sea]:
    """Return two neighbouring seas, the first nearer to the goals."""
    steps = MAP.steps_by_sea(tuple(goals))
    far = next(sea for sea in CHART.seas if steps.get(sea) == 2)
    return next(sea for sea in CHART.sea_steps[far] if steps[sea] == 1), far


def test_what_a_ship_comes_nearer_to_is_told() -> None:
    goals = MAP.landing_seas(LAND)
    near, far = near_and_far(goals)
    for here, there, is_nearer in ((far, near, True), (near, far, False)):
        hold = position(here, 2, livestock=((LAND, "goat"),))
        assert ("towards_animal" in claims_of(hold, sail(there))) is is_nearer
        settled = position(here, 2, settlements=((LAND, 2),))
        assert ("towards_settlement" in claims_of(settled, sail(there))) is is_nearer
        strong = position(here, 2, settlements=((LAND, 3),))
        assert "towards_settlement" not in claims_of(strong, sail(there)), "it takes three"
        helped = position(here, 2, ashore=((LAND, 1),), settlements=((LAND, 3),))
        assert ("towards_settlement" in claims_of(helped, sail(there))) is is_nearer
    found = claims_of(position(far, 2, settlements=((LAND, 2),)), sail(near))
    assert found["towards_settlement"] == {"strength": 2}


def test_only_a_crew_that_can_fight_sails_for_an_enemy() -> None:
    near, far = near_and_far((SEA,))
    for crew, is_told in ((2, True), (1, False)):
        state = position(far, crew, enemies=((SEA, False),))
        assert ("towards_enemy" in claims_of(state, sail(near))) is is_told
    back = position(near, 2, enemies=((SEA, False),))
    assert "towards_enemy" not in claims_of(back, sail(far))


def test_animals_aboard_come_home() -> None:
    near, far = near_and_far((SHORE,))
    assert claims_of(position(far, 1, ("pig", "cattle")), sail(near))["homeward"] == {"count": 2}
    assert "homeward" not in claims_of(position(near, 1, ("pig",)), sail(far))
    assert "homeward" not in claims_of(position(far, 1), sail(near))


@pytest.mark.parametrize(
    ("own", "rival", "key"),
    [(0, 1, "leads"), (0, 2, "joins"), (0, 3, None), (2, 1, None), (1, 1, "leads"), (0, 0, None)],
)
def test_the_lead_on_an_island_is_told_when_it_is_won(own: int, rival: int, key: str | None) -> None:
    """Two Vikings land where the seat and a rival have some already."""
    state = position(SEA, 2, ashore=((LAND, own),) if own else (), rival=((LAND, rival),) if rival else ())
    found = claims_of(state, ("unload", LAND, 0, 2, ()))
    size = MAP.islands[MAP.island_of[LAND]].size
    assert {each for each in ("leads", "joins") if each in found} == ({key} if key else set())
    assert all(found[each] == {"tiles": size} for each in ("leads", "joins") if each in found)
    assert ("lands" in found) is (own == 0)


def test_standing_still_is_told_from_coming_back() -> None:
    state = position(SEA, 1)
    assert set(claims_of(state, WAIT)) == {"bides"}
    there: Action = ("unload", LAND, 0, 1, ())
    back: Action = ("load", LAND, 0, 1, ())
    assert "returns" in claims_of(state, there, back)
    assert not {"returns", "bides"} & set(claims_of(state, there))


def test_a_tile_given_up_and_a_hand_drawn_anew_are_told() -> None:
    state = position()
    line = play_line(GAME, state, 0, [])
    for move, key in ((Discard(tile=1), "gives_up"), (Redraw(), "redraws")):
        (found,) = ai_for(GAME).claims(replace(line, moves=(move,)))
        assert found.phrase.key == key


def placing_states() -> list[State]:
    options = ExplorersOptions(board="random")
    start = GAME.setup(2, options, sha256(b"deal 1").digest())
    return [ply.before for ply in random_plies(GAME, start, Random(1)) if ply.before.stage == "place"]


PLACING = placing_states()


def test_a_tile_brings_its_token_where_the_rules_put_it() -> None:
    symbols = set()
    for state in PLACING[::2]:
        seat = state.active
        for move in list(GAME.legal(state, seat))[::9]:
            if not isinstance(move, Place):
                continue
            tile = GAME.components.tile[move.tile]
            after = GAME.apply(state, seat, move).state
            party = with_token(build_party(state, seat), tile, move.turn, MapAnalysis(after.laid), state)
            expected = build_party(after, seat)
            assert (party.livestock, party.enemies) == (expected.livestock, expected.enemies)
            assert {land for land, _ in party.settlements} == {land for land, _ in expected.settlements}
            if tile.symbol == "settlement":
                strengths = sorted(state.settlement_supply)
                guess = next(
                    s
                    for land, s in party.settlements
                    if (land, s) not in build_party(state, seat).settlements
                )
                assert strengths.count(guess)
                assert sum(s < guess for s in strengths) <= len(strengths) / 2
                assert sum(s > guess for s in strengths) <= len(strengths) / 2
            symbols.add(tile.symbol)
    assert {"settlement", "enemy_ship"} < symbols


def test_placements_are_searched_near_the_own_pieces() -> None:
    """As many as the level says, ranked; with no free cell left the other moves are returned."""
    state = next(each for each in PLACING if len(GAME.legal(each, each.active)) > 40)
    seat, moves = state.active, GAME.legal(state, state.active)
    all_ideas = tile_ideas(
        state, seat, moves, GAME.components, SearchConfig(max_placements=999, max_searched=999)
    )
    assert {idea.move for idea in all_ideas} == set(moves)
    values = [idea.value for idea in all_ideas]
    assert values == sorted(values, reverse=True)
    few = tile_ideas(state, seat, moves, GAME.components, SearchConfig(max_placements=10, max_searched=3))
    assert len(few) == 3
    best = {idea.move: idea.value for idea in all_ideas}
    assert all(best[idea.move] == pytest.approx(idea.value) for idea in few)
    ten = tile_ideas(state, seat, moves, GAME.components, SearchConfig(max_placements=10, max_searched=99))
    assert len(ten) == 10
    seen = {idea.move.cell for idea in ten}
    assert len(seen) < len({move.cell for move in moves})
    assert tile_ideas(state, seat, [Redraw()], GAME.components, SearchConfig())[0].move == Redraw()
    searched = SearchConfig(max_placements=10, max_searched=2, tile_width=3, tile_depth_beyond=0)
    ahead = tile_ideas(state, seat, moves, GAME.components, searched)
    assert len(ahead) == 2
    assert all(idea.value != best[idea.move] for idea in ahead), "the turn that follows is searched"


def test_the_captain_with_the_larger_bonus_is_kept() -> None:
    state = position()
    player = state.players[0]._replace(captains=("scout", "archer"))
    ideas = captain_ideas(replace(state, players=(player, state.players[1])), 0)
    assert [idea.move.captain for idea in ideas] == ["archer", "scout"]
    assert [idea.value for idea in ideas] == [EXPECTED_BONUS["archer"], EXPECTED_BONUS["scout"]]


def test_a_player_alone_wins_and_a_draw_is_shared() -> None:
    ai = ai_for(GAME)
    assert ai.win_probabilities(GAME.setup(1, ExplorersOptions(), bytes(32)), Random(0)) == (1.0,)
    end = position(stage="over")
    assert ai.win_probabilities(end, Random(0)) == (0.5, 0.5)
    rich = end.players[0]._replace(raided=(5,))
    assert ai.win_probabilities(replace(end, players=(rich, end.players[1])), Random(0)) == (1.0, 0.0)


def test_the_rival_has_no_more_turns_than_are_left() -> None:
    """Of the seat to move the actions left count, of others whole turns."""
    for state in PLACING[::3]:
        if state.stage == "place":
            party = build_party(state, state.active)
            other = build_party(state, 1 - state.active)
            assert party.left == 4
            assert other.left in (0, 4)
            assert abs(party.actions - other.actions) <= 4
    late = position(stack=())
    assert build_party(late, 0).actions == 4
    assert build_party(late, 1).actions == 0


def test_the_same_lead_is_surer_the_fewer_actions_are_left() -> None:
    found = []
    for tiles in (0, 8, 16):
        state = position(stack=tuple(range(tiles)))
        ahead = replace(state, players=(state.players[0]._replace(raided=(5,)), state.players[1]))
        odds = ai_for(GAME).win_probabilities(ahead, Random(0))
        assert sum(odds) == pytest.approx(1)
        found.append(odds[0])
    assert 0.5 < found[2] < found[1] < found[0] < 1


def crowded_positions() -> list[State]:
    """Return positions in which every kind of action is possible, raids and fights among them."""
    near = CHART.land_steps[LAND][0]
    enemy = next(sea for sea in CHART.sea_steps[SEA] if sea != SHORE)
    lands = next(iter(CHART.points.values()))
    tokens: dict[str, Any] = {
        "settlements": tuple(sorted(((LAND, 3), (near, 2)))),
        "livestock": ((LAND, "cattle"), (LAND, "pig"), (near, "pig")),
        "enemies": ((enemy, False),),
    }
    around = tuple(sorted(((lands[0], 1), (lands[1], 1))))
    return [
        position(SEA, 3, (), ((MAINLAND, 2),), **tokens),
        position(SEA, 1, ("pig",), ((LAND, 2), (MAINLAND, 3)), **tokens),
        position(SEA, 0, (), tuple(sorted(((LAND, 3), (near, 1)))), **tokens | {"settlements": ((near, 2),)}),
        position(SHORE, 1, ("pig", "horse"), ((MAINLAND, 2), *around), **tokens),
    ]


def test_actions_on_a_crowded_map_have_the_result_of_the_rules() -> None:
    kinds, raided, fought = set(), 0, 0
    for state in crowded_positions():
        party, scene = tools(state)
        for act in legal_actions(party, scene):
            after = build_party(GAME.apply(state, 0, to_move(act, scene)).state, 0)
            simulated = apply_action(party, act, scene)
            raided += len(simulated.raided)
            fought += simulated.fights
            assert simulated._replace(fights=0) == after, act
            kinds.add(act[0])
    assert kinds == {"sail", "march", "unload", "load", "herd", "build"}
    assert raided > 2
    assert fought


def weight_of(key: str, state: State, *acts: Action) -> float:
    line = play_line(GAME, state, 0, [to_move(act, build_scene(state, 0, MAP)) for act in acts])
    return next(each.weight for each in ai_for(GAME).claims(line) if each.phrase.key == key)


def test_what_brings_more_points_is_told_first() -> None:
    raids = [
        weight_of("raids", position(SEA, 3, settlements=((LAND, strength),)), ("unload", LAND, 0, 3, ()))
        for strength in (2, 3)
    ]
    assert raids[1] - raids[0] == 1
    herds: list[tuple[Animal, ...]] = [("pig",), ("pig", "goat")]
    deliveries = [
        weight_of("delivers", position(SHORE, 1, herd), ("unload", MAINLAND, 0, 0, herd)) for herd in herds
    ]
    assert deliveries[1] - deliveries[0] == 2, "three points instead of one"
    near, far = near_and_far(MAP.landing_seas(LAND))
    hopes = [
        weight_of("towards_settlement", position(far, 3, settlements=((LAND, strength),)), sail(near))
        for strength in (2, 3)
    ]
    assert hopes[0] < hopes[1] < raids[0]
    size = MAP.islands[MAP.island_of[LAND]].size
    assert 0 < weight_of("leads", position(SEA, 2, rival=((LAND, 1),)), ("unload", LAND, 0, 2, ())) <= size
