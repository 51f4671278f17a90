"""Observation: where a card may be played, who moves where, the flag, the card taken afterwards."""

import pytest

from rules.borealis.pieces import Team
from rules.game import Refusal
from tests.rules.borealis.notation import legal_notations, play, step
from tests.rules.borealis.states import ALL_OVER, GAME, card, pile, player, supply, table
from tests.rules.events import event_kinds


def test_t2_ootah_plays_on_the_only_site_with_two_yellows() -> None:
    """One yellow goes to the middle, the other to the right camp; the vehicle moves the flag."""
    ootah = player(
        hand=(card("snowy_owl", "sleigh", "yy"), *[card(arrows="bb")] * 3),
        places=(Team(), Team(1, 1, 1), Team(0, 1, 1), Team(2, 1, 1), Team()),
    )
    state = table(ootah)
    assert [text for text in legal_notations(state) if text.startswith("observe")] == ["observe 1 right"]
    after = play(state, "observe 1 right").players[0]
    assert after.places == (Team(), Team(1, 1, 1), Team(1, 1, 1), Team(0, 1, 1), Team(1, 0, 0))
    assert after.flags == (0, 0, 1)
    assert after.sites[2] == (card("snowy_owl", "sleigh", "yy"),)


def test_t3_ootah_plays_in_the_middle_and_the_flag_stays() -> None:
    ootah = player(hand=(card("puffin", "skis", "yb"), *[card()] * 3))
    done = step(table(ootah), "observe 1 middle")
    after = done.state.players[0]
    assert after.places == (Team(), Team(2, 1, 1), Team(0, 1, 0), Team(1, 1, 2), Team())
    assert after.flags == (0, 0, 0)
    assert event_kinds(done.events) == ["card_played"]


def test_from_the_left_site_a_scientist_goes_to_the_left_camp() -> None:
    after = play(table(player(hand=(card(arrows="bp"),) * 4)), "observe 2 left").players[0]
    assert after.places == (Team(0, 0, 1), Team(1, 0, 0), Team(1, 2, 1), Team(1, 1, 1), Team())


def test_both_scientists_must_be_on_the_site() -> None:
    alone = (Team(0, 1, 2), Team(1, 0, 0), Team(1, 2, 1), Team(1, 0, 0), Team())
    state = table(
        player(
            hand=(card(arrows="yp"), card(arrows="pp"), card(arrows="bb"), card(arrows="yb")), places=alone
        )
    )
    assert legal_notations(state)[:3] == ["observe 1 middle", "observe 2 middle", "observe 4 middle"]
    with pytest.raises(Refusal, match="illegal"):
        step(state, "observe 3 middle")


def test_t22_no_playable_card_leaves_only_regrouping() -> None:
    state = table(player(hand=(card(arrows="yy"),) * 4))
    assert legal_notations(state)
    assert all(text.startswith("regroup") for text in legal_notations(state))


def test_ruling_20_regrouping_is_allowed_although_a_card_could_be_played() -> None:
    assert {text.split()[0] for text in legal_notations(table())} == {"observe", "regroup"}


def test_ruling_14_the_flag_advances_by_itself_and_by_one_space() -> None:
    # Side I, left track: zeppelin or skis, then sleigh or submarine.
    hand = (card(vehicle="zeppelin"), card(vehicle="sleigh"), card(), card())
    once = play(table(player(hand=hand)), "observe 1 left").players[0]
    assert once.flags == (1, 0, 0)
    wrong_first = play(table(player(hand=hand)), "observe 2 left").players[0]
    assert wrong_first.flags == (0, 0, 0)
    second = play(table(player(hand=hand, flags=(1, 0, 0))), "observe 2 left").players[0]
    assert second.flags == (2, 0, 0)


