"""Ends of turns and the evening: E5, N11, N17, N18, rulings A7, A24, A29 to A31 and A42."""

import pytest

from rules.shipwrights.events import GoodsSetAside
from rules.shipwrights.fleet import daily_workers, mill_capacity
from rules.shipwrights.pieces import Goods
from rules.shipwrights.state import State
from tests.rules.events import event_kinds
from tests.rules.shipwrights.notation import legal_notations, play, play_with_events
from tests.rules.shipwrights.states import COMPONENTS, GAME, board, table

EXAMPLE_FLEET = "ferje karve drakkar"


def test_e5_the_evening_of_the_rulebook() -> None:
    """Three workers; the ships show +worker, +worker, −worker, +gold, −mill."""
    state = play(table(board(gold=2, workers=3, fleet=EXAMPLE_FLEET), board(), active=1), "end")
    player = state.players[0]
    assert (player.gold, player.workers) == (2 + 4, 3 + 2)
    assert mill_capacity(player, COMPONENTS) == 7
    assert GAME.view(state, 1).players[0].mill_capacity == 7


def test_a29_gold_is_counted_before_the_new_workers_come() -> None:
    player = play(table(board(gold=0, workers=2), board(), active=1), "end").players[0]
    assert (player.gold, player.workers) == (2, 3)


def test_n11_a30_at_least_one_worker_comes() -> None:
    fleet = "skeid busse sud"
    assert daily_workers(board(fleet=fleet), COMPONENTS) == 1
    assert play(table(board(workers=0, fleet=fleet), board(), active=1), "end").players[0].workers == 1


def test_a7_gold_stops_at_twelve_in_the_evening() -> None:
    assert play(table(board(gold=10, workers=5), board(), active=1), "end").players[0].gold == 12


def test_n17_the_ninth_worker_goes_back() -> None:
    state, events = play_with_events(table(board(workers=8), board(), active=1), "end")
    assert state.players[0].workers == 8
    assert "workers_returned" in event_kinds(events)


def test_n17_what_the_mill_does_not_hold_goes_back_as_its_owner_chooses() -> None:
    state = play(table(board(mill=(4, 4, 2)), board(), active=1), "end")
    assert (state.stage, GAME.to_act(state)) == ("night", {0})
    assert legal_notations(state) == {
        "return oak 2",
        "return oak 1",
        "return wool 2",
        "return wool 1",
        "return iron 2",
        "return iron 1",
    }
    state = play(state, "return oak 1")
    assert legal_notations(state) == {"return oak 1", "return wool 1", "return iron 1"}
    state = play(state, "return iron 1")
    assert state.players[0].mill == Goods(3, 4, 1)
    assert state.stage == "morning"


def test_a30_the_capacity_of_a_mill_follows_the_ships() -> None:
    smaller = play(table(board(mill=(4, 4, 0), fleet="snekke"), board(), active=1), "end")
    assert legal_notations(smaller) == {"return oak 1", "return wool 1"}
    larger = play(table(board(mill=(4, 5, 0), fleet="byrding"), board(), active=1), "end")
    assert larger.stage == "morning"


def test_a31_all_who_have_too_much_are_asked_at_once() -> None:
    state = play(table(board(mill=(5, 4, 0)), board(mill=(0, 5, 5)), board(), active=2), "end")
    assert GAME.to_act(state) == {0, 1}
    state = play(state, "1: return wool 2")
    assert GAME.to_act(state) == {0}
    assert play(state, "return oak 1").stage == "morning"


def test_a31_what_leaves_no_choice_is_not_asked() -> None:
    state, events = play_with_events(table(board(mill=(10, 0, 0)), board(), active=1), "end")
    assert state.players[0].mill == Goods(8, 0, 0)
    assert "goods_returned" in event_kinds(events)
    assert state.stage == "morning"


@pytest.mark.parametrize(("pioneer", "tomorrow"), [(None, 1), (2, 2)])
def test_n18_the_first_player_moves_on_unless_a_pioneer_was_played(
    pioneer: int | None, tomorrow: int
) -> None:
    boards = [board(hand="pioneer" if seat == pioneer else "") for seat in range(4)]
    state = table(*boards)
    for seat in range(4):
        if seat == pioneer:
            state = play(state, "call pioneer")
        state = play(state, "end")
    assert (state.first, state.day) == (tomorrow, 4)


def test_n18_a24_after_a_pioneer_the_order_goes_on_from_there() -> None:
    state = table(board(), board(), board(hand="pioneer"), board())
    state = play(state, "end", "end", "call pioneer", "end", "end")
    assert state.order == (2, 3, 0, 1)
    state = table(board(), board(), board(), board(), first=2, active=1)
    assert play(state, "end").first == 3


