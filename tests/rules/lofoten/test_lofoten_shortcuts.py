"""Shortcuts and illegal reasons of Lofoten."""

from random import Random

import pytest

from bot.i18n import locale_for
from rules.game import Phrase
from rules.lofoten.moves import BUY_STEP, Row, Wheel
from rules.lofoten.options import LofotenOptions
from rules.lofoten.state import State
from tests.plies import random_plies
from tests.rules.lofoten.notation import play, play_to_upkeep, play_with_events
from tests.rules.lofoten.pieces import ship
from tests.rules.lofoten.states import GAME, table, with_fleet, with_hand, with_jarl, with_stored

GAP = ("mead 1", None, "mead 2", "fish 2", "sheep 1")
ENGLISH = locale_for("en").game_text(GAME, ("Ada", "Bo"))
MODULES = LofotenOptions(new_warehouses="two", alliances="yes", better_longships="yes")


def shortcuts_by_name(state: object, seat: int = 0) -> dict[str, str]:
    """Each shortcut by its name without what goes into it, and its moves."""
    return {
        f"{shortcut.name.key.removeprefix('shortcut.')} {shortcut.name.values}": " ".join(
            map(str, shortcut.moves)
        )
        for shortcut in GAME.shortcuts(state, seat)  # type: ignore[attr-defined]
    }


def shortcut_moves(state: object, seat: int = 0) -> list[str]:
    return list(shortcuts_by_name(state, seat).values())


def label_of(state: State, notations: str, seat: int = 0) -> str:
    """Return the English label of the shortcut with these moves."""
    (name,) = [
        shortcut.name
        for shortcut in GAME.shortcuts(state, seat)
        if " ".join(map(str, shortcut.moves)) == notations
    ]
    return ENGLISH.phrase_text(name)


def play_line(state: State, notations: str) -> State:
    """Play the moves of the shortcut with these notations."""
    (moves,) = [
        each.moves for each in GAME.shortcuts(state, 0) if " ".join(map(str, each.moves)) == notations
    ]
    return play(state, *map(str, moves))


def illegal_reason(state: object, notation: str) -> str | None:
    found: Phrase | None = GAME.illegal_reason(state, 0, GAME.parse(notation))  # type: ignore[attr-defined]
    return found and found.key.removeprefix("not.")


