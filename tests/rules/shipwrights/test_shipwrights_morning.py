"""The morning's draft: N2, rulings A1 to A4, and who knows what of the sets that went round."""

from dataclasses import replace

import pytest

from rules.shipwrights.state import State
from tests.rules.events import event_kinds
from tests.rules.shipwrights.notation import legal_notations, play, play_to_evening, play_with_events
from tests.rules.shipwrights.states import GAME, board, hand, table, with_changes


def morning_state(seats: int = 3, seed: int = 1, first: int | None = None) -> State:
    """The first morning, with that first player."""
    state = GAME.setup(seats, GAME.info.options(), seed.to_bytes(32, "big"))
    if first is not None:
        state = replace(state, first=first, active=first)
    for seat in range(seats):
        state = play(state, f"{seat}: stock oak wool")
    return state


def pick_any(state: State, seat: int) -> State:
    """Keep the first card of the seat's current set."""
    return GAME.apply(state, seat, GAME.legal(state, seat)[0]).state


def play_draft(state: State) -> State:
    while state.stage == "morning":
        state = pick_any(state, min(GAME.to_act(state)))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_n2_sets_of_one_more_than_players_leave_three_cards_over(seats: int) -> None:
    state = morning_state(seats)
    assert [len(cards) for cards in state.sets] == [seats + 1] * 3
    assert len(state.deck) == 128 - 3 * (seats + 1)
    drafted = play_draft(state)
    assert all(len(player.hand) == 3 for player in drafted.players)
    assert [len(cards) for cards in drafted.sets] == [1, 1, 1]
    assert GAME.view(drafted, 0).aside == 3


def test_a1_all_three_sets_begin_with_the_first_player_and_go_clockwise() -> None:
    state = morning_state(4, first=2)
    assert GAME.to_act(state) == {2}
    state = pick_any(state, 2)
    assert GAME.to_act(state) == {2, 3}
    state = pick_any(state, 3)
    assert GAME.to_act(state) == {2, 0}
    assert GAME.view(state, 2).draft_number == 2
    assert GAME.view(state, 0).draft_number == 1


def test_a2_a_player_picks_from_every_set_that_has_reached_them_in_one_visit() -> None:
    state = morning_state(3, first=0)
    for _ in range(3):
        state = pick_any(state, 0)
    assert GAME.to_act(state) == {1}
    for number in (1, 2, 3):
        assert GAME.view(state, 1).draft_number == number
        state = pick_any(state, 1)
    assert GAME.to_act(state) == {2}


def test_a2_nobody_sees_a_set_before_having_picked_from_the_one_before() -> None:
    state = morning_state(3, first=0)
    for _ in range(3):
        state = pick_any(state, 0)
    view = GAME.view(state, 1)
    assert [face.card for face in view.draft] == list(state.sets[0])
    assert legal_notations(state, 1) == {f"pick {card}" for card in state.sets[0]}
    assert GAME.view(state, 2).draft is None


def test_a2_a_pick_that_shows_the_next_set_cannot_be_taken_back() -> None:
    state = morning_state(3, first=0)
    assert GAME.apply(state, 0, GAME.legal(state, 0)[0]).barrier


def test_a2_the_last_pick_can_be_taken_back_while_the_next_player_is_still_behind() -> None:
    state = pick_any(pick_any(morning_state(3, first=0), 0), 0)
    assert not GAME.apply(state, 0, GAME.legal(state, 0)[0]).barrier


def test_a_pick_is_told_to_nobody_but_the_one_who_made_it() -> None:
    state = morning_state(3, first=0)
    step = GAME.apply(state, 0, GAME.legal(state, 0)[0])
    assert event_kinds([event for event in step.events if event.visible_to(0)]) == ["card_kept"]
    for reader in (1, 2, None):
        assert not [event for event in step.events if event.visible_to(reader)]


def test_all_are_told_once_that_somebody_has_kept_three_cards() -> None:
    state = morning_state(3, first=0)
    heard: list[str] = []
    for _ in range(3):
        step = GAME.apply(state, 0, GAME.legal(state, 0)[0])
        heard += event_kinds([event for event in step.events if event.visible_to(1)])
        state = step.state
    assert heard == ["draft_done"]


def test_a3_a_deck_that_runs_out_is_made_anew_from_the_discards() -> None:
    """Five cards and nine discards make a day of two players: nine cards, the last four of them new."""
    night = table(
        board(), board(), active=1, deck="king queen king queen king", discards="ferje " * 9, first=0
    )
    night = with_changes(night, sets=())
    state, events = play_with_events(night, "end")
    assert "deck_shuffled" in event_kinds(events)
    assert state.stage == "morning"
    assert [len(cards) for cards in state.sets] == [3, 3, 3]
    assert (
        sorted(card for cards in state.sets for card in cards) == ["ferje"] * 4 + ["king"] * 3 + ["queen"] * 2
    )
    assert len(state.deck) == 5
    assert state.discards == ()


