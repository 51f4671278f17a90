"""Lines, plans and reasons of Lofoten: what the rules allow, and what can be said of it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, cast

import pytest

from opponents import ai_for
from opponents.lofoten import plans as lofoten_plans
from opponents.lofoten.determinization import build_table, determinize
from opponents.lofoten.move_generation import action_lines, coins_first
from opponents.lofoten.plans import Plan, SearchConfig, plans, rank_by_playouts
from opponents.lofoten.policy import best_action, choose_move, hand_value, play_turn, table_value
from opponents.lofoten.simulator import Table
from opponents.lofoten.weights import WEIGHTS
from opponents.reasons import play_line
from rules.lofoten.game import Lofoten
from rules.lofoten.moves import BUY_HAND, BUY_STEP, BUY_TURN, PLACE, SLIDE, STEAL, STOP, TURN, LofotenMove
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import GOODS, Card, Tile
from rules.lofoten.state import State
from tests.plies import random_plies
from tests.rules.lofoten.notation import play, play_to_upkeep
from tests.rules.lofoten.pieces import cards, ship, tiles
from tests.rules.lofoten.states import table as state_of
from tests.rules.lofoten.states import with_fleet, with_hand, with_jarl, with_stored

GAME = Lofoten()
MODULES = LofotenOptions(begins="host", new_warehouses="random", alliances="yes", better_longships="yes")


def random_states(every: int) -> Iterator[State]:
    for number in range(2):
        state = GAME.setup(2, MODULES, bytes([number]) * 32)
        for ply in islice(random_plies(GAME, state, Random(number), 700), 0, None, every):
            yield ply.before


STATES = list(random_states(9))


def result_of(table: Table, seat: int) -> Any:
    goods = tuple(warehouse.good for warehouse in table.warehouses)
    return table.zones[seat], table.wheels[seat], table.market, tuple(table.coins), goods


def reachable(state: State, seat: int) -> set[Any]:
    """Return the results of all lines of an action phase, by the rules and without purchases."""
    found, seen, waiting = set(), set(), [state]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        if here.phase in ("steps", "effect"):
            found.add(result_of(build_table(here, GAME.components), seat))
        for move in GAME.legal(here, seat):
            if move not in (BUY_STEP, BUY_HAND, BUY_TURN, STOP):
                after = GAME.apply(here, seat, move).state
                if after.phase in ("action", "steps", "effect", "load", "store") and after.active == seat:
                    waiting.append(after)
                else:
                    found.add("over")
    return found


def test_the_lines_of_an_action_phase_are_those_of_the_rules() -> None:
    """Without coins, so that no step is bought."""
    compared = 0
    for state in STATES:
        if state.stage != "action" or state.phase != "action":
            continue
        seat = state.active
        poor = tuple(player._replace(coins=0) for player in state.players)
        state = replace(state, players=(poor[0], poor[1]), reserve=8)
        lines = action_lines(build_table(state, GAME.components), max_bought_steps=0)
        found = {result_of(after, seat) for _, after in lines}
        assert reachable(state, seat) - {"over"} <= found
        for moves, after in lines[:: max(1, len(lines) // 4)]:
            here = state
            for move in moves:
                assert move in GAME.legal(here, seat), (list(map(str, moves)), str(move))
                here = GAME.apply(here, seat, move).state
            assert here.phase not in ("steps", "effect") or result_of(
                build_table(here, GAME.components), seat
            ) == result_of(after, seat)
        compared += 1
        if compared == 12:
            break
    assert compared == 12


@pytest.mark.parametrize(("reserve", "rival"), [(2, 0), (0, 2), (0, 0)])
def test_a_coin_is_stolen_from_the_reserve_or_the_rival(reserve: int, rival: int) -> None:
    (good,) = (good for good in GOODS if GAME.components.effects.of(good) == "steal")
    state = replace(with_hand(state_of(coins=(0, rival)), "mead 1", f"{good} 1", "mead 1"), reserve=reserve)
    lines = action_lines(build_table(state, GAME.components), max_bought_steps=0)
    assert any(STEAL in moves for moves, _ in lines) is bool(reserve or rival)
    assert max(after.coins[0] for _, after in lines) == bool(reserve or rival)


@pytest.mark.parametrize("bought", [0, 1, 2])
def test_steps_are_bought_up_to_the_limit_and_made(bought: int) -> None:
    state = with_hand(state_of(coins=(3, 2)), "mead 1", "fish 1", "sheep 1")
    lines = action_lines(build_table(state, GAME.components), max_bought_steps=bought)
    steps = Counter[int]()
    for moves, after in lines:
        paid = moves.count(BUY_STEP)
        made = sum(move in (SLIDE, TURN) for move in moves)
        if after.side is not None:
            assert made <= 1 + paid
            assert after.coins[0] == 3 - paid
            steps[paid] = max(steps[paid], made)
    assert steps == {paid: 1 + paid for paid in range(bought + 1)}


def test_steps_are_bought_before_the_first_is_made() -> None:
    side = cast(LofotenMove, GAME.parse("side left"))
    assert coins_first((side, SLIDE, BUY_STEP, TURN, BUY_STEP, TURN)) == (
        side, BUY_STEP, BUY_STEP, SLIDE, TURN, TURN,
    )  # fmt: skip
    assert coins_first((side, TURN, SLIDE)) == (side, TURN, SLIDE)


def hidden(table: Table, seat: int) -> tuple[Counter[Card], list[Counter[Tile]]]:
    drawn = table.drawn[1 - seat]
    cards_hidden = Counter([*table.pile, *table.hands[1 - seat], *([drawn] if drawn else [])])
    return cards_hidden, [Counter(tile for stack in table.stacks for tile in stack)]


@pytest.mark.parametrize("seat", [0, 1])
def test_only_what_a_seat_does_not_know_is_randomised(seat: int) -> None:
    changed = Counter[str]()
    for state in STATES[::4]:
        table = build_table(state, GAME.components)
        table.drawn[1 - seat] = table.drawn[1 - seat] or Card("mead", 1)
        other = table.copy()
        determinize(other, seat, Random(len(changed)))
        assert hidden(other, seat) == hidden(table, seat)
        assert (other.hands[seat], other.drawn[seat]) == (table.hands[seat], table.drawn[seat])
        assert len(other.hands[1 - seat]) == len(table.hands[1 - seat])
        assert other.drawn[1 - seat] is not None
        for before, after, looked in zip(table.stacks, other.stacks, table.looked, strict=True):
            assert len(before) == len(after)
            assert [tile.good for tile in before[-1:]] == [tile.good for tile in after[-1:]]
            assert not looked or before[-1:] == after[-1:]
            changed["top"] += before[-1:] != after[-1:]
            changed["stack"] += before != after
        changed["hand"] += other.hands[1 - seat] != table.hands[1 - seat]
        changed["drawn"] += other.drawn[1 - seat] != table.drawn[1 - seat]
        changed["pile"] += other.pile != table.pile
    assert set(+changed) == {"top", "stack", "hand", "drawn", "pile"}


def drawing_table(market: tuple[str, ...], *hand: str, drawn: str, coins: int = 0) -> Table:
    state = with_hand(
        state_of(market=market, coins=(coins, 0), left=["coffer 1"] * 8, right=["coffer 1"] * 8), *hand
    )
    table = build_table(state, GAME.components)
    table.stage, table.drawn = "draw", [cards(drawn)[0], None]
    return table


NOTHING_WANTED = ("sheep 1", "sheep 1", "sheep 1", "sheep 1", "sheep 1")


def test_a_card_is_placed_for_the_best_hand_of_the_next_turn() -> None:
    """The outer cards give steps; the middle one is an order for the largest tile of a good in the market."""
    for drawn, hand, end in (
        ("mead 3", ("mead 1", "mead 2"), 0),
        ("mead 3", ("mead 2", "mead 1"), 1),
        ("mead 1", ("fish 1", "mead 1"), 0),
        ("mead 1", ("mead 1", "fish 1"), 1),
    ):
        table = drawing_table(("fish 3", *NOTHING_WANTED[1:]), *hand, drawn=drawn)
        assert choose_move(table, 0, WEIGHTS) == PLACE[end]


def test_an_order_is_wanted_for_more_tiles_than_ships_already_wait_for() -> None:
    table = drawing_table(("fish 3", "fish 2", *NOTHING_WANTED[2:]), "mead 1", "mead 1", drawn="mead 1")
    hand = cards("mead 1", "fish 2", "mead 3")
    plain = hand_value(table, 0, cards("mead 1", "mead 2", "mead 3"), WEIGHTS)
    assert plain == pytest.approx(WEIGHTS.step * (1 + 3))
    for waiting, wanted in ((0, True), (1, True), (2, False)):
        ships = [ship(key, "fish 1") for key in "abcd"[:waiting]] + [ship(key) for key in "abcd"[waiting:]]
        ships[3] = ship("d", "fish 1", "fish 1")
        table.wheels[0] = (ships[0], ships[1], ships[2], ships[3])
        assert hand_value(table, 0, hand, WEIGHTS) == pytest.approx(plain + 3 * WEIGHTS.centre * wanted)


def test_a_turn_is_bought_as_soon_as_the_coins_suffice() -> None:
    for coins in (2, 3):
        table = drawing_table(NOTHING_WANTED, "mead 1", "mead 1", drawn="mead 1", coins=coins)
        assert (choose_move(table, 0, WEIGHTS) == BUY_TURN) is (coins == 3)
    table.ending = "last_turn"
    assert choose_move(table, 0, WEIGHTS) != BUY_TURN, "there is no time for it"


def test_the_best_action_phase_is_played_to_the_next_turn() -> None:
    for state in STATES[::12]:
        table = build_table(state, GAME.components)
        seat = table.active
        if table.stage == "action":
            lines = action_lines(table, max_bought_steps=1)
            best = max(table_value(after, seat) for _, after in lines)
            assert table_value(best_action(table, seat, WEIGHTS), seat) == best
            after = play_turn(table, WEIGHTS)
            assert after.stage == "over" or after.active != seat or after.stage in ("action", "last_unload")


def test_a_table_is_worth_a_win_at_the_end() -> None:
    table = build_table(with_stored(state_of(), 1, 0, "mead 3"), GAME.components)
    table.stage = "over"
    points = table.points()[0]
    assert points > 0
    assert table_value(table, 0) == -table_value(table, 1) > points + 20
    level = build_table(state_of(), GAME.components)
    level.stage = "over"
    assert table_value(level, 0) == table_value(level, 1) == 0


def test_who_is_behind_takes_risks_and_who_is_ahead_does_not() -> None:
    """An uncertain lead is worth less than a sure one; uncertainty does not excuse being behind."""
    for state in STATES[::20]:
        table = build_table(state, GAME.components)
        if table.stage != "over":
            assert (table_value(table, 0) > 0) is (table_value(table, 1) < 0)
    sure = build_table(with_stored(state_of(), 1, 0, "mead 3", "mead 3", "mead 3"), GAME.components)
    open_ = sure.copy()
    open_.covered = {**sure.covered, "mead": (9, 25)}
    assert 0 < table_value(open_, 0) < table_value(sure, 0)


def plan_config(**changes: Any) -> SearchConfig:
    return SearchConfig(**{"max_plans": 3, "determinizations": 2, "max_small_plans": 2} | changes)


def test_purchases_are_always_played_out() -> None:
    table = drawing_table(NOTHING_WANTED, "mead 1", "mead 1", drawn="mead 1", coins=3)
    found = plans(table, 0, plan_config(), Random(1))
    assert {plan.moves[0] for plan in found} == {*PLACE, BUY_TURN, BUY_HAND}
    ranked = rank_by_playouts(found, 0, plan_config(max_small_plans=1), Random(1), begins=False)
    assert {plan.moves[0] for plan in ranked} >= {BUY_TURN, BUY_HAND}
    assert [plan.value for plan in ranked[:1]] == [max(plan.value for plan in ranked)]
    sailor = plans(table, 0, SearchConfig(), Random(1))
    assert {plan.moves[0] for plan in sailor} == {*PLACE, BUY_TURN}


@pytest.mark.parametrize(("begins", "most"), [(True, 3), (False, 2)])
def test_as_many_plans_are_played_out_as_the_level_says(
    begins: bool, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = build_table(state_of(coins=(0, 0)), GAME.components)
    found = plans(table, 0, plan_config(), Random(1))
    assert len(found) > 5
    assert [plan.value for plan in found] == pytest.approx(
        sorted((plan.value for plan in found), reverse=True), abs=0.02
    )
    monkeypatch.setattr(lofoten_plans, "_play_out", lambda *_: 0.0)
    assert len(rank_by_playouts(found, 0, plan_config(), Random(1), begins=begins)) == most
    same = [Plan(plan.moves[:1], plan.table, plan.value, plan.last_move) for plan in found[:1]] * 3
    assert rank_by_playouts(same, 0, plan_config(), Random(1), begins=begins)[0].value == same[0].value


@pytest.mark.parametrize("turns", [1, 2, 4])
def test_a_playout_ends_after_so_many_turns(turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def pass_turn(table: Table, _: object) -> Table:
        played.append(table.active)
        after = table.copy()
        after.active = 1 - table.active
        return after

    monkeypatch.setattr(lofoten_plans, "play_turn", pass_turn)
    table = build_table(state_of(), GAME.components)
    lofoten_plans._play_out(table, 0, SearchConfig(playout_turns=turns))
    assert played == [number % 2 for number in range(turns)]


def claims_of(state: State, *notations: str) -> dict[str, dict[str, Any]]:
    """Return the values of all claims about moves of the active player, by key."""
    line = play_line(GAME, state, state.active, [GAME.parse(each) for each in notations])
    assert len(line.moves) == len(notations)
    return {each.phrase.key: dict(each.phrase.values) for each in ai_for(GAME).claims(line)}


def test_an_upgrade_is_told_with_its_points() -> None:
    state = with_stored(state_of(better_longships="yes"), 1, 0, "mead 2")
    end = play_to_upkeep(state)
    assert claims_of(end, "upgrade b 1 1")["upgrades"] == {"ship": "b", "points": 1}
    assert claims_of(end, "upgrade a 1 1")["upgrades"] == {"ship": "a", "points": 1 + 3}


def test_an_alliance_is_told_with_what_it_leads_to() -> None:
    for jarl, move, key, values in (
        ("helga", "bind 2", "binds", {"jarl": "helga", "warehouse": 2}),
        ("bergljot", "take c", "takes", {"good": "mead", "amount": 2}),
    ):
        state = with_stored(with_jarl(state_of(), jarl), 1, 0, "mead 2")  # type: ignore[arg-type]
        end = play_to_upkeep(state)
        assert claims_of(end, f"claim {jarl}")["allies"] == {"jarl": jarl}
        assert claims_of(play(end, f"claim {jarl}"), move)[key] == values


def loaded_beside_dock(*stored: tuple[int, str]) -> State:
    """Return a state in which one turn to the right brings two mead to the dock."""
    state = with_hand(state_of(), "sheep 1", "fish 1", "sheep 1")
    for seat, tile in stored:
        state = with_stored(state, 1, seat, tile)
    return with_fleet(state, right=ship("b", "mead 1", "mead 2"))


@pytest.mark.parametrize(
    ("stored", "key"),
    [
        ([(1, "mead 1")], "lead"),
        ([(1, "mead 3")], "stores"),
        ([(0, "mead 1")], "stores"),
        ([(0, "mead 1"), (1, "mead 1")], "lead"),
        ([(0, "mead 1"), (1, "mead 3")], "level"),
    ],
)
def test_what_is_stored_is_told_by_what_it_changes(stored: list[tuple[int, str]], key: str) -> None:
    found = claims_of(loaded_beside_dock(*stored), "side right", "turn")
    assert set(found) & {"lead", "level", "stores", "opens"} == {key}
    assert found[key]["warehouse"] == 1
    assert found[key].get("amount", 2) == 2


def test_what_a_ship_comes_nearer_to_is_told() -> None:
    """A load to the dock, an order to the market or along the zones; not what moves away."""
    state = with_hand(
        state_of(market=("fish 1", "fish 1", "fish 1", "mead 2", "fish 1")), "sheep 3", "fish 1", "sheep 1"
    )
    ordered = with_fleet(state, left=ship("d", "mead 1"))
    for step in ("slide", "turn"):
        assert claims_of(ordered, "side right", step)["heads"] == {"good": "mead", "amount": 2, "zone": "d"}
    away = with_fleet(state, market=ship("a", "mead 1"))
    assert "heads" not in claims_of(away, "side right", "turn")
    laden = with_fleet(state, market=ship("a", "mead 1", "mead 3"))
    assert claims_of(laden, "side right", "turn")["nearer"] == {"good": "mead", "amount": 3}
    beyond = with_fleet(state, dock=ship("c"), right=ship("b"), left=ship("d", "fish 1", "fish 2"))
    assert "nearer" not in claims_of(beyond, "side right", "turn")


def test_a_tile_for_the_market_is_told_by_who_wants_it() -> None:
    """The tops are three coffers and three mead; sheep lie below."""
    base = replace(state_of(), market=tiles(None, *["fish 1"] * 4))
    wants = ship("a", "mead 1")
    for own, rival, key in (
        (wants, ship("a"), "offers"),
        (wants, wants, "offers"),
        (ship("a"), wants, None),
        (ship("a"), ship("a", "coffer 1"), "withholds"),
        (ship("a"), ship("a", "mead 1", "mead 1"), "fills"),
        (ship("a"), ship("a"), "fills"),
    ):
        state = with_fleet(with_fleet(base, 0, dock=own), 1, dock=rival)
        state = play_to_upkeep(state)
        found = set(claims_of(state, "fill right a")) & {"offers", "withholds", "fills"}
        assert found == ({key} if key else set())


def chances(state: State) -> tuple[float, ...]:
    found: tuple[float, ...] = ai_for(GAME).win_probabilities(state, Random(0))
    assert sum(found) == pytest.approx(1)
    return found


def test_at_the_end_only_the_points_decide() -> None:
    level = replace(state_of(), stage="over")
    assert chances(level) == (0.5, 0.5)
    assert chances(with_stored(level, 1, 0, "mead 1")) == (1.0, 0.0)
    assert chances(with_stored(level, 1, 1, "mead 1")) == (0.0, 1.0)


def test_a_lead_is_surer_the_fewer_goods_are_left() -> None:
    early = with_stored(state_of(left=["mead 2"] * 8, right=["mead 2"] * 8), 1, 0, "mead 2")
    late = with_stored(state_of(left=["fish 2"] * 2, right=["fish 2"]), 1, 0, "mead 2")
    assert 0.5 < chances(early)[0] < chances(late)[0] < 1
    rival = with_stored(state_of(left=["mead 2"] * 8, right=["mead 2"] * 8), 1, 1, "mead 2")
    assert 0 < chances(rival)[0] < 0.5


@pytest.mark.parametrize("level", ["apprentice", "sailor"])
def test_each_first_move_is_an_idea_with_its_best_line(level: Any) -> None:
    """Of the lines that begin so, the one with the largest value; best first."""
    state = with_hand(state_of(coins=(0, 0)), "mead 1", "fish 1", "sheep 1")
    ideas = ai_for(GAME).rank_moves(state, 0, level, Random(0))
    firsts = [idea.move for idea in ideas]
    assert len(firsts) == len(set(firsts)) > 1
    values = [idea.value for idea in ideas]
    assert values == pytest.approx(sorted(values, reverse=True), abs=0.02)
    for idea in ideas:
        here = state
        for move in (idea.move, *idea.continuation):
            assert move in GAME.legal(here, 0)
            here = GAME.apply(here, 0, move).state
        assert here.stage == "draw", "the action phase is over"


@pytest.mark.parametrize(("waiting", "key"), [(0, "middle"), (1, "swift")])
def test_a_placed_card_is_told_by_the_order_or_by_the_steps(waiting: int, key: str) -> None:
    """An order counts where more tiles are in the market than ships wait for."""
    state = state_of(market=("sheep 1", "fish 1", "mead 1", "mead 2", "coffer 1"))
    state = with_fleet(
        with_hand(state, "sheep 3", "fish 2", "mead 1"), dock=ship("c", "fish 1" if waiting else None)
    )
    drawing = play(state, "side right", "stop")
    drawn = drawing.players[0].drawn
    assert drawn is not None
    values = {"good": "fish"} if key == "middle" else {"left": 3, "right": drawn.value}
    assert claims_of(drawing, "place right") == {key: values}


@pytest.mark.parametrize(
    ("stored", "key"),
    [
        ((), "opens"),
        (((1, "mead 1"), (0, "mead 1")), "lead"),
        (((0, "mead 3"), (1, "mead 1")), "stores"),
    ],
)
def test_the_more_is_stored_the_more_there_is_to_say(stored: tuple[tuple[int, str], ...], key: str) -> None:
    """Who opens a warehouse or wins the lead hears of that before the amount."""
    weights = []
    for amount in (1, 2, 3):
        state = with_hand(state_of(), "sheep 1", "fish 1", "sheep 1")
        for seat, tile in stored:
            state = with_stored(state, 1, seat, tile)
        if key == "opens":
            for number, good in enumerate(("fish", "sheep", "coffer"), 2):
                state = with_stored(state, number, 1, f"{good} 1")
        state = with_fleet(state, right=ship("b", "mead 1", f"mead {amount}"))
        moves = [GAME.parse(each) for each in ("side right", "turn")]
        line = play_line(GAME, state, 0, moves)
        weights.append({each.phrase.key: each.weight for each in ai_for(GAME).claims(line)}[key])
    assert weights[1] - weights[0] == weights[2] - weights[1] == 1
    assert (weights[0] > 3) is (key != "stores")
