"""Views: hands and deck are hidden, everything else is public."""

from rules.borealis.options import BorealisOptions
from rules.borealis.pieces import Team
from tests.rules.borealis.notation import play
from tests.rules.borealis.states import GAME, card, pile, player, table


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    state = table(player(hand=pile("BFOS")), player(hand=pile("PPPP")))
    mine = GAME.view(state, 0)
    assert mine.hand is not None
    assert [each.card for each in mine.hand] == list(pile("BFOS"))
    assert "puffin" not in {each.card.species for each in mine.hand}
    assert GAME.view(state, None).hand is None
    assert [each.hand_size for each in mine.players] == [4, 4]


def test_neither_deck_nor_hands_of_others_change_a_view() -> None:
    state = GAME.setup(4, BorealisOptions(side="ii"), bytes(32))
    for seat in (0, 1, 2, 3, None):
        others = [GAME.reshuffle(state, seat, bytes([number] * 32)) for number in range(1, 6)]
        seen = {GAME.view(other, seat).model_dump_json() for other in (state, *others)}
        assert len(seen) == 1
        assert len({other.supply.deck for other in others}) == 5
        assert GAME.census(others[0]) == GAME.census(state)


def test_cards_of_the_hand_show_where_they_can_be_played_and_where_the_flag_would_move() -> None:
    # Side I begins with zeppelin or skis on the left, and with sleigh or kayak on the right.
    places = (Team(), Team(2, 1, 0), Team(0, 0, 3), Team(1, 1, 0), Team(0, 1, 0))
    hand = (card(vehicle="kayak"), card(arrows="yy"), card(arrows="bb", vehicle="skis"), card(arrows="pb"))
    view = GAME.view(table(player(hand=hand, places=places)), 0)
    assert view.hand is not None
    assert [each.sites for each in view.hand] == [("left", "right"), ("left",), ("middle",), ()]
    assert [each.advances for each in view.hand] == [("right",), (), (), ()]


def test_the_draw_step_says_where_the_card_was_played() -> None:
    state = play(table(), "observe 1 right")
    assert GAME.view(state, None).played == "right"
    assert GAME.view(play(state, "draw"), None).played is None


def test_facts_for_labels_name_the_card_its_ways_and_the_flag() -> None:
    state = table(player(hand=(card("puffin", "zeppelin", "yb"), *pile("FOS"))))
    observe = GAME.label_facts(state, 0, GAME.parse("observe 1 left"))
    assert observe == {
        "species": "puffin",
        "animal": "puffin",
        "vehicle": "zeppelin",
        "left": "yellow",
        "right": "blue",
        "left_to": "left_camp",
        "right_to": "middle",
        "points": 1,
    }
    assert "points" not in GAME.label_facts(state, 0, GAME.parse("observe 1 right"))
    regroup = GAME.label_facts(state, 0, GAME.parse("regroup 24"))
    assert (regroup["animal_2"], regroup["animal_4"], regroup["count"]) == ("arctic_fox", "harp_seal", 2)
    assert "count" not in GAME.label_facts(state, 0, GAME.parse("regroup none"))
