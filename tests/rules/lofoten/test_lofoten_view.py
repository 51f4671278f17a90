"""Views and labels of Lofoten."""

from tests.rules.lofoten.notation import play, play_to_upkeep
from tests.rules.lofoten.pieces import cards, ship
from tests.rules.lofoten.states import GAME, table, with_fleet, with_hand, with_stored


def facts(state: object, notation: str) -> dict[str, str | int]:
    (seat,) = GAME.to_act(state)
    return dict(GAME.label_facts(state, seat, GAME.parse(notation)))


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    state = with_hand(table(), "coffer 1", "coffer 2", "coffer 3", seat=1)
    assert GAME.view(state, 1).hand == cards("coffer 1", "coffer 2", "coffer 3")
    for reader in (0, None):
        shown = GAME.view(state, reader)
        assert "coffer" not in shown.model_dump_json(exclude={"stacks", "market", "effects"})
    assert GAME.view(state, None).hand is None


def test_discards_and_the_card_in_play_are_public() -> None:
    view = GAME.view(play(table(), "side right", "slide"), None)
    assert view.discards == cards("sheep 3")
    assert view.in_play.card == cards("sheep 3")[0]
    assert (view.in_play.hand, view.in_play.left) == ("right", 2)


def test_a_player_sees_how_often_each_centre_effect_could_be_used() -> None:
    state = with_stored(table(), 1, 0, "fish 1", "fish 1", "fish 3")
    assert GAME.view(state, 0).uses == (1, 3, 1)
    assert GAME.view(state, 1).uses == (1, 1, 1)


def test_what_is_told_of_each_move() -> None:
    state = table(coins=(3, 3))
    assert facts(state, "side left") == {"good": "mead", "value": 1, "steps": 1, "towards": "left"}
    centre = {"good": "fish", "value": 2, "effect": "row", "deed": "row", "uses": 1, "ship": "c"}
    assert facts(state, "centre") == centre
    assert facts(state, "new_hand") == {"coins": 2}
    assert facts(state, "extra_turn") == {"coins": 3}
    sailing = play(state, "side right")
    assert facts(sailing, "slide") == {"origin": "c", "zone": "d", "arrow": "right"}
    assert facts(sailing, "turn") == {"turning": "right", "rotation": "right", "result": "turn"}
    assert facts(sailing, "stop") == {"then": "draw"}
    assert facts(sailing, "coin") == {"coins": 1}
    rowing = {"origin": "c", "zone": "b", "arrow": "left"}
    assert facts(play(state, "centre"), "row left") == rowing
    placing = {"arrow": "left", "good": "mead", "value": 2, "middle": "mead", "middle_value": 1}
    assert facts(play(sailing, "stop"), "place left") == {**placing, "closing": "turn"}
    stealing = play(with_hand(state, "mead 1", "coffer 1", "mead 1"), "centre")
    assert facts(stealing, "steal") == {"source": "reserve"}
    removing = play(with_hand(state, "mead 1", "mead 1", "mead 1"), "centre")
    assert facts(removing, "remove e") == {"good": "sheep", "amount": 1}


def test_what_is_told_of_filling_storing_and_unloading() -> None:
    filling = play_to_upkeep(table(market=(None, "fish 1", "mead 2", "fish 2", "sheep 1")))
    assert facts(filling, "fill left a") == {"arrow": "left", "good": "coffer", "amount": 3}
    assert facts(play(filling, "nothing_more"), "fill left a")["ends"] == "turn"
    delivering = with_fleet(table(), right=ship("b", "fish 2", "fish 2"))
    assert facts(play(delivering, "side right", "turn"), "store 3") == {
        "good": "fish",
        "amount": 2,
        "points": 9,
    }
    ending = table(active=1, left=(), right=(), market=(None,) * 5)
    ending = with_fleet(ending, 0, left=ship("d", "mead 2", "mead 3"))
    unloading = {"good": "mead", "amount": 3, "where": "left"}
    assert facts(play(ending, "side left", "stop"), "unload d") == unloading


def test_a_step_says_what_it_loads_and_stores() -> None:
    state = with_fleet(table(), market=ship("a", "fish 1"), left=ship("d", "mead 1"))
    sailing = play(state, "side right")
    assert facts(sailing, "slide").items() >= {"good": "fish", "amount": 2}.items()
    loading = {"does": "load", "good": "mead", "amount": 2, "result": "turn"}
    assert facts(sailing, "turn").items() >= loading.items()
    storing = with_fleet(table(), right=ship("b", "sheep 1", "sheep 2", "sheep 1"))
    told = {"does": "store", "good": "sheep", "amount": 3}
    assert facts(play(storing, "side right"), "turn").items() >= told.items()
    both = with_fleet(storing, left=ship("d", "mead 1"))
    assert facts(play(both, "side right"), "turn") == {
        "turning": "right", "rotation": "right", "result": "both",
    }  # fmt: skip
