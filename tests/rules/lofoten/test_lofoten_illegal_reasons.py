"""Why moves of Lofoten are illegal: each reason in a position where nothing else is wrong."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game import Phrase, Refusal
from rules.lofoten.state import State
from tests.rules.lofoten.notation import play, play_to_upkeep
from tests.rules.lofoten.pieces import ship, tiles
from tests.rules.lofoten.states import GAME, table, with_fleet, with_jarl, with_stored

RICH = (4, 4)


def reason(state: State, notation: str, seat: int = 0) -> Phrase | None:
    """Return the reason, without its namespace, for a move that is refused."""
    move = GAME.parse(notation)
    with pytest.raises(Refusal):
        GAME.apply(state, seat, move)
    found: Phrase | None = GAME.illegal_reason(state, seat, move)  # type: ignore[attr-defined]
    return found and found.model_copy(update={"key": found.key.removeprefix("not.")})


def phrase(key: str, **values: str | int) -> Phrase:
    return Phrase(key=key, values=values)


def with_effect(effect: str, left: int = 1, **changes: Any) -> State:
    """Return a state in which a centre card has this effect."""
    state = play(table(coins=RICH), "centre")
    assert state.in_play is not None
    in_play = state.in_play._replace(effect=effect, left=left)  # type: ignore[arg-type]
    return replace(state, in_play=in_play, **changes)


def at_turn_end(*upgraded: str, stored: tuple[str, ...] = ("mead 2",), **changes: Any) -> State:
    """Return the end of a turn with better longships, some of them upgraded already."""
    state = with_jarl(table(better_longships="yes"), "knut")
    state = with_stored(state, 1, 0, *stored) if stored else state
    ships = [ship(key, better=key in upgraded) for key in "abcd"]
    state = with_fleet(state, market=ships[0], right=ships[1], dock=ships[2], left=ships[3])
    return replace(play_to_upkeep(state), **changes)


def test_nothing_is_explained_to_who_is_not_to_move() -> None:
    assert reason(table(), "side left", seat=1) is None
    assert reason(replace(table(), stage="over"), "side left") is None
    assert GAME.blocked_kinds(table(), 1) == {}


def test_a_good_is_stored_where_it_lies_already_or_in_an_empty_warehouse() -> None:
    state = with_stored(table(coins=RICH), 1, 0, "mead 1")
    state = play(with_fleet(state, right=ship("b", "fish 1", "fish 2")), "side right", "turn")
    assert reason(state, "store 1") == phrase("warehouse_taken", good="mead")
    assert reason(state, "extra_turn") == phrase("during_store")
    assert reason(state, "new_hand") == phrase("during_store")


@pytest.mark.parametrize(
    ("notation", "changes", "key"),
    [
        ("nothing_more", {}, "nothing_to_renounce"),
        ("new_hand", {"stage": "last_unload"}, "during_last_unload"),
        ("extra_turn", {"finishing": True}, "renounced"),
        ("extra_turn", {"paid_for_turn": 3}, "turn_bought"),
        ("extra_turn", {"ending": "last_turn", "first": 1}, "last_turn"),
        ("extra_turn", {"claimed": "take"}, "during_take"),
        ("new_hand", {"claimed": "bind"}, "during_bind"),
    ],
)
def test_a_purchase_comes_too_early_or_too_late(notation: str, changes: dict[str, Any], key: str) -> None:
    assert reason(replace(table(coins=RICH), **changes), notation) == phrase(key)


def test_purchases_need_coins_and_a_whole_hand() -> None:
    assert reason(table(coins=(1, 4)), "new_hand") == phrase("coins", price=2, coins=1)
    assert reason(table(coins=(2, 4)), "extra_turn") == phrase("coins", price=3, coins=2)
    assert reason(play(table(coins=RICH), "side left"), "new_hand") == phrase("hand_not_whole")
    assert reason(play(table(coins=(0, 4)), "side left"), "coin") == phrase("coins", price=1, coins=0)


@pytest.mark.parametrize(
    ("state", "notation", "expected"),
    [
        (with_effect("steal", 0), "steal", phrase("no_use_left")),
        (with_effect("remove", 0), "remove a", phrase("no_use_left")),
        (with_effect("steal"), "remove a", phrase("other_effect", effect="steal")),
        (with_effect("remove", market=tiles(None, "fish 1", None, "fish 2", "sheep 1")), "remove c",
         phrase("zone_empty", zone="c")),
        (with_fleet(with_effect("row"), zone=4), "row right", phrase("edge", zone="e")),
        (with_fleet(with_effect("row"), zone=0), "row left", phrase("edge", zone="a")),
    ],
)  # fmt: skip
def test_an_effect_has_its_limits(state: State, notation: str, expected: Phrase) -> None:
    assert reason(state, notation) == expected


def test_a_coin_is_stolen_where_there_is_one() -> None:
    state = with_effect("steal", reserve=0)
    robbed = replace(state, players=(state.players[0], state.players[1]._replace(coins=0)))
    assert reason(robbed, "steal") == phrase("no_coin_to_steal")


def test_what_is_not_there_is_neither_taken_nor_unloaded() -> None:
    taking = replace(table(market=(None, *["fish 1"] * 4)), stage="turn_end", claimed="take")
    assert reason(taking, "take a") == phrase("zone_empty", zone="a")
    ended = replace(with_fleet(table(), dock=ship("c", "mead 1", "mead 2")), stage="last_unload")
    assert reason(ended, "unload a") == phrase("nothing_aboard", ship="a")


@pytest.mark.parametrize(
    ("state", "notation", "expected"),
    [
        (at_turn_end("b"), "upgrade b 1 1", phrase("ship_upgraded", ship="b")),
        (at_turn_end(), "upgrade a 1 2", phrase("no_such_tile", warehouse=1)),
        (at_turn_end(stored=("mead 2 flipped", "mead 1")), "upgrade a 1 1", phrase("tile_flipped")),
        (at_turn_end(upgraded=True), "upgrade a 1 1", phrase("upgraded_already")),
        (at_turn_end(*"abcd"), "upgrade a 1 1", phrase("all_upgraded")),
        (at_turn_end(stored=("mead 2 flipped",)), "upgrade a 1 1", phrase("no_tile_to_flip")),
        (at_turn_end(alliances=()), "claim knut", phrase("no_alliances")),
        (at_turn_end(), "claim helga", phrase("no_such_jarl", jarl="helga")),
        (with_jarl(at_turn_end(), "helga", owner=0), "claim knut", phrase("one_jarl")),
        (with_jarl(at_turn_end(), "helga", owner=1), "claim helga", phrase("jarl_taken", jarl="helga")),
    ],
)
def test_an_upgrade_or_an_alliance_is_refused_with_its_reason(
    state: State, notation: str, expected: Phrase
) -> None:
    assert reason(state, notation) == expected


def test_an_unmet_demand_is_named() -> None:
    state = at_turn_end()
    poor = replace(state, players=(state.players[0]._replace(coins=0), state.players[1]))
    assert reason(poor, "claim knut") == phrase("demand", jarl="knut", demand="demand_own_coins")
    assert GAME.blocked_kinds(poor, 0)["claim"].key == "not.demand"
    assert GAME.blocked_kinds(at_turn_end(*"abcd"), 0)["upgrade"].key == "not.all_upgraded"
    assert GAME.blocked_kinds(state, 0) == {}