def test_a42_the_rest_of_the_hand_is_discarded_face_up() -> None:
    state, events = play_with_events(table(board(hand="sud king ferje"), board()), "lay sud", "end")
    assert sorted(state.discards) == ["ferje", "king"]
    assert sorted(GAME.view(state, 1).players[0].discarded) == ["ferje", "king"]
    (shown,) = (event.cards for event in events if event.kind == "hand_discarded")  # type: ignore[attr-defined]
    assert sorted(shown) == ["ferje", "king"]


@pytest.mark.parametrize("moves", [("end",), ("sage sud ferje", "end"), ("sage ferje sud", "end")])
def test_the_order_of_discards_does_not_tell_from_which_set_a_card_is(moves: tuple[str, ...]) -> None:
    """Cards picked from the sets in another order look equal to all other players."""
    seen = set()
    for picked in ("sage ferje sud", "sud sage ferje", "ferje sud sage"):
        state = table(board(hand=picked), board())
        events = []
        for move in moves:
            legal = [
                each for each in GAME.legal(state, 0) if sorted(str(each).split()) == sorted(move.split())
            ]
            step = GAME.apply(state, 0, legal[0])
            state, events = step.state, [*events, *(event for event in step.events if event.visible_to(1))]
        seen.add((GAME.view(state, 1).model_dump_json(), str(events)))
    assert len(seen) == 1


def test_ending_the_turn_says_what_will_be_discarded() -> None:
    state = table(board(hand="sud king"), board())
    assert GAME.label_facts(state, 0, GAME.parse("end")) == {"cards": ("sud", "king")}
    assert GAME.label_facts(table(), 0, GAME.parse("end")) == {}


def test_a_whole_turn_can_be_taken_back_until_it_is_ended() -> None:
    state = table(board(gold=9, workers=6, hand="knarr carpenter king"), board())
    for move in ("lay knarr", "hire carpenter", "call king", "buy oak no", "buy wool no"):
        step = GAME.apply(state, 0, GAME.parse(move))
        assert not step.barrier
        state = step.state
    assert GAME.apply(state, 0, GAME.parse("end")).barrier


def test_who_can_do_nothing_is_passed_and_told() -> None:
    helpless = board(gold=0, workers=0, hand="bow_saw church sage", workshops="sud sud")
    stuck = board(gold=0, workers=0, hand="bow_saw church ferje", workshops="sud sud")
    assert legal_notations(table(helpless, stuck)) != {"end"}  # the Sage could be used
    state, events = play_with_events(table(board(), stuck, board(), active=0), "end")
    assert state.active == 2
    assert "passed" in event_kinds(events)
    assert state.discards == ("bow_saw", "church", "ferje")


def test_who_could_only_give_up_a_tool_is_passed() -> None:
    state, events = play_with_events(table(board(), board(gold=0, workers=0, tool="bow_saw"), board()), "end")
    assert state.active == 2
    assert state.players[1].tool == "bow_saw"
    assert [event.seat for event in events if event.kind == "passed"] == [1]  # type: ignore[attr-defined]


def test_who_can_still_do_something_is_not_passed() -> None:
    state = play(table(board(), board(gold=0, workers=0, hand="ferje")), "end")
    assert state.active == 1
    assert legal_notations(state) == {"lay ferje", "end"}


def test_a_turn_in_which_nothing_is_left_to_do_ends_with_its_last_move() -> None:
    state, events = play_with_events(
        table(board(gold=0, workers=0, hand="ferje church"), board()), "lay ferje"
    )
    assert state.active == 1
    assert event_kinds(events)[:3] == ["ship_laid", "hand_discarded", "turn_ended"]
    assert state.discards == ("church",)


def test_a_turn_goes_on_while_a_purchase_can_be_paid() -> None:
    state = play(table(board(gold=2, workers=2, hand="ferje"), board()), "lay ferje")
    assert (state.active, state.stage) == (0, "afternoon")


# What the mill cannot hold is asked for at the end of the own turn


def full_mill_state(**more: object) -> State:
    return table(board(mill=(4, 4, 2), hand="king"), board(**more), board())  # type: ignore[arg-type]


@pytest.mark.parametrize("good", ["oak", "iron"])
def test_each_choice_at_dusk_tells_its_player_what_it_sets_aside(good: str) -> None:
    state = play(full_mill_state(), "end", "return oak 1")
    _, events = play_with_events(state, f"return {good} 1")
    set_aside = [event for event in events if isinstance(event, GoodsSetAside)]
    assert [(event.seat, event.good, event.amount) for event in set_aside] == [(0, good, 1)]
    assert [seat for seat in range(3) if set_aside[0].visible_to(seat)] == [0]


