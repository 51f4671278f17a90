"""Illegal reasons, shortcuts and the lesson of Shipwrights."""

import pytest

from bot.i18n import locale_for
from rules.game import kind_of
from rules.shipwrights.state import State
from tests.rules.shipwrights.notation import legal_notations, play
from tests.rules.shipwrights.states import COMPONENTS, GAME, board, table, with_changes


def illegal_reason(state: State, move: str, seat: int = 0) -> str | None:
    reason = GAME.illegal_reason(state, seat, GAME.parse(move))  # type: ignore[attr-defined]
    assert GAME.parse(move) not in GAME.legal(state, seat)
    return None if reason is None else reason.key


POOR = board(gold=1, workers=1, hand="king bow_saw church ferje oarmaker")
FULL = board(hand="ferje oarmaker long_house sage", craftsmen="oarmaker " * 4, workshops="sud skute")


@pytest.mark.parametrize(
    ("player", "move", "reason"),
    [
        (POOR, "buy oak no", "gold"),
        (board(workers=1, hand="king"), "buy oak no", "workers"),
        (board(), "buy oak yes", "cart"),
        (POOR, "tool bow_saw", "gold"),
        (POOR, "build church", "gold"),
        (POOR, "build fortress", "not_in_hand"),
        (POOR, "call queen", "not_in_hand"),
        (POOR, "drop", "no_tool"),
        (POOR, "finish a no hand none none", "empty_workshop"),
        (FULL, "lay ferje", "workshops"),
        (FULL, "hire oarmaker", "places"),
        (board(hand="church", buildings="church", gold=12), "build church", "built"),
        (FULL, "finish b no hand none none", "craftsman"),
        (board(workshops="skute -", craftsmen="blacksmith"), "finish a no board none none", "goods"),
        (board(workshops="skute -", hand="blacksmith", tool="trade_cart"), "finish a yes hand none none",
         "useless_tool"),
        (board(hand="king"), "pick king", "morning_over"),
        (board(hand="sage"), "sage king none", "sage_alone"),
        (board(hand="trader", workers=0, gold=9), "call trader", "nothing_to_trade"),
        (board(hand="assassin"), "assassin 1 oarmaker", "no_craftsman_there"),
        (board(hand="barbarian"), "barbarian 1 a", "no_ship_there"),
        (board(hand="berserker"), "berserker 1", "no_tool_there"),
        (board(hand="berserker", gold=4), "berserker 1", "gold"),
        (board(hand="raider"), "raider 1", "nothing_to_raid"),
        (board(hand="raider"), "raider 0", "yourself"),
        (board(hand="thief"), "thief 1 oak", "no_good_there"),
        (board(hand="thief"), "thief 2 oak", "watchman"),
        (board(hand="sage king"), "sage queen none", "not_in_hand"),
        (board(hand="sage king"), "sage king queen", "not_in_hand"),
        (board(hand="conspirator", craftsmen="oarmaker " * 4), "conspirator 1 oarmaker", "places"),
    ],
)  # fmt: skip
def test_an_afternoon_move_that_cannot_be_made_has_its_reason(player: object, move: str, reason: str) -> None:
    state = table(player, board(gold=0), board(mill=(2, 0, 0), watchmen=1))  # type: ignore[arg-type]
    assert illegal_reason(state, move) == f"not.{reason}"


@pytest.mark.parametrize(
    ("stage", "reason"), [("stock", "stock_first"), ("chieftain", "keep_first"), ("trader", "trader_first")]
)
def test_what_comes_first_is_said(stage: str, reason: str) -> None:
    assert (
        GAME.illegal_reason(with_changes(table(), stage=stage), 0, GAME.parse("end")).key == f"not.{reason}"
    )  # type: ignore[attr-defined]


def test_a_trader_has_nothing_to_give_without_workers_and_resources() -> None:
    poor = GAME.blocked_kinds(table(board(hand="trader", workers=0), board()), 0)  # type: ignore[attr-defined]
    assert poor["call"].key == "not.nothing_to_trade"
    for rich in (board(hand="trader", workers=1), board(hand="trader", workers=0, mill=(1, 0, 0))):
        assert "call" not in GAME.blocked_kinds(table(rich, board()), 0)  # type: ignore[attr-defined]
    assert illegal_reason(table(), "end", seat=1) is None


