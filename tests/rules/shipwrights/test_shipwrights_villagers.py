"""Villagers called for oneself: N10, rulings A12, A20 to A23 and A25."""

import pytest

from rules.game import Event
from rules.shipwrights import events
from rules.shipwrights.events import SageCalled
from rules.shipwrights.pieces import Goods
from tests.rules.events import event_kinds
from tests.rules.shipwrights.notation import legal_notations, legal_of_kind, play, play_with_events
from tests.rules.shipwrights.states import GAME, board, hand, table, with_changes


@pytest.mark.parametrize(("card", "gain"), [("king", 4), ("queen", 3)])
def test_king_and_queen_bring_gold(card: str, gain: int) -> None:
    state = play(table(board(gold=5, hand=card), board()), f"call {card}")
    assert state.players[0].gold == 5 + gain
    assert state.discards == (card,)


def test_n10_gold_stops_at_twelve() -> None:
    assert play(table(board(gold=11, hand="king"), board()), "call king").players[0].gold == 12


@pytest.mark.parametrize(("active", "gain"), [(1, 2), (2, 3), (0, 4)])
def test_a25_a_navigator_brings_more_to_who_plays_later(active: int, gain: int) -> None:
    boards = [board(), board(), board()]
    boards[active] = board(hand="navigator")
    state = play(table(*boards, first=1, active=active), "call navigator")
    assert state.players[active].gold == 5 + gain


def test_a_labourer_brings_workers() -> None:
    assert play(table(board(hand="labourer"), board()), "call labourer").players[0].workers == 3 + 3


@pytest.mark.parametrize("good", ["oak", "wool", "iron"])
def test_a_beggar_brings_a_worker_and_a_resource(good: str) -> None:
    player = play(table(board(hand="beggar"), board()), f"beggar {good}").players[0]
    assert player.workers == 4
    assert player.mill.of(good) == player.mill.total == 1  # type: ignore[arg-type]


def test_a_merchant_brings_two_resources_alike_or_different() -> None:
    state = table(board(hand="merchant"), board())
    assert len(legal_of_kind(state, "merchant")) == 6
    assert play(state, "merchant oak iron").players[0].mill == Goods(1, 0, 1)
    assert play(state, "merchant wool wool").players[0].mill == Goods(0, 2, 0)


def test_what_a_merchant_brings_is_told_resource_by_resource() -> None:
    state = table(board(hand="merchant"), board())
    for move, brought in (("wool wool", [("wool", 2)]), ("oak iron", [("oak", 1), ("iron", 1)])):
        _, events = play_with_events(state, f"merchant {move}")
        assert [(event.good, event.amount) for event in events] == brought  # type: ignore[attr-defined]


def test_a_trader_exchanges_up_to_three_resources_or_workers_one_for_one() -> None:
    state = play(table(board(mill=(2, 0, 0), workers=1, hand="trader"), board()), "call trader")
    assert "swap wool oak" not in legal_notations(state)
    state = play(state, "swap oak iron", "swap worker wool", "swap oak worker")
    player = state.players[0]
    assert (player.mill, player.workers) == (Goods(0, 1, 1), 1)
    assert state.stage == "afternoon"


def test_a_trader_may_be_let_go_early() -> None:
    state = play(
        table(board(mill=(2, 0, 0), hand="trader"), board()), "call trader", "swap oak iron", "enough"
    )
    assert (state.stage, state.players[0].mill) == ("afternoon", Goods(1, 0, 1))


def test_a12_a_trader_is_of_no_use_to_who_has_nothing() -> None:
    assert not legal_of_kind(table(board(workers=0, hand="trader"), board()), "call")


def test_a20_a_chieftain_draws_two_and_one_of_them_is_discarded_at_once() -> None:
    state = table(board(hand="chieftain ferje"), board(), deck="oarmaker oarmaker knarr king")
    state, events = play_with_events(state, "call chieftain")
    assert legal_notations(state) == {"keep king", "keep knarr"}
    assert [event.card for event in events if event.kind == "card_drawn"] == ["king", "knarr"]  # type: ignore[attr-defined]
    state = play(state, "keep knarr")
    assert hand(state) == ["ferje", "knarr"]
    assert state.discards == ("chieftain", "king")
    assert state.stage == "afternoon"


def test_what_a_chieftain_draws_is_seen_by_its_player_alone() -> None:
    state, events = play_with_events(
        table(board(hand="chieftain"), board(), deck="knarr knarr king"), "call chieftain"
    )
    assert [face.card for face in GAME.view(state, 0).drawn] == ["king", "knarr"]
    assert GAME.view(state, 1).drawn is None
    assert GAME.view(state, None).drawn is None
    assert "card_drawn" not in event_kinds([event for event in events if event.visible_to(1)])


def test_two_cards_alike_leave_a_chieftain_no_choice() -> None:
    state = play(table(board(hand="chieftain"), board(), deck="knarr king king"), "call chieftain")
    assert (hand(state), state.discards, state.stage) == (["king"], ("chieftain", "king"), "afternoon")


def test_a21_a_sage_changes_one_or_two_other_cards() -> None:
    state = table(board(hand="sage ferje sud"), board(), deck="oarmaker knarr king")
    assert legal_of_kind(state, "sage") == {"sage ferje none", "sage sud none", "sage ferje sud"}
    one = play(state, "sage sud none")
    assert (hand(one), one.discards) == (["ferje", "king"], ("sud", "sage"))
    two = play(state, "sage ferje sud")
    assert (hand(two), two.discards) == (["king", "knarr"], ("ferje", "sud", "sage"))


