"""The AI of Lofoten: its simulator equals the rules, and its choices are sensible."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from random import Random
from typing import cast

import pytest

from bench.rivals.lofoten import choose as greedy
from opponents import LEVELS, Level, ai_for, choose, explain
from opponents.lofoten.apply_move import apply_move
from opponents.lofoten.determinization import build_table
from opponents.lofoten.evaluation import evaluate
from opponents.lofoten.move_generation import choices
from opponents.lofoten.simulator import Table
from opponents.lofoten.weights import WEIGHTS
from rules.lofoten.game import Lofoten
from rules.lofoten.moves import BUY_HAND, BUY_STEP, BUY_TURN, CLAIM, NOTHING_MORE, LofotenMove
from rules.lofoten.options import LofotenOptions
from rules.lofoten.pieces import GOODS, JARLS, SHIELDS, SHIPS, Card, Demand, Good, Jarl, ShipKey, Tile
from rules.lofoten.state import Alliance, Fleet, Ship, Stack, State, Warehouse
from tests.plies import final_outcome, plies, random_plies

GAME = Lofoten()
BASE = LofotenOptions(begins="host")
MODULES = LofotenOptions(begins="host", new_warehouses="random", alliances="yes", better_longships="yes")
VARIANTS = LofotenOptions(new_warehouses="four", ties="both", second_trigger="one_more_round")
TABLES = [BASE, MODULES, VARIANTS]
A_GAME = 700
"""More plies than any game among opponents takes."""


def deal(options: LofotenOptions, number: int) -> State:
    return GAME.setup(2, options, sha256(f"deal {number}".encode()).digest())


def sample_positions(options: LofotenOptions, *, every: int) -> Iterator[tuple[State, int]]:
    """Yield positions with a choice from a game of apprentices."""
    state = deal(options, 1)
    for ply in range(A_GAME):
        if not (owing := GAME.to_act(state)):
            return
        seat = min(owing)
        if ply % every == 0 and len(GAME.legal(state, seat)) > 1:
            yield state, seat
        state = GAME.apply(state, seat, choose_move(state, seat, "apprentice", str(ply))).state


def choose_move(state: State, seat: int, level: Level, salt: str = "salt") -> LofotenMove:
    return cast(LofotenMove, choose(GAME, state, seat, level=level, salt=salt).move)


@pytest.mark.parametrize("options", TABLES)
def test_the_light_table_is_the_table_of_the_rules(options: LofotenOptions) -> None:
    rng = Random("light")
    for number in range(2):
        state = deal(options, number)
        table = build_table(state, GAME.components)
        for ply in random_plies(GAME, state, rng):
            state = ply.step.state
            table = table.copy()
            apply_move(table, cast(LofotenMove, ply.move))
            same = build_table(state, GAME.components)
            assert differing_fields(table, same) == [], (number, str(ply.move))
            assert table.phase == state.phase
        assert table.points() == GAME.current_scores(state)


def differing_fields(table: Table, other: Table) -> list[str]:
    return [name for name in Table.__slots__ if getattr(table, name) != getattr(other, name)]


@pytest.mark.parametrize("jarl", JARLS)
def test_an_ally_does_the_same_on_the_light_table(jarl: Jarl) -> None:
    """Players who can ally with the Jarl do so at once, and have coins for what he makes cheaper."""
    rng, state = Random(jarl), deal(MODULES, 3)
    demand = Demand("give_coins" if jarl in ("eirik", "knut") else "own_coins", 1)
    wish = Alliance(jarl, GAME.components.jarls.strength(jarl), demand)
    rich = tuple(player._replace(coins=4) for player in state.players)
    state = replace(state, players=(rich[0], rich[1]), reserve=0, alliances=(wish,))
    table = build_table(state, GAME.components)
    for _ in range(160):
        if not (owing := GAME.to_act(state)):
            break
        moves = GAME.legal(state, min(owing))
        assert table.can_buy_turn() or BUY_TURN not in moves
        wanted = CLAIM[jarl] if state.alliances[0].owner is None else BUY_TURN
        thrifty = [move for move in moves if move not in (BUY_STEP, BUY_HAND, BUY_TURN)]
        move = wanted if wanted in moves else rng.choice(thrifty)
        state = GAME.apply(state, min(owing), move).state
        apply_move(table, move)
        assert differing_fields(table, build_table(state, GAME.components)) == [], str(move)
        assert table.points() == GAME.current_scores(state)
    assert state.alliances[0].owner is not None


def late_state(rng: Random, options: LofotenOptions) -> State:
    """Return a position shortly before the end: hardly any tiles, full ships, goods in most warehouses."""
    state = deal(options, rng.randrange(100))
    tiles = [tile for stack in state.stacks for tile in stack.tiles]
    rng.shuffle(tiles)
    goods = rng.sample(GOODS, 4)
    warehouses = tuple(
        each._replace(good=good, sides=((Tile(good, 2, "r"),), (Tile(good, 1, "b"),)))
        if rng.random() < 0.7
        else each
        for each, good in zip(state.warehouses, goods, strict=True)
    )

    stuck = rng.random() < 0.2  # All ships wait for the good that nobody sees.
    tiles = [tile for tile in tiles if not stuck or tile.good != goods[0]]

    def ship(key: ShipKey) -> Ship:
        if stuck:
            return Ship(key, Card(goods[0], 1))
        order = Card(rng.choice(GOODS), 1) if rng.random() < 0.8 else None
        load = (Tile(order.good, rng.randint(1, 2)),) if order and rng.random() < 0.3 else ()
        return Ship(key, order, load, options.better_longships == "yes" and rng.random() < 0.4)

    players = tuple(
        player._replace(
            coins=rng.randint(0, 4), fleet=Fleet(rng.randrange(5), *map(ship, rng.sample(SHIPS, 4)))
        )
        for player in state.players
    )
    jarls = rng.sample(JARLS, 3) if options.alliances == "yes" else []
    wishes = (Demand("own_coins", 1), Demand("give_coins", 1), Demand("goods", 3))
    return replace(
        state,
        players=(players[0], players[1]),
        market=tuple(tiles.pop() if rng.random() < 0.8 else None for _ in range(5)),
        stacks=(
            Stack(tuple(tiles[: 3 * stuck + rng.randrange(4)])),
            Stack(tuple(tiles[8 : 8 + rng.randrange(3)])),
        ),
        reserve=rng.randrange(3),
        warehouses=warehouses,
        ending=rng.choice(["open", "open", "last_turn"]),
        alliances=tuple(
            Alliance(jarl, GAME.components.jarls.strength(jarl), wish)
            for jarl, wish in zip(jarls, wishes, strict=False)
        ),
    )


@pytest.mark.parametrize(
    "options", [*TABLES, MODULES.model_copy(update={"second_trigger": "one_more_round"})]
)
def test_the_light_table_ends_as_the_rules_do(options: LofotenOptions) -> None:
    """Players ally and buy turns where they can."""
    rng, endings = Random("late"), set[str]()
    for _ in range(20):
        state = late_state(rng, options)
        table = build_table(state, GAME.components)
        for _ in range(60):
            if not (owing := GAME.to_act(state)):
                break
            moves = GAME.legal(state, min(owing))
            special = [move for move in moves if move in (BUY_TURN, *CLAIM.values())]
            move = rng.choice(special if special and rng.random() < 0.5 else moves)
            state = GAME.apply(state, min(owing), move).state
            apply_move(table, move)
            assert differing_fields(table, build_table(state, GAME.components)) == [], str(move)
            assert table.points() == GAME.current_scores(state)
            endings.add(state.ending)
    assert endings >= {"open", "last_turn"}
    assert options != BASE or "locked" in endings


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_moves_are_legal_and_so_is_how_they_go_on(level: Level, options: LofotenOptions) -> None:
    for state, seat in sample_positions(options, every=170 if level == "captain" else 25):
        idea = choose(GAME, state, seat, level=level, salt="salt")
        for move in (idea.move, *idea.continuation):
            assert move in GAME.legal(state, seat)
            state = GAME.apply(state, seat, cast(LofotenMove, move)).state


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_seat_may_not_know_makes_no_difference(level: Level) -> None:
    for state, seat in sample_positions(MODULES, every=230 if level == "captain" else 40):
        other = GAME.reshuffle(state, seat, b"another deal")
        first, second = (choose(GAME, each, seat, level=level, salt="salt") for each in (state, other))
        assert first == second


@pytest.mark.parametrize("options", TABLES)
def test_games_among_beginners_come_to_an_end(options: LofotenOptions) -> None:
    for number in range(2):
        state = deal(options, number)
        plies = 0
        while owing := GAME.to_act(state):
            state = GAME.apply(
                state, min(owing), choose_move(state, min(owing), "apprentice", f"{number} {plies}")
            ).state
            plies += 1
            assert plies < A_GAME


def test_a_sailor_beats_one_who_looks_at_single_moves() -> None:
    won = 0
    for number in range(3):
        state, random = deal(BASE, number // 2), Random(number)
        while owing := GAME.to_act(state):
            seat = min(owing)
            move = choose_move(state, seat, "sailor") if seat == number % 2 else greedy(state, seat, random)
            state = GAME.apply(state, seat, move).state
        outcome = final_outcome(GAME, state)
        won += outcome.ranking[0] == (number % 2,)
    assert won >= 2


def random_tables() -> Iterator[Table]:
    """Yield the table at every tenth ply of random games with all modules."""
    rng = Random("tables")
    for number in range(6):
        for ply in islice(random_plies(GAME, deal(MODULES, number), rng, A_GAME), 0, None, 10):
            yield build_table(ply.before, GAME.components)


def mirrored(table: Table) -> Table:
    """Return the table as the rival sees it: seats exchanged, the market from the other end."""
    other = table.copy()
    other.active = 1 - table.active
    other.coins = table.coins[::-1]
    other.wheels = table.wheels[::-1]
    other.zones = [4 - zone for zone in reversed(table.zones)]
    other.market = table.market[::-1]
    other.warehouses = tuple(each._replace(sides=each.sides[::-1]) for each in table.warehouses)
    other.alliances = tuple(
        each if each.owner is None else each._replace(owner=1 - each.owner) for each in table.alliances
    )
    return other


def test_both_seats_are_evaluated_alike() -> None:
    for table in random_tables():
        lead, variance = evaluate(table)
        assert evaluate(mirrored(table)) == pytest.approx((-lead, variance))


def improvements(table: Table) -> Iterator[Table]:
    """Yield tables on which seat 0 has one good thing more."""
    richer = table.copy()
    richer.coins[0] += 1
    yield richer
    for place, ship in enumerate(table.wheels[0]):
        better_ships = [] if ship.upgraded else [ship._replace(upgraded=True)]
        if ship.order is not None and not ship.load:
            better_ships.append(ship._replace(load=(Tile(ship.order.good, 2),)))
        for better in better_ships:
            further = table.copy()
            further.wheels[0] = (*table.wheels[0][:place], better, *table.wheels[0][place + 1 :])
            yield further
    for index, warehouse in enumerate(table.warehouses):
        if warehouse.good is not None:
            ours, theirs = warehouse.sides
            shown = "".join(tile.shown for tile in ours)
            missing = "".join(shield for shield in SHIELDS if shield not in shown)
            if warehouse.card == "three_crests" and not missing:
                continue
            stored = warehouse._replace(sides=((*ours, Tile(warehouse.good, 2, missing[:1])), theirs))
            further = table.copy()
            further.warehouses = (*table.warehouses[:index], stored, *table.warehouses[index + 1 :])
            yield further


def test_more_of_a_good_thing_is_worth_more() -> None:
    weights = replace(WEIGHTS, stored=0.0)  # Tiles are worth what they do in their warehouse.
    for table in random_tables():
        if table.stage == "last_unload":
            continue  # Coins are no longer worth anything.
        lead, _ = evaluate(table, weights)
        for better in improvements(table):
            assert evaluate(better, weights)[0] > lead


def test_choices_outside_of_actions_are_the_legal_moves_but_purchases() -> None:
    phases, rng, purchases = set(), Random("choices"), {BUY_STEP, BUY_HAND, BUY_TURN}

    def claim_if_possible(state: State, seat: int) -> LofotenMove:
        moves = [move for move in GAME.legal(state, seat) if move not in purchases]
        return next((move for move in moves if move in CLAIM.values()), rng.choice(moves))

    for jarl in ("bergljot", "ingrid"):
        state = deal(MODULES, 3)
        wish = Alliance(jarl, GAME.components.jarls.strength(jarl), Demand("own_coins", 1))
        rich = tuple(player._replace(coins=4) for player in state.players)
        state = replace(state, players=(rich[0], rich[1]), reserve=0, alliances=(wish,))
        for ply in plies(GAME, state, claim_if_possible, A_GAME):
            if ply.before.phase not in ("action", "steps", "effect", "load"):
                phases.add(ply.before.phase)
                moves = GAME.legal(ply.before, min(GAME.to_act(ply.before)))
                expected = set(moves) - purchases - {NOTHING_MORE}
                assert set(choices(build_table(ply.before, GAME.components))) == expected, ply.before.phase
    assert phases >= {"draw", "upkeep", "store", "turn_end", "take", "bind"}


def with_fleet(state: State, seat: int, fleet: Fleet, hand: tuple[Card, ...]) -> State:
    player = state.players[seat]._replace(fleet=fleet, hand=hand, coins=0)
    return replace(state, players=state.players_with(seat, player))


def with_stored(state: State, *sides: tuple[Good | None, tuple[Tile, ...], tuple[Tile, ...]]) -> State:
    warehouses = [
        Warehouse(warehouse.card, points, good, (first, second))
        for warehouse, points, (good, first, second) in zip(
            state.warehouses, (11, 8, 5, 4), sides, strict=True
        )
    ]
    return replace(state, warehouses=tuple(warehouses))


def last_turn_state() -> State:
    """The second player's last turn: a load of mead beside the dock would win the game."""
    state = deal(BASE, 7)
    mead, fish = Tile("mead", 3), Tile("fish", 2)
    loaded = Ship("a", Card("mead", 1), (mead,))
    more = Ship("b", Card("fish", 1), (fish,))
    idle = (Card("sheep", 1), Card("coffer", 1), Card("sheep", 2))
    state = with_fleet(state, 1, Fleet(2, more, loaded, Ship("c"), Ship("d")), idle)
    state = with_fleet(state, 0, Fleet(2, Ship("a"), Ship("b"), Ship("c"), Ship("d")), idle)
    state = with_stored(
        state,
        ("mead", (Tile("mead", 2),), (Tile("mead", 1),)),
        ("fish", (Tile("fish", 1),), ()),
        ("sheep", (Tile("sheep", 1),), ()),
        ("coffer", (), ()),
    )
    return replace(state, active=1, ending="last_turn", stacks=(Stack(()), Stack(())))


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_turn_brings_home_what_wins(level: Level) -> None:
    """One load at the dock and one for nothing at the end win both warehouses."""
    *_, last = plies(GAME, last_turn_state(), lambda state, seat: choose_move(state, seat, level), 12)
    outcome = final_outcome(GAME, last.step.state)
    assert outcome.ranking[0] == (1,)