def test_a_sage_alone_has_nothing_to_exchange() -> None:
    for hand, is_blocked in (("sage", True), ("sage king", False)):
        blocked = GAME.blocked_kinds(table(board(hand=hand), board()), 0)  # type: ignore[attr-defined]
        assert ("sage" in blocked) is is_blocked
        assert not is_blocked or blocked["sage"].key == "not.sage_alone"


def test_a_reason_knows_only_what_its_reader_does() -> None:
    """The hands of others make no difference."""
    state = table(board(hand="assassin"), board(hand="king sage queen"))
    move = GAME.parse("assassin 1 oarmaker")
    for seed in range(3):
        other = GAME.reshuffle(state, 0, bytes([seed]) * 32)
        assert GAME.illegal_reason(other, 0, move) == GAME.illegal_reason(state, 0, move)  # type: ignore[attr-defined]
        assert GAME.blocked_kinds(other, 0) == GAME.blocked_kinds(state, 0)  # type: ignore[attr-defined]


def test_what_people_look_for_is_blocked_with_a_reason() -> None:
    player = board(
        gold=1, workers=0, hand="sage", workshops="skute -", mill=(1, 0, 1), craftsmen="blacksmith oarmaker"
    )
    found = GAME.blocked_kinds(table(player, board()), 0)  # type: ignore[attr-defined]
    assert {kind: reason.key for kind, reason in found.items()} == {
        "finish": "not.goods",
        "buy": "not.gold",
        "sage": "not.sage_alone",
    }
    assert found["finish"].values == {"ship": "skute", "amount": 1, "good": "wool"}


def test_nothing_is_blocked_that_can_be_done() -> None:
    state = table(board(hand="ferje king", workshops="skute -"), board())
    blocked = GAME.blocked_kinds(state, 0)  # type: ignore[attr-defined]
    assert not blocked.keys() & {move.split()[0] for move in legal_notations(state)}
    assert GAME.blocked_kinds(state, 1) == {}  # type: ignore[attr-defined]


def shortcut_list(state: State) -> list[tuple[str, list[str]]]:
    """The ways to play the rest of the turn in one go, each with its name."""
    found = GAME.shortcuts(state, state.active)  # type: ignore[attr-defined]
    named = [(shortcut.name.key, [str(move) for move in shortcut.moves]) for shortcut in found]
    return [row for row in named if row[0] not in ("shortcut.buy", "shortcut.ship", "shortcut.ship_tool")]


def single_move_shortcuts(state: State, *keys: str) -> dict[str, str]:
    """Return the shortcuts with these keys and the single move of each."""
    found = GAME.shortcuts(state, state.active)  # type: ignore[attr-defined]
    chosen = [each for each in found if each.name.key in keys]
    assert all(len(each.moves) == 1 and not each.keeps_first_move for each in chosen)
    return {
        " ".join(str(value) for value in each.name.values.values()): str(each.moves[0]) for each in chosen
    }


def test_each_purchase_is_named_with_what_it_gives_the_cart_included() -> None:
    assert single_move_shortcuts(table(), "shortcut.buy") == {
        "2 oak": "buy oak no",
        "3 wool": "buy wool no",
        "1 iron": "buy iron no",
    }
    assert labels(table(board(gold=9, workers=9, tool="trade_cart", cart=(1, 0, 0)), board())) == [
        "Buy 2 oak, +1 from the cart",
        "Buy 3 wool",
        "Buy 1 iron",
        "Buy 2 oak without the cart",
    ]
    laden = table(board(gold=9, workers=9, tool="trade_cart", cart=(1, 1, 1)), board())
    assert labels(laden)[:3] == [
        "Buy 2 oak, +1 from the cart",
        "Buy 3 wool, +1 from the cart",
        "Buy 1 iron, +1 from the cart",
    ]
    assert labels(laden)[3:] == ["Buy without the cart"] * 3
    last = table(board(gold=2, workers=2, tool="trade_cart", cart=(1, 0, 0), hand="church"), board())
    assert labels(last)[0] == "Buy 2 oak +1 (cart), end (−1)"
    assert GAME.shortcuts(table(board(gold=1, hand="sage church"), board()), 0) == ()  # type: ignore[attr-defined]