@pytest.mark.parametrize("options", [LofotenOptions(), MODULES])
def test_every_shortcut_can_be_played_and_only_its_last_move_is_a_barrier(options: LofotenOptions) -> None:
    for number in range(3):
        dealt = GAME.setup(2, options, bytes([number]) * 32)
        for state, seat, _, _ in random_plies(GAME, dealt, Random(number)):
            found = GAME.shortcuts(state, seat)  # type: ignore[attr-defined]
            assert len(found) <= 25
            named = [each for each in found if not each.name.key.endswith(("_open", "_gain"))]
            assert len({shortcut.name.model_dump_json() for shortcut in named}) == len(named)
            for shortcut in found:  # None turns the wheel or rows to and fro.
                assert len({move for move in shortcut.moves if isinstance(move, Wheel | Row)}) <= 1
                assert shortcut.moves.count(BUY_STEP) <= 2
            for shortcut in found[:: 1 + len(found) // 4]:
                here = state
                for place, move in enumerate(shortcut.moves):
                    step = GAME.apply(here, seat, move)
                    here = step.state
                    assert not step.barrier or place == len(shortcut.moves) - 1


def test_a_card_is_offered_with_all_it_can_do_beside_the_card_itself() -> None:
    state = with_hand(table(coins=(0, 3)), "mead 1", "coffer 2", "sheep 1")
    assert sorted(shortcut_moves(state)) == [
        *("centre steal", "centre stop"),
        *("side left slide", "side left turn"),
        *("side right slide", "side right turn"),
    ]
    assert shortcut_moves(state)[0] == "centre steal", "the only one that gains something"
    assert all(shortcut.keeps_first_move for shortcut in GAME.shortcuts(state, 0))  # type: ignore[attr-defined]


def test_what_is_loaded_and_stored_on_the_way_is_told() -> None:
    state = with_fleet(table(coins=(0, 3)), left=ship("d", "mead 1"), right=ship("b", "fish 1", "fish 3"))
    state = with_stored(state, 1, 1, "fish 1")
    assert label_of(state, "side right turn stop") == "Right: ⟳ ×1, load 2 mead (C), store 3 dried fish"
    slid = label_of(play(state, "side right"), "turn slide stop")
    assert slid == "▶ to D, ⟳ ×1, load 2 mead (C), store 3 dried fish"


def test_every_good_that_is_stored_is_named() -> None:
    state = with_fleet(table(coins=(0, 3)), market=ship("a", "mead 1", "mead 3"), left=ship("d", "mead 2"))
    state = with_fleet(state, right=ship("b", "fish 1", "fish 2"), dock=ship("c", "sheep 1"))
    state = with_stored(with_stored(state, 1, 1, "fish 1"), 2, 1, "mead 1")
    told = label_of(play(state, "side right"), "turn turn stop")
    assert told == "⟳ ×2, load 2 mead (C), store 2 dried fish and 3 mead"


def test_a_question_on_the_way_is_told_after_what_was_loaded_and_stored() -> None:
    state = with_fleet(table(coins=(0, 3)), left=ship("d", "mead 1"), right=ship("b", "fish 1", "fish 3"))
    asked = label_of(state, "side right turn")
    assert asked == "Right: ⟳ ×1, load 2 mead (C), choose where to store 3 dried fish, then continue"
    last = label_of(with_hand(state, "mead 1", "fish 2", "sheep 1"), "side right turn")
    assert last.endswith("choose where to store 3 dried fish")
    state = with_fleet(with_stored(state, 1, 1, "fish 1"), left=ship("c", "sheep 1", better=True))
    assert label_of(state, "side right turn") == "Right: ⟳ ×1, load 2 mead?"


def told_of(state: State, notation: str, seat: int = 0) -> str:
    """Return the English label of a single move."""
    move = GAME.parse(notation)
    return ENGLISH.move_label(move, GAME.label_facts(state, seat, move))


def test_a_stop_that_ends_the_game_says_so() -> None:
    """With too few tiles to fill the market the second player's action is the last."""
    state = table(active=1, first=0, market=GAP, left=(), right=(), coins=(3, 0))
    moving = play(state, "side right")
    assert told_of(moving, "stop", seat=1) == "Done: the game ends"
    assert label_of(state, "side right slide stop", seat=1).endswith(", the game ends")
    order = label_of(state, "centre stop", seat=1)
    assert order == "Centre: the order only, without its effect, the game ends"
    for notation in ("stop", "slide"):
        assert play_with_events(moving, notation)[0].stage in ("steps", "over")


def test_a_stop_that_triggers_the_end_says_so() -> None:
    state = table(market=GAP, left=(), right=(), coins=(0, 3))
    assert told_of(play(state, "side right"), "stop") == "Done: draw, last turns begin"
    assert label_of(table(coins=(0, 3)), "side right slide stop") == "Right: ▶ to D"
    assert told_of(play(table(coins=(0, 3)), "side right"), "stop") == "Done: draw a card"


def test_the_most_valuable_movement_comes_first_and_doing_nothing_is_none() -> None:
    state = with_fleet(table(coins=(0, 3)), left=ship("d", "mead 1"), right=ship("b", "fish 1", "fish 3"))
    state = play(with_stored(state, 1, 1, "fish 1"), "side right")
    labels = [ENGLISH.phrase_text(each.name) for each in GAME.shortcuts(state, 0)]
    gains = [("load" in label) + 2 * ("store" in label) for label in labels]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] == 3
    assert "stop" not in shortcut_moves(state)


def test_single_steps_stay_beside_complete_movements() -> None:
    state = play(with_fleet(table(), left=ship("d", "mead 1")), "side right")
    found = GAME.shortcuts(state, 0)
    assert found
    assert all(shortcut.keeps_first_move for shortcut in found)
    assert all(len(moves.replace(" stop", "").split()) > 1 for moves in shortcut_moves(state))


def test_a_card_without_steps_left_offers_steps_with_their_price() -> None:
    state = play(table(coins=(2, 3)), "side left", "turn")
    assert label_of(state, "coin slide") == "◀ to B, pay 1 coin"
    assert label_of(state, "coin turn") == "⟲ ×1, pay 1 coin"
    assert not any(shortcut.keeps_first_move for shortcut in GAME.shortcuts(state, 0))