def test_a3_the_deck_is_shuffled_as_soon_as_it_is_empty_so_that_there_is_a_price() -> None:
    night = with_changes(table(active=1, deck="king " * 9, discards="ferje " * 4), sets=())
    state = play(night, "end")
    assert state.deck == ("ferje",) * 4
    assert len(state.backs) == 4


def test_a4_leftovers_lie_face_down_until_the_afternoon_ends_and_stay_unknown() -> None:
    state = with_changes(
        table(active=1, deck="king " * 30), sets=(("carpenter",), ("oarmaker",), ("ropemaker",))
    )
    assert GAME.view(state, 0).aside == 3
    state = play(state, "end")
    assert sorted(state.buried) == ["carpenter", "oarmaker", "ropemaker"]
    for reader in (0, 1, None):
        view = GAME.view(state, reader)
        assert view.buried == 3
        assert not {"carpenter", "oarmaker", "ropemaker"} & set(view.discards)


def test_a4_leftovers_of_the_day_are_not_shuffled_into_a_new_deck() -> None:
    chieftain = board(hand="chieftain")
    state = play(table(chieftain, board(), deck="king", discards="ferje ferje"), "call chieftain")
    assert sorted(state.drawn) == ["ferje", "king"]
    assert list(state.sets) == [("carpenter",), ("oarmaker",), ("ropemaker",)]
    assert set(state.deck) == {"ferje"}


def test_a4_leftovers_of_earlier_days_come_back_with_the_discards() -> None:
    evening = table(active=1, deck="king " * 9, discards="ferje ferje")
    state = play(evening, "end")
    assert sorted(state.deck) == ["carpenter", "ferje", "ferje", "oarmaker", "ropemaker"]
    assert (state.discards, state.buried) == ((), ())


def test_what_was_passed_on_is_remembered_by_who_passed_it_and_only_by_them() -> None:
    state = morning_state(3, first=0)
    seen = state.sets[0]
    step = GAME.apply(state, 0, GAME.legal(state, 0)[0])
    (kept,) = [event for event in step.events if event.kind == "card_kept"]
    state = step.state
    assert GAME.view(state, 0).passed == (seen[1:],)
    assert kept.rest == seen[1:]
    assert kept.audience == {0}
    for reader in (1, 2):
        assert GAME.view(state, reader).passed == ()
    assert GAME.view(state, None).passed is None


def test_another_deal_that_a_player_cannot_tell_apart_keeps_what_they_passed_on_together() -> None:
    """The players who pick later and the leftovers share the cards passed on, in some order."""
    drafted = play_draft(morning_state(4, seed=5, first=0))
    assert drafted.stage == "afternoon"
    passed = drafted.players[0].passed
    differs = False
    for trial in range(20):
        other = GAME.reshuffle(drafted, 0, bytes([trial]))
        differs |= other.players != drafted.players
        for number in range(3):
            went_on = [player.hand[number].card for player in other.players[1:]]
            assert sorted([*went_on, *other.sets[number]]) == sorted(passed[number])
    assert differs


def test_the_last_to_pick_knows_what_they_laid_aside_and_the_first_does_not() -> None:
    drafted = play_draft(morning_state(3, seed=5, first=0))
    aside = [cards[0] for cards in drafted.sets]
    assert [cards for (cards,) in drafted.players[2].passed] == aside
    assert all(
        [cards[0] for cards in GAME.reshuffle(drafted, 2, bytes([trial])).sets] == aside for trial in range(9)
    )
    assert any(
        [cards[0] for cards in GAME.reshuffle(drafted, 0, bytes([trial])).sets] != aside for trial in range(9)
    )


def test_the_price_comes_to_light_with_the_third_set() -> None:
    state = morning_state(2, first=0)
    price = GAME.components.price(state.backs[-1])
    for picks in range(3):
        assert GAME.view(state, 0).price == (price if picks == 2 else None)
        assert GAME.view(state, 1).price is None
        assert GAME.view(state, None).price is None
        state = pick_any(state, 0)
    state = pick_any(pick_any(state, 1), 1)
    assert GAME.view(state, 1).price == GAME.view(state, None).price == price


def test_a_hand_is_empty_again_before_the_next_morning() -> None:
    state = play_draft(morning_state(2, first=0))
    state = play_to_evening(state)
    assert state.stage == "morning"
    assert hand(state, 0) == hand(state, 1) == []