def test_a_ship_is_finished_in_one_tap_with_or_without_the_tool() -> None:
    ready = board(
        workshops="skute -",
        mill=(9, 9, 9),
        hand="blacksmith",
        craftsmen="blacksmith",
        tool="bow_saw",
        workers=9,
    )
    assert single_move_shortcuts(table(ready, board()), "shortcut.ship", "shortcut.ship_tool") == {
        "skute 1": "finish a no hand none none",
        "skute 1 bow_saw": "finish a yes hand none none",
    }


def test_free_cards_and_the_end_of_the_turn_go_in_one() -> None:
    state = table(board(hand="ferje carpenter king"), board())
    assert shortcut_list(state) == [("shortcut.all", ["call king", "lay ferje", "hire carpenter", "end"])]
    assert shortcut_list(table(board(hand="ferje sage chieftain"), board())) == [
        ("shortcut.one_rest", ["lay ferje", "end"])
    ]


def test_who_can_pay_for_the_whole_hand_may_play_it_all() -> None:
    state = table(board(hand="king long_house", gold=12, workers=9), board())
    assert shortcut_list(state) == [
        ("shortcut.one_rest", ["call king", "end"]),
        ("shortcut.all_built", ["call king", "build long_house", "end"]),
    ]
    assert shortcut_list(table(board(hand="king fortress", gold=1, workers=9), board())) == [
        ("shortcut.one_rest", ["call king", "end"])
    ]
    another = table(board(hand="king bow_saw", gold=12, tool="spindle_whorl"), board())
    assert shortcut_list(another) == [("shortcut.one_rest", ["call king", "end"])], (
        "no tool is given up by the way"
    )


def test_a_ship_that_the_turn_makes_ready_is_finished_with_it() -> None:
    ready = board(workshops="- -", mill=(9, 9, 9), hand="skute blacksmith king", gold=9, workers=9)
    assert shortcut_list(table(ready, board())) == [
        ("shortcut.finish_all", ["call king", "lay skute", "finish a no hand none none", "end"])
    ]


def test_a_card_that_leaves_a_choice_is_asked_about_under_one_name() -> None:
    found = shortcut_list(table(board(hand="merchant oarmaker"), board()))
    assert {name for name, _ in found} == {"shortcut.two"}
    assert [moves[0] for _, moves in found] == [
        f"merchant {pair}"
        for pair in ("oak oak", "oak wool", "oak iron", "wool wool", "wool iron", "iron iron")
    ]
    assert all(moves[1:] == ["hire oarmaker", "end"] for _, moves in found)
    robbed = shortcut_list(
        table(board(hand="thief king"), board(mill=(1, 0, 2)), board(mill=(3, 0, 0), watchmen=1))
    )
    assert [moves[1] for _, moves in robbed] == ["thief 1 oak", "thief 1 iron"]


def test_nobody_strikes_themselves_by_the_way() -> None:
    own = table(board(hand="barbarian king", workshops="sud -"), board(workshops="skute -"))
    assert [moves[1] for _, moves in shortcut_list(own)] == ["barbarian 1 a"]


def test_every_row_can_be_played_and_only_its_last_move_is_final() -> None:
    hands = (
        "ferje carpenter king",
        "sud knarr watchman",
        "pioneer oarmaker church",
        "queen merchant",
        "beggar",
    )
    for hand in hands:
        for gold in (0, 9):
            start = table(board(hand=hand, gold=gold, workers=gold), board())
            for _, moves in shortcut_list(start):
                state = start
                for number, move in enumerate(moves):
                    step = GAME.apply(state, 0, GAME.parse(move))
                    assert not step.barrier or number == len(moves) - 1
                    state = step.state


def labels(state: State) -> list[str]:
    """Return the English labels of all shortcuts."""
    game_text = locale_for("en").game_text(GAME, ("Ada", "Bo"))
    return [game_text.phrase_text(each.name) for each in GAME.shortcuts(state, state.active)]