def test_what_the_mill_cannot_hold_is_chosen_at_the_end_of_the_turn_and_goes_back_at_night() -> None:
    state = play(full_mill_state(), "end")
    assert (state.stage, GAME.to_act(state)) == ("dusk", {0})
    state = play(state, "return oak 1")
    assert legal_notations(state) == {"return oak 1", "return wool 1", "return iron 1"}
    state = play(state, "return iron 1")
    assert (state.active, state.stage) == (1, "afternoon")
    assert state.players[0].mill == Goods(4, 4, 2)  # until night a Thief finds it all there
    state, events = play_with_events(state, "end", "end")
    assert state.stage == "morning"
    assert state.players[0].mill == Goods(3, 4, 1)
    assert event_kinds(events).count("goods_returned") == 2


def test_nobody_else_learns_before_the_night_what_will_go_back() -> None:
    ends = [play(full_mill_state(), "end", move) for move in ("return oak 2", "return iron 2")]
    for reader in (1, 2, None):
        assert len({GAME.view(state, reader).model_dump_json() for state in ends}) == 1
        for state in ends:
            other = GAME.reshuffle(state, reader, bytes(32))
            assert other.players[0].returning in [
                Goods(oak, wool, 2 - oak - wool) for oak in range(3) for wool in range(3 - oak)
            ]
    assert len({GAME.view(state, 0).model_dump_json() for state in ends}) == 2


def test_whoever_is_robbed_after_the_choice_is_asked_again_if_still_too_full() -> None:
    thief = play(full_mill_state(hand="thief"), "end", "return wool 2", "thief 0 iron", "end", "end")
    assert thief.stage == "morning"  # eight are left: nothing is too much
    assert thief.players[0].mill == Goods(4, 4, 0)
    state = table(board(mill=(5, 4, 1)), board(hand="thief"), board())
    state = play(state, "end", "return oak 2", "thief 0 iron", "end", "end")
    assert (state.stage, GAME.to_act(state)) == ("night", {0})
    assert legal_notations(state) == {"return oak 1", "return wool 1"}


LOSSES = {
    "assassin": ("assassin 0 oarmaker", {"craftsmen": "oarmaker"}),
    "barbarian": ("barbarian 0 a", {"workshops": "drakkar -"}),
    "conspirator": ("conspirator 0 oarmaker", {"craftsmen": "oarmaker"}),
    "berserker": ("berserker 0", {"tool": "bow_saw"}),
}


@pytest.mark.parametrize("attack", LOSSES)
def test_who_loses_a_ship_craftsman_or_tool_after_the_choice_is_asked_again_at_night(attack: str) -> None:
    """The book has what is returned chosen in the evening, knowing what the others did in their turns."""
    notation, owned = LOSSES[attack]
    victim = board(mill=(4, 1, 4), **owned)  # type: ignore[arg-type]
    state = table(victim, board(hand=attack, gold=9), board())
    state = play(state, "end", "return oak 1", notation, "end", "end")
    assert (state.stage, GAME.to_act(state)) == ("night", {0})
    assert legal_notations(state) == {"return oak 1", "return wool 1", "return iron 1"}
    assert play(state, "0: return iron 1").players[0].mill == Goods(4, 1, 3)


def test_the_saved_choice_stands_if_others_lose_something() -> None:
    state = table(board(mill=(4, 1, 4)), board(hand="assassin"), board(craftsmen="oarmaker"))
    state = play(state, "end", "return oak 1", "assassin 2 oarmaker", "end", "end")
    assert state.stage == "morning"
    assert state.players[0].mill == Goods(3, 1, 4)


def test_a_choice_at_dusk_can_be_taken_back_until_the_turn_passes_on() -> None:
    state = play(full_mill_state(), "end")
    step = GAME.apply(state, 0, GAME.parse("return oak 1"))
    assert not step.barrier
    assert GAME.apply(step.state, 0, GAME.parse("return oak 1")).barrier


def test_what_leaves_no_choice_is_not_asked_at_dusk_nor_is_anything_on_the_last_day() -> None:
    alike = play(table(board(mill=(10, 0, 0)), board()), "end")
    assert (alike.active, alike.stage) == (1, "afternoon")
    last = play(table(board(mill=(5, 5, 0), fleet="ferje " * 4), board()), "end")
    assert (last.active, last.stage) == (1, "afternoon")


def test_the_end_of_a_turn_is_final_even_if_only_the_same_player_has_something_left_to_do() -> None:
    state = table(board(), board(gold=0, workers=0, hand="king", mill=(5, 4, 0)), active=1)
    step = GAME.apply(state, 1, GAME.parse("end"))
    assert GAME.to_act(step.state) == GAME.to_act(state) == {1}
    assert step.barrier