def test_a_sage_tells_the_table_which_cards_are_changed() -> None:
    state = table(board(hand="sage ferje sud"), board(), deck="oarmaker knarr king")
    _, events = play_with_events(state, "sage ferje sud")
    told = [event.cards for event in events if isinstance(event, SageCalled) and event.audience is None]
    assert told == [("ferje", "sud")]


def test_a21_a_sage_alone_in_the_hand_is_of_no_use() -> None:
    assert not legal_of_kind(table(board(hand="sage"), board()), "sage")


def test_a21_a_sage_is_not_shuffled_into_the_deck_drawn_from() -> None:
    state = table(board(hand="sage ferje"), board(), deck="king", discards="queen queen")
    state = play(state, "sage ferje none")
    assert state.discards == ("sage",)
    assert sorted(state.deck) == ["ferje", "queen", "queen"]
    assert hand(state) == ["king"]


def test_a22_a_drawn_card_may_be_played_at_once() -> None:
    state = table(board(hand="chieftain"), board(), deck="king queen sud chieftain")
    state = play(state, "call chieftain", "keep chieftain", "call chieftain", "keep king", "call king")
    assert state.players[0].gold == 9


def test_cards_that_were_drawn_cannot_be_undrawn() -> None:
    state = table(board(hand="chieftain sage king"), board())
    assert GAME.apply(state, 0, GAME.parse("call chieftain")).barrier
    assert GAME.apply(state, 0, GAME.parse("sage king none")).barrier
    assert not GAME.apply(state, 0, GAME.parse("call king")).barrier


def test_a_pioneer_lies_in_front_of_its_player_until_tomorrow() -> None:
    state = play(table(board(hand="pioneer"), board(), board()), "call pioneer")
    assert GAME.view(state, 1).players[0].pioneer
    assert state.tomorrow == 0
    assert state.discards == ()
    state = play(state, "end", "end", "end")
    assert (state.first, state.discards, state.tomorrow) == (0, ("pioneer",), None)


def test_a23_of_two_pioneers_the_later_counts_and_both_go() -> None:
    state = table(board(hand="pioneer"), board(), board(hand="pioneer"))
    state = play(state, "call pioneer", "end", "end", "call pioneer", "end")
    assert state.first == 2
    assert state.discards == ("pioneer", "pioneer")


def test_a13_a41_a_watchman_stays_until_its_players_next_turn_begins() -> None:
    state = play(table(board(hand="watchman"), board()), "call watchman", "end")
    assert GAME.view(state, 1).players[0].watchman
    state = play(state, "end")
    assert state.day == 4
    assert state.players[0].watchmen == 1
    state = with_changes(state, stage="afternoon", first=1, active=1, sets=())
    state, events = play_with_events(state, "end")
    assert state.players[0].watchmen == 0
    assert "watchman_left" in event_kinds(events)
    assert "watchman" in state.discards


def test_a_villager_is_not_kept_for_another_day() -> None:
    assert play(table(board(hand="king watchman"), board()), "end").discards == ("king", "watchman")


ROBBED = board(gold=5, mill=(0, 2, 0), craftsmen="carpenter", workshops="skute -", tool="bow_saw")


@pytest.mark.parametrize(
    ("hand", "move", "expected"),
    [
        ("king", "call king", [events.GoldGained(seat=0, villager="king", gold=4)]),
        ("labourer", "call labourer", [events.WorkersReceived(seat=0, villager="labourer", workers=3)]),
        ("pioneer", "call pioneer", [events.PioneerPlayed(seat=0)]),
        ("watchman", "call watchman", [events.WatchmanPosted(seat=0)]),
        ("trader", "call trader", [events.TraderCalled(seat=0)]),
        (
            "beggar",
            "beggar iron",
            [
                events.WorkersReceived(seat=0, villager="beggar", workers=1),
                events.GoodsReceived(seat=0, villager="beggar", good="iron", amount=1),
            ],
        ),
        ("sage king queen", "sage king queen", [events.SageCalled(seat=0, cards=("king", "queen"))]),
        ("thief", "thief 1 wool", [events.Robbed(seat=0, player=1, good="wool", amount=2)]),
        (
            "assassin",
            "assassin 1 carpenter",
            [events.CraftsmanKilled(seat=0, player=1, craftsman="carpenter")],
        ),
        (
            "conspirator",
            "conspirator 1 carpenter",
            [events.CraftsmanLured(seat=0, player=1, craftsman="carpenter")],
        ),
        ("barbarian", "barbarian 1 a", [events.ShipDestroyed(seat=0, player=1, ship="skute")]),
        ("raider", "raider 1", [events.Raided(seat=0, player=1, gold=2)]),
    ],
)
def test_the_log_says_what_a_villager_did(hand: str, move: str, expected: list[Event]) -> None:
    _, found = play_with_events(table(board(hand=hand, gold=5), ROBBED), move)
    assert [event for event in found if event in expected] == expected


def test_the_log_says_what_is_exchanged() -> None:
    state = play(table(board(mill=(2, 0, 0), workers=1, hand="trader"), board()), "call trader")
    _, found = play_with_events(state, "swap oak iron", "swap worker wool")
    assert found == [
        events.Swapped(seat=0, give="oak", take="iron"),
        events.Swapped(seat=0, give="worker", take="wool"),
    ]
