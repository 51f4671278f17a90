"""Craftsmen and ships: N4, N5, N21, C15, rulings A10, A26 to A28."""

from rules.shipwrights.pieces import Goods
from tests.rules.events import event_kinds
from tests.rules.shipwrights.notation import legal_of_kind, play, play_with_events
from tests.rules.shipwrights.states import COMPONENTS, GAME, board, hand, table

FOUR = "carpenter carpenter oarmaker ropemaker"


def test_craftsmen_are_hired_for_nothing_several_of_a_kind_if_one_likes() -> None:
    state = play(table(board(hand="carpenter carpenter"), board()), "hire carpenter", "hire carpenter")
    assert state.players[0].craftsmen == ("carpenter", "carpenter")
    assert (state.players[0].gold, state.players[0].workers) == (5, 3)


def test_n4_there_is_no_fifth_craftsman() -> None:
    state = table(board(hand="sailmaker", craftsmen=FOUR), board())
    assert not legal_of_kind(state, "hire")
    assert play(state, "end").discards == ("sailmaker",)


def test_laying_a_ship_costs_nothing() -> None:
    state = play(table(board(hand="knarr"), board()), "lay knarr")
    player = state.players[0]
    assert (player.workshops, player.gold, player.workers, player.hand) == (("knarr", None), 5, 3, ())


def test_n5_a27_a_third_ship_must_be_discarded() -> None:
    state = table(board(hand="sud", workshops="knarr ferje"), board())
    assert not legal_of_kind(state, "lay")
    assert play(state, "end").discards == ("sud",)


def test_a27_a_ship_finished_first_makes_room() -> None:
    ready = board(hand="sud", workshops="knarr skute", craftsmen="blacksmith", mill=(1, 1, 1))
    state = play(table(ready, board()), "finish b no board none none", "lay sud")
    assert state.players[0].workshops == ("knarr", "sud")


def test_finishing_a_ship_takes_its_cost_and_its_craftsmen() -> None:
    ready = board(
        gold=6,
        workers=4,
        mill=(3, 3, 3),
        workshops="- drakkar",
        craftsmen="blacksmith ropemaker woodcarver oarmaker",
    )
    state, events = play_with_events(table(ready, board()), "finish b no board board board")
    player = state.players[0]
    assert (player.gold, player.workers, player.mill) == (1, 1, Goods(0, 1, 1))
    assert player.craftsmen == ("oarmaker",)
    assert player.workshops == (None, None)
    assert player.fleet == ("drakkar",)
    assert sorted(state.discards) == ["blacksmith", "ropemaker", "woodcarver"]
    assert event_kinds(events)[0] == "ship_finished"


def test_nothing_may_be_missing() -> None:
    ready = {"gold": 5, "workers": 3, "mill": (3, 2, 2), "craftsmen": "blacksmith ropemaker woodcarver"}
    assert legal_of_kind(table(board(workshops="drakkar -", **ready), board()), "finish")  # type: ignore[arg-type]
    for lacking in (
        {"gold": 4},
        {"workers": 2},
        {"mill": (2, 2, 2)},
        {"mill": (3, 1, 2)},
        {"mill": (3, 2, 1)},
        {"craftsmen": "blacksmith ropemaker"},
    ):
        changed = board(workshops="drakkar -", **(ready | lacking))  # type: ignore[arg-type]
        assert not legal_of_kind(table(changed, board()), "finish")


def test_craftsmen_come_from_the_hand_or_the_board_as_one_likes() -> None:
    ready = board(mill=(2, 2, 1), workshops="knarr -", craftsmen="carpenter", hand="carpenter sailmaker")
    state = table(ready, board())
    assert legal_of_kind(state, "finish") == {"finish a no hand hand none", "finish a no board hand none"}
    from_hand = play(state, "finish a no hand hand none")
    assert (from_hand.players[0].craftsmen, hand(from_hand)) == (("carpenter",), [])
    from_board = play(state, "finish a no board hand none")
    assert (from_board.players[0].craftsmen, hand(from_board)) == ((), ["carpenter"])


def test_a26_a_ship_may_be_laid_and_finished_in_one_turn() -> None:
    state = table(board(mill=(1, 1, 1), hand="skute blacksmith"), board())
    state = play(state, "lay skute", "finish a no hand none none")
    assert state.players[0].fleet == ("skute",)
    assert state.players[0].workshops == (None, None)


def test_c15_a_skute_can_be_finished_on_the_first_day() -> None:
    """Two of its resources to begin with, a purchase, a Blacksmith in hand; two gold and no worker remain."""
    state = table(board(mill=(1, 0, 1), hand="skute blacksmith"), board())
    state = play(state, "buy wool no", "lay skute", "finish a no hand none none")
    player = state.players[0]
    assert (player.gold, player.workers, player.fleet) == (2, 0, ("skute",))


def test_a28_craftsmen_are_matched_one_by_one(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A ship that needs two alike takes two, those in hand first."""
    (tmp_path / "shipwrights.toml").write_text(
        '[ships.knarr]\ncraftsmen = ["carpenter", "carpenter"]\n', encoding="utf-8"
    )
    game = type(GAME)(tmp_path)

    def finishes(craftsmen: str, cards: str) -> set[str]:
        ready = board(mill=(2, 2, 1), workshops="knarr -", craftsmen=craftsmen, hand=cards)
        moves = game.legal(table(ready, board()), 0)
        return {str(move) for move in moves if move.kind == "finish"}

    assert finishes("carpenter", "") == set()
    assert finishes("carpenter carpenter", "") == {"finish a no board board none"}
    assert finishes("carpenter", "carpenter") == {"finish a no hand board none"}
    assert finishes("carpenter carpenter", "carpenter") == {
        "finish a no hand board none",
        "finish a no board board none",
    }


def test_n21_the_same_ship_may_be_built_twice() -> None:
    ready = board(mill=(1, 1, 1), workshops="skute -", craftsmen="blacksmith", fleet="skute")
    assert play(table(ready, board()), "finish a no board none none").players[0].fleet == ("skute", "skute")


def test_a10_nothing_placed_is_taken_back_for_free() -> None:
    state = table(board(craftsmen=FOUR, workshops="knarr ferje", hand="king"), board())
    assert {notation.split()[0] for notation in (str(move) for move in GAME.legal(state, 0))} == {
        "call",
        "buy",
        "end",
    }


def test_a_fourth_ship_is_announced_as_the_last_day() -> None:
    ready = board(mill=(1, 1, 1), workshops="skute -", craftsmen="blacksmith", fleet="skute ferje ferje")
    state, events = play_with_events(table(ready, board()), "finish a no board none none")
    assert event_kinds(events) == ["ship_finished", "last_day"]
    assert GAME.view(state, 1).last_day


def test_a_board_shows_what_each_ship_still_needs_and_only_its_owner_sees_the_hand() -> None:
    busy = board(
        gold=1, workers=1, mill=(1, 2, 0), workshops="knarr -", craftsmen="sailmaker", hand="carpenter"
    )
    state = table(busy, board())
    mine, theirs = (GAME.view(state, reader).players[0].workshops[0] for reader in (0, 1))
    assert mine is not None
    assert theirs is not None
    assert (mine.gold_lacking, mine.workers_lacking, mine.goods_lacking) == (1, 1, Goods(1, 0, 1))
    assert [need.found for need in mine.craftsmen] == ["hand", "board"]
    assert [need.found for need in theirs.craftsmen] == [None, "board"]
    assert mine.ship == COMPONENTS.faces["knarr"]
