"""Plans, draft and attacks of Shipwrights on small boards whose right answer follows from the rules."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from opponents import LEVELS, Level
from opponents.reasons import play_line
from opponents.shipwrights import create_ai
from opponents.shipwrights.ai import MAX_DEFICIT, MAX_PLANS, Candidate, common_first_move, log_odds
from opponents.shipwrights.attacks import ATTACKERS, after_mercenary, attack_results
from opponents.shipwrights.draft import DENIAL_WEIGHT
from opponents.shipwrights.evaluation import probability
from opponents.shipwrights.plans import Plan, draw_call
from opponents.shipwrights.simulator import Table, goods_to_keep
from opponents.shipwrights.weights import FEATURES, WEIGHTS
from rules.shipwrights.moves import CALL, END, ShipwrightsMove, sage
from rules.shipwrights.pieces import BUILDINGS, CRAFTSMEN, KINDS, SHIPS, TOOLS, Card, Goods
from rules.shipwrights.state import Held, Player, State
from tests.rules.shipwrights.notation import play
from tests.rules.shipwrights.states import COMPONENTS, GAME, board, table

AI = create_ai(GAME)
EVALUATOR = AI.planner.evaluator
FACES = COMPONENTS.faces


def plans_for(state: State) -> list[Plan]:
    light = Table(AI.planner, AI.draft, state, Random(0))
    return AI.planner.plans(state.players, light.turn_context(state.active))


def most_ships(state: State) -> int:
    """Return the largest fleet that a plan reaches, after playing that plan by the rules."""
    plan = max(plans_for(state), key=lambda each: len(each.players[0].fleet))
    *moves, end = plan.moves
    assert end == END
    for move in moves:
        assert move in GAME.legal(state, 0)
        state = GAME.apply(state, 0, move).state
    assert state.players[0]._replace(hand=()) == plan.players[0]
    return len(plan.players[0].fleet)


SKUTE: dict[str, Any] = {"gold": 1, "workers": 1, "mill": (1, 1, 1), "workshops": "skute -"}
"""A skute takes one of everything and a blacksmith. A purchase takes two gold and two workers, and gives
two oak, three wool or one iron."""


@pytest.mark.parametrize(
    ("ships", "changes"),
    [
        (1, {"craftsmen": "blacksmith"}),
        (1, {"hand": "blacksmith"}),
        (0, {"craftsmen": "carpenter"}),
        (0, {"craftsmen": "blacksmith", "gold": 0}),
        (0, {"craftsmen": "blacksmith", "workers": 0}),
        (0, {"craftsmen": "blacksmith", "mill": (1, 1, 0)}),
        (1, {"workshops": "- -", "hand": "skute blacksmith"}),
        (1, {"workshops": "knarr -", "hand": "skute blacksmith"}),
        (0, {"workshops": "knarr karve", "hand": "skute blacksmith"}),
        (1, {"hand": "blacksmith", "mill": (1, 1, 0), "gold": 3, "workers": 3}),
        (0, {"hand": "blacksmith", "mill": (1, 1, 0), "gold": 2, "workers": 3}),
        (0, {"hand": "blacksmith", "mill": (1, 1, 0), "gold": 3, "workers": 2}),
        (1, {"hand": "blacksmith", "mill": (0, 1, 0), "gold": 5, "workers": 5}),
        (1, {"hand": "blacksmith", "mill": (0, 0, 0), "gold": 7, "workers": 7}),
        (1, {"hand": "blacksmith king", "gold": 0}),
        (1, {"hand": "blacksmith queen", "gold": 0}),
        (1, {"hand": "blacksmith navigator", "gold": 0}),
        (1, {"hand": "blacksmith mercenary", "gold": 0}),
        (1, {"hand": "blacksmith king", "mill": (1, 1, 0), "gold": 0, "workers": 3}),
        (1, {"hand": "blacksmith labourer", "workers": 0}),
        (1, {"hand": "blacksmith beggar", "workers": 0, "mill": (1, 1, 0)}),
        (1, {"hand": "blacksmith merchant", "mill": (1, 0, 0)}),
        (0, {"hand": "blacksmith merchant", "mill": (0, 0, 0)}),
        (1, {"hand": "blacksmith trader", "mill": (3, 0, 0)}),
        (1, {"hand": "blacksmith trader", "mill": (4, 0, 0), "workers": 0}),
        (0, {"hand": "blacksmith trader", "mill": (3, 0, 0), "workers": 0}),
        (1, {"hand": "blacksmith trader", "mill": (1, 1, 0), "workers": 2}),
        (1, {"craftsmen": "blacksmith", "mill": (1, 1, 0), "tool": "smelting_furnace"}),
        (1, {"craftsmen": "blacksmith", "mill": (0, 1, 1), "tool": "bow_saw"}),
        (0, {"craftsmen": "blacksmith", "mill": (1, 1, 0), "tool": "bow_saw"}),
        (1, {"hand": "blacksmith smelting_furnace", "mill": (1, 1, 0), "gold": 4}),
        (0, {"hand": "blacksmith smelting_furnace", "mill": (1, 1, 0), "gold": 3}),
        (2, {"hand": "blacksmith oarmaker", "workshops": "skute ferje", "mill": (3, 2, 1), "gold": 2,
             "workers": 2}),
        (1, {"hand": "blacksmith oarmaker", "workshops": "skute ferje", "mill": (3, 2, 1), "gold": 2}),
        (2, {"hand": "blacksmith oarmaker ferje", "workshops": "skute knarr", "mill": (3, 2, 1), "gold": 2,
             "workers": 2}),
        (1, {"craftsmen": "blacksmith woodcarver", "workshops": "skute skeid", "mill": (3, 3, 2), "gold": 9,
             "workers": 8}),
        (2, {"craftsmen": "blacksmith oarmaker", "workshops": "skute ferje", "mill": (3, 2, 0), "gold": 2,
             "workers": 2, "tool": "smelting_furnace"}),
    ],
)  # fmt: skip
def test_a_ship_is_finished_if_that_is_possible(ships: int, changes: dict[str, Any]) -> None:
    assert most_ships(table(board(**SKUTE | changes), board())) == ships


@pytest.mark.parametrize("cart", [0, 1])
def test_a_cart_brings_one_more_of_what_is_bought(cart: int) -> None:
    """One purchase of iron is two with the cart, and a second purchase is too expensive."""
    yard = board(
        gold=6, workers=4, mill=(3, 1, 0), workshops="sud -", craftsmen="oarmaker ropemaker sailmaker",
        tool="trade_cart" if cart else None, cart=(0, 0, cart),
    )  # fmt: skip
    assert most_ships(table(yard, board())) == cart


def test_nothing_is_bought_where_no_price_is_known() -> None:
    state = replace(table(board(gold=9, workers=8, workshops="skute -"), board()), deck=(), backs=())
    assert all(move.kind != "buy" for plan in plans_for(state) for move in plan.moves)


@pytest.mark.parametrize(("limit", "hand"), [(2, "church long_house treasury"), (1, "church church")])
def test_up_to_two_different_buildings_are_built(limit: int, hand: str) -> None:
    plans = plans_for(table(board(gold=12, workers=8, hand=hand), board()))
    assert max(len(plan.players[0].buildings) for plan in plans) == limit


def test_craftsmen_are_hired_for_ships_and_leave_room_for_those_still_missing() -> None:
    state = table(board(workshops="drakkar -", hand="blacksmith carpenter ropemaker"), board())
    best = plans_for(state)[0].players[0].craftsmen
    assert {"blacksmith", "ropemaker"} <= set(best)
    crowded = board(workshops="drakkar -", craftsmen="carpenter carpenter", hand="carpenter sailmaker")
    assert plans_for(table(crowded, board()))[0].players[0].craftsmen == ("carpenter", "carpenter")
    full = board(workshops="skute -", craftsmen="carpenter " * 4, hand="blacksmith")
    assert len(plans_for(table(full, board()))[0].players[0].craftsmen) == 4


PLAYED: dict[str, str] = {"ship": "lay", "craftsman": "hire", "tool": "tool", "building": "build"}


@pytest.mark.parametrize("card", [*SHIPS, *CRAFTSMEN, *TOOLS, *BUILDINGS])
@pytest.mark.parametrize("workshops", ["- -", "knarr -", "- knarr"])
def test_a_card_in_the_draft_has_the_effect_of_the_rules(card: Card, workshops: str) -> None:
    yard = board(gold=9, workers=6, workshops=workshops, tool="bow_saw")
    held = yard._replace(hand=(Held(card, 0),))
    after = play(table(held, board()), f"{PLAYED[KINDS[card]]} {card}").players[0]
    assert AI.draft.board_with(yard, card, 0) == after


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("card", ["king", "queen", "navigator", "labourer"])
def test_a_villager_in_the_draft_has_the_effect_of_the_rules(card: Card, place: int) -> None:
    for gold in (5, 11):
        yard = board(gold=gold)
        boards = [board(), board()]
        boards[place] = yard._replace(hand=(Held(card, 0),))
        after = play(table(*boards, active=place), f"call {card}").players[place]
        assert AI.draft.board_with(yard, card, place)._replace(hand=()) == after._replace(hand=())


def test_resources_in_the_draft_are_those_a_ship_waits_for() -> None:
    yard = board(workers=1, workshops="skeid -", mill=(2, 1, 0))
    assert AI.draft.board_with(yard, "beggar", 0).workers == 2
    assert AI.draft.board_with(yard, "beggar", 0).mill.total == 4
    assert AI.draft.board_with(yard, "merchant", 0).mill == (2, 2, 1)


@pytest.mark.parametrize(
    ("card", "changes"),
    [
        ("skute", {"workshops": "knarr karve"}),
        ("church", {"gold": 5}),
        ("church", {"gold": 9, "workers": 0}),
        ("church", {"gold": 9, "buildings": "church"}),
        ("bow_saw", {"gold": 3}),
    ],
)
def test_a_card_that_cannot_be_played_changes_nothing(card: Card, changes: dict[str, Any]) -> None:
    yard = board(**changes)
    assert AI.draft.board_with(yard, card, 0) == yard


def gain(card: Card, *boards: Player, seat: int = 0) -> float:
    return AI.draft.gain(boards, seat, card, 0)[0]


def test_cards_are_worth_what_they_change() -> None:
    waiting, idle = board(workshops="skute -", mill=(1, 1, 1)), board()
    assert gain("blacksmith", waiting, idle) > gain("carpenter", waiting, idle)
    assert gain("king", idle, idle) > gain("queen", idle, idle) > 0
    assert 0 < gain("skute", board(workshops="knarr karve"), idle) < gain("skute", idle, idle)
    assert gain("church", board(gold=1), idle) == 0


def test_an_attack_is_worth_what_it_takes_from_a_rival() -> None:
    me, rich = board(), board(gold=9, mill=(3, 3, 2), workshops="skute -", craftsmen="blacksmith")
    poor = board(gold=0, workers=3)
    for card in ("assassin", "barbarian", "conspirator", "thief", "raider"):
        assert gain(card, me, rich) > 0
        assert gain(card, me, poor) == 0, "nothing to take"
        assert gain(card, me, rich._replace(watchmen=1)) == 0
        assert AI.draft.gain((me, rich), 0, card, 0)[1] == me
    assert gain("assassin", me, rich, poor) == pytest.approx(gain("assassin", me, rich) / 2), "a rival of two"
    assert gain("conspirator", me, rich) > gain("assassin", me, rich)


def picked(cards: list[Card], rival: Player, *, seat: int = 0, seats: int = 2) -> Card:
    boards = [board(), rival, *[board()] * (seats - 2)]
    if seat:
        boards = [rival, board()]
    light = Table(AI.planner, AI.draft, table(*boards, active=seat), Random(0))
    return AI.draft.pick(boards, light.turn_context(seat), cards)


def test_of_equal_cards_the_one_the_next_player_waits_for_is_kept() -> None:
    """The last to pick passes nothing on."""
    rival = board(workshops="snekke -", mill=(2, 2, 2), craftsmen="sailmaker")
    assert picked(["carpenter", "woodcarver"], rival) == "woodcarver"
    assert picked(["woodcarver", "carpenter"], rival) == "woodcarver"
    assert picked(["carpenter", "woodcarver"], rival, seat=1) == "carpenter"
    assert picked(["carpenter", "woodcarver", "woodcarver"], rival) == "carpenter", "another is passed on"
    assert picked(["carpenter", "woodcarver"], board()) == "carpenter"


def test_picks_stay_on_the_board_that_they_are_added_to() -> None:
    boards = [board(workshops="skute -"), board()]
    light = Table(AI.planner, AI.draft, table(*boards), Random(0))
    assert AI.draft.pick(boards, light.turn_context(0), ["carpenter", "blacksmith"]) == "blacksmith"
    assert boards[0].craftsmen == ("blacksmith",)


@pytest.mark.parametrize("card", ATTACKERS)
def test_attacks_are_those_of_the_rules_with_their_results(card: Card) -> None:
    me = board(gold=6, mill=(1, 0, 1), workshops="karve -", craftsmen="sailmaker", hand=f"{card} king")
    one = board(
        gold=2,
        mill=(2, 1, 0),
        workshops="skute ferje",
        craftsmen="blacksmith carpenter carpenter",
        tool="bow_saw",
    )
    two = board(gold=7, mill=(0, 0, 1), workshops="- snekke", tool="trade_cart", cart=(1, 0, 1))
    guarded = one._replace(watchmen=1)
    for others in ((one, two), (guarded, two), (board(), board())):
        state = table(me, *others)
        found = {move: players for players, move in attack_results(state.players, 0, card, COMPONENTS)}
        assert set(found) == {move for move in GAME.legal(state, 0) if move.kind == card}
        for move, players in found.items():
            assert GAME.apply(state, 0, move).state.players == players
    assert found == {} or card in ("assassin", "barbarian"), "these can strike the own board"
    poor = table(me._replace(gold=4), one, two)
    assert bool([*attack_results(poor.players, 0, card, COMPONENTS)]) is (card != "berserker")
    full = table(me._replace(craftsmen=("carpenter",) * 4), one, two)
    assert bool([*attack_results(full.players, 0, card, COMPONENTS)]) is (card != "conspirator")
    assert not [*attack_results(state.players, 0, "king", COMPONENTS)]


def test_a_mercenary_costs_all_but_the_guarded_gold() -> None:
    state = table(board(hand="mercenary"), board(gold=1), board(gold=9), board(gold=9, watchmen=1))
    after = play(state, "call mercenary").players
    assert after_mercenary(state.players, 0, COMPONENTS)[1:] == after[1:]
    plan = plans_for(state)[0]
    assert plan.players == after


def test_those_who_guard_and_go_first_are_called() -> None:
    state = table(board(hand="watchman pioneer"), board())
    plan = plans_for(state)[0]
    assert {CALL["watchman"], CALL["pioneer"]} <= set(plan.moves)
    assert (plan.players[0].watchmen, plan.players[0].pioneers) == (1, 1)
    light = Table(AI.planner, AI.draft, state, Random(0))
    light.play_plan(0, plan)
    assert light.tomorrow == 0


def test_new_cards_are_drawn_for_those_of_no_use() -> None:
    plan = Plan((END,), (), 0.0, ("church", "king", "sage"))
    assert draw_call(plan, ("sage", "chieftain")) == CALL["chieftain"]
    assert draw_call(plan, ("sage", "church", "king")) == sage("church", "king")
    assert draw_call(plan, ("sage", "church", "skute")) == sage("church")
    assert draw_call(plan, ("sage", "skute")) is None
    assert draw_call(plan, ("church", "king")) is None
    assert draw_call(Plan((END,), (), 0.0, ("king", "sage")), ("sage", "king", "king")) == sage("king")


def test_goods_that_ships_need_stay_in_the_mill() -> None:
    """As many as fit; of the others a mix."""
    for mill, capacity in product([(4, 4, 4), (6, 1, 2), (0, 7, 3), (2, 9, 0)], (3, 5, 8)):
        player = board(mill=mill, workshops="skeid -")
        kept = goods_to_keep(AI.planner, player, capacity)
        need = FACES["skeid"].goods

        def useful(goods: Goods, need: Goods = need) -> int:
            return sum(min(has, wanted) for has, wanted in zip(goods, need, strict=True))

        ways = [
            Goods(*kinds)
            for kinds in product(*(range(amount + 1) for amount in mill))
            if sum(kinds) == min(capacity, sum(mill))
        ]
        assert kept in ways
        assert useful(kept) == max(map(useful, ways))
    assert goods_to_keep(AI.planner, board(mill=(5, 4, 2)), 6) == (2, 2, 2)
    assert goods_to_keep(AI.planner, board(mill=(1, 1, 1)), 6) == (1, 1, 1)


def night_features(player: Player) -> dict[str, float]:
    values = EVALUATOR.features(player, first=False, waits=False, rivals=0)
    return dict(zip(FEATURES, map(float, values), strict=True))


@pytest.mark.parametrize(
    "player",
    [
        board(),
        board(gold=11, workers=7),
        board(gold=3, workers=2, fleet="ferje karve", mill=(1, 1, 0)),
        board(gold=6, workers=1, fleet="skeid busse", buildings="church treasury"),
        board(
            gold=2, workers=1, fleet="knarr drakkar sud", buildings="boat_house market_hall", mill=(2, 2, 2)
        ),
        board(gold=12, workers=8, fleet="byrding knarr busse", buildings="market_hall", tool="bow_saw"),
    ],
)
def test_a_board_is_seen_as_it_will_be_after_the_night(player: Player) -> None:
    found = night_features(player)
    state = play(table(player, board()), "end", "end")
    after = state.players[0]
    faces = [FACES[ship] for ship in player.fleet]
    assert (found["gold"], found["workers"]) == (after.gold, after.workers)
    assert found["purse"] == min(5, after.gold)
    bonus = COMPONENTS.end.military_bonus if any(face.military for face in faces) else 0
    assert found["points"] + bonus == GAME.current_scores(state)[0]
    assert found["bonus"] == bonus
    assert found["ships"] == len(faces)
    assert found["nearly"] == (len(faces) == 3)
    assert found["military"] == sum(face.military for face in faces)
    again = play(table(player._replace(gold=0, workers=0), board()), "end", "end").players[0]
    assert found["daily_workers"] == again.workers
    assert found["daily_gold"] == again.gold
    assert found["counting"] == sum(
        each in ("treasury", "boat_house", "market_hall") for each in player.buildings
    )
    assert found["tool"] == (player.tool is not None)


@pytest.mark.parametrize(("own", "rivals", "share"), [(2, 1, 1), (2, 2, 0.7), (2, 3, 0), (0, 0, 0)])
def test_the_bonus_is_shared_or_lost_to_stronger_fleets(own: int, rivals: int, share: float) -> None:
    player = board(fleet="snekke" if own else "")
    values = EVALUATOR.features(player, first=True, waits=True, rivals=rivals)
    found = dict(zip(FEATURES, values, strict=True))
    assert found["bonus"] == pytest.approx(share * COMPONENTS.end.military_bonus)
    assert (found["first"], found["waits"]) == (True, True)


def test_the_workshops_count_what_their_ships_need() -> None:
    player = board(
        workshops="skeid snekke", craftsmen="woodcarver blacksmith carpenter", mill=(2, 5, 1), tool="bow_saw",
    )  # fmt: skip
    found = night_features(player)
    faces = [FACES["skeid"], FACES["snekke"]]
    assert found["laid"] == 2
    assert found["laid_points"] == sum(face.points for face in faces)
    assert found["laid_military"] == sum(face.military for face in faces)
    assert found["laid_income"] == sum(2 * face.daily_workers + face.daily_gold for face in faces)
    wanted = Counter(name for face in faces for name in face.craftsmen)
    matched = (wanted & Counter(player.craftsmen)).total()
    assert (found["matched"], found["spare_craftsmen"]) == (matched, 3 - matched)
    assert found["crowded"] == wanted.total() - matched - 1, "one place is free"
    assert found["manned"] == 1
    assert found["spared"] == max(face.goods.oak for face in faces)
    oak = sum(face.goods.oak for face in faces) - found["spared"]
    wool, iron = sum(face.goods.wool for face in faces), sum(face.goods.iron for face in faces)
    assert found["useful_goods"] == min(2, oak) + min(5, wool) + min(1, iron)
    assert found["spare_goods"] == min(3, 8 - found["useful_goods"])
    cart = night_features(board(tool="trade_cart", cart=(1, 0, 1)))
    assert (cart["tool"], cart["spared"]) == (1, 2)
    assert night_features(board(mill=(4, 3, 3), fleet="snekke karve"))["spare_goods"] == 3
    small = night_features(board(mill=(4, 3, 3), workshops="skeid -", fleet="snekke karve"))
    assert small["spare_goods"] == COMPONENTS.board.resources - 2 - small["useful_goods"]


@pytest.mark.parametrize(
    ("changes", "ready"),
    [
        ({}, 1),
        ({"mill": (1, 1, 0)}, 0),
        ({"craftsmen": "carpenter"}, 0),
        ({"gold": 0, "workers": 0, "fleet": ""}, 0),
        ({"gold": 0, "workers": 1}, 1),
        ({"gold": 1, "workers": 0}, 1),
    ],
)
def test_a_ship_is_ready_if_it_can_be_finished_tomorrow(changes: dict[str, Any], ready: int) -> None:
    player = board(
        **{"gold": 1, "workers": 1, "mill": (1, 1, 1), "workshops": "skute -", "craftsmen": "blacksmith"}
        | changes
    )
    state = table(player, board(), stage="afternoon")
    after = play(state, "end", "end").players[0]
    tomorrow = table(after._replace(hand=()), board())
    assert any(move.kind == "finish" for move in GAME.legal(tomorrow, 0)) is bool(ready)
    assert night_features(player)["ready"] == ready


def test_who_still_has_a_turn_today_is_the_more_likely_to_win() -> None:
    state = table(board(), board(), board(), active=1)
    before = AI.win_probabilities(state, Random(0))
    ended = AI.win_probabilities(replace(state, stage="dusk"), Random(0))
    assert before[0] < before[1]
    assert ended[1] < before[1]
    morning = AI.win_probabilities(replace(state, stage="morning", active=0, tomorrow=0), Random(0))
    assert morning[1] == morning[2] < morning[0]
    tomorrow = AI.win_probabilities(replace(state, tomorrow=2), Random(0))
    assert tomorrow[2] > before[2]


def test_chances_and_odds_are_each_others_inverse() -> None:
    for chance in (0.01, 0.25, 0.5, 0.9):
        assert probability(log_odds(chance)) == pytest.approx(chance)
    assert 0 < probability(log_odds(0)) < 0.01
    assert 0.99 < probability(log_odds(1)) < 1


def test_a_draw_of_cards_shuffles_the_discards_when_the_deck_is_empty() -> None:
    state = table(board(), board(), deck="king queen sage", discards="church fortress labourer")
    light = Table(AI.planner, AI.draft, state, Random(0))
    assert light.draw(2) == ["sage", "queen"]
    assert (light.deck, light.discards) == (["king"], ["church", "fortress", "labourer"])
    assert light.draw(1) == ["king"]
    assert (sorted(light.deck), light.discards) == (["church", "fortress", "labourer"], [])
    assert len(light.backs) == 3
    assert sorted(light.backs + light.spent) == sorted((*state.backs, *state.spent_backs))
    assert len(light.draw(5)) == 3


def test_the_most_points_win_and_gold_decides_a_tie() -> None:
    fleets = board(fleet="busse skeid knarr ferje", gold=3), board(fleet="busse skeid knarr ferje", gold=2)
    light = Table(AI.planner, AI.draft, table(*fleets), Random(0))
    light.over = True
    assert light.points()[0] == light.points()[1]
    assert light.victory_shares() == [1.0, 0.0]
    light.players[1] = light.players[0]
    assert light.victory_shares() == [0.5, 0.5]
    none = Table(AI.planner, AI.draft, table(board(fleet="ferje"), board()), Random(0))
    assert none.points() == [FACES["ferje"].points, 0], "no bonus without military points"
    none.over = False
    assert sum(none.victory_shares()) == pytest.approx(1)


def test_a_sage_exchanges_what_is_of_no_use() -> None:
    """The cards go to the discards, and as many are drawn."""
    state = table(
        board(gold=0, workers=0, hand="sage fortress church"), board(), deck="king queen labourer carpenter"
    )
    light = Table(AI.planner, AI.draft, state, Random(0))
    light.turn(0)
    assert Counter(light.discards) >= Counter(["sage", "fortress", "church"])
    assert light.deck == ["king", "queen"]


def test_a_chieftain_keeps_one_card_of_two() -> None:
    state = table(board(workshops="skute -", hand="chieftain"), board(), deck="king blacksmith carpenter")
    light = Table(AI.planner, AI.draft, state, Random(0))
    light.turn(0)
    assert Counter(light.discards) == Counter(["chieftain", "carpenter"])
    assert light.players[0].craftsmen == ("blacksmith",)


def test_an_unused_watchman_leaves_before_the_next_turn() -> None:
    light = Table(AI.planner, AI.draft, table(board(watchmen=2), board()), Random(0))
    light.turn(0)
    assert light.players[0].watchmen == 0
    assert light.discards.count("watchman") == 2


def test_a_pair_of_starting_resources_is_chosen_that_builds_ships() -> None:
    moves: list[ShipwrightsMove] = []
    for level in ("apprentice", "sailor", "captain"):
        state = replace(table(stage="stock"), stage="stock")
        moves.append(AI.rank_moves(state, 0, level, Random(0))[0].move)
    needs = Counter(
        {good: sum(getattr(FACES[ship].goods, good) for ship in SHIPS) for good in ("oak", "wool", "iron")}
    )
    assert all(needs.most_common(1)[0][0] in (move.first, move.second) for move in moves)  # type: ignore[union-attr]
    assert str(moves[0]) == "stock oak wool"
    assert str(moves[1]) == str(moves[2]) == "stock oak iron"


def test_what_is_returned_at_dusk_leaves_what_the_ships_need() -> None:
    state = play(table(board(mill=(4, 5, 3), workshops="skeid -"), board()), "end")
    assert state.stage == "dusk"
    while state.stage == "dusk":
        (idea,) = AI.rank_moves(state, 0, "sailor", Random(0))
        state = GAME.apply(state, 0, idea.move).state
    assert state.players[0].returning is not None
    kept = Goods(4, 5, 3).minus(state.players[0].returning)
    assert kept.total == COMPONENTS.board.resources
    assert kept.covers(FACES["skeid"].goods)


def claims_of(state: State, *notations: str) -> dict[str, dict[str, Any]]:
    """Return the values of all claims about moves of the active player, by key."""
    line = play_line(GAME, state, state.active, [GAME.parse(each) for each in notations])
    assert len(line.moves) == len(notations)
    return {each.phrase.key: dict(each.phrase.values) for each in AI.claims(line)}


READY: dict[str, Any] = {"mill": (1, 1, 1), "workshops": "skute -", "craftsmen": "blacksmith"}


@pytest.mark.parametrize(
    ("changes", "moves", "key", "values"),
    [
        (READY, "finish a no board none none", "finish", {"ship": "skute", "points": 1}),
        (READY | {"fleet": "ferje ferje ferje"}, "finish a no board none none", "last_ship",
         {"ship": "skute", "points": 1}),
        ({"workshops": "skute -", "hand": "blacksmith"}, "hire blacksmith", "crew",
         {"card": "blacksmith", "ship": "skute"}),
        ({"workshops": "skute -", "hand": "blacksmith", "craftsmen": "blacksmith"}, "hire blacksmith",
         "crew_later", {"card": "blacksmith"}),
        ({"hand": "skute"}, "lay skute", "lay", {"ship": "skute", "points": 1}),
        ({"gold": 9, "hand": "church"}, "build church", "build", {"card": "church", "points": 2}),
        ({"gold": 9, "hand": "treasury"}, "build treasury", "build_later", {"card": "treasury"}),
        ({"hand": "bow_saw"}, "tool bow_saw", "tool", {"card": "bow_saw"}),
        ({"workshops": "skute -"}, "buy iron no", "goods_for", {"ship": "skute", "good": "iron"}),
        ({"workshops": "skute -", "mill": (0, 0, 1)}, "buy iron no", "goods", {"good": "iron"}),
        ({"hand": "beggar"}, "beggar oak", "goods", {"good": "oak"}),
        ({"hand": "king"}, "call king", "gold", {"card": "king"}),
        ({"hand": "labourer"}, "call labourer", "workers", {"card": "labourer"}),
        ({"hand": "watchman"}, "call watchman", "guard", {}),
        ({"hand": "pioneer"}, "call pioneer", "first", {}),
        ({"hand": "sage king"}, "sage king none", "draw", {}),
        ({"hand": "assassin"}, "assassin 1 carpenter", "strike", {"player": 1}),
        ({"hand": "barbarian"}, "barbarian 1 a", "strike", {"player": 1}),
        ({"hand": "berserker"}, "berserker 1", "strike", {"player": 1}),
        ({"hand": "raider"}, "raider 1", "strike", {"player": 1}),
        ({"hand": "conspirator"}, "conspirator 1 carpenter", "lure", {"player": 1, "card": "carpenter"}),
        ({"hand": "thief"}, "thief 1 wool", "rob", {"player": 1, "good": "wool"}),
        ({"gold": 4, "workers": 2}, "end", "save", {"gold": 4, "workers": 2}),
    ],
)  # fmt: skip
def test_a_move_is_told_by_its_effect(
    changes: dict[str, Any], moves: str, key: str, values: dict[str, Any]
) -> None:
    rival = board(workshops="knarr -", craftsmen="carpenter", tool="bow_saw", mill=(0, 2, 0))
    found = claims_of(table(board(**changes), rival), moves)
    assert found[key] == values
    assert set(found) <= {key, "workers"}, "nothing else but the beggar's hand"


def test_nothing_is_saved_for_tomorrow_on_the_last_day() -> None:
    assert claims_of(table(board(gold=0), board()), "end") == {}
    assert claims_of(table(board(workers=0), board()), "end") == {}
    assert claims_of(table(board(), board(fleet="ferje ferje ferje skute")), "end") == {}


@pytest.mark.parametrize(
    ("card", "key", "values"),
    [
        ("blacksmith", "crew", {"card": "blacksmith", "ship": "skute"}),
        ("carpenter", "crew_later", {"card": "carpenter"}),
        ("knarr", "lay", {"ship": "knarr", "points": 2}),
        ("church", "build", {"card": "church", "points": 2}),
        ("bow_saw", "tool", {"card": "bow_saw"}),
        ("king", "gold", {"card": "king"}),
        ("labourer", "workers", {"card": "labourer"}),
        ("sage", "use", {"card": "sage"}),
    ],
)
def test_a_drafted_card_is_told_by_its_use(card: Card, key: str, values: dict[str, Any]) -> None:
    """And that the next player, who waits for it, does not get it."""
    own, rival = board(workshops="skute -"), board(workshops="snekke -", craftsmen="woodcarver")
    sets = ((card, "woodcarver", "sailmaker"),) * 3
    state = replace(table(own, rival, stage="morning"), sets=sets)
    assert claims_of(state, f"pick {card}") == {key: values}
    denied = claims_of(state, "pick sailmaker")
    assert denied["deny"] == {"card": "sailmaker", "player": 1}
    assert "deny" not in claims_of(state, "pick woodcarver"), "there is one already"
    chosen = rival._replace(hand=(Held("king", 0),))
    later = replace(state, first=1, players=(own, chosen))
    assert "deny" not in claims_of(later, "pick sailmaker"), "the next player has picked"


def morning(*boards: Player, cards: str, first: int = 0) -> State:
    return replace(table(*boards, stage="morning", first=first), sets=(tuple(cards.split()),) * 3)  # type: ignore[arg-type]


def values_of(candidates: list[Candidate]) -> dict[str, float]:
    return {getattr(each.move, "card", str(each.move)): each.value for each in candidates}


def test_each_card_of_a_set_is_considered_once() -> None:
    state = morning(
        board(workshops="skute -", mill=(1, 1, 1)), board(), cards="carpenter blacksmith blacksmith"
    )
    for level in LEVELS[:2]:
        ideas = AI.rank_moves(state, 0, level, Random(0))
        assert [str(idea.move) for idea in ideas] == ["pick blacksmith", "pick carpenter"]
        assert ideas[0].value == 0 > ideas[1].value


def test_only_a_captain_counts_what_is_passed_on() -> None:
    """And nobody who is the last to see the set."""
    rival = board(workshops="snekke -", mill=(2, 2, 2), craftsmen="sailmaker")
    state = morning(board(), rival, cards="carpenter woodcarver")
    sailor, captain = (values_of(AI._pick_candidates(state, 0, level)) for level in LEVELS[1:])
    assert captain["woodcarver"] - captain["carpenter"] > sailor["woodcarver"] - sailor["carpenter"]
    wanted = AI.draft.gain(state.players, 1, "woodcarver", 1)[0]
    assert sailor["carpenter"] - captain["carpenter"] == pytest.approx(DENIAL_WEIGHT * wanted)
    last = morning(board(), rival, cards="carpenter woodcarver", first=1)
    assert values_of(AI._pick_candidates(last, 0, "captain")) == values_of(
        AI._pick_candidates(last, 0, "sailor")
    )
    third = morning(board(), rival, board(), cards="carpenter woodcarver")
    among, alone = (values_of(AI._pick_candidates(third, 0, level)) for level in LEVELS[:0:-1])
    assert alone["carpenter"] - among["carpenter"] == pytest.approx(DENIAL_WEIGHT / 2 * wanted, rel=0.2)


def test_of_two_drawn_cards_the_one_in_need_is_kept() -> None:
    yard = board(workshops="skute -", mill=(1, 1, 1), gold=1, workers=1)
    state = replace(table(yard, board()), stage="chieftain", drawn=("carpenter", "blacksmith"))
    for level in LEVELS:
        best, other = AI.rank_moves(state, 0, level, Random(0))
        assert (str(best.move), str(other.move)) == ("keep blacksmith", "keep carpenter")
        assert best.value > other.value
    candidates = AI._keep_candidates(state, 0, "captain")
    assert AI._rank_by_playouts(state, 0, candidates, Random(0)) is candidates, "nothing is played out"


@pytest.mark.parametrize(
    ("mill", "swaps", "move"),
    [
        ((2, 1, 0), 3, "swap oak iron"),
        ((1, 1, 1), 2, "enough"),
        ((3, 0, 0), 2, "swap oak"),
    ],
)
def test_a_trader_is_used_as_long_as_it_helps(mill: tuple[int, int, int], swaps: int, move: str) -> None:
    yard = board(workshops="skute -", mill=mill, gold=1, workers=1, craftsmen="blacksmith")
    state = replace(table(yard, board()), stage="trader", swaps=swaps)
    for level in LEVELS[1:]:
        (idea,) = AI.rank_moves(state, 0, level, Random(0))
        assert idea.move in GAME.legal(state, 0)
        assert str(idea.move).startswith(move)


@pytest.mark.parametrize("level", LEVELS)
def test_new_cards_are_drawn_before_anything_else(level: Level) -> None:
    chieftain = table(board(hand="chieftain skute"), board())
    (idea,) = AI.rank_moves(chieftain, 0, level, Random(0))
    assert idea.move == CALL["chieftain"]
    sage_state = table(board(gold=0, workers=0, hand="sage fortress"), board())
    (idea,) = AI.rank_moves(sage_state, 0, level, Random(0))
    assert idea.move == sage("fortress")


def test_a_turn_is_planned_with_what_the_seat_knows() -> None:
    state = table(board(), board(), board(), active=1)
    context = AI._turn_context(state, 1)
    assert (context.seat, context.turn_index, context.first_tomorrow) == (1, 1, 1)
    assert context.price == COMPONENTS.backs[0].gives
    assert context.still_to_play == (False, False, True)
    pioneer = AI._turn_context(replace(state, tomorrow=2, first=1), 1)
    assert (pioneer.turn_index, pioneer.first_tomorrow) == (0, 2)
    assert pioneer.still_to_play == (True, False, True)
    assert AI._turn_context(replace(state, deck=(), backs=()), 1).price is None
    assert AI._turn_context(state, 1, exchanges=2).exchanges == 2
    hidden = AI._turn_context(morning(board(), board(), cards="king queen"), 1).price
    gives = [each.gives for each in COMPONENTS.backs for _ in range(each.cards)]
    assert hidden is not None
    for place in range(3):
        assert abs(hidden[place] - sum(each[place] for each in gives) / len(gives)) <= 0.5


def test_a_move_that_is_part_of_all_plans_needs_no_playouts() -> None:
    buy, lay, hire = (GAME.parse(each) for each in ("buy oak no", "lay skute", "hire carpenter"))

    def candidate(*moves: Any) -> Candidate:
        return Candidate(moves[0], 0.0, Plan((*moves, END), (), 0.0, ()))

    assert common_first_move([candidate(buy, lay), candidate(lay, buy)]) == buy
    assert common_first_move([candidate(buy, lay), candidate(lay, hire)]) == lay
    assert common_first_move([candidate(buy), candidate(lay)]) is None
    assert common_first_move([candidate(END), candidate(END)]) is None


def test_ideas_are_valued_in_points_behind_the_best() -> None:
    state = table(board(), board())
    first, second = GAME.parse("buy oak no"), GAME.parse("buy iron no")
    plan = Plan((first, END), (), 0.0, ())
    ideas = AI._ideas(
        state,
        [
            Candidate(first, -1.0, plan),
            Candidate(second, -2.0, plan),
            Candidate(first, -3.0),
            Candidate(END, -1.5),
        ],
    )
    assert [idea.move for idea in ideas] == [first, second, END]
    assert [idea.continuation for idea in ideas] == [(END,), (), ()]
    point = WEIGHTS[0][FEATURES.index("points")]
    assert [idea.value for idea in ideas] == pytest.approx([0, -1 / point, -1 / point])


def test_a_captain_plays_out_only_plans_that_are_nearly_as_good() -> None:
    state = table(board(gold=9, workers=8, hand="skute church"), board())
    candidates = AI._turn_candidates(state, 0, "captain")
    ranked = AI._rank_by_playouts(state, 0, candidates, Random(0))
    assert 1 <= len(ranked) <= MAX_PLANS
    near = [each.move for each in candidates[:MAX_PLANS] if each.value > candidates[0].value - MAX_DEFICIT]
    assert {each.move for each in ranked} <= set(near)
    far = [candidates[0], candidates[-1]._replace(value=candidates[0].value - 1)]
    assert AI._rank_by_playouts(state, 0, far, Random(0))[0].move == candidates[0].move


def test_it_does_not_matter_where_a_rival_sits() -> None:
    """As long as both have had their turn and neither begins tomorrow."""
    strong, weak = board(fleet="skeid busse snekke"), board(gold=9, workshops="skute -")
    values = []
    for rivals in ((strong, weak), (weak, strong)):
        state = replace(table(*rivals, board(hand="skute"), first=0, active=2), tomorrow=2)
        values.append([plan.value for plan in plans_for(state)])
    assert values[0] == pytest.approx(values[1])
    last = replace(table(board(hand="skute"), strong, weak, first=1, active=0), tomorrow=0)
    assert [plan.value for plan in plans_for(last)] == pytest.approx(values[0])


def test_a_ship_of_more_points_is_told_before_others_and_before_its_crew() -> None:
    def weights(ship: str, craftsmen: str) -> dict[str, float]:
        yard = board(
            gold=9, workers=8, mill=(3, 3, 2), workshops=f"{ship} karve", craftsmen=craftsmen, hand="oarmaker"
        )
        sources = " ".join((["board"] * len(craftsmen.split()) + ["none"] * 3)[:3])
        moves = [GAME.parse(each) for each in ("hire oarmaker", f"finish a no {sources}")]
        line = play_line(GAME, table(yard, board()), 0, moves)
        assert len(line.moves) == 2
        return {each.phrase.key: each.weight for each in AI.claims(line)}

    small, large = weights("skute", "blacksmith"), weights("skeid", "blacksmith woodcarver")
    assert large["finish"] - small["finish"] == FACES["skeid"].points - FACES["skute"].points
    assert small["finish"] > small["crew"]


def test_playouts_are_of_different_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal is made once, and all candidates are played in it."""
    seeds: list[bytes] = []

    def reshuffle(state: State, _: int, seed: bytes) -> State:
        seeds.append(seed)
        return state

    monkeypatch.setattr(AI, "_game", SimpleNamespace(reshuffle=reshuffle))
    monkeypatch.setattr(Table, "play_days", lambda *_: None)
    state = morning(board(), board(), cards="carpenter woodcarver king")
    candidates = AI._pick_candidates(state, 0, "sailor")
    ranked = AI._rank_by_playouts(state, 0, candidates, Random(0))
    assert len(ranked) == 3
    assert len(set(seeds)) == len(seeds) > 3