def test_a_name_says_what_is_discarded_and_all_that_is_paid() -> None:
    assert "Ferje, end (−2 cards)" in labels(table(board(hand="ferje sage chieftain"), board()))
    ready = board(
        workshops="skute -", mill=(9, 9, 9), hand="bow_saw", craftsmen="blacksmith", gold=9, workers=9
    )
    state = table(ready, board())
    skute, saw = COMPONENTS.faces["skute"], COMPONENTS.faces["bow_saw"]
    assert f"Skute + all: {skute.gold + saw.gold} gold, {skute.workers} worker, end" in labels(state)


def move_label(state: State, notation: str, language: str = "en") -> str:
    move = GAME.parse(notation)
    facts = GAME.label_facts(state, state.active, move)
    return locale_for(language).game_text(GAME, ("Astrid", "Bo")).move_label(move, facts)


def test_the_label_of_the_last_action_says_that_it_ends_the_turn() -> None:
    last = table(board(gold=0, workers=0, hand="carpenter"), board())
    assert move_label(last, "hire carpenter") == "Hire Carpenter, end turn"
    assert move_label(last, "hire carpenter", "fr") == "Recruter\u00a0: Charpentier, finir"
    with_rest = table(board(gold=0, workers=0, hand="carpenter church"), board())
    assert move_label(with_rest, "hire carpenter") == "Hire Carpenter, end (−1)"
    more = table(board(gold=0, workers=0, hand="carpenter king"), board())
    assert move_label(more, "hire carpenter") == "Hire Carpenter"
    drawing = table(board(gold=0, workers=0, hand="chieftain"), board())
    assert "end" not in move_label(drawing, "call chieftain").split()


def test_a_purchase_says_whether_the_cart_adds_to_it() -> None:
    laden = table(board(gold=9, workers=9, tool="trade_cart", cart=(1, 0, 0)), board())
    assert move_label(laden, "buy oak yes") == "Buy 2 oak, +1 from the cart"
    assert move_label(laden, "buy oak no") == "Buy 2 oak, without the cart"
    assert move_label(laden, "buy wool no") == "Buy 3 wool"


def test_the_last_purchase_says_that_it_ends_the_turn() -> None:
    last = table(board(gold=2, workers=2), board())
    assert "Buy 2 oak, end turn" in labels(last)
    assert "Buy 2 oak, end (−1 card)" in labels(table(board(gold=2, workers=2, hand="church"), board()))
    assert "Buy 2 oak" in labels(table(board(gold=9, workers=9), board()))
    move = GAME.parse("buy oak no")
    assert GAME.label_facts(last, 0, move)["ends"] == "turn"
    assert "ends" not in GAME.label_facts(table(board(gold=9, workers=9), board()), 0, move)


def test_where_there_is_no_room_for_all_each_choice_has_its_name() -> None:
    assert shortcut_list(table(board(hand="ferje sud", workshops="knarr -"), board())) == [
        ("shortcut.one_rest", ["lay ferje", "end"]),
        ("shortcut.one_rest", ["lay sud", "end"]),
    ]
    assert shortcut_list(table(board(hand="carpenter oarmaker", craftsmen="oarmaker " * 3), board())) == [
        ("shortcut.one_rest", ["hire carpenter", "end"]),
        ("shortcut.one_rest", ["hire oarmaker", "end"]),
    ]
    assert shortcut_list(table(board(hand="sage chieftain"), board())) == []


def test_the_first_game_teaches_what_it_says() -> None:
    """Its deal allows the very steps its texts tell of: a Skute afloat on the first day."""
    lesson = GAME.info.lesson
    assert lesson is not None
    state = GAME.setup(lesson.seats, GAME.info.options(), lesson.seed)
    state = play(state, "0: stock oak iron", "1: stock oak wool")
    assert state.first == 0
    state = play(state, "0: pick skute", "0: pick blacksmith", "0: pick labourer")
    while state.stage == "morning":
        state = GAME.apply(state, 1, GAME.legal(state, 1)[0]).state
    assert GAME.view(state, 0).price.wool == 3
    state = play(state, "lay skute", "buy wool no", "finish a no hand none none", "call labourer", "end")
    assert state.players[0].fleet == ("skute",)
    kinds = {kind for step in lesson.steps for kind in step.kinds}
    assert kinds <= set(map(kind_of, GAME.info.moves))