def test_coins_are_spent_in_passing_only_for_a_gain() -> None:
    state = with_fleet(table(coins=(2, 3)), dock=ship("c", "mead 1"))
    bought = [moves for moves in shortcut_moves(state) if "coin" in moves]
    assert bought
    assert label_of(state, "side left turn coin turn stop") == "Left: ⟲ ×2, pay 1 coin, load 2 mead (C)"
    assert not any("coin" in moves for moves in shortcut_moves(table(coins=(2, 3))))


def test_a_turn_is_not_ended_by_a_tile_that_makes_four_alike() -> None:
    """Two new tiles come to light, and the player may want to buy something then."""
    four = ("mead 1", None, "mead 2", "mead 3", "sheep 1")
    state = table(market=four, left=("coffer 1", "mead 2"), right=("mead 1", "sheep 2"), coins=(3, 3))
    state = play(state, "side right", "stop", "place left")
    assert label_of(state, "fill left b") == "◀ 2 mead, 4 tiles of mead: two leave the market"
    assert label_of(state, "nothing_more fill right b") == "▶ 2 sheep, end turn"
    for moves in shortcut_moves(state):
        (seat,) = GAME.to_act(play_line(state, moves))
        assert (seat == 1) == moves.startswith("nothing_more")


def test_wanting_nothing_more_says_all_that_is_given_up() -> None:
    state = with_jarl(table(market=GAP, coins=(3, 3), better_longships="yes"), "knut")
    state = play(with_stored(state, 1, 0, "mead 1"), "side right", "stop")
    move = GAME.parse("nothing_more")
    told = ENGLISH.intent_text(move, GAME.label_facts(state, 0, move))
    assert "(no purchase, no upgrade, and no alliance)" in told
    plain = play(table(market=GAP, coins=(3, 3)), "side right", "stop")
    told = ENGLISH.intent_text(move, GAME.label_facts(plain, 0, move))
    assert "(no purchase)" in told


def test_an_order_alone_does_not_announce_its_effect() -> None:
    move = GAME.parse("centre")
    assert "You may then" in ENGLISH.intent_text(move, GAME.label_facts(table(), 0, move))
    assert label_of(table(), "centre stop").endswith("without its effect")


def test_a_choice_on_the_way_ends_a_shortcut() -> None:
    state = with_fleet(table(coins=(0, 3)), right=ship("b", "fish 1", "fish 3"))
    assert "side right turn" in shortcut_moves(state), "the warehouse is still to be chosen"


@pytest.mark.parametrize("good", ["coffer", "mead", "sheep", "fish"])
def test_the_only_use_of_an_effect_is_offered_once(good: str) -> None:
    """Whole, and not as a single use beside it that does the same."""
    state = play(with_hand(table(coins=(0, 3)), "mead 1", f"{good} 2", "sheep 1"), "centre")
    found = GAME.shortcuts(state, 0)  # type: ignore[attr-defined]
    begun = {shortcut.moves[0] for shortcut in found if not shortcut.keeps_first_move}
    left = [move for move in GAME.legal(state, 0) if move not in begun]
    assert found
    assert [move.kind for move in left] == ["stop"]


def test_several_uses_of_an_effect_can_be_made_one_by_one() -> None:
    state = with_stored(table(), 1, 0, "sheep 1", "sheep 2", "sheep 3")
    state = with_fleet(state, dock=ship("c"), right=ship("b", "mead 1"))
    state = play(with_hand(state, "mead 1", "sheep 2", "sheep 1"), "centre")
    found = GAME.shortcuts(state, 0)  # type: ignore[attr-defined]
    assert found
    assert all(shortcut.keeps_first_move for shortcut in found)
    back = [moves for moves in shortcut_moves(state) if "wheel left" in moves and "wheel right" in moves]
    assert not back


def test_a_drawn_card_is_always_placed_by_itself() -> None:
    for coins in (0, 3):
        state = play(table(market=GAP, coins=(coins, 3)), "side right", "stop")
        assert shortcut_moves(state) == []
        places = [notation for notation in map(str, GAME.legal(state, 0)) if notation.startswith("place")]
        assert places == ["place left", "place right"]
        assert told_of(state, "place left") == "◀ 2, centre mead 1"
    ending = play(table(coins=(0, 3)), "side right", "stop")
    assert told_of(ending, "place right") == "▶ 2, centre dried fish 2, end turn"