def test_ruling_15_a_flag_on_the_last_space_stays() -> None:
    for vehicle in ("sleigh", "zeppelin", "submarine", "kayak", "skis"):
        state = table(player(hand=(card(vehicle=vehicle),) * 4, flags=(7, 7, 7)))
        assert play(state, "observe 1 left").players[0].flags == (7, 7, 7)


def test_the_new_card_lies_above_the_earlier_ones() -> None:
    state = table(player("FO", hand=(card("puffin"),) * 4))
    assert [each.species for each in play(state, "observe 1 left").players[0].sites[0]] == [
        "arctic_fox",
        "snowy_owl",
        "puffin",
    ]


def test_an_observation_can_be_taken_back_until_a_card_is_drawn() -> None:
    observed = step(table(), "observe 1 left")
    assert not observed.barrier
    assert GAME.to_act(observed.state) == {0}
    assert step(observed.state, "draw").barrier


def test_a_card_of_the_pool_is_replaced_at_once() -> None:
    pool = pile("FOSP")
    state = play(table(supply=supply((card("puffin", "kayak"),), pool)), "observe 1 left", "take b")
    assert state.players[0].hand[-1] == pool[1]
    assert state.supply.pool == (pool[0], card("puffin", "kayak"), pool[2], pool[3])
    assert len(state.players[0].hand) == 4
    assert state.active == 1


def test_a_card_can_be_drawn_unseen() -> None:
    done = step(play(table(supply=supply((card("puffin", "kayak"),))), "observe 1 left"), "draw")
    assert done.state.players[0].hand[-1] == card("puffin", "kayak")
    seen = [event for event in done.events if event.kind == "card_seen"]
    assert [event.audience for event in seen] == [frozenset({0})]


def test_ruling_1_the_pool_is_renewed_once_a_turn_for_a_star() -> None:
    old, new = pile("FFFF"), pile("PPPP", "kayak")
    state = play(table(supply=supply(new, old)), "observe 1 left")
    assert legal_notations(state) == ["take a", "take b", "take c", "take d", "draw", "refresh"]
    renewed = play(state, "refresh")
    assert renewed.players[0].stars == 1
    assert renewed.supply.pool == new
    assert renewed.supply.discards == old
    # Ruling 2: one may still draw unseen, but not renew again.
    assert legal_notations(renewed) == ["take a", "take b", "take c", "take d", "draw"]
    later = play(renewed, "take a", "observe 1 left", "draw", "observe 1 right")
    assert "refresh" in legal_notations(later)


def test_ruling_1_without_a_star_the_pool_is_not_renewed() -> None:
    state = play(table(player(stars=0)), "observe 1 left")
    assert "refresh" not in legal_notations(state)


def test_ruling_22_the_discards_become_the_deck_when_a_card_is_needed() -> None:
    empty = supply()._replace(deck=(card("puffin"),), discards=pile("FFFFFF"))
    observed = play(table(supply=empty), "observe 1 left")
    drawn = step(observed, "draw")
    assert "deck_shuffled" not in event_kinds(drawn.events)
    assert drawn.state.supply.deck == ()
    second = step(play(drawn.state, "observe 1 left"), "draw")
    assert "deck_shuffled" in event_kinds(second.events)
    assert second.state.players[1].hand[-1].species == "arctic_fox"
    assert (len(second.state.supply.deck), second.state.supply.discards) == (5, ())


def test_ruling_22_a_renewed_pool_is_discarded_before_the_deck_is_formed_anew() -> None:
    empty = supply()._replace(deck=(), pool=pile("OOOO"))
    state = play(table(supply=empty), "observe 1 left", "refresh")
    assert [each.species for each in state.supply.pool] == ["snowy_owl"] * 4


def test_places_are_the_sites_and_camps_from_left_to_right() -> None:
    view = GAME.view(table(player(places=(Team(1), *ALL_OVER[1:4], Team(blue=2)))), None)
    assert view.players[0].left_camp == Team(1, 0, 0)
    assert view.players[0].right_camp == Team(0, 0, 2)