@pytest.mark.parametrize("level", LEVELS)
def test_the_first_of_a_good_goes_where_it_is_worth_most(level: Level) -> None:
    state = deal(BASE, 7)
    loaded = Ship("a", Card("mead", 1), (Tile("mead", 3),))
    hand = (Card("sheep", 1), Card("coffer", 1), Card("sheep", 2))
    state = with_fleet(state, 0, Fleet(2, Ship("b"), loaded, Ship("c"), Ship("d")), hand)
    nothing = (None, (), ())
    state = with_stored(state, nothing, nothing, nothing, nothing)
    for move in ("side right", "turn"):
        state = GAME.apply(state, 0, GAME.parse(move)).state
    idea = choose(GAME, state, 0, level=level, salt="salt")
    assert str(idea.move) == "store 1"
    assert explain(GAME, state, 0, (idea.move,), salt="salt").key == "opens"


@pytest.mark.parametrize("level", ["sailor", "captain"])
def test_a_tile_the_rival_is_about_to_load_is_removed(level: Level) -> None:
    """The rival is one step from the three fish that would take the best warehouse."""
    state = deal(BASE, 7)
    waiting = Ship("a", Card("fish", 1))
    hand = (Card("sheep", 1), Card("mead", 1), Card("sheep", 1))
    state = with_fleet(state, 0, Fleet(0, Ship("a"), Ship("b"), Ship("c"), Ship("d")), hand)
    state = with_fleet(state, 1, Fleet(3, waiting, Ship("b"), Ship("c"), Ship("d")), hand)
    state = with_stored(
        state,
        ("fish", (Tile("fish", 2),), (Tile("fish", 1),)),
        ("mead", (), ()),
        ("sheep", (), ()),
        ("coffer", (), ()),
    )
    goods: tuple[Good, ...] = ("mead", "sheep", "sheep", "coffer", "fish")
    market = tuple(Tile(good, 3 if good == "fish" else 1) for good in goods)
    state = GAME.apply(replace(state, market=market), 0, GAME.parse("centre")).state
    idea = choose(GAME, state, 0, level=level, salt="salt")
    assert str(idea.move) == "remove e"
    assert explain(GAME, state, 0, (idea.move,), salt="salt").key == "denies"


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_free_ship_is_not_sent_for_what_only_the_rival_could_uncover(level: Level) -> None:
    """Else the game would stand still for as long as the rival likes."""
    waiting = [Ship(key, Card("fish", 1)) for key in "abc"]
    hand = (Card("sheep", 1), Card("fish", 3), Card("sheep", 1))
    state = with_fleet(deal(BASE, 7), 0, Fleet(2, waiting[0], waiting[1], Ship("d"), waiting[2]), hand)
    goods: tuple[Good, ...] = ("mead", "sheep", "sheep", "coffer", "mead")
    covered = Stack((Tile("fish", 2), Tile("fish", 3), Tile("mead", 1)))
    state = replace(state, market=tuple(Tile(good, 2) for good in goods), stacks=(covered, covered))
    assert "centre" in map(str, GAME.legal(state, 0))
    assert str(choose_move(state, 0, level)) != "centre"


def test_chances_follow_the_game() -> None:
    ai = ai_for(GAME)
    start = ai.win_probabilities(deal(BASE, 1), Random(1))
    assert sum(start) == pytest.approx(1)
    assert 0.3 < start[0] < 0.7
    ahead = with_stored(
        deal(BASE, 1),
        ("mead", (Tile("mead", 3),) * 3, ()),
        ("fish", (Tile("fish", 3),) * 3, ()),
        ("sheep", (), ()),
        ("coffer", (), ()),
    )
    assert ai.win_probabilities(ahead, Random(1))[0] > 0.85