def test_the_last_tile_ends_the_turn_with_or_without_coins() -> None:
    ending = ["◀ 3 coffers, end turn", "▶ 3 mead, end turn"]
    poor = play_to_upkeep(table(market=GAP, coins=(0, 3)))
    assert [ENGLISH.phrase_text(each.name) for each in GAME.shortcuts(poor, 0)] == ending
    rich = play_to_upkeep(table(market=GAP, coins=(3, 3)))
    labels = [ENGLISH.phrase_text(each.name) for each in GAME.shortcuts(rich, 0)]
    assert list(dict.fromkeys(labels)) == [*ending, "Fill and keep my turn open"]
    assert GAME.to_act(play_line(rich, "nothing_more fill left b")) == {1}
    assert GAME.to_act(play(rich, "fill left b")) == {0}


def test_a_turn_with_something_to_gain_can_be_ended_or_left_open_for_it() -> None:
    filling = play_to_upkeep(with_jarl(table(market=GAP, coins=(3, 3)), "knut"))
    placing = play(with_jarl(table(coins=(1, 3)), "knut"), "side right", "stop")
    for state, words in ((filling, "Fill, then upgrade or ally"), (placing, "Place, then upgrade or ally")):
        labels = [ENGLISH.phrase_text(each.name) for each in GAME.shortcuts(state, 0)]
        assert len(labels) == 4
        assert all(label.endswith(", end turn") for label in labels[:2])
        assert labels[2:] == [words, words]
    assert GAME.to_act(play_line(placing, "nothing_more place left")) == {1}
    assert GAME.to_act(play(placing, "place left")) == {0}


def test_reasons_name_what_stands_in_the_way() -> None:
    occupied = with_fleet(table(), dock=ship("c", "mead 1"))
    assert illegal_reason(occupied, "centre") == "dock_occupied"
    assert GAME.blocked_kinds(occupied, 0)["centre"].key == "not.dock_occupied"  # type: ignore[attr-defined]
    assert illegal_reason(table(), "slide") == "during_action"
    assert illegal_reason(table(coins=(1, 3)), "new_hand") == "coins"
    assert illegal_reason(table(coins=(2, 3)), "extra_turn") == "coins"
    sailing = play(with_fleet(table(coins=(0, 3)), zone=4), "side right")
    assert illegal_reason(sailing, "slide") == "edge"
    assert illegal_reason(sailing, "coin") == "coins"
    used_up = play(table(coins=(2, 3)), "side left", "turn")
    assert illegal_reason(used_up, "slide") == "no_movement_left"
    assert GAME.blocked_kinds(used_up, 0) == {}, "bought steps are offered"
    assert illegal_reason(play(table(), "centre"), "coin") == "coin_after_centre"
    assert illegal_reason(play(table(), "centre"), "steal") == "other_effect"
    filling = play_to_upkeep(table(market=GAP, left=()))
    assert illegal_reason(filling, "fill left b") == "stack_empty"
    assert illegal_reason(filling, "fill right a") == "zone_full"
    assert illegal_reason(filling, "side left") == "during_upkeep"


def test_reasons_at_the_end_of_a_turn() -> None:
    state = with_jarl(with_jarl(table(coins=(4, 4)), "knut"), "gunnar", owner=1)
    state = play_to_upkeep(state)
    assert illegal_reason(state, "claim gunnar") == "jarl_taken"
    assert illegal_reason(state, "claim eirik") == "no_such_jarl"
    assert illegal_reason(state, "upgrade a 1 1") == "no_better_longships"
    assert illegal_reason(state, "claim knut") is None


def test_a_reason_never_tells_what_the_seat_may_not_know() -> None:
    state = play(table(market=GAP), "side right", "stop")
    for notation in ("centre", "fill left a", "extra_turn", "claim knut", "stop"):
        told = {
            str(GAME.illegal_reason(GAME.reshuffle(state, 0, bytes([seed])), 0, GAME.parse(notation)))  # type: ignore[attr-defined]
            for seed in range(6)
        }
        assert len(told) == 1
