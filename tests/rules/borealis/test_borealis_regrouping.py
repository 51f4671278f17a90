"""Regrouping, in two steps: cards and stars first, then the site for the scientists."""

from rules.borealis.pieces import Team
from tests.rules.borealis.notation import legal_notations, play, step
from tests.rules.borealis.states import GAME, card, pile, player, supply, table
from tests.rules.events import event_kinds

CAMPED = (Team(1, 0, 1), Team(1, 1, 0), Team(1, 0, 1), Team(0, 1, 1), Team(0, 1, 1))


def test_t4_ootah_brings_four_scientists_back_to_the_left() -> None:
    state = play(table(player(places=CAMPED)), "regroup 12", "gather left")
    ootah = state.players[0]
    assert ootah.stars == 2 + 4
    assert ootah.places == (Team(), Team(2, 2, 2), Team(1, 0, 1), Team(0, 1, 1), Team())
    assert len(ootah.hand) == 4
    assert state.active == 1


def test_ruling_18_the_new_cards_and_the_stars_come_before_the_site_is_chosen() -> None:
    hand = pile("BFOS")
    state = table(player(hand=hand, places=CAMPED), supply=supply((card("puffin"), card("puffin", "skis"))))
    done = step(state, "regroup 23")
    assert done.barrier
    assert done.state.players[0].hand == (hand[0], hand[3], card("puffin"), card("puffin", "skis"))
    assert done.state.players[0].stars == 6
    assert done.state.supply.discards == (hand[1], hand[2])
    assert legal_notations(done.state) == ["gather left", "gather middle", "gather right"]
    assert done.state.players[0].in_camps == 4


def test_no_card_has_to_be_discarded() -> None:
    done = step(table(player(places=CAMPED)), "regroup none")
    assert not done.barrier
    assert event_kinds(done.events) == ["regrouped", "scientists_returned"]


def test_t21_ruling_19_empty_camps_give_no_stars_and_ask_for_no_site() -> None:
    done = step(table(), "regroup none")
    assert done.state.players[0].stars == 2
    assert done.state.active == 1
    assert event_kinds(done.events) == ["regrouped", "camps_empty"]


def test_all_cards_can_be_changed_in_one_regrouping() -> None:
    new = pile("PPPP")
    state = play(table(player(hand=pile("BFOS")), supply=supply(new)), "regroup 1234")
    assert state.players[0].hand == new


def test_own_discards_can_come_back_when_the_deck_runs_out() -> None:
    empty = supply()._replace(deck=())
    hand = pile("BFOS")
    state = play(table(player(hand=hand), supply=empty), "regroup 1234")
    assert sorted(state.players[0].hand) == sorted(hand)
    assert GAME.view(state, 1).last_discarded == hand


def test_everybody_sees_the_discards_and_only_the_player_the_new_cards() -> None:
    done = step(table(player(hand=pile("BFOS"))), "regroup 14")
    public = [event for event in done.events if event.visible_to(1)]
    assert public[0].species == ("polar_bear", "harp_seal")  # type: ignore[attr-defined]
    assert all(event.kind != "card_seen" for event in public)
    assert [event.kind for event in done.events if not event.visible_to(1)] == ["card_seen", "card_seen"]


def test_the_action_phase_comes_back_in_turn() -> None:
    state = play(table(player(), player(), player()), "regroup none", "regroup none")
    assert (state.active, state.round) == (2, 1)
    assert play(state, "regroup none").round == 2


def test_ruling_17_every_round_begins_with_the_same_first_player() -> None:
    state = table(player(), player(), player(), first=1, active=1)
    order = []
    for _ in range(7):
        order.append((state.round, state.active))
        state = play(state, "regroup none")
    assert order == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0), (3, 1)]


def test_ruling_33_the_discards_lie_open() -> None:
    hand = pile("BFOS")
    state = play(table(player(hand=hand), player(hand=hand)), "regroup 1", "regroup 34")
    for reader in (0, 1, None):
        assert GAME.view(state, reader).discards == (hand[0], hand[2], hand[3])
        assert GAME.view(state, reader).last_discarded == (hand[2], hand[3])
